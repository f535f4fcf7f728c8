"""A turned board is the same game: whatever is seen and allowed turns with it."""

from __future__ import annotations

from random import Random

import numpy
import pytest

from tests.encoding.support import differences
from tsuro.editions.registry import OURS, build_edition
from tsuro.encoding import encoding_of
from tsuro.encoding.turning import FAMILY, turns_of
from tsuro.errors import KernelError
from tsuro.training import Games

TURNING = [("classic", 2), ("classic", 5), ("kosmos", 2), ("kosmos", 6), ("pocket", 2)]


@pytest.mark.parametrize(("name", "seats"), TURNING)
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_the_same_luck_on_a_turned_board_is_the_same_game(
    name: str, seats: int, quarters: int
) -> None:
    edition, rng = build_edition(name, seats=seats), Random(f"turn {name} {seats} {quarters}")
    upright, turned = (Games(edition, 4, seed=3) for _ in range(2))
    encoding = upright.encoding
    turn = turns_of(encoding)[quarters]
    numbers, actions = numpy.array(turn.numbers), numpy.array(turn.actions)
    while not turned.done.all():
        assert (upright.mask()[:, actions] == turned.mask()).all()
        seats_shown = [rng.randrange(seats)] * 4
        lines, others = upright.observe(seats_shown)[:, numbers], turned.observe(seats_shown)
        for line, other in zip(lines, others, strict=True):
            assert differences(encoding, line.tobytes(), other.tobytes()) == []
        chosen = [_any(mask, rng) for mask in turned.mask()]
        upright.step([-1 if action < 0 else int(actions[action]) for action in chosen])
        turned.step(chosen)
    assert upright.returns().tolist() == turned.returns().tolist()


def _any(mask: numpy.ndarray[tuple[int], numpy.dtype[numpy.uint8]], rng: Random) -> int:
    legal = numpy.flatnonzero(mask)
    return int(rng.choice(legal)) if len(legal) else -1


@pytest.mark.parametrize("name", OURS)
def test_four_quarters_are_a_whole_turn(name: str) -> None:
    encoding = encoding_of(build_edition(name, seats=4))
    if encoding.family.name != FAMILY:
        with pytest.raises(KernelError, match="does not turn with the board"):
            turns_of(encoding)
        return
    upright, quarter, half, most = turns_of(encoding)
    assert half == quarter.then(quarter)
    assert most.then(quarter) == upright
    assert quarter != upright
