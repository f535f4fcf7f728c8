"""The learned judgement: what it reads, how it is kept, fitted and used."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import replace
from hashlib import sha256
from math import exp
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.bots.support import positions
from tools.train_judgement import Course, Plan, draw, train, write
from tsuro.bots.judgement import learned
from tsuro.bots.judgement.learned import Net, inputs_of, net_of, proved_horizon, written
from tsuro.bots.judgement.valuing import result
from tsuro.bots.judgement.weights import weights_for
from tsuro.bots.mcts import USUAL_HORIZON, MctsBot
from tsuro.bots.search.tree import Steering, Tree
from tsuro.bots.search.worlds import one_world, root_of
from tsuro.editions.edition import Edition, EditionInfo
from tsuro.editions.registry import EDITIONS, build_edition, edition_info
from tsuro.errors import EditionDataError, KernelError
from tsuro.fast.families import family_of
from tsuro.fast.ready import kernel_of
from tsuro.game import Game

SEATS = 8


def any_net(edition: Edition, width: int = 3, seed: int = 1) -> Net:
    """A net of random numbers."""
    rng = Random(seed)
    count = width * (len(inputs_of(family_of(edition))) + 2)
    return Net(tuple(rng.gauss(0, 1) for _ in range(count)), width)


def by_the_book(net: Net, read: list[float]) -> float:
    """What a net says, as the format has it: rows of weights, then biases, then what units add."""
    rows = [net.numbers[i : i + net.width] for i in range(0, len(net.numbers), net.width)]
    *weights, begun, adds = rows
    units = [
        begin + sum(one * row[unit] for one, row in zip(read, weights, strict=True))
        for unit, begin in enumerate(begun)
    ]
    return sum(max(unit, 0.0) * add for unit, add in zip(units, adds, strict=True))


def inputs(game: Game, seat: int) -> list[float]:
    kernel = kernel_of(game.edition, ready="plain")
    out = [0.0] * len(inputs_of(kernel.family))
    row = kernel.to_row(game.state)
    kernel.family.function("features")(row, seat, out)
    kernel.family.function("outlook")(row, seat, len(kernel.family.features), out)
    return out


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_win_is_shared_out_as_the_net_says(edition: str) -> None:
    for game in positions(edition, 3, seed=2, every=9):
        kernel = kernel_of(game.edition, ready="plain")
        net = any_net(game.edition)
        alive = game.state.live_seats()
        results = {seat: by_the_book(net, inputs(game, seat)) for seat in alive}
        total = sum(exp(each) for each in results.values())
        gains = [0] * SEATS
        expect_of = kernel.load("tsuro.bots.search.descent").expect
        terms = [0.0] * (len(inputs_of(kernel.family)) + SEATS)
        weights = weights_for(game.edition)
        row = kernel.to_row(game.state)
        expect_of(row, SimpleNamespace(trust=1.0), weights, terms, net.numbers, [0.0] * 3, gains)
        assert sum(gains) == 840
        for seat, each in results.items():
            assert gains[seat] == pytest.approx(840 * exp(each) / total, abs=4)
        assert all(gains[seat] == 0 for seat in range(SEATS) if seat not in alive)


def test_the_result_of_a_net_stays_in_bounds() -> None:
    assert result([1.0], 0, 1, [1.0, 0.0, 1e9], [0.0]) == 30
    assert result([1.0], 0, 1, [1.0, 0.0, -1e9], [0.0]) == -30


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_outlook_hangs_on_nothing_the_seat_cannot_see(edition: str) -> None:
    rng = Random(1)
    for game in positions(edition, 3, seed=5):
        seat = game.to_act
        assert seat is not None
        kernel = kernel_of(game.edition, ready="plain")
        outlook = kernel.family.function("outlook")
        seen = []
        for _ in range(3):
            out = [0.0] * len(kernel.family.outlook)
            outlook(kernel.to_row(one_world(game.view(seat), rng)), seat, 0, out)
            seen.append(out)
        assert seen[0] == seen[1] == seen[2]


def test_the_plain_and_the_compiled_search_grow_the_same_tree_by_a_net() -> None:
    game = Game("classic", seats=4, seed=3)
    rng = Random(3)
    for _ in range(9):
        game.play(rng.choice(game.options))
    net = any_net(game.edition)
    steering = Steering(0.7, 1.0, 1e9, 0.5, weights_for(game.edition), horizon=2, net=net)
    grown = []
    for kernel in (kernel_of(game.edition, ready="plain"), kernel_of(game.edition)):
        seat = game.to_act
        assert seat is not None
        tree = Tree(kernel, root_of(game.view(seat), Random(1)), steering, seed=1, room=2000)
        tree.grow(600)
        grown.append([tree.node(n, "value") for n in range(tree.used)])
    assert grown[0] == grown[1]


# How it is kept.


def section_of(edition: Edition, net: Net) -> dict[str, Any]:
    return {
        "format": 1,
        "inputs": list(inputs_of(family_of(edition))),
        "seats": {str(edition.seats): written(net.numbers, net.width)},
    }


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets what classic has in its sections."""

    def put(**sections: Any) -> Edition:
        info = edition_info("classic")
        changed: EditionInfo = replace(info, sections={**info.sections, **sections})
        monkeypatch.setattr(learned, "edition_info", lambda _: changed)
        return build_edition("classic", seats=3)

    return put


