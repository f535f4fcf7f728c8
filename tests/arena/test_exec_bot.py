"""Bots that are programs: what they are told, and how each way to fail is met."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.support.waiting import PATIENCE, until
from tools.build_web import carried_tools
from tsuro.bots import exec_bot, program
from tsuro.bots.clocks import Countdown
from tsuro.bots.exec_bot import ExecBot, choose_message, command_words
from tsuro.bots.guarded import BotFault, FaultKind, GuardedBot
from tsuro.bots.local import make_local_bot
from tsuro.bots.program import LONGEST_LINE, MOST_LINES, Ended, Program, TooMuch
from tsuro.core.actions import Decision
from tsuro.core.events import PawnLost
from tsuro.core.state import Fate
from tsuro.core.tiles import HIDDEN
from tsuro.editions.registry import EDITIONS
from tsuro.engine.determinize import determinize
from tsuro.engine.views import view
from tsuro.errors import UnknownBot
from tsuro.game import Game

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"


class Bots:
    """Bots that are closed when the test is over."""

    def __init__(self) -> None:
        self.made: list[ExecBot] = []

    def misfit(self, behaviour: str, *notes: Path, start_up: float = PATIENCE) -> ExecBot:
        words = " ".join(map(str, (sys.executable, HERE / "misfit.py", behaviour, *notes)))
        self.made.append(ExecBot(words, grace=0.05, start_up=start_up))
        return self.made[-1]


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bots]:
    monkeypatch.setattr(program, "LISTENING", PATIENCE)
    made = Bots()
    yield made
    for bot in made.made:
        bot.close()


def ask(
    bot: ExecBot | GuardedBot, game: Game, *, seconds: float = PATIENCE, seed: int = 1
) -> Decision:
    seat = game.to_act
    return bot.choose(game.view(seat), game.options, Random(seed), Countdown(seconds))


def table(edition: str = "classic") -> Game:
    return Game(edition, seats=2, seed=1)


def go_on(game: Game) -> None:
    """Play both seats' decisions so that the same seat is asked again."""
    seat = game.to_act
    while True:
        for option in game.options:
            game.play(option)
            if not game.over:
                break
            game.undo()
        if game.to_act == seat:
            return


def pid_of(bot: ExecBot) -> int:
    assert bot._program is not None
    return bot._program._process.pid


