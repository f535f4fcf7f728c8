"""What the player is asked, what an option would do, and how each seat stands, in few words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tsuro.cli.common import plural
from tsuro.core.actions import (
    Axis,
    ChoosePile,
    Decision,
    Enter,
    Flip,
    Keep,
    MoveLantern,
    PlaceTile,
    Relocate,
    Rise,
    Stay,
    Swap,
    TakeMark,
    TakeSide,
    TurnTile,
    Withdraw,
)
from tsuro.core.asks import Decide
from tsuro.core.events import Event, GameEnded, PawnLost, PawnMoved, SeatOut
from tsuro.core.geometry import Cell, on_board, rim_side
from tsuro.core.ids import Seat
from tsuro.core.state import Fate, GameState, Status
from tsuro.engine.preview import preview
from tsuro.formats.prose import EnglishNarrator
from tsuro.rules.dragon import Dragon
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.lanterns import Lanterns, StarCreated
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.phoenix.soaring import PawnLeft
from tsuro.rules.phoenix.winds import Winds

QUESTIONS: Final[dict[type[Decision], str]] = {
    TakeMark: "Where do you start? Every mark on the rim begins a path.",
    TakeSide: "Beside which outer cell do you start?",
    PlaceTile: "Lay a tile before your pawn; it follows the path.",
    TurnTile: "Turn or flip the tile before your pawn; it follows the path.",
    Enter: "Which path does your pawn take into the tile?",
    Swap: "You may swap tiles with those you eliminated, one for one.",
    Keep: "You may swap tiles with those you eliminated, one for one.",
    ChoosePile: "Which pile do you draw from?",
    Relocate: "A daikaiju stands before your ship: it must go to another mark of this side.",
    Stay: "A daikaiju left past your ship: you may go to another mark of this side, or stay.",
    Rise: "You rise from the ashes for your Life token: beside which cell?",
    MoveLantern: "Where does the lantern of your star go?",
    Flip: "How is the tile flipped?",
    Withdraw: "Take your pawn off the board?",
}
"""By the first option: where it is to stay, another mark is an offer; else it is a must."""
FLIPS: Final = {
    "star": "You take the star of {cell}, so its tile is flipped: which way?",
    "lantern": "The tile on {cell} has to glow for the lantern, so it is flipped: which way?",
    "WC-9": "You fly in a closed loop: its starred tile on {cell} is flipped. Which way?",
    "WC-10": "You fly in a closed loop: which of its tiles do you flip, and which way?",
}
"""Why a tile is flipped: for its star, for a lantern, or in a loop by one of two rules."""
WITHDRAWING: Final = {
    "next_turn": "your turn ends here and your tiles are discarded; on your next turn you rise for "
    "your Life token, or you are out if no outer cell is free by then",
    "same_turn": "your tiles are discarded; you rise at once for your Life token, and lay a tile",
}
"""What taking the own pawn off brings and costs, by the switch `immolate` (PR-18)."""
ARROWS: Final[dict[type[Decision], tuple[str, ...]]] = {
    PlaceTile: ("←→ turn", "↑↓ tile"),
    TurnTile: ("←→ turn", "↑↓ face"),
    Swap: ("←→ take", "↑↓ give"),
    Flip: ("←→ way", "↑↓ tile"),
}
UNCHANGED: Final[dict[type[Decision], str]] = {
    Keep: "your hand stays as it is",
    Stay: "your ship stays where it is",
}
SIDES: Final = ("north", "east", "south", "west")
ORDINALS: Final = ("first", "second", "third")
LEAVING: Final = {
    Fate.EDGE: "off the board",
    Fate.COLLISION: "collision",
    Fate.LOOP: "closed loop",
    Fate.DAIKAIJU: "devoured",
    Fate.STRANDED: "stranded",
    Fate.WITHDRAWN: "off by choice",
}


ANYTHING: Final = "What do you do?"
"""Asked for a kind of decision that only an edition of somebody else has."""


def question(state: GameState, decide: Decide) -> str:
    first = decide.options[0]
    if not isinstance(first, Flip):
        return QUESTIONS.get(type(first), ANYTHING)
    scored = "star" if state.part(Winds).bound is None else "lantern"
    return FLIPS.get(decide.rule, FLIPS[scored]).format(cell=first.cell)


def arrows(action: Decision) -> tuple[str, ...]:
    """What the arrow keys change."""
    return ARROWS.get(type(action), ("←→ ↑↓ choose",))


def describe(action: Decision) -> str:
    """What an action is, where the board does not show it."""
    match action:
        case PlaceTile() | TurnTile():
            return "then you choose the path into it"
        case TakeMark(mark) | Relocate(mark):
            return f"on the {SIDES[rim_side(mark)]} side of {mark.cell}"
        case TakeSide(place) | Rise(place):
            return f"beside {place.cell}, on its {SIDES[place.side]} side"
        case Swap(give, take):
            return f"give {give}, take {take}"
        case ChoosePile(pile):
            return f"the {ORDINALS[pile]} pile"
        case MoveLantern(cell):
            return f"to {cell}"
        case Flip(cell, axis):
            sides = "left and right" if axis is Axis.LEFT_RIGHT else "top and bottom"
            return f"{cell}, {sides} change places"
        case _:
            return UNCHANGED.get(type(action), "")


def effect(narrator: EnglishNarrator, action: Decision, events: Iterable[Event]) -> str:
    """What an action would do, be it seen on the board or not; `events` are its ghost."""
    if isinstance(action, Withdraw):
        return WITHDRAWING[narrator.edition.switches["immolate"]]
    return "; ".join(forecast(narrator, events)) or describe(action)


def cell_of(action: Decision) -> Cell | None:
    """The cell an action points at, if nothing else on the board shows it."""
    return action.cell if isinstance(action, Flip | MoveLantern) else None


def ghost(
    narrator: EnglishNarrator, state: GameState, decide: Decide, action: Decision
) -> list[Event]:
    """What an action would do; a barred one too, so that its reason can be seen."""
    offered = replace(decide, options=(action,))
    return list(preview(narrator.edition, state, offered, action, viewer=decide.seat))


def forecast(narrator: EnglishNarrator, events: Iterable[Event]) -> list[str]:
    """The moves and losses among events, one short clause each."""
    clauses: list[str] = []
    stars = 0
    events = list(events)
    out = {event.seat for event in events if isinstance(event, SeatOut)}
    left = {event.pawn for event in events if isinstance(event, PawnLeft)}
    for event in events:
        match event:
            case PawnMoved(pawn, route, stop) if route and on_board(
                stop.cell, narrator.edition.size
            ):
                tiles = plural(len(route), "tile")
                clauses.append(f"{narrator.pawn(pawn)} → {stop.cell} ({tiles})")
            case PawnLost(pawn, fate) if pawn not in left:
                clauses.append(f"{narrator.pawn(pawn)} ✗ {LEAVING[fate]}")
            case PawnLeft(pawn, fate):
                later = "out" if narrator.owner(pawn) in out else "to rise again"
                clauses.append(f"{narrator.pawn(pawn)} ✗ {LEAVING[fate]}, {later}")
            case StarCreated():
                stars += 1
            case GameEnded(result):
                clauses.append(narrator.result(result))
            case _:
                pass
    return [*clauses, f"★ {stars}"] if stars else clauses


def standing(state: GameState, seat: Seat) -> str:
    """How a seat stands: its tiles, its tokens, or how it went out."""
    gone = next((out for out in state.exits if out.seat == seat), None)
    if gone is not None:
        unrisen = gone.fate is Fate.STRANDED and state.has_part(Ashes)
        return f"out in turn {gone.turn}: {'no way to rise' if unrisen else LEAVING[gone.fate]}"
    words = [plural(len(state.hands[seat]), "tile"), *_tokens(state, seat)]
    if any(state.pawns[pawn].status is Status.OFF for pawn in state.pawns_of(seat)):
        words.append("off the board")
    lost = sum(state.pawns[pawn].status is Status.LOST for pawn in state.pawns_of(seat))
    if lost:
        words.append(f"{plural(lost, 'pawn')} lost")
    return ", ".join(words)


def _tokens(state: GameState, seat: Seat) -> list[str]:
    """What lies before a seat, whichever parts the edition has."""
    tokens: list[str] = []
    for part in state.parts:
        match part:
            case Dragon(holder=holder) if holder == seat:
                tokens.append("dragon tile")
            case PhoenixTile(holder=holder) if holder == seat:
                tokens.append("Phoenix tile")
            case Lanterns(scored=scored):
                tokens.append(f"★ {scored[seat]}")
            case Ashes(lives=lives) if lives[seat]:
                tokens.append("♥ life")
            case _:
                pass
    return tokens
