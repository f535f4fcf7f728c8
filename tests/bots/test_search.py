"""The tree search: what it finds, proves, keeps to and repeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.bots.support import choice, positions, view_of
from tests.support.tables import Table
from tsuro.bots.judgement.weights import weights_for
from tsuro.bots.mcts import MctsBot
from tsuro.bots.search import thinking
from tsuro.bots.search import tree as trees_module
from tsuro.bots.search.descent import deal_again, expect, play_carefully, score
from tsuro.bots.search.findings import Lines, findings
from tsuro.bots.search.nodes import LOST, WON
from tsuro.bots.search.thinking import Budget, room_for, search
from tsuro.bots.search.tree import Root, Steering, Tree, grow
from tsuro.bots.search.worlds import has_secrets, one_world, root_of
from tsuro.core.ids import Seat
from tsuro.fast.ready import kernel_of
from tsuro.fast.tiles.facts import presence
from tsuro.game import Game


def game_after(edition: str, seats: int, decisions: int, seed: int = 3) -> Game:
    """A random game some decisions old."""
    game = Game(edition, seats=seats, seed=seed)
    rng = Random(seed)
    for _ in range(decisions):
        game.play(rng.choice(game.options))
    return game


def plant(
    game: Game, *, compiled: bool = False, seed: int = 1, room: int = 5000, **steering: Any
) -> Tree:
    seat = game.to_act
    assert seat is not None
    root = root_of(game.view(seat), Random(seed))
    kernel = kernel_of(game.edition, ready="lazily" if compiled else "plain")
    settings: dict[str, Any] = {
        "exploration": 0.7,
        "bias": 1.0,
        "urgency": 1e9,
        "careful": 0.5,
        "weights": weights_for(game.edition),
    }
    return Tree(kernel, root, Steering(**settings | steering), seed=seed, room=room)


def visits(tree: Tree) -> dict[int, tuple[int, list[int], int]]:
    found = findings([tree])
    return {code: (each.visits, each.parts, each.lived) for code, each in found.items()}


def test_the_plain_and_the_compiled_search_grow_the_same_tree() -> None:
    for seats, decisions in ((2, 2), (4, 9), (3, 12)):
        game = game_after("classic", seats, decisions)
        one, other = plant(game), plant(game, compiled=True)
        one.grow(60)
        other.grow(60)
        assert visits(one) == visits(other)
        assert one.used == other.used
        assert sum(each[0] for each in visits(one).values()) == 60
        lines = [{code: Lines(tree).after(code) for code in visits(tree)} for tree in (one, other)]
        assert lines[0] == lines[1]
        assert any(lines[0].values())


def test_every_option_is_tried_before_any_is_tried_again() -> None:
    game = game_after("classic", 2, 4)
    tree = plant(game)
    tree.grow(len(game.options))
    assert all(each[0] == 1 for each in visits(tree).values())
    assert len(visits(tree)) == len(game.options)


def test_no_node_is_made_beyond_the_room() -> None:
    game = game_after("classic", 2, 2)
    tree = plant(game, room=40)
    tree.grow(80)
    assert tree.used == 40
    assert tree.iterations == 80
    assert sum(each[0] for each in visits(tree).values()) == 80


def test_a_flat_tree_has_options_only() -> None:
    game = game_after("kosmos", 3, 8)
    tree = plant(game, deepest=1, exploration=1e6)
    tree.grow(50)
    assert tree.used == len(game.options) + 1
    counts = [each[0] for each in visits(tree).values()]
    assert max(counts) - min(counts) <= 1


def test_trees_on_several_threads_always_find_the_same() -> None:
    game = game_after("classic", 4, 6)

    def found() -> list[dict[int, Any]]:
        trees = [plant(game, compiled=True, seed=seed) for seed in (1, 2)]
        grow(trees, iterations=3001)
        return [visits(tree) for tree in trees]

    first = found()
    assert first == found()
    assert [sum(each[0] for each in found.values()) for found in first] == [1501, 1500]


@pytest.mark.usefixtures("plain")
def test_the_same_seed_gives_the_same_decision_and_figures() -> None:
    game = game_after("pocket", 2, 5)
    bot = MctsBot(iterations=40)
    assert game.to_act is not None
    view = game.view(game.to_act)
    first = bot.explain(view, game.options, Random("x"))
    assert bot.explain(view, game.options, Random("x")) == first
    assert bot.choose(view, game.options, Random("x")) == first.appraisals[0].action


def replies(tree: Tree) -> set[str]:
    """Tiles the next seat lays in answer to the options of the root."""
    kernel = tree.kernel
    options = {n for n in range(1, tree.used) if tree.node(n, "parent") == 0}
    below = [n for n in range(1, tree.used) if tree.node(n, "parent") in options]
    return {str(kernel.action_of(tree.node(n, "action"))).partition("/")[0] for n in below}


def test_hidden_tiles_are_dealt_anew_in_every_iteration() -> None:
    game = game_after("classic", 2, 4)
    seat = game.to_act
    assert seat is not None
    tree = plant(game)
    tree.grow(300)
    own = set(game.state.hands[seat])
    assert len(replies(tree)) > 10, "the other seat may hold any unseen tile"
    assert not replies(tree) & own
    open_root = replace(root_of(game.view(seat), Random(1)), hidden=False)
    kernel = kernel_of(game.edition, ready="plain")
    steering = Steering(0.7, 1.0, 1e9, 0.5, weights_for(game.edition))
    known = Tree(kernel, open_root, steering, seed=1, room=400)
    known.grow(300)
    assert replies(known) == set(open_root.state.hands[1 - seat])


@pytest.mark.parametrize("compiled", [False, True])
def test_an_iteration_may_be_played_out_over_several_deals(compiled: bool) -> None:
    game = game_after("classic", 4, 9)
    once, thrice = plant(game, compiled=compiled), plant(game, compiled=compiled, deals=3)
    for tree in (once, thrice):
        tree.grow(40)
        assert tree.iterations == 40
        assert tree.used == 41, "the tree grows by one node an iteration all the same"
    for tree, games in ((once, 40), (thrice, 120)):
        assert sum(each[0] for each in visits(tree).values()) == games
        for count, parts, lived in visits(tree).values():
            assert sum(parts) == 840 * count
            assert 0 <= lived <= count


def test_another_deal_goes_on_from_where_the_tree_ended() -> None:
    game = game_after("classic", 3, 8)
    kernel = kernel_of(game.edition, ready="plain")
    viewer = game.decide.seat
    leaf = kernel.to_row(game.state, luck=5)
    hands = set()
    for luck in range(1, 9):
        games = [kernel.to_row(game.state, luck=luck), None, leaf]
        games[0].board[35] ^= 1  # Whatever a playout has done before.
        deal_again(games, SimpleNamespace(hidden=1, viewer=viewer))
        dealt = kernel.from_row(games[0])
        assert dealt.board == game.state.board
        assert dealt.hands[viewer] == game.state.hands[viewer]
        hands.add(dealt.hands)
    assert len(hands) > 4
    deal_again(games, SimpleNamespace(hidden=0, viewer=viewer))
    assert kernel.from_row(games[0]).hands == game.state.hands


def test_what_could_not_be_chosen_does_not_count_as_passed_over() -> None:
    game = game_after("classic", 2, 4)
    tree = plant(game)
    tree.grow(300)
    for number in range(1, tree.used):
        parent = tree.node(number, "parent")
        assert tree.node(number, "visits") <= tree.node(number, "offered")
        assert tree.node(number, "offered") <= tree.node(parent, "visits") + (parent == 0)
    rare = [n for n in range(1, tree.used) if tree.node(n, "parent") != 0]
    assert any(
        tree.node(n, "offered") < tree.node(tree.node(n, "parent"), "visits") / 2 for n in rare
    )


def test_options_are_credited_with_the_share_of_the_seat_that_decides() -> None:
    game = game_after("kosmos", 4, 10)
    tree = plant(game)
    tree.grow(200)
    seat = game.to_act
    assert seat is not None
    for number in range(1, len(game.options) + 1):
        assert tree.node(number, "value") == tree.sums[3 * number][seat]
        assert tree.node(number, "seat") == seat


def test_at_the_horizon_the_win_is_shared_out_by_judgement() -> None:
    game = game_after("classic", 4, 7)
    weights = list(weights_for(game.edition))
    row = kernel_of(game.edition, ready="plain").to_row(game.state)
    terms, gains = [0.0] * (len(weights) + 8), [0] * 8
    expect(row, SimpleNamespace(trust=0.0), weights, terms, [], [], gains)
    assert gains == [210] * 4 + [0] * 4
    expect(row, SimpleNamespace(trust=1.0), weights, terms, [], [], gains)
    assert sum(gains) == 840
    judged = [score(row, seat, weights, terms) for seat in range(4)]
    assert judged.index(max(judged)) == gains.index(max(gains))
    assert judged.index(min(judged)) == gains.index(min(gains[:4]))


def test_the_bias_draws_the_search_to_what_looks_good() -> None:
    game = game_after("pocket", 4, 9)
    tree = plant(game, bias=1000.0, exploration=0.0)
    count = len(game.options)
    tree.grow(count + 1)
    hopes = {number: tree.node(number, "hope") for number in range(1, count + 1)}
    (again,) = (number for number in hopes if tree.node(number, "visits") == 2)
    assert hopes[again] == max(hopes.values())
    assert min(hopes.values()) < max(hopes.values())


def test_tiles_laid_aside_belong_to_somebody_else_unless_seen() -> None:
    for game in positions("kosmos", 4, seed=3, switches={"laid_down": "hidden"}):
        seat = game.to_act
        assert seat is not None
        if len(game.state.box) > 3:
            world = one_world(game.view(seat), Random(1))
            for real, dealt in zip(game.state.box, world.box, strict=True):
                assert (dealt.known_to == (seat,)) == (real.known_to == (seat,))
                assert dealt.known_to
            return
    raise AssertionError("nobody was eliminated")


def test_tiles_laid_aside_openly_are_the_same_in_every_world() -> None:
    for game in positions("kosmos", 4, seed=3):
        seat = game.to_act
        assert seat is not None
        if len(game.state.box) > 3:
            worlds = [one_world(game.view(seat), Random(n)) for n in range(5)]
            assert {world.box for world in worlds} == {game.state.box}
            return
    raise AssertionError("nobody was eliminated")


def winning_table() -> Table:
    """Seat 0 can lead the only other pawn, which faces the same cell, off the board."""
    return Table("pocket", pawns=("a1.0+x", "a1.7+x"), hands=("T35 T30 T22", "T01"), number=3)


def results(table: Table) -> dict[str, tuple[Seat, ...] | None]:
    found: dict[str, tuple[Seat, ...] | None] = {}
    for option in table.options:
        result = winning_table().play(option).state.result
        found[option] = None if result is None else result.winners
    return found


@pytest.mark.usefixtures("plain")
def test_a_win_at_once_is_proved_and_taken() -> None:
    found = results(winning_table())
    wins = {option for option, winners in found.items() if winners == (Seat(0),)}
    assert wins, "there must be a way to win"
    assert len(wins) < len(found)
    for seed in range(5):
        assert choice(winning_table(), MctsBot(iterations=30, endgame=0), seed) in wins
    told = MctsBot(iterations=30, endgame=0).explain(
        view_of(winning_table()), winning_table().decide.options, Random(1)
    )
    assert told.shares == (1.0, 0.0)
    assert told.appraisals[0].errors == (0.0, 0.0)
    assert told.appraisals[0].survival == 1.0


def test_proofs_are_noted_where_they_hold() -> None:
    table = winning_table()
    kernel = kernel_of(table.edition, ready="plain")
    root = Root(table.state, Seat(0), hidden=True, options=len(table.options))
    steering = Steering(0.7, 1.0, 1e9, 0.0, weights_for(table.edition))
    tree = Tree(kernel, root, steering, seed=1, room=100)
    tree.grow(60)
    assert tree.is_settled
    proofs = {
        str(kernel.action_of(code)): finding.proof for code, finding in findings([tree]).items()
    }
    for option, winners in results(winning_table()).items():
        if option in proofs:
            assert (proofs[option] == WON) == (winners == (Seat(0),))
            assert (proofs[option] == LOST) == (winners == (Seat(1),))


@pytest.mark.usefixtures("plain")
def test_what_loses_for_certain_is_avoided() -> None:
    # No ban in pocket: many placements in the corner lose the pawn, the last one, at once.
    def table() -> Table:
        return Table("pocket", pawns=("a1.0+x", "f6.4+x"), hands=("T17 T04 T30", "T01"), number=3)

    losing = {option for option in table().options if table().play(option).state.result}
    assert losing
    assert losing != set(table().options)
    for seed in range(5):
        assert choice(table(), MctsBot(iterations=40, endgame=0), seed) not in losing


@pytest.mark.parametrize(("careful", "horizon"), [(0.0, 0), (1.0, 0), (0.5, 3)])
def test_shares_add_up_and_survival_is_a_chance(careful: float, horizon: int) -> None:
    game = game_after("kosmos", 4, 10)
    tree = plant(game, careful=careful, horizon=horizon)
    tree.grow(60)
    for count, parts, lived in visits(tree).values():
        assert sum(parts) == 840 * count
        assert 0 <= lived <= count


def test_a_playout_without_a_horizon_ends_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_after("phoenix", 3, 10)
    monkeypatch.setattr(trees_module, "FARTHEST", 2)
    endless, short = plant(game, careful=1.0), plant(game, careful=1.0, horizon=2)
    for tree in (endless, short):
        tree.grow(40)
    assert visits(endless) == visits(short)


def test_careful_seats_lose_no_pawn_if_they_can_help_it() -> None:
    table = Table("pocket", pawns=("a1.0", "f6.4", "f1.1"), hands=("T17 T04 T30", "T01", "T02"))
    kernel = kernel_of(table.edition, ready="plain")
    codes = [kernel.code_of(option) for option in table.decide.options]
    kept = set()
    for seed in range(60):
        games = [kernel.to_row(table.state, luck=seed + 1) for _ in range(2)]
        play_carefully(games, len(codes), 0, list(codes))
        assert presence(games[0], 0) == 4
        kept.add(tuple(games[0].board))
    assert 1 < len(kept) < len(codes), "any of the safe ones, none of the others"


def test_secrets_are_what_cannot_be_told() -> None:
    known = Table("classic", pawns=("a1.0", "f6.4"), hands=("T01", "T02"), pile="")
    assert not has_secrets(view_of(known)), "the only unseen tiles are in the other hand"
    secret = Table("classic", pawns=("a1.0", "f6.4"), hands=("T01", "T02"), pile="T03")
    assert has_secrets(view_of(secret))


class _Left:
    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def remaining(self) -> float:
        return self.seconds


def test_a_budget_never_exceeds_the_clock() -> None:
    free = Budget(iterations=1000, seconds=0)
    assert free.within(None) == free
    assert free.within(_Left(2)).seconds == pytest.approx(1.8)
    assert Budget(0, 0.5).within(_Left(2)).seconds == 0.5
    assert Budget(0, 5).within(_Left(2)).seconds == pytest.approx(1.8)
    assert Budget(0, 5).within(_Left(-1)).seconds > 0, "some answer must be given"


def test_the_solver_gets_a_part_of_a_limited_time() -> None:
    free, short = Budget(iterations=1000, seconds=0), Budget(iterations=0, seconds=0.1)
    assert free.positions(200_000, compiled=True) == 200_000
    assert short.positions(200_000, compiled=True) == 25_000
    assert short.positions(10, compiled=True) == 10
    assert short.positions(200_000, compiled=False) == 25
    assert free.positions(200_000, compiled=False) == 1_000


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("call", ["choose", "explain"])
def test_the_solver_tries_within_the_time_of_the_search(
    monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A decision that the solver gave up once took its time and then that of a whole search."""
    table = winning_table()
    tried_until: list[float] = []
    counted_from: list[float] = []

    def give_up(*_: object, budget: int, until: float) -> None:
        tried_until.append(until)

    def search_no_more(trees: Sequence[Tree], *, begun: float, **_: object) -> None:
        counted_from.append(begun)
        trees[0].grow(1)

    monkeypatch.setattr(thinking, "solve", give_up)
    monkeypatch.setattr(thinking, "is_late", lambda _: True)
    monkeypatch.setattr(thinking, "grow", search_no_more)
    getattr(MctsBot(ms=50), call)(view_of(table), table.decide.options, Random(1))
    assert tried_until[0] - counted_from[0] == pytest.approx(thinking.SOLVING * 0.05, abs=1e-6)