def test_a_net_is_read_as_it_was_written(home: Any) -> None:
    edition = build_edition("classic", seats=3)
    net = any_net(edition)
    edition = home(learned=section_of(edition, net))
    read = net_of(edition)
    assert read is not None
    assert read.width == net.width
    assert read.numbers == pytest.approx(net.numbers, rel=1e-6)
    assert net_of(build_edition("classic", seats=7)) is None, "nothing was learned for seven"


def damaged(net: dict[str, Any], what: str) -> dict[str, Any]:
    data = bytearray(b64decode(net["net"]))
    match what:
        case "a bit":
            data[5] ^= 4
            return {**net, "net": b64encode(data).decode()}
        case "cut off":
            short = bytes(data[:-4])
            return {**net, "net": b64encode(short).decode(), "sha256": sha256(short).hexdigest()}
        case "not a number":
            data[0:4] = b"\x00\x00\xc0\x7f"
            return {**net, "net": b64encode(data).decode(), "sha256": sha256(data).hexdigest()}
        case "no base64":
            return {**net, "net": "?" + net["net"][1:]}
        case "no width":
            return {**net, "width": True}
        case _:
            return {"width": 3}


@pytest.mark.parametrize(
    "what", ["a bit", "cut off", "not a number", "no base64", "no width", "nothing"]
)
def test_a_damaged_net_is_refused(home: Any, what: str) -> None:
    edition = build_edition("classic", seats=3)
    section = section_of(edition, any_net(edition))
    section["seats"]["3"] = damaged(section["seats"]["3"], what)
    edition = home(learned=section)
    with pytest.raises(EditionDataError, match="learned judgement of Classic"):
        net_of(edition)
    with pytest.raises(EditionDataError):
        MctsBot(leaf="net").check_edition(edition)


@pytest.mark.parametrize(
    "change", [{"format": 2}, {"inputs": ["room"]}, {"seats": 3}, {"seats": {"3": 4}}]
)
def test_a_file_of_another_kind_is_refused(home: Any, change: dict[str, Any]) -> None:
    edition = build_edition("classic", seats=3)
    edition = home(learned={**section_of(edition, any_net(edition)), **change})
    with pytest.raises(EditionDataError):
        net_of(edition)


def test_where_it_is_proved_better_the_search_judges_by_it(home: Any) -> None:
    edition = build_edition("classic", seats=3)
    section = section_of(edition, any_net(edition))
    edition = home(learned=section, judgement={"learned": {"3": 2}})
    net = net_of(edition)
    assert net is not None
    assert MctsBot().judged_by(edition) == (net, 2)
    assert MctsBot(horizon=5).judged_by(edition) == (net, 5)
    assert MctsBot(leaf="terms").judged_by(edition) == (None, USUAL_HORIZON)
    assert MctsBot(leaf="terms", horizon=0).judged_by(edition) == (None, 0)
    other = build_edition("classic", seats=3, switches={"ban": "any_self_elimination"})
    assert MctsBot().judged_by(other) == (None, USUAL_HORIZON), "proved with the usual switches"


def test_elsewhere_it_does_so_only_if_asked(home: Any) -> None:
    edition = build_edition("classic", seats=3)
    edition = home(learned=section_of(edition, any_net(edition)), judgement={})
    assert MctsBot().judged_by(edition) == (None, USUAL_HORIZON)
    assert MctsBot(leaf="net").judged_by(edition) == (net_of(edition), 1)
    with pytest.raises(KernelError, match="Nothing was learned"):
        MctsBot(leaf="net").judged_by(build_edition("classic", seats=7))


