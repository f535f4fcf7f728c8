"""Positions near the end of a game that hardly any game comes to, and play that goes on from there.

A board without a free cell (SE-36), or the last tile used up while several seats are still in
(CL-24, KO-17): of a million random games not one may end so. Here a position from the middle of a
game is brought close to such an end, and decisions and luck are then chosen so that nobody is lost
who can be kept. Kernel and reference must agree about games that nobody would play, too.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from tsuro.core.actions import Action
from tsuro.core.asks import Chance, Decide
from tsuro.core.geometry import Cell
from tsuro.core.pile import Pile
from tsuro.core.state import GameState, Reason, Status
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step, advance
from tsuro.rules.endings import LastStandingPhase, TilesOutPhase
from tsuro.rules.phases import Phase
from tsuro.rules.phoenix.endings import AllOutPhase, RoundPhase, StrandedPhase
from tsuro.rules.piles import Heaps
from tsuro.rules.seas.daikaiju import Sea
from tsuro.rules.seas.harm import SeaEndingPhase

_ENDINGS: Final[dict[type[Phase], frozenset[Reason]]] = {
    LastStandingPhase: frozenset({Reason.LAST_STANDING, Reason.ALL_OUT}),
    TilesOutPhase: frozenset({Reason.TILES_OUT}),
    SeaEndingPhase: frozenset({Reason.LAST_STANDING, Reason.ALL_OUT, Reason.BOARD_FULL}),
    StrandedPhase: frozenset({Reason.LAST_STANDING}),
    AllOutPhase: frozenset({Reason.ALL_OUT}),
    RoundPhase: frozenset({Reason.STARS}),
}
RARE: Final = frozenset({Reason.TILES_OUT, Reason.BOARD_FULL})
"""Endings that want help."""
CROWDED: Final = 0.75
"""How often the board is full where tiles may run out as well, which they then do nearly always."""
LEFT: Final = 4
"""Fewer tiles than this are left where tiles run out."""


def endings_of(edition: Edition) -> frozenset[Reason]:
    """Every way in which games of an edition can end."""
    found = (_ENDINGS.get(type(phase), frozenset()) for phase in edition.turn)
    return frozenset().union(*found)


def late(edition: Edition, state: GameState, rng: Random) -> GameState:
    """A position in which somebody has to place a tile, near one of the rare endings."""
    rare = RARE & endings_of(edition)
    if Reason.BOARD_FULL in rare and (Reason.TILES_OUT not in rare or rng.random() < CROWDED):
        return crowded(state, rng)
    return short(state, rng) if rare else state


def short(state: GameState, rng: Random) -> GameState:
    """Hardly any tiles are left, in hands and in the pile.

    Whoever has yet to come onto the board keeps a tile for it: else somebody else could lay one on
    its cell first, which no game allows.
    """
    waiting = {pawn.seat for pawn in state.pawns if pawn.status is Status.WAITING}
    bag = tuple(sorted(rng.sample(state.pile.bag, min(rng.randrange(LEFT), len(state.pile.bag)))))
    hands = tuple(
        hand[: max(rng.randrange(2), seat in (state.turn.seat, *waiting))]
        for seat, hand in enumerate(state.hands)
    )
    state = replace(state, pile=Pile(bag), hands=hands)
    if not state.has_part(Heaps):
        return state
    piles = len(state.part(Heaps).sizes)
    sizes = tuple((len(bag) + pile) // piles for pile in range(piles))
    return state.with_part(replace(state.part(Heaps), sizes=sizes))


def crowded(state: GameState, rng: Random) -> GameState:
    """Hardly any cell is free but those before pawns, as far as the pile goes."""
    board, bag = state.board, list(state.pile.bag)
    rng.shuffle(bag)
    free = [cell for cell in board.empty_cells() if cell not in _faced(state)]
    rng.shuffle(free)
    for cell in free[rng.randrange(2) :]:
        if bag:
            board = board.with_tile(cell, Laid(bag.pop(), rng.randrange(4)))
    return replace(state, board=board, pile=Pile(tuple(sorted(bag)), state.pile.bottom))


def _faced(state: GameState) -> frozenset[Cell]:
    """Cells that a pawn faces or a daikaiju holds."""
    fronts = {pawn.stop.cell for pawn in state.pawns if pawn.stop is not None}
    waits = {pawn.beside.cell for pawn in state.pawns if pawn.beside is not None}
    held = state.part(Sea).cells() if state.has_part(Sea) else frozenset()
    return frozenset(fronts | waits | held)


def peaceful(edition: Edition, step: Step, rng: Random) -> Action:
    """What keeps most seats in and fills the board, of all that may be decided or happen now."""
    assert isinstance(step.ask, Decide | Chance)
    if isinstance(step.ask, Decide):
        actions: list[Action] = list(step.ask.options)
    else:
        actions = [outcome for outcome, _ in step.ask.outcomes]
    rng.shuffle(actions)
    return max(actions, key=lambda action: _peace(advance(edition, step, action).state))


def _peace(state: GameState) -> tuple[int, int]:
    if state.result is not None:
        # Such an end leaves nothing to be desired; any other one is to be put off.
        return (len(state.hands) + 1, 0) if state.result.reason in RARE else (0, 0)
    held = len(state.part(Sea).on_board) if state.has_part(Sea) else 0
    tiles = sum(1 for _ in state.board.occupied())
    return len(state.live_seats()), tiles + held
