"""Bad input: exit status 2, one line with a stable code, never a traceback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import run, spawn
from tsuro.editions.edition import RULES_VERSION
from tsuro.editions.registry import build_edition
from tsuro.formats.position import Position
from tsuro.game import Game

START = str(Game("classic", seats=2, seed=7).position())
RISING = str(Game("phoenix", seats=3, seed=7).position())


HIDDEN = str(
    Position(build_edition("classic", seats=2), Game("classic", seats=2, seed=7).view(0).state)
)
BOX = ";".join(f"{tile}:!" for tile in build_edition("pocket", seats=2).bag)
NOBODY_CAN_PLACE = (
    f"pocket/2 6|6|6|6|6|6 a1.0+a1.1,b1.0+b1.1 -,- - {{seat=0,number=1}} place box=[{BOX}]"
)
"""All tiles are in the box: both would pass for ever."""


def late() -> Game:
    """A game of classic in the middle."""
    game = Game("classic", seats=2, seed=7)
    for action in ("a1.0", "f6.4"):
        game.play(action)
    for _ in range(6):
        game.play(game.options[0])
    assert not game.over
    return game


def with_tile_twice() -> str:
    """The first tile of seat 0 lies in the pile as well, in place of another one."""
    tile = START.split()[3][:3]
    bag = START.split()[4]
    return START.replace(bag, bag.replace(bag[:3], tile, 1))


def with_extra_tile() -> str:
    """36 path tiles where classic has 35."""
    bag = START.split()[4]
    return START.replace(bag, f"{bag}.T36").replace("T36", "T35")


TABLE = [
    (("play", "-e", "chess"), "unknown_edition", "no edition called 'chess'"),
    (("play", "-e", "clasic"), "unknown_edition", "Did you mean classic?"),
    (("play", "-e", "phoenix", "-o", "winds"), "bad_setting", "its switches are: winds_of_change"),
    (("play", "-e", "kosmos", "-o", "pile=3"), "bad_setting", "Did you mean piles?"),
    (("play", "-s", "human", "-s", "flat:playout=3"), "unknown_bot", "Did you mean playouts?"),
    (("replay", "missing.tsr"), "cannot_read", "missing.tsr cannot be read"),
    (("replay", "-", "--svg", "x.png"), "bad_setting", "x.png: the file of --svg ends in .svg"),
    (("replay", "-", "--gif", "x.txt"), "bad_setting", "x.txt: the file of --gif ends in .gif"),
    (("position", START, "--svg", "x.png"), "bad_setting", "the file of --svg ends in .svg"),
    (("play", "-o", "speed=3"), "bad_setting", "no switch called 'speed'"),
    (("play", "-e", "kosmos", "-o", "piles=9"), "bad_setting", "piles is one of 2, 3"),
    (("play", "-e", "kosmos", "-o", "piles"), "bad_setting", "piles needs a value"),
    (("play", "-s", "human"), "bad_setting", "for 2 to 8 players, not 1"),
    (("play", *("-s", "random") * 9), "bad_setting", "for 2 to 8 players, not 9"),
    (("play", "-s", "human", "-s", "deep"), "unknown_bot", "no bot called 'deep'"),
    (("play", "-s", "human", "-s", "random:x=1"), "unknown_bot", "no setting 'x'"),
    (("play", "--hints", "flat:playouts=-4"), "unknown_bot", "playouts must be between 0 and"),
    (("play", "--hints", "exec:sh"), "unknown_bot", "The bot 'exec:sh' gives no hints"),
    (("play", "--first", "3"), "bad_setting", "0 to 2, not 3"),
    (("editions", "chess"), "unknown_edition", "no edition called 'chess'"),
    (("position", "--new", "classic", "--seats", "1"), "bad_setting", "not 1"),
    (("position", "--new", "classic", "--seats", "9"), "bad_setting", "not 9"),
    (("position", START, "--play", "T01/0"), "illegal_action", "T01/0"),
    (("position", START, "--play", "a0.0"), "bad_notation", "is not an action"),
    (("position", START, "--play", "*T05"), "illegal_action", "an outcome of luck"),
    (("position", "nonsense"), "bad_position", "the field 'board' is missing"),
    (("position", START.replace("classic", "chess")), "bad_position", "no edition"),
    (("position", START.replace("/2", "/9")), "bad_position", "not 9"),
    (("position", START.replace("-,-", "g1.0,-")), "bad_position", "off the board"),
    (("position", with_tile_twice()), "bad_position", "INV-1"),
    (("position", with_extra_tile()), "bad_position", "INV-1"),
    (("position", NOBODY_CAN_PLACE), "bad_position", "no tile ever leaves this game"),
    (("perft", "--position", HIDDEN), "unplayable", "hides tiles"),
    (("position", f"{RISING} ashes={{lives=[yes;no]}}"), "bad_position", "PR-7"),
    (("perft", "--seats", "1"), "bad_setting", "not 1"),
    (("perft", "--position", "classic/2"), "bad_position", "missing"),
    (("fuzz", "--edition", "chess"), "unknown_edition", "no edition"),
    (("fuzz", "--seats", "9"), "bad_setting", "not 9"),
    (("fuzz", "--switch", "piles=3"), "bad_setting", "name it with --edition"),
]


@pytest.mark.parametrize(("arguments", "code", "says"), TABLE)
def test_bad_input_is_refused_politely(arguments: tuple[str, ...], code: str, says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.strip().split("\n")
    assert line.startswith(f"error [{code}]: ")
    assert says in line


@pytest.mark.parametrize(
    "arguments",
    [
        ("plai",),
        ("play", "--speed", "warp"),
        ("play", "--seed", "x"),
        ("perft", "--depth", "-1"),
        ("fuzz", "--games", "0"),
        ("position", "--wrong"),
        ("position", START, "--new", "classic"),
        ("position", START, "--seats", "3"),
        ("position", START, "--switch", "draw=literal"),
        ("fuzz", "--positions", "0"),
        ("fuzz", "--positions", "5", "--kernel"),
    ],
)
def test_bad_usage_points_to_the_help(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    refusal, hint = result.stderr.strip().split("\n")
    assert refusal.startswith("error [bad_usage]: ")
    assert "--help" in hint


def test_an_illegal_placement_names_its_rule() -> None:
    result = run("position", START, "--play", "a1.0", "--play", "c1.0", "--play", "T06/0")
    assert result.exit_code == 2
    assert "error [illegal_action]: T06/0 is forbidden by CL-9" in result.stderr


def test_an_illegal_line_from_a_pipe_ends_the_game_but_is_not_played(tmp_path: Path) -> None:
    path = tmp_path / "g.tsr"
    result = run(
        "play", "-s", "human", "-s", "random", "--seed", "1", "--record", str(path),
        stdin="a1.0\nz9\n",
    )  # fmt: skip
    assert result.exit_code == 2
    assert "error [bad_notation]: column 1: 'z9' is not an action" in result.stderr
    assert run("replay", str(path), "--check").exit_code == 0


class TestRecords:
    """Records that were cut off or changed."""

    text = str(late().record())

    def check(self, tmp_path: Path, text: str | bytes) -> str:
        path = tmp_path / "bad.tsr"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        result = run("replay", str(path), "--check")
        assert result.exit_code == 2
        assert result.stdout == ""
        (line,) = result.stderr.strip().split("\n")
        return line

    def test_truncated(self, tmp_path: Path) -> None:
        lines = self.text.rstrip().split("\n")
        line = self.check(tmp_path, "\n".join(lines[:-1]))
        assert line.startswith("error [replay_mismatch]: line 8, column 1: the record's digest")

    def test_cut_in_a_word(self, tmp_path: Path) -> None:
        assert "error [bad_record]: line " in self.check(tmp_path, self.text.rstrip()[:-2])

    def test_edited(self, tmp_path: Path) -> None:
        line = self.check(tmp_path, self.text.replace(" a1.0", " f6.4"))
        assert line.startswith("error [replay_mismatch]: ")

    def test_of_other_rules(self, tmp_path: Path) -> None:
        line = self.check(tmp_path, self.text.replace(f'[Rules "{RULES_VERSION}"]', '[Rules "99"]'))
        assert "rules version 99" in line

    def test_of_an_unknown_edition(self, tmp_path: Path) -> None:
        line = self.check(tmp_path, self.text.replace('"classic"', '"chess"'))
        assert "error [bad_record]: line 3" in line

    def test_no_record_at_all(self, tmp_path: Path) -> None:
        assert "error [bad_record]: " in self.check(tmp_path, "hello\n")
        assert "error [bad_record]: " in self.check(tmp_path, "")
        assert "is not a text file" in self.check(tmp_path, b"\xff\xfe\x00")

    def test_a_place_beyond_the_end(self, tmp_path: Path) -> None:
        path = tmp_path / "g.tsr"
        path.write_text(self.text)
        result = run("replay", str(path), "--at", "999")
        assert result.exit_code == 2
        assert "error [bad_setting]: --at must be 0 to 8" in result.stderr


def test_files_that_cannot_be_written_are_noticed_before_the_game(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "such" / "g.tsr"
    blocked = tmp_path / "file"
    blocked.write_text("")
    record = tmp_path / "game.tsr"
    record.write_text(TestRecords.text)
    for arguments in (
        ("play", "-s", "random", "-s", "random", "--record", str(missing)),
        ("position", START, "--svg", str(missing.with_suffix(".svg"))),
        ("replay", str(record), "--svg", str(blocked / "pictures")),
    ):
        result = run(*arguments)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("error [cannot_write]: ")


def test_no_traceback_reaches_the_terminal() -> None:
    for arguments, _, _ in TABLE[::6]:
        result = spawn(*arguments)
        assert result.returncode == 2
        assert "Traceback" not in result.stderr
        assert re.match(r"error \[\w+\]: ", result.stderr)
