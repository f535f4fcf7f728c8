"""One game of an arena: its luck, its places, and bots that fail."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.arena.support import quick, same
from tests.support.tables import Table
from tsuro.arena import playing
from tsuro.arena.deals import Seating, deal_seatings
from tsuro.arena.playing import GameResult, Player, finish_ranks
from tsuro.arena.settings import Starts
from tsuro.bots.base import Clock
from tsuro.bots.guarded import GuardedBot
from tsuro.bots.ranges import LONGEST_MS
from tsuro.core.actions import Decision, Draw, TakeMark, TakeSide
from tsuro.core.ids import Seat
from tsuro.core.state import Exit, Fate, Reason, Result
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS
from tsuro.engine.views import PlayerView
from tsuro.formats.record import parse_record
from tsuro.game import Game


class Crashing:
    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        raise KeyError("lost the map")


class Cheating:
    """Plays a tile that nobody has."""

    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        return TakeMark(view.state.pawns[0].stop)  # type: ignore[arg-type]


class Speechless(Exception):
    """Fails again when it is asked what is wrong, or what it is."""

    def __str__(self) -> str:
        raise ValueError("no words")


class Misfit:
    """Answers what comes to its mind."""

    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        return self.answer()  # type: ignore[no-any-return]

    def answer(self) -> Any:
        return None


class Computing(Misfit):
    def answer(self) -> Any:
        return np.array([1, 2, 3])


class Wordless(Misfit):
    def answer(self) -> Any:
        return Speechless()


class CrashingWordless(Misfit):
    def answer(self) -> Any:
        raise Speechless


class Leaving(Misfit):
    def answer(self) -> Any:
        sys.exit(5)


class Verbose(Misfit):
    def answer(self) -> Any:
        return "x" * 1_000_000


class Careless:
    """Decides well, but can neither begin nor end."""

    def prepare(self, edition: Edition) -> None:
        sys.exit(6)

    def close(self) -> None:
        raise KeyError("lost the key")

    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        return options[0]


class Impatient(Misfit):
    def answer(self) -> Any:
        raise KeyboardInterrupt


class Watching:
    """Notes what it was asked."""

    seen: list[tuple[PlayerView, int, float | None]] = []  # noqa: RUF012 - shared on purpose.

    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        self.seen.append((view, len(options), None if clock is None else clock.remaining()))
        return rng.choice(options)


def spec(kind: type) -> str:
    return f"python:{__name__}:{kind.__name__}"


def finished(winners: tuple[int, ...], exits: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Places at a table of five where seats left at moments."""
    table = Table("classic", pawns=("a1.0", "b1.0", "c1.0", "d1.0", "e1.0"))
    state = replace(
        table.state,
        exits=tuple(Exit(Seat(seat), 1, moment, Fate.EDGE) for seat, moment in exits),
        result=Result(tuple(map(Seat, winners)), Reason.LAST_STANDING),
    )
    return finish_ranks(state)


def test_places_follow_the_moment_of_leaving() -> None:
    assert finished((2,), [(0, 3), (1, 9), (4, 9), (3, 12)]) == (5, 3, 1, 2, 3)


def test_winners_share_the_first_place_even_if_they_are_out() -> None:
    assert finished((0, 3), [(1, 3), (2, 4), (4, 4), (0, 9), (3, 9)]) == (1, 5, 3, 1, 3)


