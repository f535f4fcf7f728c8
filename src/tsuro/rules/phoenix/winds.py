"""Winds of Change: tiles flip while lanterns move and stars are taken (WC-1 to WC-6, WC-11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tsuro.core.actions import Action, Axis, Decision, Flip, MoveLantern
from tsuro.core.asks import Decide
from tsuro.core.events import Event
from tsuro.core.geometry import Cell
from tsuro.core.replacing import replace
from tsuro.core.state import GameState, Part
from tsuro.core.tiles import Laid, TileSet
from tsuro.rules.phases import AskingPhase, AutomaticPhase, Draft
from tsuro.rules.phoenix.flight import Flight
from tsuro.rules.phoenix.lanterns import LanternMoved, Lanterns, LanternStayed
from tsuro.rules.phoenix.scoring import destinations, scoring_seat, take_stars, unsettled_star


@dataclass(frozen=True, slots=True)
class Winds(Part):
    """What the flips of one travel need to remember; empty before and after it."""

    key: ClassVar[str] = "winds"
    bound: Cell | None = None
    """The Dimmed tile a lantern marker will go to as soon as it has been flipped (WC-1)."""


@dataclass(frozen=True, slots=True)
class TileFlipped(Event):
    """A tile was turned over on its cell; pawns and markers keep their places (WC-4, WC-5)."""

    cell: Cell
    axis: Axis
    before: Laid
    after: Laid

    def fold(self, state: GameState) -> GameState:
        flight = state.part(Flight)
        if self.cell not in flight.touched:
            state = state.with_part(replace(flight, touched=(*flight.touched, self.cell)))
        if self.cell == state.part(Winds).bound:
            state = state.with_part(Winds())
        return replace(state, board=state.board.with_tile(self.cell, self.after))


@dataclass(frozen=True, slots=True)
class LanternBound(Event):
    """A marker is to go to a Dimmed tile, which is flipped first (WC-1)."""

    origin: Cell
    target: Cell

    def fold(self, state: GameState) -> GameState:
        return state.with_part(Winds(self.target))


def flipped(laid: Laid, axis: Axis) -> Laid:
    """The other face, as it comes up when a tile is turned over (WC-4)."""
    turns = 4 if axis is Axis.LEFT_RIGHT else 2
    return Laid(laid.tile, (turns - laid.rotation) % 4, 1 - laid.face)


def flips(state: GameState, tiles: TileSet, cell: Cell) -> tuple[Flip, ...]:
    """The ways to flip a tile; one only, if both axes show the same paths (WC-3)."""
    laid = state.board[cell]
    assert laid is not None
    patterns = {tiles.wiring(flipped(laid, axis)): axis for axis in reversed(Axis)}
    return tuple(Flip(cell, axis) for axis in Axis if axis in patterns.values())


def flip(draft: Draft, action: Flip) -> None:
    before = draft.state.board[action.cell]
    assert before is not None
    draft.emit(TileFlipped(action.cell, action.axis, before, flipped(before, action.axis)))


def is_glowing(state: GameState, tiles: TileSet, cell: Cell) -> bool:
    laid = state.board[cell]
    assert laid is not None
    return tiles.face(laid).glowing


@dataclass(frozen=True)
class WindScoring:
    """SCORE as a row of single choices: first all markers move, then all stars are taken (WC-2)."""

    tiles: TileSet

    def choices(self, state: GameState) -> tuple[Decision, ...]:
        """The ways to carry out the next step; one only, if there is nothing to choose.

        Nothing at all once scoring is over, or if the next step needs no decision.
        """
        bound = state.part(Winds).bound
        if bound is not None:
            return flips(state, self.tiles, bound)
        star = unsettled_star(state)
        if star is not None:
            return tuple(map(MoveLantern, destinations(state, self.tiles, star)))
        stars = state.part(Lanterns).stars
        if stars and is_glowing(state, self.tiles, stars[0]):
            return flips(state, self.tiles, stars[0])
        return ()

    def carry_out(self, draft: Draft, choice: Decision) -> None:
        star = unsettled_star(draft.state)
        if isinstance(choice, MoveLantern):
            assert star is not None
            self._send(draft, star, choice.cell)
            return
        assert isinstance(choice, Flip)
        if star is None:
            take_stars(draft, (choice.cell,))
            flip(draft, choice)
        else:
            flip(draft, choice)
            draft.emit(LanternMoved(star, choice.cell))

    def carry_on(self, draft: Draft) -> bool:
        """The next step without a decision, if there is one: a marker stays, or a star is taken."""
        star = unsettled_star(draft.state)
        if star is not None:
            draft.emit(LanternStayed(star))
            return True
        stars = draft.state.part(Lanterns).stars
        if stars:
            take_stars(draft, stars[:1])
        return bool(stars)

    def _send(self, draft: Draft, star: Cell, target: Cell) -> None:
        if is_glowing(draft.state, self.tiles, target):
            draft.emit(LanternMoved(star, target))
        else:
            draft.emit(LanternBound(star, target))


@dataclass(frozen=True)
class WindScorePhase(AutomaticPhase):
    """Everything that leaves no choice; `WindChoicePhase` asks for the rest and comes back here."""

    name = "score"
    scoring: WindScoring

    def run(self, draft: Draft) -> None:
        while True:
            choices = self.scoring.choices(draft.state)
            if len(choices) > 1:
                return
            if choices:
                self.scoring.carry_out(draft, choices[0])
            elif not self.scoring.carry_on(draft):
                return


@dataclass(frozen=True)
class WindChoicePhase(AskingPhase):
    """The scoring player chooses where a marker goes and how a tile is flipped (PR-32, WC-3)."""

    name = "lantern"
    scoring: WindScoring

    def ask(self, state: GameState) -> Decide | None:
        choices = self.scoring.choices(state)
        if not choices:
            return None
        rule = "PR-32" if isinstance(choices[0], MoveLantern) else "WC-3"
        return Decide(scoring_seat(state), choices, rule)

    def answer(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Decision)
        self.scoring.carry_out(draft, action)
        draft.goto("score")
