"""Playing with arrow keys on a full screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import shorten

from rich.text import Text

from tsuro.cli.terminal.arranging import Panel, arranged
from tsuro.cli.terminal.chooser import Chooser
from tsuro.cli.terminal.lessons import help_pages
from tsuro.cli.terminal.pages import board_text, page, player_lines, split_page
from tsuro.cli.terminal.screen import Key, Screen
from tsuro.cli.terminal.table import TerminalTable
from tsuro.cli.terminal.trays import Group, Tray
from tsuro.cli.terminal.words import arrows, cell_of, effect, ghost, question
from tsuro.core.actions import Swap
from tsuro.core.events import Event
from tsuro.core.geometry import Cell
from tsuro.core.ids import Seat, TileId
from tsuro.core.tiles import Laid
from tsuro.engine.views import seen_state
from tsuro.errors import TsuroError
from tsuro.formats.ascii.layout import Scale
from tsuro.formats.ascii.panel import supplies
from tsuro.formats.heading import heading_of
from tsuro.rules.exchange import Exchange

LONGEST_COMPLAINT = 120
KEYS = ("Enter do it", "h hint", "u undo", "? help", "q quit")


class Leave(Exception):
    """Somebody wants to stop playing."""


class Watcher:
    """Shows the table to one viewer."""

    def __init__(self, table: TerminalTable, screen: Screen, *, pause: float) -> None:
        self.table = table
        self.screen = screen
        self.pause = pause

    def show(
        self,
        viewer: Seat | None,
        lines: list[Text],
        *,
        keys: Sequence[str] = (),
        tray: Tray | None = None,
        future: list[Event] | None = None,
        marked: Cell | None = None,
    ) -> None:
        """The board as a viewer sees it, with the ghost of a move to come."""
        game, screen = self.table.game, self.screen
        state = seen_state(game.state, viewer)
        old, new = self.table.story(viewer)
        panel = Panel(
            title=f"{heading_of(game.edition)} · {_when(state.turn.number)} · seed {game.seed}",
            players=player_lines(self.table.names, state, to_act=game.to_act),
            notes=[
                Text(", ".join(supplies(state)), style="dim"),
                *(_complaint(each) for each in self.table.complaints[-1:]),
            ],
            old=old,
            new=new,
            lines=lines,
            keys=keys,
            tray=tray,
            tiles=() if viewer is None else state.hands[viewer],
        )

        def board(scale: Scale) -> Text:
            return board_text(
                game.edition,
                state,
                scale=scale,
                history=game.events,
                ghost=future or (),
                marked=marked,
            )

        screen.show(arranged(board, panel, width=screen.width, height=screen.height))

    def bots_play(self, viewer: Seat | None) -> None:
        """All bots up to the next decision of a person, each to be seen."""
        game = self.table.game
        while game.to_act is not None and game.to_act not in self.table.people:
            name = self.table.names[game.to_act]
            if self.pause:
                told = f"{name} plays ... (q quit, any other key: faster)"
                self.show(viewer, [Text(told, style="dim")])
            self.table.let_bot_play()
            if self.pause and self.screen.keyboard.wait(self.pause) == "q":
                raise Leave

    def over(self, viewer: Seat | None) -> bool:
        """Tell the result; whether another game is wanted."""
        result = self.table.game.result
        assert result is not None
        text = self.table.narrator(viewer).result(result)
        lines = [
            Text(f"{text[0].upper()}{text[1:]}.", style="bold"),
            Text("Again? Press a. Press any key to leave.", style="dim"),
        ]
        self.show(viewer, lines)
        while (key := self.screen.keyboard.read()) is Key.RESIZE:
            self.show(viewer, lines)
        return key in ("a", "A")


def play_with_keys(
    table: TerminalTable, screen: Screen, *, record: Path | None, pause: float
) -> bool:
    """The whole game, and whether another one is wanted.

    On the way out, however that comes, the record is saved.
    """
    watcher = Watcher(table, screen, pause=pause)
    game = table.game
    last: Seat | None = table.people[0] if len(table.people) == 1 else None
    try:
        while not game.over:
            watcher.bots_play(None if table.is_hot_seat else last)
            seat = game.to_act
            if seat is None:
                break
            if table.is_hot_seat and seat != last:
                _hand_over(table, screen, seat)
            last = seat
            Decision(watcher, seat).take()
        return watcher.over(None if table.is_hot_seat else last)
    except (Leave, EOFError):
        return False
    finally:
        table.save(record)


def _hand_over(table: TerminalTable, screen: Screen, seat: Seat) -> None:
    """Hide everything until the next person sits at the keyboard."""
    name = table.names[seat]
    lines = [f"Pass the keyboard to [bold]{name}[/] (seat {seat}).", "Nobody else should look."]
    picture = page(heading_of(table.game.edition), lines, f"Enter: I am {name}")
    screen.show(picture)
    while screen.keyboard.read() is not Key.ENTER:
        screen.show(picture)


class Decision:
    """One decision of a person: moving the highlight, typing, committing."""

    def __init__(self, watcher: Watcher, seat: Seat) -> None:
        self.watcher = watcher
        self.table = watcher.table
        self.seat = seat
        self.done = False
        self.typed = ""
        self.message = ""
        self.advice: Sequence[str] = ()
        """What the last hint said; stays while the options are looked at."""
        self._start()

    def _start(self) -> None:
        game = self.table.game
        self.chooser = Chooser(game.decide, game.state.hands[self.seat])
        self.moves: dict[Key | str, Callable[[], None]] = {
            Key.LEFT: lambda: self.chooser.turn(-1),
            Key.RIGHT: lambda: self.chooser.turn(1),
            Key.UP: lambda: self.chooser.move(-1),
            Key.DOWN: lambda: self.chooser.move(1),
            Key.TAB: lambda: self.chooser.next_kind(1),
            Key.BACK_TAB: lambda: self.chooser.next_kind(-1),
        }
        self.commands: dict[Key | str, Callable[[], None]] = {
            "h": self.hint,
            "u": self.undo,
            "?": self.help,
            "q": self.quit,
        }

    def take(self) -> None:
        keyboard = self.watcher.screen.keyboard
        while not self.done:
            if not keyboard.has_more():
                self.show()
            self.press(keyboard.read())

    def press(self, key: Key | str) -> None:
        if key is Key.RESIZE:
            return
        self.message = ""
        if key is Key.ENTER:
            self.commit()
        elif key in self.moves:
            self.typed = ""
            self.moves[key]()
        elif not self.typed and key in self.commands:
            self.commands[key]()
        else:
            self.type(key)

    def type(self, key: Key | str) -> None:
        """Edit the typed text; what it means so far is highlighted."""
        if key is Key.BACKSPACE:
            self.typed = self.typed[:-1]
        elif isinstance(key, Key):
            self.typed = ""
        elif key.isprintable():
            self.typed += key
        if self.typed and not self.chooser.find(self.typed):
            self.message = f"No choice begins with {self.typed!r}."

    def commit(self) -> None:
        choice = self.chooser.current
        if self.typed and not self.chooser.means(self.typed):
            self.message = f"{self.typed!r} is not a whole choice; did you mean {choice.action}?"
            self.typed = ""
        elif choice.barred is None:
            self.table.game.play(choice.action)
            self.done = True
        else:
            self.message = f"{choice.action} is not allowed: {choice.barred.rule}."
            self.typed = ""

    def hint(self) -> None:
        try:
            hint = self.table.hint()
        except TsuroError as error:
            self.message = error.message
        else:
            self.chooser.select(hint.action)
            self.advice = hint.lines
            self.message = f"Hint: {hint.action}. Enter does it."

    def undo(self) -> None:
        try:
            self.table.undo(self.seat)
        except TsuroError as error:
            self.message = error.message
        else:
            self._start()
            self.advice = ()
            self.message = "Taken back."

    def help(self) -> None:
        screen = self.watcher.screen
        pages = [
            (title, part)
            for title, lines in help_pages(self.table.game.edition)
            for part in split_page(lines, width=screen.width, height=screen.height)
        ]
        for number, (title, lines) in enumerate(pages, 1):
            then = "back to the game" if number == len(pages) else "more"
            picture = page(title, lines, f"{number} of {len(pages)}   any key: {then}")
            screen.show(picture)
            while screen.keyboard.read() is Key.RESIZE:
                screen.show(picture)

    def quit(self) -> None:
        self.message = "Leave the game? y: yes, any other key: no"
        self.show()
        while (key := self.watcher.screen.keyboard.read()) is Key.RESIZE:
            self.show()
        self.message = ""
        if key in ("y", "Y", "q"):
            raise Leave

    def show(self) -> None:
        game = self.table.game
        choice = self.chooser.current
        narrator = self.table.narrator(self.seat)
        future = ghost(narrator, game.state, game.decide, choice.action)
        told = effect(narrator, choice.action, future)
        lines = [
            Text(f"{self._name()}{question(game.state, game.decide)}", style="bold"),
            Text.assemble((f" {choice.action} ", "reverse"), f"  {told}"),
        ]
        if choice.barred is not None:
            lines.append(Text(f"{choice.barred.rule} forbids it: {choice.barred.why}", style="red"))
        if len(self.chooser.kinds) > 1:
            others = [kind for kind in self.chooser.kinds if kind != self.chooser.kind]
            lines.append(Text(f"Tab: {', '.join(others)}"))
        lines += [Text(each, style="cyan") for each in self.advice]
        prompt = f"> {self.typed}   {self.message}" if self.typed else self.message
        lines.append(Text(prompt, "yellow"))
        marked = cell_of(choice.action)
        self.watcher.show(
            self.seat,
            lines,
            keys=(*arrows(choice.action), *KEYS),
            tray=self._tray(),
            future=future,
            marked=marked,
        )

    def _tray(self) -> Tray:
        """The hand as it would lie, turned as far as the highlighted tile; or what is swapped."""
        game = self.table.game
        state = seen_state(game.state, self.seat)
        if state.has_part(Exchange) and state.part(Exchange).seat == self.seat:
            return Tray(game.edition, self._hands_to_swap(state.part(Exchange)), before_board=True)
        chosen = getattr(self.chooser.current.action, "laid", None)
        rotation = 0 if chosen is None else chosen.rotation
        tiles = tuple(
            Laid(tile, rotation, face)
            for tile in dict.fromkeys(state.hands[self.seat])
            for face in range(len(game.edition.tiles[tile].faces))
        )
        return Tray(game.edition, (Group(tiles, chosen),))

    def _hands_to_swap(self, exchange: Exchange) -> tuple[Group, ...]:
        """The own tiles that may still be given, and the eliminated hands to take from."""
        action = self.chooser.current.action
        swap = action if isinstance(action, Swap) else None
        narrator = self.table.narrator(self.seat)
        mine = _group(
            f"{narrator.whose(self.seat)} tiles", exchange.mine, swap.give if swap else None
        )
        theirs = (
            _group(
                f"{narrator.whose(loser)} tiles",
                [tile for owner, tile in exchange.pool if owner == loser],
                swap.take if swap else None,
            )
            for loser in exchange.losers
        )
        return (mine, *theirs)

    def _name(self) -> str:
        return f"{self.table.names[self.seat]}: " if self.table.is_hot_seat else ""


def _group(heading: str, tiles: Sequence[TileId], chosen: TileId | None) -> Group:
    """Unturned tiles of one owner."""
    marked = Laid(chosen, 0) if chosen is not None and chosen in tiles else None
    return Group(tuple(Laid(tile, 0) for tile in tiles), marked, heading.capitalize())


def _complaint(text: str) -> Text:
    """In short: what a failing program has to say may have many lines."""
    return Text(shorten(text, LONGEST_COMPLAINT, placeholder=" ..."), style="red")


def _when(turn: int) -> str:
    return "set-up" if turn == 0 else f"turn {turn}"
