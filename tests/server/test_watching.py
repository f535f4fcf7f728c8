"""What an operator sees: health, readiness, figures, log lines; and what a proxy may say."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import InvalidStatus

from tests.server.house import House, Person, play_on
from tests.support.waiting import PATIENCE, until
from tsuro.server.configuring import limits_from, limits_of, wanted
from tsuro.server.reporting import JsonLines, TextLines, report_to_stderr
from tsuro.server.settings import UNLIMITED, Limits, Rate, Settings
from tsuro.server.storage.keeping import Keeper
from tsuro.server.thinking.workers import Workers

PROXIED = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}


def figures(person: Person) -> dict[str, float]:
    text = person.http.get("/metrics").text
    return {
        sample.name + "".join(sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
def proxied() -> Iterator[House]:
    """A server that trusts a proxy on this machine, reached by https."""
    with House(
        Settings(limits=UNLIMITED, secure_cookie=True, trusted_proxies=("127.0.0.1",))
    ) as house:
        yield house


def test_a_server_is_alive_at_once_and_ready_when_games_have_been_taken_up(house: House) -> None:
    ada = house.program()
    assert ada.http.get("/healthz").text == "ok\n"
    until(lambda: ada.http.get("/readyz").status_code == 200, "the server is ready")
    store = house.hall.store
    house.call(lambda: setattr(store, "_trying", True))
    house.call(lambda: setattr(store, "failing", True))
    failing = ada.http.get("/readyz")
    house.call(lambda: setattr(store, "_trying", False))
    assert (failing.status_code, failing.text) == (503, "The last write to the disk failed.\n")
    assert ada.http.get("/readyz").status_code == 200, "this disk can be written"


def test_figures_follow_what_happens() -> None:
    with House() as house:
        ada = house.person()
        before = figures(ada)
        sitting = ada.sit(ada.create("classic", "you random", seed=1))
        play_on([sitting], Random(1), moves=2)
        assert ada.refused("GET", "/api/tables/nowhere") == (404, "no_such_table")
        with pytest.raises(InvalidStatus):
            ada.connect("nowhere", origin="http://evil.example")
        after = figures(ada)
    assert after["tsuro_refusals_totalforeign_origin"] == 1
    assert after["tsuro_standing"] == 1, "whoever asks for the figures"
    assert after["tsuro_delayed_total"] == after["tsuro_shown_out_total"] == 0
    assert after["tsuro_tables"] == before["tsuro_tables"] + 1
    assert after["tsuro_sockets"] == 1
    assert after["tsuro_moves_total"] >= before["tsuro_moves_total"] + 2
    assert after["tsuro_commits_total"] > before["tsuro_commits_total"]
    assert after["tsuro_commit_seconds_count"] == after["tsuro_commits_total"]
    assert after["tsuro_telling_seconds_count"] >= 2
    assert after["tsuro_refusals_totalno_such_table"] == 1
    assert after["tsuro_ready"] == 1


def test_figures_are_for_this_machine_and_whom_the_operator_names(proxied: House) -> None:
    ada = proxied.program()
    assert ada.http.get("/metrics").status_code == 200
    assert ada.http.get("/metrics", headers=PROXIED).status_code == 403
    with House(replace(proxied.settings, metrics_from=("203.0.113.0/24",))) as other:
        assert other.program().http.get("/metrics", headers=PROXIED).status_code == 200


def test_what_an_unknown_proxy_says_is_not_believed(house: House) -> None:
    ada = house.program()
    assert ada.http.get("/metrics", headers=PROXIED).status_code == 403
    seen = house.hall.budgets._budgets
    ada.http.post("/api/session", headers=PROXIED)
    assert not any(address == "203.0.113.9" for address, _ in seen)


def test_a_trusted_proxy_tells_where_somebody_comes_from(proxied: House) -> None:
    ada = proxied.program()
    answer = ada.http.post("/api/session", headers=PROXIED)
    assert "Secure" in answer.headers["set-cookie"]
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert any(address == "203.0.113.9" for address, _ in proxied.hall.budgets._budgets)


def test_without_https_nothing_is_demanded_of_browsers(house: House) -> None:
    answer = house.program().http.post("/api/session")
    assert "Secure" not in answer.headers["set-cookie"]
    assert "strict-transport-security" not in answer.headers


def record(**more: object) -> logging.LogRecord:
    made = logging.makeLogRecord(
        {"name": "tsuro.server", "levelname": "ERROR", "msg": "table %s\nfailed", "args": ("x",)}
    )
    made.created = 1_700_000_000.5
    made.__dict__.update(more)
    return made


def test_a_log_line_has_time_and_level() -> None:
    assert TextLines().format(record()) == "2023-11-14T22:13:20.500Z error table x\nfailed"
    line = JsonLines().format(record())
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "2023-11-14T22:13:20.500Z",
        "level": "error",
        "logger": "tsuro.server",
        "message": "table x\nfailed",
    }


def warn_aloud() -> None:
    """In a worker; a function of a module, for a worker must find it."""
    logging.getLogger("tsuro.fast").warning("from a worker")


@pytest.mark.usefixtures("own_log")
def test_whoever_speaks_in_a_server_speaks_in_one_form(capfd: pytest.CaptureFixture[str]) -> None:
    """Libraries, warnings and other processes, too: a program reads these lines."""
    report_to_stderr("json", "info")
    for name in ("asyncio", "websockets.server", "py.warnings", "tsuro.fast"):
        logging.getLogger(name).warning("from %s\nin two lines", name)
    logging.getLogger("websockets.server").info("not asked for")

    async def work() -> None:
        workers = Workers(1)
        await workers.run(warn_aloud)
        await workers.close()

    asyncio.run(work())
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["logger"] for line in lines[:4]] == [
        *("asyncio", "websockets.server", "py.warnings", "tsuro.fast")
    ]
    assert [line["message"] for line in lines[4:]] == ["from a worker"]
    assert all(line["time"] and line["level"] == "warning" for line in lines)


def test_no_secret_is_written_to_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """At every level, while games are played, refused and damaged."""
    with (
        caplog.at_level(logging.DEBUG),
        House(Settings(str(tmp_path / "tsuro.db"), limits=UNLIMITED)) as house,
    ):
        ada = house.person()
        table = ada.create("classic", "you random", seed=4711)
        play_on([ada.sit(table)], Random(1), moves=3)
        ada.http.get("/api/tables", headers={"authorization": "Bearer a-very-secret-token"})
        ada.refused("POST", "/api/tables", {"edition": "nothing"})
        secret = ada.http.cookies["tsuro_player"]
    # What the programs of this test say of themselves is their own matter.
    ours = [
        each.getMessage()
        for each in caplog.records
        if each.name.startswith(("tsuro", "uvicorn", "starlette", "asyncio"))
    ]
    told = [each for each in ours if secret in each or "a-very-secret-token" in each]
    assert told == []


def test_limits_are_chosen_by_name() -> None:
    limits = limits_of(["loaded_tables=7", "tables=3/0.5"], Limits())
    assert (limits.loaded_tables, limits.tables) == (7, Rate(3, 0.5))
    assert limits_from({"tables": {"burst": 3, "per_second": 0.5}}, Limits()).tables == Rate(3, 0.5)


def test_options_come_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tsuro.toml"
    path.write_text(
        '[server]\nport = 9000\nhost = "0.0.0.0"\npublic_url = "https://a.example"\n'
        'trusted_proxy = ["10.0.0.0/8"]\nkeep = 30\n[limits]\nloaded_tables = 9\n'
    )
    found = wanted(path, {"port": 9001, "limit_texts": ("hello_seconds=3",)}, Limits())
    assert (found.port, found.host, found.keep) == (9001, "0.0.0.0", 30)
    assert found.public is not None
    assert (found.public.host, found.public.secure) == ("a.example", True)
    assert found.trusted_proxy == ("10.0.0.0/8",)
    assert (found.limits.loaded_tables, found.limits.hello_seconds) == (9, 3.0)


def test_old_games_and_sessions_are_deleted_and_others_stay(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "tsuro.db"), limits=replace(UNLIMITED, loaded_tables=1))
    with House(settings) as house:
        ada = house.person()
        tables = [ada.create("classic", "you random", seed=n) for n in range(4)]
        keeper = Keeper(house.hall.store, house.hall.time, 30)

        def forget(before: float) -> tuple[int, int]:
            work = keeper.forget(before)
            return asyncio.run_coroutine_threadsafe(work, house.loop).result(PATIENCE)

        assert forget(0.0) == (0, 0)
        keeper._is_loaded = lambda name: name == tables[3]
        assert forget(math.inf) == (3, 1)
        assert ada.get(f"/api/tables/{tables[3]}")["id"] == tables[3]
        house.call(house.hall.tables._loaded.clear)
        assert ada.refused("GET", f"/api/tables/{tables[0]}") == (404, "no_such_table")
