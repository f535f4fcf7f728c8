"""CREATE: lay a tile before the own pawn, or turn the one there (PR-18, PR-20 to PR-24, WC-7)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tsuro.core.actions import Action, Decision, Enter, PlaceTile, TurnTile, Withdraw
from tsuro.core.asks import Decide
from tsuro.core.events import Event, PawnEntered, TilePlaced
from tsuro.core.geometry import Cell, Side, Stop
from tsuro.core.ids import PawnId
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Pawn, Status
from tsuro.core.tiles import NO_PATH, Laid, TileSet, Wiring
from tsuro.rules.phases import AskingPhase, Draft
from tsuro.rules.phoenix.flight import pawn_of
from tsuro.rules.phoenix.rising import can_rise, withdraw
from tsuro.rules.placing import distinct, front_cell, placed


@dataclass(frozen=True, slots=True)
class TileTurned(Event):
    """The tile before a pawn was turned or flipped; pawns and markers on it stay (PR-22, PR-23).

    If it was left as it lay (WC-7), before and after are the same.
    """

    pawn: PawnId
    cell: Cell
    before: Laid
    after: Laid

    def fold(self, state: GameState) -> GameState:
        changed = self.cell if self.after != self.before else None
        turn = replace(state.turn, pawn=self.pawn, cell=changed, moment=state.turn.moment + 1)
        return replace(state, board=state.board.with_tile(self.cell, self.after), turn=turn)


@dataclass(frozen=True)
class Entry:
    """Where a waiting pawn may enter: on its rim side only (PR-21)."""

    tiles: TileSet
    corners: bool
    """The two corners of the side count besides its two ports."""

    def points(self, laid: Laid, side: Side) -> tuple[int, ...]:
        return _path_ends(self.tiles.wiring(laid), side, corners=self.corners)

    def continues(self, pawn: Pawn, laid: Laid) -> bool:
        """Whether a tile before a pawn, laid this way, gives it a path (PR-20, PR-22)."""
        if pawn.stop is not None:
            return self.tiles.wiring(laid)[pawn.stop.port] != NO_PATH
        assert pawn.beside is not None
        return bool(self.points(laid, pawn.beside.side))


@cache
def _path_ends(wiring: Wiring, side: Side, *, corners: bool) -> tuple[int, ...]:
    offered = (*side.ports, *side.corners) if corners else side.ports
    return tuple(point for point in sorted(offered) if wiring[point] != NO_PATH)


@cache
def _turned(ways: tuple[Laid, ...]) -> tuple[TurnTile, ...]:
    return tuple(map(TurnTile, ways))


@dataclass(frozen=True)
class CreatePhase(AskingPhase):
    """Nothing is barred: a player may well fly off the board (PR-24)."""

    name = "create"
    entry: Entry
    after_withdrawal: str
    """The phase that follows when the own pawn is taken off: the end of the turn or rising."""

    def ask(self, state: GameState) -> Decide | None:
        if state.turn.pawn is not None:
            return None
        seat = state.turn.seat
        pawn = state.pawns[pawn_of(seat)]
        existing = state.board[front_cell(state, pawn_of(seat))]
        options = self._placements(state) if existing is None else self._turns(pawn, existing)
        if pawn.status is Status.ON and can_rise(state, seat):
            options = (*options, Withdraw())
        return Decide(seat, options, "PR-20" if existing is None else "PR-22")

    def answer(self, draft: Draft, action: Action) -> None:
        pawn = pawn_of(draft.state.turn.seat)
        if isinstance(action, Withdraw):
            withdraw(draft, pawn)
            draft.goto(self.after_withdrawal)
        elif isinstance(action, TurnTile):
            self._turn(draft, pawn, action.laid)
        else:
            assert isinstance(action, PlaceTile)
            self._place(draft, pawn, action.laid)

    def _placements(self, state: GameState) -> tuple[Decision, ...]:
        seat = state.turn.seat
        pawn = state.pawns[pawn_of(seat)]
        return tuple(
            action
            for tile in distinct(state.hands[seat])
            for action in placed(self.entry.tiles.ways(tile))
            if self.entry.continues(pawn, action.laid)
        )

    def _turns(self, pawn: Pawn, existing: Laid) -> tuple[Decision, ...]:
        actions = _turned(self.entry.tiles.ways(existing.tile))
        return tuple(each for each in actions if self.entry.continues(pawn, each.laid))

    def _turn(self, draft: Draft, pawn: PawnId, laid: Laid) -> None:
        cell = front_cell(draft.state, pawn)
        before = draft.state.board[cell]
        assert before is not None
        tiles = self.entry.tiles
        # A symmetric tile may lie at a further rotation that shows the very same paths.
        after = before if tiles.wiring(laid) == tiles.wiring(before) else laid
        draft.emit(TileTurned(pawn, cell, before, after))

    def _place(self, draft: Draft, pawn: PawnId, laid: Laid) -> None:
        draft.emit(TilePlaced(pawn, front_cell(draft.state, pawn), laid))
        beside = draft.state.pawns[pawn].beside
        if beside is None:
            return
        points = self.entry.points(laid, beside.side)
        if len(points) == 1:
            draft.emit(PawnEntered(pawn, Stop(beside.cell, points[0])))


@dataclass(frozen=True)
class EnterPathPhase(AskingPhase):
    """A waiting pawn takes one of several path ends on its side (PR-21)."""

    name = "enter"
    entry: Entry

    def ask(self, state: GameState) -> Decide | None:
        beside = state.pawns[pawn_of(state.turn.seat)].beside
        if beside is None:
            return None
        laid = state.board[beside.cell]
        assert laid is not None
        points = self.entry.points(laid, beside.side)
        return Decide(state.turn.seat, tuple(map(Enter, points)), "PR-21")

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Enter)
        pawn = pawn_of(draft.state.turn.seat)
        beside = draft.state.pawns[pawn].beside
        assert beside is not None
        draft.emit(PawnEntered(pawn, Stop(beside.cell, action.point)))
