"""What a loop remembers of flips that did not open it."""

from __future__ import annotations

from tests.support.moments import moment
from tsuro.core.geometry import Cell
from tsuro.rules.phoenix.loops import Loop, LoopHeld


def test_only_a_free_choice_was_in_vain_and_only_once() -> None:
    _, state = moment("phoenix", "create", winds_of_change="on")
    cell = Cell(2, 3)
    assert LoopHeld(cell, in_vain=False).fold(state) is state
    held = LoopHeld(cell, in_vain=True).fold(state)
    assert held.part(Loop).in_vain == (cell,)
    assert LoopHeld(cell, in_vain=True).fold(held) is held
