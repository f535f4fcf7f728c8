"""What the search proves must be true in every world the seat cannot exclude."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.bots.support import corner, view_of
from tests.support.tables import Table
from tsuro.bots.judgement.weights import weights_for
from tsuro.bots.search.endgame import Solver, every_world
from tsuro.bots.search.findings import findings
from tsuro.bots.search.nodes import LOST, OPEN, WON
from tsuro.bots.search.tree import Root, Steering, Tree
from tsuro.bots.search.worlds import has_secrets, root_of
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.fast.ready import kernel_of

CELLS = [f"{column}{row}" for row in range(6, 0, -1) for column in "fedcba"]
MARKS = [f"{column}1.{port}" for column in "abcde" for port in (0, 1)] + ["a1.7", "a1.6"]


def late_tables(hands: tuple[int, ...], count: int, *, pile: int = 0) -> Iterator[Table]:
    """Full boards but for a few cells at the top, where all pawns still stand at their marks."""
    rng = Random(11)
    while count:
        tiles = [f"T{number:02}" for number in range(1, 36)]
        rng.shuffle(tiles)
        drawn = " ".join(tiles.pop() for _ in range(pile))
        held = [" ".join(tiles.pop() for _ in range(size)) for size in hands]
        table = Table(
            "classic",
            pawns=rng.sample(MARKS, len(hands)),
            hands=held,
            pile=drawn,
            board=dict(zip(CELLS, (f"{tile}/0" for tile in sorted(tiles)), strict=False)),
            number=5,
        )
        if isinstance(table.step.ask, Decide) and len(table.options) > 2:
            count -= 1
            yield table


def steering_for(table: Table) -> Steering:
    return Steering(0.7, 1.0, 1e9, 0.5, weights_for(table.edition))


def proofs(table: Table, iterations: int) -> dict[str, int]:
    kernel = kernel_of(table.edition, ready="plain")
    root = root_of(view_of(table), Random(1))
    tree = Tree(kernel, root, steering_for(table), seed=1, room=iterations + 2)
    for _ in range(iterations):
        # One at a time: the search stops as soon as the root is settled.
        if tree.is_settled:
            break
        tree.grow(1)
    return {str(kernel.action_of(code)): each.proof for code, each in findings([tree]).items()}


@pytest.mark.parametrize(
    ("hands", "least"),
    [((2, 2), 20), ((2, 1, 1), 8), ((1, 2, 2), 8), ((2, 2, 0), 8), ((2, 0, 2), 8)],
)
def test_every_proof_is_true_in_every_world(hands: tuple[int, ...], least: int) -> None:
    proved = 0
    for table in late_tables(hands, 25):
        kernel = kernel_of(table.edition, ready="plain")
        solver = Solver(kernel)
        seat = table.decide.seat
        for option, proof in proofs(table, 150).items():
            if proof == OPEN:
                continue
            proved += 1
            (action,) = (each for each in table.decide.options if str(each) == option)
            for world, _ in every_world(view_of(table)):
                value = solver.value_of(world, kernel.code_of(action), budget=100_000)
                assert value is not None
                assert value[seat] == pytest.approx(1.0 if proof == WON else 0.0), option
    assert proved >= least


def test_no_proof_counts_on_luck() -> None:
    # Nothing is hidden but the order of the pile, so all seats' options seem to be known.
    found: Counter[int] = Counter()
    for table in late_tables((2, 0), 25, pile=3):
        kernel = kernel_of(table.edition, ready="plain")
        assert not has_secrets(view_of(table))
        solver = Solver(kernel)
        for option, proof in proofs(table, 60).items():
            found[proof] += 1
            (action,) = (each for each in table.decide.options if str(each) == option)
            value = solver.value_of(table.state, kernel.code_of(action), budget=100_000)
            assert value is not None
            assert proof != WON or value[0] == pytest.approx(1.0)
            assert proof != LOST or value[0] == pytest.approx(0.0)
    assert found[WON] >= 2
    assert found[LOST] >= 4


def test_with_all_known_and_two_seats_whole_games_are_proved() -> None:
    settled = 0
    for table in late_tables((2, 2), 12):
        found = proofs(table, 300).values()
        settled += OPEN not in found or WON in found
    assert settled >= 5, "shared wins are not proved, so some stay open"


def test_leaving_the_game_while_others_play_on_is_a_proved_loss() -> None:
    kernel = kernel_of(corner().edition, ready="plain")
    table = corner()
    root = Root(table.state, Seat(0), hidden=False, options=len(table.options))
    tree = Tree(kernel, root, steering_for(table), seed=1, room=100)
    tree.grow(len(table.options))
    found = findings([tree])
    losing = {option for option in table.options if corner().play(option).lost}
    assert losing
    assert losing != set(table.options)
    for code, each in found.items():
        option = str(kernel.action_of(code))
        assert (each.proof == LOST) == (option in losing)


def test_what_one_of_two_seats_wins_the_other_loses() -> None:
    for table in late_tables((2, 2), 3):
        kernel = kernel_of(table.edition, ready="plain")
        root = root_of(view_of(table), Random(1))
        tree = Tree(kernel, root, steering_for(table), seed=1, room=400)
        tree.grow(300)
        children: dict[int, list[int]] = {}
        for number in range(1, tree.used):
            children.setdefault(int(tree.node(number, "parent")), []).append(number)
        for number in range(1, tree.used):
            below = children.get(number, [])
            if any(tree.node(each, "seat") == tree.node(number, "seat") for each in below):
                continue
            both = tree.node(number, "value") + sum(tree.node(each, "value") for each in below)
            passed = sum(tree.node(each, "visits") for each in below)
            if below:
                assert 840 * passed <= both <= 840 * tree.node(number, "visits")
