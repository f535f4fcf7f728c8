"""Compiling beside the server: in another process, after the pages, and not after the end."""

from __future__ import annotations

import asyncio
import threading
from importlib import import_module

import pytest

from tests.server.house import House
from tests.support.waiting import HANGING, PATIENCE
from tsuro.cli.warm import command
from tsuro.fast.compiling.background import WARMING_VARIABLE
from tsuro.server.http.boards import Boards
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.server.thinking import warming
from tsuro.server.thinking.warming import Warmer


@pytest.fixture(autouse=True)
def allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WARMING_VARIABLE)


def test_warming_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WARMING_VARIABLE, "never")
    monkeypatch.setattr(warming, "COMMAND", ("-c", "raise SystemExit(3)"))
    assert asyncio.run(Warmer().run()) is None


def test_the_status_of_the_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "COMMAND", ("-c", "raise SystemExit(3)"))
    assert asyncio.run(Warmer().run()) == 3


def test_without_numba_nothing_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "find_spec", lambda name: None)
    assert asyncio.run(Warmer().run()) is None


def test_the_process_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "COMMAND", HANGING)

    async def story() -> int | None:
        warmer = Warmer()
        running = asyncio.ensure_future(warmer.run())
        while warmer._process is None:
            await asyncio.sleep(0)
        await warmer.close()
        status = await running
        await warmer.close()
        return status

    status = asyncio.run(story())
    assert status is not None
    assert status < 0


def test_the_command_is_one_that_warms() -> None:
    assert warming.COMMAND[:3] == ("-m", "tsuro", "warm")
    with command.make_context("warm", list(warming.COMMAND[3:])) as context:
        assert context.params["background"]
        for template in context.params["templates"]:
            assert hasattr(import_module(template), "warm_up")


def test_a_server_answers_while_kernels_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    async def prepare(self: Boards) -> None:
        pass

    async def run(self: Warmer) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Boards, "prepare", prepare)
    monkeypatch.setattr(Warmer, "run", run)
    with House(Settings(limits=UNLIMITED, prepare=True)) as house:
        assert begun.wait(PATIENCE)
        assert house.person().create("classic", "you random")
