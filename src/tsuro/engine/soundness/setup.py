"""Set-up goes in the order of its phases: those before are through, those after have not begun."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Status, Turn
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.engine.soundness.phases import has_phase, phases_of
from tsuro.rules.hands import DealPhase
from tsuro.rules.phases import AskingPhase, Phase
from tsuro.rules.phoenix.centre import Centre, LayCentrePhase
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.piles import Heaps, SplitPilesPhase
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.seas.spawning import DaikaijuSetupPhase
from tsuro.rules.starts import MarksPhase, SidesPhase


def setup_is_in_order(edition: Edition, state: GameState) -> Iterator[Violation]:
    if state.cursor.section == "turn":
        if state.has_part(Centre) and state.part(Centre).undrawn:
            yield Violation("PR-9", "centre", "the centre is laid before the first turn")
        return
    here = [phase.name for phase in edition.setup].index(state.cursor.phase)
    yield from _nothing_was_played(edition, state)
    for phase in edition.setup[:here]:
        if isinstance(phase, AskingPhase) and phase.ask(state) is not None:
            yield Violation("GEN-15", "at", f"the phase setup.{phase.name} is not over")
    for phase in edition.setup[here + 1 :]:
        if _has_begun(edition, state, phase):
            yield Violation("GEN-15", "at", f"the phase setup.{phase.name} comes later")
    yield from _one_after_another(edition, state)
    if has_phase(edition, LayCentrePhase):
        yield from _markers_lie_on_glowing_tiles(edition, state)


def _nothing_was_played(edition: Edition, state: GameState) -> Iterator[Violation]:
    turn = state.turn
    if turn != Turn(state.first, moment=turn.moment, drawn=turn.drawn):
        yield Violation("GEN-16", "turn", "until set-up is over it is the turn of the first seat")
    if any(turn.drawn.count(Seat(n)) != len(hand) for n, hand in enumerate(state.hands)):
        yield Violation("GEN-15", "turn", "the hands are not what has been drawn")
    if not has_phase(edition, LayCentrePhase) and any(state.board.occupied()):
        yield Violation("GEN-15", "board", "no tile lies on the board before the first turn")
    if state.pile.bottom or state.box:
        yield Violation("GEN-15", "tiles", "every tile that was not dealt is in the pile")
    if any(pawn.status is Status.OFF or pawn.behind is not None for pawn in state.pawns):
        yield Violation("GEN-15", "pawns", "no pawn moves before the first turn")


def _has_begun(edition: Edition, state: GameState, phase: Phase) -> bool:
    kind = next((kind for kind in _BEGUN if isinstance(phase, kind)), None)
    return kind is not None and _BEGUN[kind](edition, state)


def _hands_are_dealt(edition: Edition, state: GameState) -> bool:
    return any(state.hands)


def _pawns_are_set(edition: Edition, state: GameState) -> bool:
    return any(pawn.status is not Status.UNSET for pawn in state.pawns)


def _sea_is_changed(edition: Edition, state: GameState) -> bool:
    return state.part(Sea) not in edition.parts


def _centre_is_laid(edition: Edition, state: GameState) -> bool:
    return any(state.board.occupied())


def _piles_are_split(edition: Edition, state: GameState) -> bool:
    return state.part(Heaps) != Heaps()


_BEGUN: Final[dict[type, Callable[[Edition, GameState], bool]]] = {
    DealPhase: _hands_are_dealt,
    MarksPhase: _pawns_are_set,
    SidesPhase: _pawns_are_set,
    DaikaijuSetupPhase: _sea_is_changed,
    LayCentrePhase: _centre_is_laid,
    SplitPilesPhase: _piles_are_split,
}
"""Whether a phase has left a trace."""


def _one_after_another(edition: Edition, state: GameState) -> Iterator[Violation]:
    """From the first seat clockwise: hands are dealt one by one, pawns set in rounds (KO-19)."""
    order = (state.first, *state.clockwise(state.first)[:-1])
    dealt = max((phase.hand_size for phase in phases_of(edition, DealPhase)), default=0)
    sizes = [len(state.hands[seat]) for seat in order]
    full = sum(size == dealt for size in sizes)
    if any(sizes[full + 1 :]):
        yield Violation("GEN-16", "hands", "hands are dealt in turn, beginning with the first seat")
    rounds = (
        state.pawns[state.pawns_of(seat)[number]].status is Status.UNSET
        for number in range(edition.pawns_per_seat)
        for seat in order
    )
    unset = list(rounds)
    if unset != sorted(unset):
        yield Violation("GEN-16", "pawns", "pawns are set in turn, beginning with the first seat")


def _markers_lie_on_glowing_tiles(edition: Edition, state: GameState) -> Iterator[Violation]:
    lit = [
        (cell, edition.tiles[laid.tile].lantern)
        for cell, laid in state.board.occupied()
        if edition.tiles.face(laid).glowing and edition.tiles[laid.tile].lantern is not None
    ]
    if sorted(state.part(Lanterns).markers) != sorted(lit):
        yield Violation("PR-10", "lanterns", "the markers are not on the Glowing tiles")
