"""Nothing is silent on disk: what was changed, cut or lost is noticed, said, and kept apart."""

from __future__ import annotations

import asyncio
import logging
import os
import stat
from pathlib import Path

import apsw
import pytest

from tests.server.disk.flips import Laboratory, complaints, run, starts
from tests.server.disk.stored_games import GAMES, MOVES, killed, of_format_1, rows, stopped
from tests.server.house import House
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.server.storage.checking import check
from tsuro.server.storage.database import connect
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.tally import SLOT, tally_path
from tsuro.server.storage.trouble import StorageTrouble
from tsuro.telling.refusals import Refusal

TRIES = int(os.environ.get("TSURO_FLIPS", "60"))
"""More of them prove more; `TSURO_FLIPS=1000` takes a minute or two."""


def test_a_flipped_bit_is_noticed_wherever_it_is(tmp_path: Path) -> None:
    counted = run(TRIES, 7, tmp_path)
    assert counted["database: noticed by check"] == TRIES // 2
    assert counted["log: noticed by check"] == TRIES // 2
    assert counted["log: refused at the start"] == TRIES // 2, "a cut log is never taken for whole"


def test_a_database_that_is_well_gives_no_cause_for_complaint(tmp_path: Path) -> None:
    for make in (stopped, killed):
        folder = tmp_path / make.__name__
        folder.mkdir()
        path = make(folder)
        findings = check(path)
        assert findings.complaints == []
        assert (findings.tables, findings.rows, findings.players) == (GAMES, GAMES * MOVES, GAMES)
        assert starts(path)


def test_a_log_that_was_cut_at_any_place_is_refused(tmp_path: Path) -> None:
    laboratory = Laboratory(tmp_path, killed)

    def cut_to(share: float) -> Path:
        def damage(data: bytearray) -> None:
            del data[int(len(data) * share) :]

        return laboratory.damaged("-wal", damage)

    for share in (0.0, 0.1, 0.5, 0.9, 0.99):
        path = cut_to(share)
        with pytest.raises(StorageTrouble, match=r"its log has lost \d+ of the commits"):
            SqliteStore(str(path))
        assert any("has lost" in each for each in complaints(path))


def test_the_evidence_of_a_damaged_log_stays(tmp_path: Path) -> None:
    laboratory = Laboratory(tmp_path, killed)
    path = laboratory.damaged("-wal", lambda data: data.__delitem__(slice(5000, None)))
    before = path.with_name("tsuro.db-wal").read_bytes()
    assert not starts(path)
    assert path.with_name("tsuro.db-wal").read_bytes() == before


def test_a_note_that_lags_behind_or_has_gone_is_no_damage(tmp_path: Path) -> None:
    """As after a failure of power, and as with a copy that somebody put there."""
    path = killed(tmp_path)
    tally = tally_path(path)
    tally.write_bytes(tally.read_bytes()[:SLOT])
    assert complaints(path) == []
    tally.unlink()
    assert starts(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE log SET body='T01/1' WHERE game='game3' AND seq=2", "Row 2 of the log of game3"),
        ("UPDATE log SET seat=2 WHERE game='game3' AND seq=1", "Row 1 of the log of game3"),
        ("DELETE FROM log WHERE game='game3' AND seq=2", "has row 3 where row 2 should be"),
        ("UPDATE tables SET public=1-public WHERE id='game3'", "The table game3"),
        ("UPDATE players SET created=7 WHERE secret LIKE '%03'", "A session is not"),
        ("DELETE FROM tables WHERE id='game3'", "moves of game3, but no such table"),
    ],
)
def test_a_row_that_was_changed_is_noticed(tmp_path: Path, change: str, said: str) -> None:
    path = stopped(tmp_path)
    connection = connect(path, patience=0)
    connection.execute(change)
    connection.close()
    [complaint] = complaints(path)
    assert said in complaint


def test_one_damaged_table_does_not_keep_the_others_from_waking(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = Settings(database=str(tmp_path / "tsuro.db"), limits=UNLIMITED)
    with House(settings) as house:
        ada = house.person()
        tables = [ada.create("classic", "you random", seed=n, public=True) for n in range(4)]
        cookies = dict(ada.http.cookies)
    changed = connect(tmp_path / "tsuro.db", patience=0)
    changed.execute("UPDATE log SET body='*T35' WHERE game=? AND seq=1", (tables[0],))
    changed.execute("UPDATE tables SET document=x'c1' WHERE id=?", (tables[1],))
    changed.close()
    with caplog.at_level(logging.ERROR, "tsuro.server"), House(settings) as house:
        ada = house.program()
        ada.http.cookies.update(cookies)
        for table in tables[2:]:
            assert ada.sit(table).until_asked()
        for table in tables[:2]:
            assert ada.refused("GET", f"/api/tables/{table}") == (503, "data_damaged")
        assert house.hall.tables.set_aside == 2
        assert {each["id"] for each in ada.get("/api/tables")} == set(tables[2:])
        said = [record.getMessage() for record in caplog.records]
        assert sum("is set aside" in each for each in said) == 2, said


def test_what_could_not_be_written_is_said_and_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(str(tmp_path / "tsuro.db"))

    def fail(connection: apsw.Connection) -> None:
        raise apsw.FullError("database or disk is full")

    async def story() -> None:
        with pytest.raises(Exception, match="could not be written"):
            await store.do(fail)

    with caplog.at_level(logging.ERROR, "tsuro.server"):
        asyncio.run(story())
    store.close()
    assert (store.failures, store.failing) == (1, True)
    assert "database or disk is full" in caplog.text


def test_only_another_write_tells_that_the_disk_is_well_again(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "tsuro.db"))

    def fail(connection: apsw.Connection) -> None:
        raise apsw.FullError("database or disk is full")

    def look(connection: apsw.Connection) -> object:
        return connection.execute("SELECT count(*) FROM tables").get

    async def story() -> list[bool]:
        with pytest.raises(Refusal):
            await store.do(fail)
        told = [store.failing]
        assert await store.do(look) == 0
        told.append(store.failing)
        await store.try_again()
        return [*told, store.failing]

    assert asyncio.run(story()) == [True, True, False]
    store.close()


def test_nobody_else_can_read_the_files(tmp_path: Path) -> None:
    path = killed(tmp_path)
    store = SqliteStore(str(path))
    found = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    store.close()
    assert "tsuro.db-wal" in found
    assert set(found.values()) == {0o600}


def test_an_older_database_is_brought_up_to_date_and_kept(tmp_path: Path) -> None:
    path = of_format_1(tmp_path)
    assert "earlier format" in complaints(path)[0]
    old = connect(path, patience=0).execute("SELECT game, seq, body FROM log").fetchall()
    SqliteStore(str(path)).close()
    assert check(path).complaints == []
    assert check(path).rows == len(old)
    kept = tmp_path / "tsuro-format1.db"
    assert connect(kept, patience=0).execute("SELECT game, seq, body FROM log").fetchall() == old
    assert connect(path, patience=0).execute("SELECT game, seq, body FROM log").fetchall() == old
    before = rows(path)
    SqliteStore(str(path)).close()
    assert rows(path) == before, "once is enough"


def test_an_older_database_that_is_damaged_is_left_as_it_is(tmp_path: Path) -> None:
    path = of_format_1(tmp_path)
    data = bytearray(path.read_bytes())
    data[4096 : 4096 + 8] = bytes(8)
    path.write_bytes(data)
    with pytest.raises(StorageTrouble, match="is damaged"):
        SqliteStore(str(path))
    assert path.read_bytes() == data
