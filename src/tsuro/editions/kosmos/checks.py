"""What must be true of every state of Kosmos Tsuro."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.state import GameState
from tsuro.editions.edition import Edition
from tsuro.editions.violation import Violation
from tsuro.rules.piles import Heaps


def heaps_fit(edition: Edition, state: GameState) -> Iterator[Violation]:
    """The piles hold what is undrawn; from a chosen one a card is on its way (KO-5, KO-15)."""
    heaps = state.part(Heaps)
    if state.cursor == edition.opening(state.first).cursor:
        return  # The cards are being dealt.
    if len(heaps.sizes) != int(edition.switches["piles"]):
        yield Violation("KO-5", "heaps", f"there are not {edition.switches['piles']} piles")
    if heaps.chosen is not None and heaps.chosen >= len(heaps.sizes):
        yield Violation("KO-15", "heaps", f"there is no pile {heaps.chosen + 1}")
    if sum(heaps.sizes) + (heaps.chosen is not None) != len(state.pile):
        yield Violation("KO-5", "heaps", f"the piles do not hold the {len(state.pile)} cards left")
