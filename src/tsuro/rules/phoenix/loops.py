"""Winds of Change: a phoenix caught in a closed loop breaks it by flips (WC-8 to WC-10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tsuro.core.actions import Action, Flip
from tsuro.core.asks import Decide
from tsuro.core.board import Ending, walk
from tsuro.core.events import Event
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import PawnId
from tsuro.core.replacing import replace
from tsuro.core.state import Fate, GameState, Part, Status
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.soaring import Soaring, stretch
from tsuro.rules.phoenix.winds import flip, flipped, flips, is_glowing
from tsuro.rules.travel import Journey


@dataclass(frozen=True, slots=True)
class Loop(Part):
    """How far the breaking of a loop has come; empty while the mover is in none."""

    key: ClassVar[str] = "loop"
    flown: bool = False
    """The mover has been round a loop: starred tiles are now treated as it comes to them."""
    treated: tuple[Cell, ...] = ()
    """Starred tiles that were flipped, or found Dimmed (WC-9)."""
    in_vain: tuple[Cell, ...] = ()
    """Tiles flipped by choice while no flip could break the loop (WC-10)."""


@dataclass(frozen=True, slots=True)
class LoopFlown(Event):
    """A pawn followed the whole of a closed loop (WC-8)."""

    pawn: PawnId

    def fold(self, state: GameState) -> GameState:
        return state.with_part(replace(state.part(Loop), flown=True))


@dataclass(frozen=True, slots=True)
class StarTreated(Event):
    """A pawn came to a starred tile of its loop, which now is Dimmed (WC-9)."""

    cell: Cell

    def fold(self, state: GameState) -> GameState:
        loop = state.part(Loop)
        return state.with_part(replace(loop, treated=(*loop.treated, self.cell)))


@dataclass(frozen=True, slots=True)
class LoopHeld(Event):
    """The flip of a tile left the pawn in a loop, along which it goes on (WC-9, WC-10)."""

    cell: Cell
    in_vain: bool
    """The flip was a free choice, not that of a starred tile."""

    def fold(self, state: GameState) -> GameState:
        loop = state.part(Loop)
        if not self.in_vain or self.cell in loop.in_vain:
            return state
        return state.with_part(replace(loop, in_vain=(*loop.in_vain, self.cell)))


@dataclass(frozen=True, slots=True)
class LoopEscaped(Event):
    """The travel of a pawn that was in a loop is over."""

    pawn: PawnId

    def fold(self, state: GameState) -> GameState:
        return state.with_part(Loop())


@dataclass(frozen=True)
class LoopBreaking:
    """What a pawn in a closed loop does next."""

    soaring: Soaring
    first_star: bool
    """A first star on the start tile is treated before the first circuit is over (WC-9)."""

    def journey(self, state: GameState) -> Journey | None:
        """The way before the mover, if that is a closed loop free of other pawns."""
        mover = state.part(Flight).mover
        if mover is None or state.pawns[mover].status is not Status.ON:
            return None
        journey = self.soaring.journey(state, mover)
        return journey if journey.fate is Fate.LOOP else None

    def fly_round(self, draft: Draft, journey: Journey) -> None:
        """Once round, or up to the start tile if the first star lies there (WC-8, WC-9).

        Nothing was flown before in this travel, so its first star is the first of the circuit.
        """
        last = journey.route[-1]
        almost = stretch(journey.pawn, journey.route[:-1], Stop(last.cell, last.entry))
        first = self.soaring.new_stars(draft.state, almost)[:1]
        whole = stretch(journey.pawn, journey.route, journey.stop)
        self.soaring.fly(draft, almost if self.first_star and first == (last.cell,) else whole)
        draft.emit(LoopFlown(journey.pawn))

    def to_next_star(self, state: GameState, journey: Journey) -> Journey | None:
        """The way to the next starred tile that has not been treated; None if there is none.

        A flip may have led the pawn into another loop: its lanterns give their stars on the first
        lap and are met on the second (WC-9).
        """
        laps = 2 * journey.route
        for step, crossing in enumerate(laps):
            stop = Stop(crossing.cell, crossing.entry)
            ahead = stretch(journey.pawn, laps[:step], stop)
            new = self.soaring.new_stars(state, ahead, under_way=True)
            starred = crossing.cell in (*state.part(Lanterns).stars, *new)
            if starred and crossing.cell not in state.part(Loop).treated:
                return ahead
        return None

    def star_flips(self, state: GameState, cell: Cell) -> tuple[Flip, ...]:
        """How the starred tile before the pawn may be flipped; not at all if Dimmed (WC-9)."""
        if not is_glowing(state, self.soaring.tiles, cell):
            return ()
        return flips(state, self.soaring.tiles, cell)

    def free_flips(self, state: GameState, journey: Journey) -> tuple[Flip, ...]:
        """Flips that break the loop, or else any of tiles not yet flipped in vain (WC-10)."""
        cells = dict.fromkeys(crossing.cell for crossing in journey.route)
        every = [each for cell in cells for each in flips(state, self.soaring.tiles, cell)]
        breaking = tuple(each for each in every if self._breaks(state, journey, each))
        if breaking:
            return breaking
        return tuple(each for each in every if each.cell not in state.part(Loop).in_vain)

    def carry_out(self, draft: Draft, choice: Flip) -> None:
        """Flip a tile, which may break the loop or not."""
        journey = self.journey(draft.state)
        assert journey is not None
        at_star = self.to_next_star(draft.state, journey) is not None
        flip(draft, choice)
        if at_star:
            draft.emit(StarTreated(choice.cell))
        if self._ending(draft.state, journey) is Ending.LOOP:
            draft.emit(LoopHeld(choice.cell, in_vain=not at_star))

    def _breaks(self, state: GameState, journey: Journey, choice: Flip) -> bool:
        laid = state.board[choice.cell]
        assert laid is not None
        board = state.board.with_tile(choice.cell, flipped(laid, choice.axis))
        return self._ending(replace(state, board=board), journey) is not Ending.LOOP

    def _ending(self, state: GameState, journey: Journey) -> Ending:
        return walk(state.board, self.soaring.tiles, journey.stop).ending


@dataclass(frozen=True)
class WindSoarPhase(AutomaticPhase):
    """A travel as far as it leaves no choice; `BreakLoopPhase` asks and comes back here (WC-8)."""

    name = "travel"
    breaking: LoopBreaking

    def run(self, draft: Draft) -> None:
        while (journey := self.breaking.journey(draft.state)) is not None:
            if not draft.state.part(Loop).flown:
                self.breaking.fly_round(draft, journey)
            elif not self._go_on(draft, journey):
                return
        mover = draft.state.part(Flight).mover
        assert mover is not None
        if draft.state.pawns[mover].status is Status.ON:
            self._land(draft, self.breaking.soaring.journey(draft.state, mover))

    def _go_on(self, draft: Draft, journey: Journey) -> bool:
        """Treat the next star or flip a tile of the loop; False if the owner must choose."""
        ahead = self.breaking.to_next_star(draft.state, journey)
        if ahead is None:
            return self._flip(draft, journey, self.breaking.free_flips(draft.state, journey))
        if ahead.route:
            self.breaking.soaring.fly(draft, ahead, under_way=True)
            return True
        cell = ahead.stop.cell
        choices = self.breaking.star_flips(draft.state, cell)
        if not choices:
            draft.emit(StarTreated(cell))
            return True
        return self._flip(draft, journey, choices)

    def _flip(self, draft: Draft, journey: Journey, choices: tuple[Flip, ...]) -> bool:
        if len(choices) > 1:
            return False
        if choices:
            self.breaking.carry_out(draft, choices[0])
        else:
            # Every tile was flipped in vain: only the standard rule brings the travel to an end.
            self._land(draft, journey)
        return True

    def _land(self, draft: Draft, journey: Journey) -> None:
        flown = draft.state.part(Loop).flown
        self.breaking.soaring.land(draft, journey, under_way=flown)
        if flown:
            draft.emit(LoopEscaped(journey.pawn))


@dataclass(frozen=True)
class BreakLoopPhase(AskingPhase):
    """The owner of a pawn in a loop chooses the axis of a flip, or also the tile (WC-9, WC-10)."""

    name = "break_loop"
    breaking: LoopBreaking

    def ask(self, state: GameState) -> Decide | None:
        journey = self.breaking.journey(state)
        if journey is None:
            return None
        seat = state.pawns[journey.pawn].seat
        ahead = self.breaking.to_next_star(state, journey)
        if ahead is None:
            return Decide(seat, self.breaking.free_flips(state, journey), "WC-10")
        return Decide(seat, self.breaking.star_flips(state, ahead.stop.cell), "WC-9")

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Flip)
        self.breaking.carry_out(draft, action)
        draft.goto("travel")