@pytest.mark.parametrize("spec", [{"threads": 0}, {"threads": 100}, {"iterations": -1}, {"ms": -5}])
def test_senseless_settings_are_refused(spec: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must"):
        MctsBot(**spec)


@pytest.mark.parametrize("threads", [1, 4])
def test_a_decision_holds_little_memory(threads: int) -> None:
    """However long it may think: the arrays of all its trees together."""
    game = game_after("seas", 8, 12)
    budget = Budget(iterations=10**9, seconds=0, threads=threads)
    room = room_for(budget, compiled=True)
    trees = [plant(game, compiled=True, room=room) for _ in range(threads)]
    arrays = [each for tree in trees for each in vars(tree).values() if hasattr(each, "nbytes")]
    assert sum(each.nbytes for each in arrays) < 150_000_000


def test_a_short_search_asks_for_no_more_memory_than_it_can_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fresh memory takes time: 80 MB of it once made a decision of 20 ms take 60."""

    def grow_a_little(trees: Sequence[Tree], **_: object) -> None:
        for tree in trees:
            tree.grow(50)

    monkeypatch.setattr(thinking, "grow", grow_a_little)
    game = game_after("classic", 2, 6)
    steering = Steering(0.7, 1.0, 1e9, 0.5, weights_for(game.edition))
    for threads in (1, 2):
        budget = Budget(iterations=0, seconds=0.008, threads=threads)
        trees = search(game.view(game.decide.seat), steering, budget, Random(1))
        assert [len(tree.nodes) for tree in trees] == [8_002] * threads
        assert all(1 < tree.used < 8_002 for tree in trees)
