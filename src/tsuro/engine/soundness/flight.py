"""What the travels of a phoenix turn remember fits its phase (PR-25 to PR-36, WC-1 to WC-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tsuro.core.geometry import Cell
from tsuro.core.state import GameState, Status
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.complaints import complaints
from tsuro.engine.soundness.phases import is_at
from tsuro.rules.phases import Phase
from tsuro.rules.phoenix.edge_stack import RestockPhase
from tsuro.rules.phoenix.extending import CreatePhase
from tsuro.rules.phoenix.flight import Flight, pawn_of
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.loops import BreakLoopPhase, Loop
from tsuro.rules.phoenix.scoring import STARS_TO_END, LanternPhase, destinations, unsettled_star
from tsuro.rules.phoenix.winds import WindChoicePhase, Winds, is_glowing

ON_THE_WAY: Final[tuple[type[Phase], ...]] = (
    BreakLoopPhase,
    LanternPhase,
    WindChoicePhase,
    RestockPhase,
)
"""Phases that ask while some pawn is the one that travels."""


def flight_fits(edition: Edition, state: GameState) -> Iterator[Violation]:
    if not state.has_part(Flight) or state.result is not None:
        return
    flight, turn = state.part(Flight), state.turn
    travelling = is_at(edition, state, *ON_THE_WAY)
    ready = state.pawns[pawn_of(turn.seat)].status in (Status.ON, Status.WAITING)
    phase = state.cursor.phase
    yield from complaints(
        (is_at(edition, state, CreatePhase) and not ready, "PR-20", "at",
         "the pawn of the active seat is not on the board"),
        (not travelling and flight != Flight(), "PR-25", "flight",
         f"no pawn travels in the phase {phase!r}"),
        (travelling and flight.mover is None, "PR-25", "at",
         f"no pawn travels, as one must in the phase {phase!r}"),
        (travelling and turn.pawn is None, "PR-25", "turn",
         f"no path was created before the phase {phase!r}"),
        (not _are_tiles(state, flight.touched), "WC-13", "flight",
         "a tile that was changed is not there, or named twice"),
    )  # fmt: skip


def _are_tiles(state: GameState, cells: tuple[Cell, ...]) -> bool:
    """Whether there are tiles on all these cells, which differ."""
    return len(set(cells)) == len(cells) and all(state.board[cell] is not None for cell in cells)


def lanterns_fit(edition: Edition, state: GameState) -> Iterator[Violation]:
    if not state.has_part(Lanterns):
        return
    lanterns, settled = state.part(Lanterns), state.part(Flight).settled
    seven = any(scored >= STARS_TO_END for scored in lanterns.scored)
    starless = not any(lanterns.scored) and not lanterns.stars
    yield from complaints(
        (lanterns.final_round != seven, "PR-44", "lanterns",
         "the last round begins with the seventh star"),
        (state.cursor.section == "setup" and not starless, "PR-29", "lanterns",
         "there are no stars before the first turn"),
        (len(set(lanterns.stars)) < len(lanterns.stars), "PR-29", "lanterns",
         "a tile has one star"),
        (settled > len(lanterns.markers), "PR-32", "flight",
         "more markers have moved than there are"),
    )  # fmt: skip
    for number, cell in enumerate(lanterns.stars):
        laid = state.board[cell]
        if laid is None or edition.tiles[laid.tile].lantern is None:
            yield Violation("PR-29", "lanterns", f"there is no lantern on {cell} for a star")
        elif number >= settled and lanterns.colour_at(cell) is None:
            yield Violation("PR-29", "lanterns", f"no marker stands on {cell}, where a star lies")


def winds_fit(edition: Edition, state: GameState) -> Iterator[Violation]:
    if not state.has_part(Winds) or state.result is not None:
        return
    yield from _bound(edition, state)
    loop = state.part(Loop)
    if not is_at(edition, state, BreakLoopPhase):
        if loop != Loop():
            yield Violation("WC-8", "loop", "a loop is broken while its pawn travels")
        return
    named = _are_tiles(state, loop.treated) and _are_tiles(state, loop.in_vain)
    yield from complaints(
        (not loop.flown, "WC-8", "loop", "a loop is flown once before it is broken"),
        (state.part(Flight).settled > 0, "WC-11", "flight", "markers move after the travel"),
        (not named, "WC-9", "loop", "a tile that was flipped is not there, or named twice"),
    )


def _bound(edition: Edition, state: GameState) -> Iterator[Violation]:
    """A marker is on its way to a Dimmed tile (WC-1)."""
    bound = state.part(Winds).bound
    if bound is None:
        return
    star = unsettled_star(state) if is_at(edition, state, WindChoicePhase) else None
    if star is None or bound not in destinations(state, edition.tiles, star):
        yield Violation("WC-1", "winds", f"no lantern marker is to go to {bound}")
    elif is_glowing(state, edition.tiles, bound):
        yield Violation("WC-1", "winds", f"the tile on {bound} glows already")