@pytest.mark.parametrize("horizon", [0, 1001, 2.0, "2", True])
def test_a_proof_that_makes_no_sense_is_refused(home: Any, horizon: Any) -> None:
    edition = build_edition("classic", seats=3)
    section = section_of(edition, any_net(edition))
    edition = home(learned=section, judgement={"learned": {"3": horizon}})
    with pytest.raises(EditionDataError, match="horizon"):
        proved_horizon(edition)


def test_a_proof_of_nothing_is_refused(home: Any) -> None:
    edition = home(learned={}, judgement={"learned": {"3": 1}})
    with pytest.raises(EditionDataError, match="nothing was learned"):
        MctsBot().check_edition(edition)


@pytest.mark.parametrize("name", EDITIONS)
def test_what_comes_with_the_package_can_be_read(name: str) -> None:
    for seats in range(2, 9):
        edition = build_edition(name, seats=seats)
        net = net_of(edition)
        if proved_horizon(edition) is not None:
            assert net is not None
            assert MctsBot().judged_by(edition)[0] == net


def test_all_that_was_learned_is_small() -> None:
    folder = Path(learned.__file__).parents[2] / "editions"
    files = list(folder.glob("*/learned.toml"))
    assert files
    assert sum(file.stat().st_size for file in files) <= 500_000


# How it is learned.

TINY = Plan("classic", seats=2, games=12, epochs=3, width=2, seed=5)


def quiet(_what: str, _done: int, _total: int) -> None:
    pass


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.train_judgement.CHUNK", 5)


@pytest.mark.usefixtures("small_batches")
def test_the_same_plan_always_learns_the_same_even_if_interrupted(tmp_path: Path) -> None:
    kernel = kernel_of(build_edition("classic", seats=2), ready="plain")
    whole = train(kernel, TINY, tmp_path / "one.json", quiet)
    assert len(whole.held) == len(whole.learned) == TINY.epochs
    half = tmp_path / "two.json"

    def stop(what: str, done: int, _total: int) -> None:
        if what == "learning" and done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(kernel, TINY, half, stop)
    assert len(Course.read(half).held) == 2
    assert train(kernel, TINY, half, quiet) == whole
    assert Course.read(tmp_path / "one.json") == whole
    other = train(kernel, replace(TINY, seed=6), tmp_path / "three.json", quiet)
    assert other.numbers["net"] != whole.numbers["net"]


def test_a_file_keeps_what_was_learned_for_other_numbers_of_seats(tmp_path: Path) -> None:
    import tomllib

    edition = build_edition("classic", seats=2)
    names = inputs_of(family_of(edition))
    file = tmp_path / "learned.toml"
    two, four = any_net(edition, seed=2), any_net(edition, seed=4)
    write(file, names, {4: written(four.numbers, 3)})
    write(file, names, {2: written(two.numbers, 3)})
    read = tomllib.loads(file.read_text())
    assert list(read["seats"]) == ["2", "4"]
    assert "".join(read["seats"]["4"]["net"].split()) == written(four.numbers, 3)["net"]
    write(file, names[1:], {2: written(two.numbers, 3)})
    assert list(tomllib.loads(file.read_text())["seats"]) == ["2"], "what read something else goes"


def test_learning_lowers_the_loss() -> None:
    """Two seats, one input that says who wins."""
    kernel = kernel_of(build_edition("classic", seats=2), ready="plain")
    fitting = kernel.load("tsuro.bots.judgement.fitting")
    rng = Random(1)
    samples: list[float] = []
    gains: list[float] = []
    for _ in range(128):
        winner = rng.randrange(2)
        samples += [1.0 - winner, float(winner)]
        gains += [1.0 - winner, float(winner)] + [0.0] * 6
    alive = [3] * 128
    net = [rng.gauss(0, 0.5) for _ in range(6)]
    room = [[0.0] * 6 for _ in range(3)]
    positions = list(range(128))
    fades, units, shares = [1.0, 1.0], [0.0] * 16, [0.0] * 8
    before = fitting.loss_of(positions, 2, samples, alive, gains, net, units, shares)
    for _ in range(200):
        fitting.fit(positions, 2, samples, alive, gains, net, *room, fades, units, shares, 0.05)
    after = fitting.loss_of(positions, 2, samples, alive, gains, net, units, shares)
    assert before > 0.3
    assert after < 0.02


def test_learning_curves_are_drawn() -> None:
    courses = {2: Course(0.69, [0.68, 0.66], [0.67, 0.65], {}), 4: Course(1.2, [1.1], [1.1], {})}
    picture = draw(courses, "A & B")
    assert picture.startswith("<svg")
    assert "A &amp; B" in picture
    assert picture.count("<path") == 2
