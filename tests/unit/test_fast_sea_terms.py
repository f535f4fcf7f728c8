"""What the sea kernel tells bots: the terms of the greedy judgement, and what luck may bring."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.seas import sea
from tests.support.tables import Table
from tsuro.core.asks import Chance
from tsuro.editions.registry import build_edition
from tsuro.engine.play import advance, begin
from tsuro.fast.equality import by_luck
from tsuro.fast.ready import kernel_of
from tsuro.fast.seas.features import FEATURES, features
from tsuro.fast.seas.play import outcomes


def terms(table: Table, seat: int = 0) -> dict[str, float]:
    out = [0.0] * len(FEATURES)
    features(kernel_of(table.edition, ready="plain").to_row(table.state), seat, out)
    return dict(zip(FEATURES, out, strict=True))


def at_sea(*daikaiju: str, hands: tuple[str, ...] = ("T34 T28 T32", "T01")) -> Table:
    return Table(
        "seas",
        pawns=["d2.1<d1", "a7.4"],
        board={"d1": "T34/0"},
        hands=hands,
        parts=[sea(*daikaiju)],
    )


def test_a_daikaiju_is_a_threat_by_its_distance_and_aims_by_its_arrows() -> None:
    far = terms(at_sea("G1@g7"))
    assert far["threat"] == pytest.approx(1 / 8)
    assert far["aim"] == 0
    below = terms(at_sea("G1@d3"))
    assert below["threat"] == 1
    assert below["aim"] == pytest.approx(1 / 6), "only a 2 takes it up to d2"
    both = terms(at_sea("G1@d3", "G2@e1"))
    assert both["aim"] == pytest.approx(2 / 6), "and a 4 takes the other onto the ship's own tile"


def test_a_daikaiju_closes_ways_and_cells() -> None:
    free, closed = terms(at_sea("G1@g7")), terms(at_sea("G1@d3"))
    assert closed["room"] < free["room"]
    assert closed["exits"] == pytest.approx(free["exits"] - 2 / 7), "two ports lead to d3"
    assert closed["ways"] < free["ways"]
    assert closed["reach"] == free["reach"]


def test_a_lost_ship_and_a_won_game_are_told() -> None:
    table = Table("seas", pawns=["x", "d1.0", "a7.4"], parts=[sea("G1@g7", "G2@g6", "G3@g5")])
    assert terms(table)["out"] == 1
    assert terms(table, 1)["rivals"] == 1 / 2
    won = Table(
        "seas",
        pawns=["d2.1<d1", "a7.4"],
        board={"d1": "T34/0"},
        hands=["T34", "T01"],
        parts=[sea("G1@d3", "G2@e7", "G3@e6")],
        at="refill",
    ).play("*g3b3", "*d2")
    assert won.winners == (1,)
    assert terms(won, 1)["won"] == 1
    assert terms(won)["won"] == 0


@pytest.mark.parametrize("switches", [{}, {"die": "per_daikaiju", "removed": "recycle"}])
def test_outcomes_are_those_of_the_reference_with_their_weights(switches: dict[str, str]) -> None:
    edition = build_edition("seas", seats=8, switches=switches)
    kernel = kernel_of(edition, ready="plain")
    rng = Random(3)
    kinds = set()
    for _ in range(4):
        step = begin(edition)
        while step.ask is not None:
            if isinstance(step.ask, Chance):
                codes, weights = [0] * 64, [0] * 64
                count = outcomes(kernel.to_row(step.state), codes, weights)
                found = {kernel.action_of(codes[i]): weights[i] for i in range(count)}
                assert len(found) == count
                assert found == dict(step.ask.outcomes)
                kinds |= {type(outcome).__name__ for outcome in found}
            step = advance(edition, step, by_luck(step, rng))
    assert kinds == {"Draw", "DrawDaikaiju", "RollDice", "RollDie"}