def is_gone(pid: int) -> bool:
    """Whether a process has ended and been waited for, or at least only waits to be."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_good_program_plays(bots: Bots) -> None:
    bot, game = bots.misfit("good"), table()
    for _ in range(4):
        assert ask(bot, game) == game.options[0]
        go_on(game)
    bot.close()
    assert bot._program is None


def test_it_is_told_who_asks_what_game_and_what(bots: Bots, tmp_path: Path) -> None:
    log = tmp_path / "heard"
    bot, game = bots.misfit("good", log), Game("seas", seats=3, seed=2, daikaiju="off")
    ask(bot, game, seconds=PATIENCE, seed=5)
    go_on(game)
    ask(bot, game, seed=5)
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    assert [message["type"] for message in heard] == ["hello", "new_game", "choose", "choose"]
    hello, new_game, one, two = heard
    assert hello["protocol"] == 2
    assert new_game["seat"] == 0
    assert new_game["edition"]["id"] == "seas"
    assert new_game["edition"]["switches"]["daikaiju"] == "off"
    assert new_game["tiles"]["T01"] == [[[0, 1], [2, 3], [4, 5], [6, 7]]]
    assert (one["id"], two["id"]) == (1, 2)
    assert 0 < one["ms"] <= 1000 * PATIENCE
    assert one["seed"] == two["seed"], "the same luck of the bot gives the same seed"
    assert two["options"] == [str(option) for option in game.options]
    assert two["view"]["state"]["turn"]["seat"] == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_is_told_nothing_that_its_seat_may_not_know(edition: str) -> None:
    """Worlds that a seat cannot tell apart give the same message."""
    game, rng = Game(edition, seats=3, seed=4), Random(4)
    hidden = 0
    while not game.over:
        seat = game.to_act
        seen = game.view(seat)
        told = choose_message(seen, game.options, 1, 100, 7)
        other = view(game.edition, determinize(seen, rng), game.decide, viewer=seat)
        assert choose_message(replace(other, events=seen.events), game.options, 1, 100, 7) == told
        hands = told["view"]["state"]["hands"]
        hidden += sum(set(hand) == {HIDDEN} for hand in hands)
        for event in told["view"]["events"]:
            if event["type"] == "tile_drawn":
                assert ("tile" not in event) == (event["seat"] != seat)
        game.play(rng.choice(game.options))
    assert hidden > 10


def test_another_game_is_announced(bots: Bots, tmp_path: Path) -> None:
    log = tmp_path / "heard"
    bot = bots.misfit("good", log)
    for edition in ("classic", "classic", "pocket"):
        game = table(edition)
        ask(bot, game)
        go_on(game)
        ask(bot, game)
    later = Game("pocket", seats=2, seed=2)
    while len(later.events) <= len(game.events):
        go_on(later)
    ask(bot, later)
    types = [json.loads(line)["type"] for line in log.read_text().splitlines()]
    assert types == ["hello", *["new_game", "choose", "choose"] * 3, "new_game", "choose"]


@pytest.mark.parametrize(
    ("behaviour", "kind", "says"),
    [
        ("crash", FaultKind.CRASHED, "ZeroDivisionError: the bot divides by zero"),
        ("nonsense", FaultKind.NONSENSE, "I think I will move north."),
        ("list", FaultKind.NONSENSE, "[1, 2, 3]"),
        ("deep", FaultKind.NONSENSE, "[[[["),
        ("future", FaultKind.NONSENSE, '"id": 2'),
        ("illegal", FaultKind.ILLEGAL, "T99/0"),
        ("number", FaultKind.ILLEGAL, "7"),
        ("endless", FaultKind.NONSENSE, "talks without end"),
        ("flood", FaultKind.NONSENSE, "answered 'xxx"),
        ("chatter", FaultKind.NONSENSE, "without being asked"),
    ],
)
def test_failures_are_told_by_kind(behaviour: str, kind: FaultKind, says: str, bots: Bots) -> None:
    with pytest.raises(BotFault) as caught:
        ask(bots.misfit(behaviour), table())
    assert caught.value.kind is kind
    assert says in caught.value.message


@pytest.mark.parametrize("behaviour", ["hang", "deaf"])
def test_a_program_that_hangs_is_ended(behaviour: str, bots: Bots) -> None:
    bot = bots.misfit(behaviour)
    with pytest.raises(BotFault) as caught:
        ask(bot, table(), seconds=0.05)
    assert caught.value.kind is FaultKind.LATE
    assert bot._program is None


def test_what_a_program_started_ends_with_it(bots: Bots, tmp_path: Path) -> None:
    log = tmp_path / "pid"
    with pytest.raises(BotFault):
        ask(bots.misfit("parent", log), table(), seconds=0.05)
    child = int(log.read_text().splitlines()[0])
    until(lambda: is_gone(child), "the child of a program ends")


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [("mute", FaultKind.LATE), ("old", FaultKind.NONSENSE), ("rude", FaultKind.NONSENSE)],
)
def test_a_program_must_say_hello(behaviour: str, kind: FaultKind, bots: Bots) -> None:
    bot = bots.misfit(behaviour, start_up=0.2 if behaviour == "mute" else PATIENCE)
    with pytest.raises(BotFault) as caught:
        ask(bot, table())
    assert caught.value.kind is kind


def test_late_answers_to_earlier_questions_are_passed_over(bots: Bots) -> None:
    game = table()
    assert ask(bots.misfit("stale"), game) == game.options[0]


def test_a_crashed_program_is_started_again_but_not_for_ever(bots: Bots, tmp_path: Path) -> None:
    log = tmp_path / "heard"
    bot, game = bots.misfit("crash", log), table()
    for _ in range(exec_bot.RESTARTS + 3):
        with pytest.raises(BotFault):
            ask(bot, game)
        go_on(game)

    def starts() -> int:
        return log.read_text().count('"hello"')

    assert starts() == 1 + exec_bot.RESTARTS
    for _ in range(exec_bot.IDLE_GAMES + 2):
        with pytest.raises(BotFault):
            ask(bot, table())
    assert starts() == exec_bot.RESTARTS + exec_bot.IDLE_GAMES


def test_a_program_that_fails_now_and_then_keeps_its_seat(bots: Bots) -> None:
    guarded = GuardedBot(bots.misfit("every-other"))
    for _ in range(6):
        game = table()
        for _ in range(2):
            ask(guarded, game)
            go_on(game)
    counts, notes = guarded.take_faults()
    assert counts == {"crashed": 6}
    assert len(notes) == 3
    assert guarded.take_faults() == ({}, [])


def test_no_program_is_left_behind(bots: Bots) -> None:
    closed, forgotten = bots.misfit("good"), ExecBot(bots.misfit("good").command)
    ask(closed, table())
    ask(forgotten, table())
    pids = [pid_of(closed), pid_of(forgotten)]
    closed.close()
    del forgotten
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_program_that_floods_is_ended() -> None:
    flooding = Program([sys.executable, "-c", "while True: print('x', flush=True)"])
    flooding._process.wait(PATIENCE)
    for _ in range(MOST_LINES):
        assert flooding.hear(PATIENCE) == "x"
    with pytest.raises(TooMuch):
        flooding.hear(PATIENCE)
    flooding.stop()


@pytest.mark.parametrize("length", [LONGEST_LINE - 1, LONGEST_LINE])
def test_what_waits_to_be_heard_takes_little_memory(length: int) -> None:
    code = f"while True: print('x' * {length}, flush=True)"
    flooding = Program([sys.executable, "-c", code])
    flooding._process.wait(PATIENCE)
    waiting = [line for line in flooding._said.queue if isinstance(line, bytes)]
    assert len(waiting) == (MOST_LINES if length < LONGEST_LINE else 0)
    assert sum(map(len, waiting)) <= 10_000_000
    flooding.stop()


def test_a_last_line_without_an_end_is_not_listened_to() -> None:
    halting = Program([sys.executable, "-c", "print('one'); print('two', end='')"])
    assert halting.hear(PATIENCE) == "one"
    with pytest.raises(Ended):
        halting.hear(PATIENCE)
    halting.stop()


def test_a_program_that_floods_forfeits_and_the_game_goes_on(bots: Bots) -> None:
    guarded, game = GuardedBot(bots.misfit("flood")), table()
    for _ in range(3):
        ask(guarded, game)
        go_on(game)
    assert guarded.counts == {FaultKind.NONSENSE: 3}


def test_a_forfeited_decision_is_a_random_one(bots: Bots) -> None:
    game = table()
    guarded = GuardedBot(bots.misfit("illegal"))
    chosen = {str(ask(guarded, game, seed=seed)) for seed in range(20)}
    assert len(chosen) > 5
    assert guarded.counts == {FaultKind.ILLEGAL: 20}


def examples() -> list[str]:
    """Both bots as commands, with the Node.js that the page is built with."""
    node, carried = shutil.which("node"), carried_tools()
    if node is None:
        assert carried is not None, "run tools/build_web.py, which brings Node.js along"
        node = carried.npm[0]
    return [f"{sys.executable} {EXAMPLES / 'line_bot.py'}", f"{node} {EXAMPLES / 'line_bot.mjs'}"]


@pytest.mark.parametrize("number", [0, 1], ids=["python", "javascript"])
def test_the_examples_play_every_edition_without_fault(number: int) -> None:
    bot = GuardedBot(ExecBot(examples()[number], start_up=PATIENCE))
    rng = Random(3)
    try:
        for edition in EDITIONS:
            game = Game(edition, seats=3, seed=6)
            while not game.over:
                options = game.options
                view = game.view(game.to_act)
                chosen = bot.choose(view, options, rng, Countdown(PATIENCE))
                game.play(chosen)
        assert bot.counts == {}, bot.notes
    finally:
        bot.close()


def test_the_examples_agree_on_safe_paths() -> None:
    """Neither takes a placement that leaves the board while another does not."""
    game = Game("pocket", seats=3, seed=2)
    ours = [ExecBot(command, start_up=PATIENCE) for command in examples()]
    rng = Random(2)
    try:
        while not game.over:
            chosen = [ask(bot, game, seed=1) for bot in ours]
            lost = [_loses(game, choice) for choice in chosen]
            assert lost[0] == lost[1]
            assert not lost[0] or all(_loses(game, option) for option in game.options)
            game.play(rng.choice(game.options))
    finally:
        for bot in ours:
            bot.close()


def _loses(game: Game, option: Decision) -> bool:
    """Whether the deciding seat's pawn runs off the board by this very decision."""
    seat = game.to_act
    game.play(option)
    lost = [event for event in game.last_events if isinstance(event, PawnLost)]
    game.undo()
    return any(
        event.fate is Fate.EDGE and game.state.pawns[event.pawn].seat == seat for event in lost
    )


def test_scripts_need_not_be_executable(tmp_path: Path) -> None:
    script = tmp_path / "my bot.py"
    script.write_text("")
    assert command_words(f"'{script}' --depth 3") == [sys.executable, str(script), "--depth", "3"]
    script.chmod(0o755)
    assert command_words(f"'{script}'") == [str(script)]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("exec:", "needs a program"),
        ("exec:./no-such-bot --x", "There is no program ./no-such-bot"),
        ("exec:'half a quote", "cannot be read"),
    ],
)
def test_programs_that_cannot_be_run_are_refused_at_once(spec: str, says: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        make_local_bot(spec)
    assert says in str(caught.value)
