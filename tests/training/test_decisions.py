"""Every decision of many games of bots, as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import pyarrow.parquet  # type: ignore[import-untyped]
import pytest

from tests.cli.running import run
from tsuro.editions.registry import OURS
from tsuro.encoding import encoding_of
from tsuro.errors import BadSetting, KernelError, TsuroError, UnknownBot
from tsuro.simulation.job import Batch
from tsuro.training import decisions
from tsuro.training.decisions import Decisions, plan_games, play_batch
from tsuro.training.parquet import DecisionsFile

EXAMPLES = Path(__file__).parents[2] / "examples"
COLUMNS = ["game", "decision", "seat", "observation", "mask", "action", "share", "rank"]


def read(path: Path) -> Any:
    return pyarrow.parquet.read_table(path)


def lines(table: Any, name: str, width: int) -> Any:
    """A column of bytes as the array that it was."""
    whole = b"".join(each.as_py() for each in table[name])
    return numpy.frombuffer(whole, "u1").reshape(-1, width)


@pytest.mark.parametrize("name", OURS)
def test_what_is_kept_is_what_happened(name: str, tmp_path: Path) -> None:
    """Each game is played again on the reference: it sees, allows and ends the same."""
    job = plan_games(name, seats=3, games=6, bots=["greedy", "cautious", "random"], seed=5)
    path = tmp_path / "games.parquet"
    with DecisionsFile(path, job) as file:
        file.add(play_batch(job, Batch(0, 6)))
    table, encoding = read(path), encoding_of(job.edition)
    assert table.column_names == COLUMNS
    observations = lines(table, "observation", encoding.length)
    masks = lines(table, "mask", encoding.actions)
    kept = table.drop_columns(["observation", "mask"]).to_pylist()
    assert {line["game"] for line in kept} == set(range(6))
    for number, line in enumerate(kept):
        assert masks[number, line["action"]] == 1
        assert observations[number].any()
        first = number == 0 or kept[number - 1]["game"] != line["game"]
        assert line["decision"] == (0 if first else kept[number - 1]["decision"] + 1)
    for game in range(6):
        own = [line for line in kept if line["game"] == game]
        shares = {line["seat"]: line["share"] for line in own}
        assert sum(shares.values()) == pytest.approx(1)
        assert {line["rank"] for line in own if line["share"] > 0} == {1}
        assert all(line["share"] == shares[line["seat"]] for line in own)


def test_the_first_decision_is_that_of_the_game_of_the_stream() -> None:
    job = plan_games("classic", seats=2, games=10, bots=["random"], seed=3)
    whole = play_batch(job, Batch(0, 10))
    for first in (0, 4, 9):
        alone = play_batch(job, Batch(first, 1))
        own = whole.columns["game"] == first
        for name in COLUMNS:
            assert (whole.columns[name][own] == alone.columns[name]).all()


def test_bots_that_are_not_compiled_play_as_well() -> None:
    bots = [f"python:{EXAMPLES / 'twenty_lines.py'}:Bot", "cautious"]
    job = plan_games("pocket", seats=2, games=3, bots=bots, seed=2)
    played = [play_batch(job, Batch(0, 3)) for _ in range(2)]
    assert len(played[0]) > 20
    for name in COLUMNS:
        assert (played[0].columns[name] == played[1].columns[name]).all()


def test_parts_are_written_in_the_order_of_their_games(tmp_path: Path) -> None:
    job = plan_games("pocket", seats=2, games=9, bots=["random"], seed=2)
    parts = [play_batch(job, batch) for batch in job.batches(3)]
    tables = []
    for order in ((0, 1, 2), (2, 0, 1)):
        path = tmp_path / f"{order[0]}.parquet"
        with DecisionsFile(path, job) as file:
            for number in order:
                file.add(parts[number])
        assert file.games == 9
        tables.append(read(path))
    assert tables[0].equals(tables[1])


def test_a_file_says_how_it_came_to_be(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    job = plan_games(
        "seas", seats=2, games=1, bots=["random"], seed=7, switches={"daikaiju": "off"}
    )
    with DecisionsFile(path, job) as file:
        file.add(play_batch(job, Batch(0, 1)))
    told = {key.decode(): value.decode() for key, value in read(path).schema.metadata.items()}
    assert told["encoding"] == "seas-7x7-v0"
    assert json.loads(told["bots"]) == ["random", "random"]
    assert json.loads(told["switches"])["daikaiju"] == "off"
    assert (told["seats"], told["games"], told["seed"]) == ("2", "1", "7")


def test_the_command_writes_the_same_file_whoever_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "GAMES_A_BATCH", 4)
    made = []
    for number, more in enumerate(([], ["--workers", "1"], ["--dask", "local", "--workers", "2"])):
        path = tmp_path / f"{number}.parquet"
        result = run("games", "--seats", "2", "--games", "10", "--out", str(path), *more)
        assert result.exit_code == 0, result.output
        assert str(path) in result.output
        assert "10 games" in result.stderr
        made.append(path.read_bytes())
    assert len(set(made)) == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--bots", "nobody"], "unknown_bot"),
        (["--bots", "random,random,random"], "bad_setting"),
        (["--games", "0"], "bad_setting"),
        (["--seats", "9"], "bad_setting"),
        (["--edition", "chess"], "unknown_edition"),
        (["--out", "/nowhere/x.parquet"], "cannot_write"),
        (["--bots", "model:nothing.onnx"], "unknown_bot"),
    ],
)
def test_what_cannot_be_is_said_before_a_game_is_played(
    arguments: list[str], says: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "x.parquet")
    result = run("games", "--seats", "2", "--games", "3", "--out", path, *arguments)
    assert result.exit_code == 2
    assert f"[{says}]" in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"bots": ["random", "random"]}, BadSetting),
        ({"bots": ["nobody"]}, UnknownBot),
        ({"games": 0}, BadSetting),
    ],
)
def test_plans_that_cannot_be_carried_out_are_refused(
    change: dict[str, Any], error: type[TsuroError]
) -> None:
    wanted: dict[str, Any] = {"edition": "classic", "seats": 3, "games": 1, "bots": ["random"]}
    with pytest.raises(error):
        plan_games(**(wanted | change))


def test_an_edition_without_a_kernel_is_refused(without_kernel: str) -> None:
    with pytest.raises(KernelError, match="needs a compiled kernel"):
        plan_games(without_kernel, seats=3, games=1, bots=["random"])


def test_endless_games_are_broken_off_and_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.training.games.MOST_DECISIONS", 4)
    job = plan_games("pocket", seats=2, games=2, bots=["random"], seed=1)
    played: Decisions = play_batch(job, Batch(0, 2))
    assert len(played) == 8
    assert set(played.columns["share"].tolist()) == {0.5}
