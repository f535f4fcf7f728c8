"""What the sub-commands print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run, spawn
from tsuro.cli.main import COMMANDS
from tsuro.editions.registry import EDITIONS
from tsuro.formats.position import parse_position
from tsuro.formats.record import parse_record
from tsuro.game import Game


def position(edition: str = "classic", seats: int = 2, seed: int = 7) -> str:
    return run(
        "position", "--new", edition, "--seats", str(seats), "--seed", str(seed)
    ).stdout.strip()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of three bots."""
    path = tmp_path / "game.tsr"
    result = run(
        "play", "-s", "cautious", "-s", "random", "-s", "random", "--seed", "3",
        "--record", str(path),
    )  # fmt: skip
    assert result.exit_code == 0
    return path


def test_help_lists_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name, summary in COMMANDS.items():
        assert name in result.stdout
        assert summary in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_teaches_by_example(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Examples:" in result.stdout
    assert f"tsuro {command}" in result.stdout


def test_python_m_tsuro_is_tsuro() -> None:
    result = spawn("--version")
    assert result.returncode == 0
    assert result.stdout.startswith("tsuro, version ")


def test_editions_lists_every_switch() -> None:
    result = run("editions")
    assert result.exit_code == 0
    for info in EDITIONS.values():
        assert info.title in result.stdout
        for option in info.switches:
            assert option.name in result.stdout
            assert option.rule in result.stdout


def test_editions_as_json() -> None:
    listed = json.loads(run("editions", "--json").stdout)
    assert [each["id"] for each in listed] == list(EDITIONS)
    kosmos = json.loads(run("editions", "kosmos", "--json").stdout)
    assert kosmos[0]["boards"] == [6, 7]
    assert kosmos[0]["switches"][1] == {
        "name": "piles",
        "values": ["2", "3"],
        "default": "2",
        "rule": "KO-5",
        "summary": "how many face-down piles the cards make",
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_bots_play_to_the_end_and_the_record_replays(edition: str, tmp_path: Path) -> None:
    path = tmp_path / "g.tsr"
    switches = ["--switch", "winds_of_change"] if edition == "phoenix" else []
    seats = ["--seat", "cautious", "--seat", "cautious", "--seat", "random"]
    played = run("play", "-e", edition, *switches, *seats, "--seed", "3", "--record", str(path))
    assert played.exit_code == 0
    assert " wins: " in played.stdout or " share the win: " in played.stdout
    assert "seed 3" in played.stdout
    checked = run("replay", str(path), "--check")
    assert checked.exit_code == 0
    assert checked.stdout.startswith("OK: ")


def test_the_same_seed_is_the_same_game() -> None:
    arguments = ("play", "-s", "random", "-s", "cautious", "--seed", "11", "--json")
    assert run(*arguments).stdout == run(*arguments).stdout
    told = json.loads(run(*arguments).stdout)
    assert told["players"] == ["Random", "Cautious"]
    assert told["result"]["winners"]
    assert parse_position(told["position"]).state.result is not None


def test_moves_are_read_from_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "g.tsr"
    game = Game("pocket", seats=2, seed=5)
    moves = []
    while not game.over:
        moves.append(str(game.options[0]))
        game.play(moves[-1])
    result = run(
        "play", "-e", "pocket", "-s", "human:Ada", "-s", "human:Ben", "--seed", "5",
        "--hints", "greedy", "--record", str(path),
        stdin="\n".join(["", "hint", "options", *moves]),
    )  # fmt: skip
    assert result.exit_code == 0
    assert parse_record(path.read_text()).actions == game.actions
    assert parse_record(path.read_text()).headers["Seat1"] == "Ben"
    assert "Hint: " in result.stderr
    assert ": Ada " in result.stderr
    assert "Options: a1.0" in result.stderr
    assert "Ada’s pawn a started at a1.0." in result.stderr


def test_an_ended_pipe_leaves_the_game_unfinished() -> None:
    result = spawn("play", "-s", "human", "-s", "random", "--seed", "5")
    assert result.returncode == 0
    assert result.stdout.startswith("Unfinished: Classic Tsuro")
    quitted = run("play", "-s", "human", "-s", "random", stdin="a1.0\nundo\nquit\na1.1\n")
    assert quitted.exit_code == 0
    assert "0 turns" in quitted.stdout


def test_play_without_a_terminal_never_asks() -> None:
    result = run("play", "--seed", "1")
    assert result.exit_code == 0
    assert "seats 0 You, 1 Clever 1, 2 Clever 2" in result.stdout


def test_an_unfinished_game_as_json() -> None:
    told = json.loads(run("play", "--seed", "1", "--json").stdout)
    assert told["result"] is None
    assert told["turns"] == 0


def test_replay_tells_the_game(record: Path) -> None:
    result = run("replay", str(record))
    assert result.exit_code == 0
    assert result.stdout.startswith("0: the beginning\n")
    assert "is out of the game." in result.stdout


def test_replay_shows_one_position(record: Path) -> None:
    result = run("replay", str(record), "--at", "5")
    assert result.exit_code == 0
    shown = parse_position(result.stdout.strip().split("\n")[-1])
    steps = parse_record(record.read_text()).steps()
    assert shown.state in [step.state for step in steps]
    told = json.loads(run("replay", str(record), "--at", "5", "--json").stdout)
    assert told["position"] == str(shown)
    assert told["at"] == 5
    assert json.loads(run("replay", str(record), "--at", "0", "--json").stdout)["decision"] is None


def test_replay_draws(record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "last.svg"
    assert run("replay", str(record), "--svg", str(picture)).exit_code == 0
    assert "<svg" in picture.read_text()
    folder = tmp_path / "all"
    assert run("replay", str(record), "--svg", str(folder)).exit_code == 0
    decisions = json.loads(run("replay", str(record), "--json").stdout)["decisions"]
    assert len(list(folder.glob("*.svg"))) == decisions + 1


def test_replay_animates(tmp_path: Path) -> None:
    short, film = tmp_path / "short.tsr", tmp_path / "game.gif"
    run("play", "-s", "human", "-s", "random", "--record", str(short), stdin="a1.0\n")
    assert run("replay", str(short), "--gif", str(film)).exit_code == 0
    assert film.read_bytes().startswith(b"GIF8")


def test_an_unfinished_record_can_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "g.tsr"
    run("play", "-s", "human", "-s", "random", "--record", str(path), stdin="a1.0\n")
    result = run("replay", str(path), "--check")
    assert result.exit_code == 0
    assert result.stdout.endswith("unfinished.\n")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_new_position_can_be_read_again(edition: str) -> None:
    text = position(edition, seats=4)
    assert str(parse_position(text)) == text
    for result in (run("position", text), run("position", "-", stdin=f"{text}\n")):
        assert result.exit_code == 0
        assert "seat 0 to act" in result.stdout
        assert result.stdout.strip().endswith(text)


def test_a_position_is_played_on() -> None:
    result = run("position", position(), "--play", "a1.0", "--play", "c1.0")
    assert result.exit_code == 0
    assert "Seat 1 started at c1.0." in result.stdout
    assert "turn 1: seat 0 to act (CL-8), 7 options:" in result.stdout
    assert "barred by CL-9: it would take your own pawn off the board" in result.stdout


def test_luck_is_told_and_can_be_played_or_left_to_a_seed() -> None:
    moves = ("--play", "a1.0", "--play", "c1.0", "--play", "T06/1")
    waiting = run("position", position(), *moves)
    assert "luck decides (CL-22), with these weights:" in waiting.stdout
    by_hand = run("position", position(), *moves, "--play", "*T05")
    assert "Seat 0 drew T05." in by_hand.stdout
    seeded = run("position", position(), *moves, "--seed", "4")
    assert "turn 2: seat 1 to act" in seeded.stdout
    text = waiting.stdout.strip().split("\n")[-1]
    assert "turn 2: seat 1 to act" in run("position", text, "--seed", "4").stdout


def test_a_position_as_json() -> None:
    told = json.loads(run("position", position(), "--play", "a1.0", "--json").stdout)
    assert told["to_act"] == 1
    assert told["ask"]["options"][0]["notation"] == "a1.1"
    assert told["played"][0]["events"][0]["type"] == "start_taken"
    assert parse_position(told["position"])


def test_a_position_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    result = run("position", position(), "--play", "a1.0", "--svg", str(path))
    assert result.exit_code == 0
    assert "<svg" in path.read_text()


def test_hidden_positions_show_what_can_be_known() -> None:
    game = Game("classic", seats=2, seed=7)
    game.play("a1.0")
    game.play("c1.0")
    from tsuro.formats.position import format_position

    own = format_position(game.edition, game.view(0).state)
    assert "7 options" in run("position", own).stdout
    others = format_position(game.edition, game.view(1).state)
    assert "tiles are hidden" in run("position", others).stdout
    refused = run("position", own, "--play", "T06/1")
    assert refused.exit_code == 2
    assert "error [illegal_action]: This position hides tiles" in refused.stderr


def test_a_finished_position_tells_the_result() -> None:
    game = Game("classic", seats=2, seed=7)
    while not game.over:
        game.play(game.options[0])
    result = run("position", str(game.position()))
    assert result.exit_code == 0
    assert "the game is over. Seat " in result.stdout


def test_perft_counts() -> None:
    result = run("perft", "--depth", "2")
    assert result.exit_code == 0
    assert result.stdout == "depth 0: 1\ndepth 1: 48\ndepth 2: 2256\n"
    told = json.loads(run("perft", "-e", "kosmos", "--depth", "2", "--divide", "--json").stdout)
    assert told["nodes"][-1] == sum(told["divide"].values())


def test_perft_from_a_position() -> None:
    result = run("perft", "--position", position("seas", seats=3), "--depth", "1", "--divide")
    assert result.exit_code == 0
    assert "depth 1: 56\n" in result.stdout
    assert "a1.0: 1\n" in result.stdout


def test_data_and_chatter_do_not_mix(tmp_path: Path) -> None:
    result = spawn("perft", "--depth", "1")
    assert result.stdout == "depth 0: 1\ndepth 1: 48\n"
    assert " s)" in result.stderr
