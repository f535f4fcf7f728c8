"""From what a seat sees to where a search begins: one deal, and whether there are others."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tsuro.bots.search.tree import Root
from tsuro.core.ids import Seat
from tsuro.core.pile import Buried
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.engine.determinize import determinize, unseen_tiles
from tsuro.engine.views import PlayerView


def root_of(view: PlayerView, rng: Random) -> Root:
    """The root for the seat that decides."""
    assert view.decide is not None
    return Root(
        state=one_world(view, rng),
        seat=view.decide.seat,
        hidden=has_secrets(view),
        options=len(view.decide.options),
    )


def one_world(view: PlayerView, rng: Random) -> GameState:
    """A deal that agrees with what the viewer knows, as kernels take it."""
    return with_owners(determinize(view, rng), view)


def with_owners(world: GameState, view: PlayerView) -> GameState:
    """Tiles laid aside that the viewer has not seen belong to somebody else.

    A view does not tell who has seen them; for a kernel it must be one of the others.
    """
    assert view.decide is not None
    other = Seat((view.decide.seat + 1) % view.edition.seats)

    def owned(buried: Buried) -> Buried:
        return replace(buried, known_to=(other,)) if buried.known_to == () else buried

    pile = replace(world.pile, bottom=tuple(map(owned, world.pile.bottom)))
    return replace(world, pile=pile, box=tuple(map(owned, world.box)))


def has_secrets(view: PlayerView) -> bool:
    """Whether the viewer cannot tell where each tile is."""
    state = view.state
    places = [HIDDEN in hand for hand in state.hands]
    places.append(HIDDEN in state.pile.bag)
    places += [buried.tile == HIDDEN for buried in (*state.pile.bottom, *state.box)]
    return sum(places) > 1 and len(set(unseen_tiles(view))) > 1
