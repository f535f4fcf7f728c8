"""Whole arenas: processes, interruptions, resumption, early stops."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.arena.support import quick, result, same
from tests.support.waiting import PATIENCE, hang, until
from tsuro.arena import crew
from tsuro.arena.deals import Seating, deal_seatings
from tsuro.arena.journal import Journal
from tsuro.arena.playing import GameResult
from tsuro.arena.run import Arena, first_score, whole_deals
from tsuro.arena.sequential import Hypotheses, SequentialTest, Verdict
from tsuro.arena.settings import ArenaError, Settings
from tsuro.bots.base import Clock
from tsuro.core.actions import Decision
from tsuro.engine.views import PlayerView
from tsuro.errors import TsuroError, UnknownBot
from tsuro.formats.record import parse_record

LIFE = "TSURO_TEST_LIVES"
DIARY = "TSURO_TEST_DIARY"


class Mortal:
    """Takes its process with it as long as there is a life left in a file."""

    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        lives = Path(os.environ[LIFE])
        left = int(lives.read_text())
        if left:
            lives.write_text(str(left - 1))
            os._exit(9)
        return options[0]


class Leaving:
    """Wants to end the whole program at every decision."""

    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        sys.exit(4)


class Dozing:
    """Falls asleep over its first decision; notes that, and that it was ended in order."""

    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        Path(os.environ[DIARY]).write_text("asleep")
        hang()
        return options[0]

    def close(self) -> None:
        Path(os.environ[DIARY]).write_text("closed")


@pytest.fixture
def no_process_is_left() -> Iterator[None]:
    """A server of other tests may have processes of its own meanwhile."""
    before = set(multiprocessing.active_children())
    yield
    assert set(multiprocessing.active_children()) <= before


def played(settings: Settings, games: int, jobs: int = 1) -> list[GameResult]:
    arena = Arena(settings, games, jobs)
    arena.play()
    return arena.counted()


@pytest.mark.usefixtures("no_process_is_left")
def test_the_number_of_processes_changes_nothing() -> None:
    settings = quick(seats=3, bots=("cautious", "random"))
    one, two = played(settings, 12), played(settings, 12, jobs=2)
    assert len(one) == 12
    assert all(map(same, one, two))


def test_an_interrupted_arena_goes_on_where_it_stopped(tmp_path: Path) -> None:
    settings, path = quick(seats=3, bots=("cautious", "random")), tmp_path / "results.jsonl"

    def interrupt(result: GameResult) -> None:
        if len(arena.results) == 4:
            raise KeyboardInterrupt

    with Journal(path, settings) as journal:
        arena = Arena(settings, 9, journal=journal)
        with pytest.raises(KeyboardInterrupt):
            arena.play(interrupt)
    assert len(arena.results) == 4
    assert len(arena.counted()) == 3, "the deal that was broken off does not count"
    with Journal(path, settings) as journal:
        arena = Arena(settings, 9, journal=journal)
        assert len(arena.results) == 4
        arena.play()
    assert all(map(same, arena.counted(), played(settings, 9)))
    assert len(path.read_text().splitlines()) == 1 + 9
    with Journal(path, settings) as journal:
        again = Arena(settings, 6, journal=journal)
        again.play()
        assert len(again.counted()) == 6, "fewer games look at the first deals only"


@pytest.mark.usefixtures("no_process_is_left")
def test_an_interruption_ends_the_processes() -> None:
    def interrupt(result: GameResult) -> None:
        raise KeyboardInterrupt

    arena = Arena(quick(), 40, jobs=2)
    with pytest.raises(KeyboardInterrupt):
        arena.play(interrupt)
    assert 1 <= len(arena.results) < 40


def test_a_process_that_is_dismissed_ends_its_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diary = tmp_path / "diary"
    monkeypatch.setenv(DIARY, str(diary))
    monkeypatch.setattr(crew, "FAREWELL", PATIENCE)
    settings = quick(bots=(f"python:{__name__}:Dozing", "random"))
    worker = crew._Worker(settings, keep_records=False)
    worker.give(Seating(0, 0, (0, 1)))
    until(lambda: diary.exists() and diary.read_text() == "asleep", "the bot falls asleep")
    worker.process.terminate()
    worker.end(politely=True)
    assert diary.read_text() == "closed"


def test_a_process_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lives = tmp_path / "lives"
    lives.write_text("1")
    monkeypatch.setenv(LIFE, str(lives))
    settings = quick(bots=(f"python:{__name__}:Mortal", "random"))
    arena = Arena(settings, 2, jobs=2)
    arena.play()
    assert len(arena.counted()) == 2
    assert lives.read_text() == "0"


def test_a_bot_that_wants_to_leave_ends_no_process() -> None:
    settings = quick(bots=(f"python:{__name__}:Leaving", "random"))
    for game in played(settings, 4, jobs=2):
        seat = game.bots.index(0)
        assert game.faults[seat] == {"crashed": game.decisions[seat]}


@pytest.mark.usefixtures("no_process_is_left")
def test_a_game_that_kills_every_process_ends_the_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lives = tmp_path / "lives"
    lives.write_text("1000")
    monkeypatch.setenv(LIFE, str(lives))
    monkeypatch.setattr(crew, "ATTEMPTS", 2)
    arena = Arena(quick(bots=(f"python:{__name__}:Mortal", "random")), 4, jobs=2)
    with pytest.raises(ArenaError, match="ended 2 processes in a row"):
        arena.play()


def test_records_of_every_game_are_kept(tmp_path: Path) -> None:
    settings = quick(seats=3, bots=("cautious", "random", "cautious:slips=0.5"))
    arena = Arena(settings, 3, records=tmp_path)
    arena.play()
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["deal-00000-0.tsr", "deal-00000-1.tsr", "deal-00000-2.tsr"]
    for game, name in zip(arena.counted(), names, strict=True):
        record = parse_record((tmp_path / name).read_text(encoding="utf-8"))
        assert record.steps()[-1].state.turn.number == game.turns
        assert record.names == tuple(settings.bots[bot] for bot in game.bots)


def test_the_test_sees_deals_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever game is finished first, the verdict falls after the same deal."""
    settings = quick()
    plan = Arena(settings, 200)._plan
    rng = Random(1)
    results = [
        result(
            each.deal,
            each.bots,
            (1, 2) if (each.bots[0] == 0) != (rng.random() < 0.2) else (2, 1),
            each.rotation,
        )
        for each in plan
    ]
    stops = set()
    for seed in range(5):
        arena = Arena(settings, 200, test=SequentialTest(Hypotheses(0.5, 0.6)))
        mixed = list(results)
        for start in range(0, len(mixed), 10):  # Out of order, but not by much.
            part = mixed[start : start + 10]
            Random(seed).shuffle(part)
            mixed[start : start + 10] = part
        for each in mixed:
            arena._take(each)
            if arena.decided_after is not None:
                break
        assert arena.test is not None
        assert arena.test.verdict is Verdict.ACCEPTED
        stops.add(arena.decided_after)
        assert len(arena.counted()) == 2 * (arena.decided_after or 0)
    assert len(stops) == 1


