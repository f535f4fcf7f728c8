"""Pictures of games for those who ask; drawn by a worker process."""

from __future__ import annotations

from random import Random
from typing import Final

from tsuro.bots.cautious import CautiousBot
from tsuro.core.events import Event
from tsuro.editions.registry import MIN_SEATS
from tsuro.formats.record import parse_record
from tsuro.formats.svg import draw_svg
from tsuro.game import Game
from tsuro.server.settings import Animate
from tsuro.telling.match import Match
from tsuro.telling.viewers import Viewer, events_for, state_for

LATE: Final = 0.8
"""How far into a game its picture for the home page is."""
SAMPLE_SEED: Final = 5


def picture(match: Match, at: int, viewer: Viewer, *, dark: bool) -> str:
    """The board after `at` steps as a viewer sees it, trails of lost pawns included."""
    events: list[Event] = []
    for step in (match.opening, *(move.step for move in match.moves[:at])):
        events += events_for(step.events, viewer)
    return draw_svg(
        match.edition, state_for(match.before(at).state, viewer), events=events, dark=dark
    )


def animation(animate: Animate, record: str, dark: bool) -> bytes:
    """A whole game as a moving picture."""
    read = parse_record(record)
    return animate(read.edition, read.steps(), dark=dark)


def late_position(edition: str, dark: bool) -> str:
    """A late position of a game between bots, always the same one."""
    game = Game(edition, seats=MIN_SEATS + 2, seed=SAMPLE_SEED)
    bot, rng = CautiousBot(), Random(SAMPLE_SEED)
    while not game.over:
        game.play(bot.choose(game.view(game.to_act), game.options, rng))
    count = int(len(game.steps) * LATE)
    events = [event for step in game.steps[: count + 1] for event in step.events]
    return draw_svg(
        game.edition, game.steps[count].state, events=events, dark=dark, furniture=False
    )