def test_whoever_is_in_at_the_end_without_a_win_comes_before_those_out() -> None:
    assert finished((4,), [(0, 3)]) == (5, 2, 2, 2, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_rotations_share_starts_and_luck(edition: str) -> None:
    settings = quick(edition=edition, seats=3, bots=("random", "cautious", "cautious:slips=0.5"))
    player = Player(settings)
    records = [
        parse_record(str(player.play(seating, keep_record=True).record))
        for seating in deal_seatings(settings, 3)
    ]
    setups = {str(record).split("setup:")[1].splitlines()[0] for record in records}
    assert len(setups) == 1
    assert any(isinstance(action, TakeMark | TakeSide) for action in records[0].actions)
    draws = [
        [action.tile for action in record.actions if isinstance(action, Draw)] for record in records
    ]
    common = min(map(len, draws))
    assert common >= 6
    assert sum(one == other for one, other in zip(draws[0], draws[1], strict=False)) > common // 2


def test_other_deals_have_other_luck() -> None:
    settings = quick()
    player = Player(settings)
    records = {player.play(Seating(deal, 0, (0, 1)), keep_record=True).record for deal in range(4)}
    setups = {str(record).split("setup:")[1].splitlines()[0] for record in records}
    assert len(setups) == 4


def test_bots_choose_the_starts_if_asked_to() -> None:
    settings = quick(bots=(spec(Watching), "random"), starts=Starts.CHOSEN)
    Watching.seen.clear()
    Player(settings).play(Seating(0, 0, (0, 1)))
    assert Watching.seen[0][1] == 48, "all marks are free for the first seat"
    Watching.seen.clear()
    Player(quick(bots=settings.bots)).play(Seating(0, 0, (0, 1)))
    assert all(options <= 12 for _, options, _ in Watching.seen)


def test_a_bot_sees_its_own_view_and_only_real_choices() -> None:
    Watching.seen.clear()
    settings = quick(bots=(spec(Watching), "random"), ms=LONGEST_MS)
    result = Player(settings).play(Seating(0, 0, (1, 0)))
    assert len(Watching.seen) == result.decisions[1] > 0
    for view, options, left in Watching.seen:
        assert view.viewer == view.to_act == 1
        assert set(view.state.hands[0]) <= {"?"}
        assert view.events
        assert options > 1
        assert left is not None
        assert 0 < left <= LONGEST_MS / 1000


def test_the_same_seating_gives_the_same_game() -> None:
    settings = quick(seats=3, bots=("random", "cautious", "cautious:slips=0.5"))
    seating = Seating(1, 1, (2, 0, 1))
    one, two = Player(settings), Player(settings)
    one.play(Seating(0, 0, (0, 1, 2)))
    assert same(one.play(seating), two.play(seating)), "whatever was played before"
    assert not same(two.play(seating), Player(replace(settings, seed=6)).play(seating))


@pytest.mark.parametrize(
    ("kind", "fault", "says"),
    [
        (Crashing, "crashed", "KeyError: 'lost the map'"),
        (Cheating, "illegal", "is not one of the options"),
        (Misfit, "illegal", "None is not one of the options"),
        (Computing, "illegal", "[1 2 3] is not one of the options"),
        (Wordless, "illegal", "<Speechless> is not one of the options"),
        (CrashingWordless, "crashed", "Speechless: <Speechless>"),
        (Leaving, "crashed", "SystemExit: 5"),
        (Verbose, "illegal", "xxx... is not one of the options"),
    ],
)
def test_what_a_python_bot_fails_to_decide_is_forfeited(kind: type, fault: str, says: str) -> None:
    result = Player(quick(bots=(spec(kind), "random"))).play(Seating(0, 0, (0, 1)))
    assert result.faults == ({fault: result.decisions[0]}, {})
    assert says in result.notes[0][0]
    assert 0 < len(result.notes[0]) <= 3
    assert result.notes[1] == ()


def test_notes_are_short_however_much_a_bot_says() -> None:
    result = Player(quick(bots=(spec(Verbose), "random"))).play(Seating(0, 0, (0, 1)))
    assert max(map(len, result.notes[0])) < 600


def test_a_bot_that_cannot_begin_or_end_plays_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    player = Player(quick(bots=(spec(Careless), "random")))
    assert player.play(Seating(0, 0, (0, 1))).faults == ({}, {})
    player.close()
    begun, ended = caplog.messages
    assert begun.startswith("The bot Careless failed in prepare(): SystemExit: 6 (")
    assert ended.startswith("The bot Careless failed in close(): KeyError: 'lost the key' (")


def test_whoever_interrupts_is_obeyed() -> None:
    with pytest.raises(KeyboardInterrupt):
        Player(quick(bots=(spec(Impatient), "random"))).play(Seating(0, 0, (0, 1)))


class Copying:
    """Answers with something equal to an option."""

    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        return copy(options[-1])


def test_the_game_goes_on_with_the_option_not_with_the_answer() -> None:
    game = Game("classic", seats=2, seed=1)
    chosen = GuardedBot(Copying()).choose(game.view(0), game.options, Random(1))
    assert chosen is game.options[-1]


def test_a_game_that_never_ends_is_broken_off_and_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MOST_DECISIONS", 3)
    settings = quick(edition="phoenix", seats=3)
    result = Player(settings).play(deal_seatings(settings, 0)[0], keep_record=True)
    assert result.reason == "broken_off"
    assert sum(result.decisions) == 3
    assert result.ranks == (1, 1, 1)
    assert result.shares() == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert result.record is not None
    assert parse_record(result.record).result == "*"


def test_results_survive_the_result_file() -> None:
    result = Player(quick(bots=(spec(Crashing), "random"))).play(Seating(0, 0, (0, 1)))
    assert same(GameResult.from_json(result.to_json()), result)


def test_the_twenty_line_bot_has_twenty_lines_and_wins_more_than_random() -> None:
    path = Path(__file__).parent.parent.parent / "examples" / "twenty_lines.py"
    code = path.read_text(encoding="utf-8").split('"""')[2]
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 20
    settings = quick(bots=(f"python:{path}:Bot", "random"))
    player = Player(settings)
    results = [player.play(game) for deal in range(20) for game in deal_seatings(settings, deal)]
    assert all(result.faults == ({}, {}) for result in results)
    share = sum(result.shares()[result.bots.index(0)] for result in results) / len(results)
    assert share > 0.5
    for edition in EDITIONS:
        other = Player(quick(edition=edition, bots=settings.bots, starts=Starts.CHOSEN))
        assert other.play(Seating(0, 0, (0, 1))).faults == ({}, {})
