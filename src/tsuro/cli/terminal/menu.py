"""The first screen of `tsuro play`: what the game is, which edition, and against whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import click
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tsuro.bots.levels import LEVELS, USUAL
from tsuro.cli.terminal.lessons import WELCOME
from tsuro.cli.terminal.screen import Key, Screen
from tsuro.cli.terminal.sizes import folded, is_too_small, too_small
from tsuro.editions.registry import MAX_SEATS, introductions

MOST_OPPONENTS = MAX_SEATS - 1
DEFAULT_OPPONENTS = 2
EDGE: Final = 1
MARGIN: Final = 2
"""Rows and columns around the menu."""


@dataclass
class Menu:
    edition: int = 0
    opponents: int = DEFAULT_OPPONENTS
    level: str = USUAL

    @property
    def name(self) -> str:
        return list(introductions())[self.edition]

    def press(self, key: Key | str) -> None:
        match key:
            case Key.UP | Key.DOWN:
                step = 1 if key is Key.DOWN else -1
                self.edition = (self.edition + step) % len(introductions())
            case Key.LEFT | Key.RIGHT:
                step = 1 if key is Key.RIGHT else -1
                self.opponents = (self.opponents - 1 + step) % MOST_OPPONENTS + 1
            case Key.TAB | Key.BACK_TAB:
                levels, step = list(LEVELS), 1 if key is Key.TAB else -1
                self.level = levels[(levels.index(self.level) + step) % len(levels)]
            case _ if key.isdigit() and 1 <= int(key) <= MOST_OPPONENTS:
                self.opponents = int(key)
            case _:
                pass

    def picture(self, *, width: int, height: int) -> RenderableType:
        """What the game is, if there is room for that; what to choose in any case."""
        if is_too_small(width, height):
            return too_small(width, height)
        gap = [Text()]
        rows = sum(len(folded(line, width - 2 * MARGIN)) for line in self._lines(WELCOME, gap))
        if rows + 2 * EDGE <= height:
            return Padding(Group(*self._lines(WELCOME, gap)), (EDGE, MARGIN))
        return Padding(Group(*self._lines(WELCOME[:1], [])), (0, MARGIN))

    def _lines(self, welcome: Sequence[str], gap: list[Text]) -> list[Text]:
        lines = [Text("T S U R O", style="bold"), *gap, *map(Text, welcome)]
        lines += [Text(), Text("Which edition?", style="bold")]
        for number, (title, _) in enumerate(introductions().values()):
            chosen = number == self.edition
            style = "reverse" if chosen else ""
            lines.append(Text.assemble(" ▸ " if chosen else "   ", (f" {title} ", style)))
        lines += [*gap, Text(introductions()[self.name].twist)]
        level = LEVELS[self.level]
        lines += [Text(), Text("How many opponents, and how strong?", style="bold")]
        lines.append(Text(f" ◂ {self.opponents} ▸  {level.name}: {level.character}"))
        keys = "↑↓ edition   ←→ opponents   Tab strength   Enter play   q quit"
        return [*lines, Text(), Text(keys, style="dim")]


def choose_game(screen: Screen) -> Menu | None:
    """What to play; None to leave."""
    menu = Menu()
    while True:
        screen.show(menu.picture(width=screen.width, height=screen.height))
        key = screen.keyboard.read()
        if key is Key.ENTER:
            return menu
        if key in ("q", Key.ESCAPE):
            return None
        menu.press(key)


def ask_for_game() -> Menu:
    """The same by questions and answers."""
    for line in WELCOME:
        click.echo(line, err=True)
    names = list(introductions())
    name = click.prompt("Edition", type=click.Choice(names), default=names[0], err=True)
    opponents = click.prompt(
        "Opponents",
        type=click.IntRange(1, MOST_OPPONENTS),
        default=DEFAULT_OPPONENTS,
        err=True,
    )
    level = click.prompt("Strength", type=click.Choice(list(LEVELS)), default=USUAL, err=True)
    return Menu(names.index(name), opponents, level)
