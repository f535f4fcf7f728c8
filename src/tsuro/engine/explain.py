"""Why an action was refused, in a sentence that names the rule or the way out."""

from __future__ import annotations

from tsuro.core.actions import Action, Decision, Outcome, PlaceTile
from tsuro.core.asks import Ask, Chance, Decide
from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.engine.misfits import malformed, unknown
from tsuro.errors import IllegalAction

SHOWN = 6
"""How many options a refusal lists before it gives up."""


def explain_refusal(edition: Edition, state: GameState, ask: Ask, action: object) -> IllegalAction:
    """The state is full, and the ask is what it waits for."""
    if not isinstance(action, Action):
        return IllegalAction(
            f"{action!r} is not an action: play one of the options, or the notation of one."
        )
    if (wrong := malformed(action)) is not None:
        return IllegalAction(f"{action!r} is not possible: {wrong}.")
    if (wrong := unknown(edition, action)) is not None:
        return IllegalAction(f"{action} is not possible: {wrong}.")
    return _not_offered(edition, state, ask, action)


def _not_offered(edition: Edition, state: GameState, ask: Ask, action: Action) -> IllegalAction:
    if isinstance(ask, Chance):
        return IllegalAction(
            f"{action} is not possible: luck decides now, and its outcomes are "
            f"{_listed([str(outcome) for outcome, _ in ask.outcomes])}."
        )
    if isinstance(action, Outcome):
        return IllegalAction(f"{action} is an outcome of luck, but seat {ask.seat} must choose.")
    for barred in ask.barred:
        if barred.action == action:
            return IllegalAction(
                f"{action} is forbidden by {barred.rule}: {barred.why}.", rule=barred.rule
            )
    if isinstance(action, PlaceTile):
        return _refused_placement(edition, state, ask, action)
    return IllegalAction(
        f"{action} is not among the options of seat {ask.seat}: {_options(ask)}.", rule=ask.rule
    )


def _refused_placement(
    edition: Edition, state: GameState, ask: Decide, action: PlaceTile
) -> IllegalAction:
    tile = action.laid.tile
    if tile not in state.hands[ask.seat]:
        return IllegalAction(
            f"{action} is not possible: seat {ask.seat} does not hold {tile}.", rule=ask.rule
        )
    twin = _same_pattern(edition, ask, action)
    if twin is not None:
        return IllegalAction(
            f"{action} lies exactly as {twin} does; play {twin} (GEN-19).", rule="GEN-19"
        )
    return IllegalAction(
        f"{action} is not among the options of seat {ask.seat}: {_options(ask)}.", rule=ask.rule
    )


def _same_pattern(edition: Edition, ask: Decide, action: PlaceTile) -> Decision | None:
    """The option that a symmetric tile's further rotation repeats."""
    wiring = edition.tiles.wiring(action.laid)
    offered = (*ask.options, *(barred.action for barred in ask.barred))
    for option in offered:
        if (
            isinstance(option, PlaceTile)
            and (option.pawn, option.laid.tile) == (action.pawn, action.laid.tile)
            and edition.tiles.wiring(option.laid) == wiring
        ):
            return option
    return None


def _options(ask: Decide) -> str:
    return _listed([str(option) for option in ask.options])


def _listed(texts: list[str]) -> str:
    more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return ", ".join(texts[:SHOWN]) + more
