"""Full states that agree with everything a viewer knows, for bots that search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Final

from tsuro.core.ids import TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.replacing import replace
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.engine.views import PlayerView
from tsuro.errors import BadSetting, Unplayable

TRIES: Final = 1_000
"""Almost every world fits; where hardly any does, somebody made the position up."""


def determinize(view: PlayerView, rng: Random) -> GameState:
    """One world among those the viewer cannot tell apart, each equally likely."""
    if not isinstance(view, PlayerView):
        raise Unplayable(f"A view is wanted, such as `game.view(0)` gives, not {view!r}.")
    if not hasattr(rng, "shuffle"):
        raise BadSetting(f"Luck is wanted, such as `random.Random(7)`, not {rng!r}.")
    unseen = unseen_tiles(view)
    for _ in range(TRIES):
        rng.shuffle(unseen)
        world = filled(view.state, unseen)
        if all(part.can_be() for part in world.parts):
            return world
    raise Unplayable("No hidden tiles fit what this state shows.")


def filled(state: GameState, unseen: Sequence[TileId]) -> GameState:
    """The state with its hidden tiles replaced by others, the last of them first."""
    left = list(unseen)

    def fill(tile: TileId) -> TileId:
        if tile != HIDDEN:
            return tile
        if not left:
            raise Unplayable("This state hides more tiles than its edition has: they do not fit.")
        return left.pop()

    def fill_buried(buried: Buried) -> Buried:
        return Buried(fill(buried.tile), buried.known_to)

    hands = tuple(tuple(map(fill, hand)) if HIDDEN in hand else hand for hand in state.hands)
    bottom = tuple(map(fill_buried, state.pile.bottom))
    box = tuple(map(fill_buried, state.box))
    bag = tuple(sorted(map(fill, state.pile.bag)))
    world = replace(state, hands=hands, pile=Pile(bag, bottom), box=box)
    return replace(world, parts=tuple(part.refilled(world) for part in world.parts))


def unseen_tiles(view: PlayerView) -> list[TileId]:
    """The tiles of the box the viewer sees nowhere, copies repeated, sorted."""
    state = view.state
    laid = (laid.tile for laid in state.board.squares if laid is not None)
    buried = (buried.tile for buried in (*state.pile.bottom, *state.box))
    seen = Counter(chain(laid, buried, state.pile.bag, *state.hands))
    unseen: list[TileId] = []
    for tile in view.edition.bag:  # It is sorted.
        if seen.get(tile):
            seen[tile] -= 1
        else:
            unseen.append(tile)
    return unseen