def test_a_decided_arena_plays_no_more(tmp_path: Path) -> None:
    settings, path = quick(bots=("cautious", "random")), tmp_path / "results.jsonl"
    hypotheses = Hypotheses(0.1, 0.4)
    for _ in range(2):
        with Journal(path, settings) as journal:
            arena = Arena(settings, 400, journal=journal, test=SequentialTest(hypotheses))
            arena.play()
        assert arena.decided_after is not None
        assert len(arena.results) < 60
    assert len(path.read_text().splitlines()) == 1 + len(arena.results)


def test_the_score_of_a_deal_is_the_share_per_seat() -> None:
    deal = [result(0, (0, 1, 0, 1), (1, 3, 1, 4)), result(0, (1, 0, 1, 0), (1, 1, 3, 4), 1)]
    assert first_score(deal) == pytest.approx((0.5 + 0.5 + 0.5 + 0) / 4)
    assert first_score([result(0, (1, 2), (1, 2))]) is None


def test_only_whole_deals_count() -> None:
    settings = quick()
    first, second, third = (deal_seatings(settings, deal) for deal in range(3))
    played = [second[1], first[0], second[0], third[0]]
    results = [result(each.deal, each.bots, (1, 2), each.rotation) for each in played]
    results.append(result(2, (1, 1), (1, 2), 1))
    assert [(each.deal, each.rotation) for each in whole_deals(settings, results)] == [
        (1, 0),
        (1, 1),
    ], "the first deal lacks a game, and in the third others played than it seats"


@pytest.mark.parametrize(
    ("changes", "kind", "says"),
    [
        ({"bots": ("random",)}, ArenaError, "at least two bots"),
        ({"bots": ()}, ArenaError, "at least two bots"),
        ({"bots": ("random", "cautius")}, UnknownBot, "Did you mean cautious"),
        ({"seats": 9}, TsuroError, "2 to 8 players"),
        ({"edition": "clasic"}, TsuroError, "Did you mean classic"),
    ],
)
def test_settings_are_checked_before_anything_is_played(
    changes: dict[str, object], kind: type[TsuroError], says: str
) -> None:
    with pytest.raises(kind, match=says):
        quick(**changes).check()


def test_names_leave_out_folders_and_tell_twins_apart() -> None:
    bots = ("exec:./a/b.py --depth 3", "python:c/d.py:Bot", "mcts:ms=50", "random", "random")
    settings = quick(bots=bots)
    assert settings.labels == (*bots[:4], "random (2)")
    assert settings.names == ("b.py --depth 3", "d.py:Bot", "mcts:ms=50", "random", "random (2)")
    clash = quick(bots=("exec:a/bot", "exec:b/bot"))
    assert clash.names == clash.labels
