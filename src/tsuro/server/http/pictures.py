"""Pictures of games for those who ask; drawn by a worker process."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from random import Random
from typing import Final

from tsuro.bots.cautious import CautiousBot
from tsuro.core.events import Event, PawnMoved
from tsuro.core.geometry import Beside, Cell, Stop, on_board
from tsuro.editions.registry import MIN_SEATS, edition_info
from tsuro.formats.record import parse_record
from tsuro.formats.svg import draw_svg
from tsuro.game import Game
from tsuro.server.settings import Animate
from tsuro.telling.guide import pictured, written
from tsuro.telling.refusals import Refusal

LATE: Final = 0.8
"""How far into a game its picture for the home page is."""
SAMPLE_SEED: Final = 5


def animation(animate: Animate, record: str, dark: bool) -> bytes:
    """A whole game as a moving picture."""
    read = parse_record(record)
    return animate(read.edition, read.steps(), dark=dark)


def guide_picture(edition: str, number: int, dark: bool) -> str:
    """The picture of a page of the guide."""
    info = edition_info(edition)
    pages = written(info)
    if not (0 <= number < len(pages) and pages[number].step):
        raise Refusal("not_found", "This page has no picture.")
    position, ghost = pictured(info, pages[number])
    return draw_svg(
        position.edition,
        position.state,
        ghost=ghost,
        dark=dark,
        viewer=0,
        furniture=False,
        first_seat=1,
        around=_concerned(ghost, position.edition.size),
    )


def _concerned(ghost: Iterable[Event], size: int) -> set[Cell]:
    """The cells that events speak of; none if nothing happens."""
    cells: set[Cell] = set()
    for event in ghost:
        for field in fields(event):
            match getattr(event, field.name):
                case Cell() as cell:
                    cells.add(cell)
                case Stop(cell=cell) | Beside(cell=cell):
                    cells.add(cell)
        if isinstance(event, PawnMoved):
            cells |= {crossing.cell for crossing in event.route}
    return {cell for cell in cells if on_board(cell, size)}


def late_position(edition: str, dark: bool) -> str:
    """A late position of a game between bots, always the same one."""
    game = Game(edition, seats=MIN_SEATS + 2, seed=SAMPLE_SEED)
    bot, rng = CautiousBot(), Random(SAMPLE_SEED)
    while not game.over:
        game.play(bot.choose(game.view(game.to_act), game.options, rng))
    count = int(len(game.steps) * LATE)
    events = [event for step in game.steps[: count + 1] for event in step.events]
    return draw_svg(
        game.edition,
        game.steps[count].state,
        events=events,
        dark=dark,
        furniture=False,
        first_seat=1,
    )
