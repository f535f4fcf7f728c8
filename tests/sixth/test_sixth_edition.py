"""An edition that no layer knows by name is played, drawn, recorded, fuzzed and explained."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import Terminal, run, spawn
from tests.support.sixth_edition import MEADOW, AvoidCorners, own_marks
from tsuro import Game
from tsuro.bots.registry import make_bot
from tsuro.cli import fuzzing
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import PawnId
from tsuro.editions.registry import EDITIONS, OURS, build_edition, register_edition
from tsuro.engine.invariants import violations
from tsuro.errors import EditionDataError, KernelError
from tsuro.formats.ascii import draw_text
from tsuro.formats.position import Position, parse_position
from tsuro.formats.prose import EnglishNarrator
from tsuro.formats.record import parse_record
from tsuro.formats.svg import draw_svg


def played(seats: int = 3, seed: int = 5, bot: str = "random", **switches: str) -> Game:
    game = Game(build_edition("meadow", seats=seats, switches=switches), seed=seed)
    rng, player = Random(seed), make_bot(bot)
    while not game.over:
        assert game.to_act is not None
        game.play(player.choose(game.view(game.to_act), game.options, rng))
    return game


def test_it_is_known_beside_ours() -> None:
    assert list(EDITIONS) == [*OURS, "meadow"]
    assert EDITIONS["meadow"] is MEADOW


def test_it_is_listed(tmp_path: Path) -> None:
    told = run("editions", "meadow")
    assert told.exit_code == 0, told.output
    assert "Meadow Tsuro" in told.output
    assert "basket" in told.output
    listed = json.loads(run("editions", "--json").stdout)
    assert "meadow" in [each["id"] for each in listed]
    file = tmp_path / "box.toml"
    file.write_text("[board]\nsize = 6\n")
    refused = run("editions", "meadow", "--check", str(file))
    assert refused.exit_code == 2
    assert "Meadow Tsuro has no data file to be checked" in refused.stderr


def test_another_process_knows_it_too() -> None:
    told = spawn("editions", "meadow")
    assert told.returncode == 0, told.stderr
    assert "Meadow Tsuro" in told.stdout


@pytest.mark.parametrize("bot", ["random", "cautious"])
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_games_end_and_keep_every_invariant(bot: str, seats: int) -> None:
    game = played(seats, bot=bot, basket="small" if seats == 5 else "full")
    assert game.result is not None
    for step in game.steps:
        assert list(violations(game.edition, step.state)) == []


def test_its_start_rule_and_its_own_invariant_hold() -> None:
    game = Game("meadow", seats=8, seed=1)
    for seat in range(8):
        assert {str(option) for option in game.options} <= set(map(str, own_marks(seat)))
        game.play(game.options[0])
    wrong = game.state.with_pawn(PawnId(0), replace(game.state.pawns[0], stop=Stop(Cell(3, 9), 4)))
    assert "MD-2" in {each.rule for each in violations(game.edition, wrong)}


def test_its_own_legality_bars_with_its_own_words() -> None:
    game = played(4, seed=2)
    barred = [each for step in game.steps for each in getattr(step.ask, "barred", ())]
    assert {each.rule for each in barred} == {"MD-4"}
    assert "corner of the meadow" in barred[0].why
    assert isinstance(game.edition.turn[1].legality, AvoidCorners)  # type: ignore[union-attr]


def test_positions_and_records_are_read_back() -> None:
    game = played()
    for step in game.steps[::7]:
        text = str(Position(game.edition, step.state))
        assert parse_position(text).state == step.state
        assert str(parse_position(text)) == text
    record = parse_record(str(game.record()))
    assert tuple(record.steps()) == game.steps


def test_cells_beyond_h9_can_be_written() -> None:
    game = Game("meadow", seats=2, seed=1)
    game.play("e1.0")
    game.play("j5.2")
    assert "j5.2" in str(game.position())
    assert parse_position(str(game.position())).state == game.state


def test_it_is_drawn_as_text_and_as_a_picture() -> None:
    game = played()
    text = draw_text(game.edition, game.state)
    assert "10" in text
    assert "Meadow Tsuro" in text
    svg = draw_svg(game.edition, game.state, events=game.last_events)
    assert "<title>Meadow Tsuro" in svg
    assert "#c9dfb4" in svg, "its own field"
    assert "Meadow Tsuro · small baskets" in draw_text(played(basket="small").edition, game.state)


def test_it_is_told_in_words() -> None:
    game = played()
    narrator = EnglishNarrator(game.edition, ["Ada", "Bo", "Cy"])
    told = [sentence for _, sentence in narrator.tell_all(game.events) if sentence]
    assert any("Ada" in sentence for sentence in told)


def test_it_is_fuzzed_with_its_invariants(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = list(fuzzing.schedule(6, editions=["meadow"], seed=1))
    assert {case.switches for case in cases} == {(("basket", "full"),), (("basket", "small"),)}
    assert [fuzzing.play_case(case).fault for case in cases] == [None] * 6
    monkeypatch.setattr("tests.support.sixth_edition.own_marks", lambda seat: ())
    assert "MD-2" in str(fuzzing.play_case(cases[0]).fault)


def test_it_is_recorded_and_replayed_from_the_command_line(tmp_path: Path) -> None:
    record = tmp_path / "game.tsr"
    done = run(
        "play", "--edition", "meadow", "--seat", "random", "--seat", "cautious", "--seed", "3",
        "--record", str(record),
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert run("replay", str(record), "--check").exit_code == 0
    assert "Meadow Tsuro" in run("replay", str(record), "--at", "3").output


def test_it_is_played_at_a_terminal() -> None:
    terminal = Terminal("play", "--edition", "meadow", "--seat", "human", "--seat", "random",
                        "--seed", "4", columns=140, rows=60)  # fmt: skip
    terminal.expect("Meadow Tsuro")
    terminal.press("\r")
    terminal.expect("turn 1")
    terminal.press("q")
    terminal.press("y")
    assert terminal.finish() == 0


def test_nobody_who_needs_a_kernel_sits_down_uninvited() -> None:
    terminal = Terminal("play", "--edition", "meadow", "--seed", "4", columns=140, rows=60)
    terminal.expect("Cautious")
    terminal.press("q", "y")
    assert terminal.finish() == 0


@pytest.mark.parametrize("bot", ["greedy", "flat", "mcts", "tricky"])
def test_bots_that_need_a_kernel_say_so(bot: str) -> None:
    game = Game("meadow", seats=2, seed=1)
    with pytest.raises(KernelError, match="Meadow Tsuro") as refused:
        make_bot(bot).choose(game.view(0), game.options, Random(1))
    assert "random or cautious" in refused.value.message


@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "--edition", "meadow", "--games", "2"),
        ("fuzz", "--kernel", "--edition", "meadow", "--games", "1"),
        ("warm", "--edition", "meadow"),
        ("bench", "--edition", "meadow", "--quick"),
        ("play", "--edition", "meadow", "--seat", "greedy", "--seat", "random", "--seed", "1"),
        ("arena", "--edition", "meadow", "--seats", "2", "--bots", "mcts,random", "--games", "2"),
    ],
    ids=lambda command: command[0],
)
def test_commands_that_need_a_kernel_say_so(command: tuple[str, ...]) -> None:
    refused = run(*command)
    assert refused.exit_code == 2, refused.output
    assert "Meadow Tsuro" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_an_edition_is_registered_once_and_never_in_place_of_ours() -> None:
    for info, complaint in (
        (replace(MEADOW, id="classic"), "already"),
        (replace(MEADOW, id="Big Meadow"), "small letters"),
    ):
        with pytest.raises(EditionDataError, match=complaint):
            register_edition(info)


def test_a_process_may_register_it_without_installing_anything() -> None:
    garden = replace(MEADOW, id="garden", title="Garden Tsuro")
    code = """
import tsuro
from dataclasses import replace
from tests.support.sixth_edition import MEADOW
tsuro.register_edition(replace(MEADOW, id="garden", title="Garden Tsuro"))
assert "garden" in tsuro.EDITIONS
print(tsuro.build_edition("garden", seats=2).bag[0])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("M01\n", "")
    assert garden.id not in EDITIONS, "nobody has registered it here"
