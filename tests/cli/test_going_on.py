"""Going on from a record or a position, another game, completion and the manual page."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.running import Terminal, run
from tests.cli.test_play_keys import play, random_person, table_of
from tsuro.cli.main import cli
from tsuro.core.actions import Decision
from tsuro.errors import BadSetting, Unplayable
from tsuro.formats.position import Position, parse_position
from tsuro.formats.record import parse_record
from tsuro.game import Game

RECORD = Path(__file__).parents[1] / "golden" / "seas-3-00078.tsr"


@pytest.fixture
def record() -> str:
    return RECORD.read_text(encoding="utf-8")


def test_a_record_can_be_played_on_from_any_decision(record: str) -> None:
    recorded = parse_record(record)
    whole = Game.from_record(recorded)
    assert whole.over
    assert whole.actions == recorded.actions
    part = Game.from_record(recorded, decisions=5, seed=1)
    assert recorded.actions[: len(part.actions)] == part.actions
    assert sum(isinstance(action, Decision) for action in part.actions) == 5
    before = part.actions
    part.play(part.options[0])
    part.undo()
    assert part.actions == before
    for _ in range(5):
        part.undo()
    assert not any(isinstance(action, Decision) for action in part.actions)
    for wrong in (-1, 1000, True):
        with pytest.raises(BadSetting, match="decisions"):
            Game.from_record(recorded, decisions=wrong)


def test_a_position_can_be_played_on_but_has_no_record() -> None:
    game = Game("classic", seats=2, seed=7)
    game.play("a1.0")
    went = Game.from_position(parse_position(str(game.position())), seed=3)
    assert went.options == game.options
    while not went.over:
        went.play(went.options[0])
    with pytest.raises(BadSetting, match="no record"):
        went.record()
    hidden = parse_position(str(Position(game.edition, game.view(0).state)))
    with pytest.raises(Unplayable, match="hides tiles"):
        Game.from_position(hidden)


def test_the_command_goes_on_from_both(tmp_path: Path) -> None:
    bots = ("--seat", "random") * 3
    kept = tmp_path / "on.tsr"
    played = run(
        "play", "--from", str(RECORD), "--at", "8", *bots, "--seed", "1", "--record", str(kept)
    )
    assert played.exit_code == 0, played.stderr
    old, new = parse_record(RECORD.read_text()), parse_record(kept.read_text())
    shared = [one == other for one, other in zip(old.actions, new.actions, strict=False)]
    assert all(shared[:12])
    assert new.actions != old.actions
    position = run("position", "--new", "classic", "--seats", "3", "--seed", "7").stdout.strip()
    for source in (position, str(tmp_path / "position.txt")):
        (tmp_path / "position.txt").write_text(f"{position}\n", encoding="utf-8")
        assert run("play", "--from", source, *bots).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("--from", str(RECORD)), "bad_setting", "That game is over"),
        (("--from", str(RECORD), "--at", "999"), "bad_setting", "decisions"),
        (("--from", str(RECORD), "--edition", "seas"), "bad_usage", "of its own"),
        (("--at", "3"), "bad_usage", "--at is for --from"),
        (("--from", "no-such-file"), "cannot_read", "no-such-file"),
        (("--from", "no such position"), "bad_position", "missing"),
        (("--from", str(RECORD), "--at", "3", "--seat", "random"), "bad_setting", "3 seats"),
    ],
)
def test_what_cannot_be_gone_on_from_is_refused(
    arguments: tuple[str, ...], code: str, says: str
) -> None:
    refused = run("play", *arguments)
    assert refused.exit_code == 2
    assert f"error [{code}]" in refused.stderr
    assert says in refused.stderr


def test_no_record_is_promised_for_a_game_from_a_position(tmp_path: Path) -> None:
    position = run("position", "--new", "classic", "--seats", "2").stdout.strip()
    kept = tmp_path / "g.tsr"
    refused = run("play", "--from", position, "--record", str(kept), "-s", "random", "-s", "random")
    assert "error [bad_setting]" in refused.stderr
    assert not kept.exists()


def test_at_the_end_somebody_may_play_again(tmp_path: Path) -> None:
    table = table_of("classic", "human", "random")
    keys = random_person(table, 3)
    frames = play(table, keys)
    assert "Again? Press a." in frames[-1]
    terminal = Terminal(
        "play", "-s", "random", "-s", "random", "--speed", "instant", "--seed", "5",
        "--record", str(tmp_path / "g.tsr"),
    )  # fmt: skip
    terminal.expect("Again?")
    terminal.press("a")
    terminal.expect("Again?")
    terminal.press("x")
    assert terminal.finish() == 0
    first, second = (tmp_path / name for name in ("g.tsr", "g-2.tsr"))
    assert parse_record(first.read_text()).headers["Seed"] == "5"
    assert parse_record(second.read_text()).actions != parse_record(first.read_text()).actions


def completed(*words: str) -> list[str]:
    """What bash would be offered for the last word."""
    line = {"COMP_WORDS": " ".join(("tsuro", *words)), "COMP_CWORD": str(len(words))}
    env = {"_TSURO_COMPLETE": "bash_complete", **line}
    result = CliRunner().invoke(cli, [], env=env, prog_name="tsuro")
    return [each.partition(",")[2] for each in result.stdout.splitlines()]


def test_values_are_completed() -> None:
    assert completed("play", "--edition", "p") == ["pocket", "phoenix"]
    assert completed("position", "--new", "cl") == ["classic"]
    assert "winds_of_change=on" in completed("play", "-e", "phoenix", "--switch", "winds")
    assert "winds_of_change=on" not in completed("play", "-e", "classic", "--switch", "winds")
    assert completed("play", "--seat", "hu") == ["human"]
    assert completed("play", "--seat", "dra") == ["dragon"]
    assert completed("arena", "--bots", "random,ca") == ["random,cautious"]
    assert completed("simulate", "--policy", "ca") == ["cautious"]
    assert completed("repl") == ["replay"]


def test_the_manual_page_has_every_command_and_option() -> None:
    manual = run("--man").stdout
    for text in (".TH TSURO 1", r"tsuro play", r"tsuro simulate", r"\-\-switch", r"\-\-from"):
        assert text in manual
    assert "\b" not in manual

    requests = {line.split(" ")[0] for line in manual.splitlines() if line.startswith((".", "'"))}
    assert requests == {".TH", ".SH", ".B", ".PP", ".SS", ".TP", ".nf", ".fi"}
