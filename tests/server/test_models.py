"""Trained policies that a server offers: seated by name, played by its workers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy
import pytest

from tests.cli.running import run
from tests.server.house import House, new_table
from tsuro.bots.models import offer_models
from tsuro.bots.registry import _offered
from tsuro.core.geometry import rim_marks
from tsuro.editions.registry import build_edition
from tsuro.encoding import encoding_of
from tsuro.server.configuring import wanted
from tsuro.server.settings import Limits

ENCODING = encoding_of(build_edition("pocket", seats=2))
MARK = "f6.3"


@pytest.fixture
def ada(tmp_path: Path) -> Iterator[Path]:
    """A policy that wants one start mark above all, known as `ada` for one test."""
    path, bias = tmp_path / "ada.npz", numpy.zeros(ENCODING.actions, "f4")
    bias[ENCODING.texts.index(MARK)] = 9
    numpy.savez_compressed(
        path,
        allow_pickle=False,
        w0=numpy.zeros((ENCODING.length, ENCODING.actions), "f4"),
        b0=bias,
        encoding=ENCODING.name,
    )
    offer_models([f"ada={path}"])
    yield path
    _offered.clear()


def test_a_guest_plays_against_a_model_of_the_server(ada: Path) -> None:
    with House() as house:
        guest = house.person()
        listed = {each["spec"]: each for each in guest.get("/api/bots")}
        assert listed["ada"]["character"] == "plays what it has learned"
        fits = {each["id"]: "ada" in each["bots"] for each in guest.get("/api/editions")}
        assert [name for name, there in fits.items() if there] == ["pocket"]
        sitting = guest.sit(guest.create("pocket", "ada you"))
        assert sitting.until_asked()
        assert MARK not in sitting.options(), "its favourite is taken"
        assert len(sitting.options()) == len(rim_marks(6)) - 1


def test_nobody_reaches_files_by_a_name(ada: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ada.parent)
    with House() as house:
        guest = house.person()
        table = new_table("pocket", f"model:{ada.name} you")
        assert guest.refused("POST", "/api/tables", table)[1] == "unknown_bot"


def test_a_file_of_settings_names_models_too(tmp_path: Path) -> None:
    config = tmp_path / "tsuro.toml"
    config.write_text('[server]\nmodels = ["ada=ada.onnx"]\n')
    assert wanted(config, {}, Limits()).models == ("ada=ada.onnx",)
    assert wanted(config, {"models": ("bo=bo.npz",)}, Limits()).models == ("bo=bo.npz",)


@pytest.mark.parametrize("command", ["serve", "think"])
def test_a_model_that_is_not_there_stops_the_server(command: str, tmp_path: Path) -> None:
    result = run(command, "--data", str(tmp_path), "--model", "ada=nowhere.onnx")
    assert result.exit_code == 2
    assert "[unknown_bot]: There is no file nowhere.onnx." in result.stderr
