"""A key makes the seals proof against whoever can write the database, and is asked for."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.cli.running import run as tsuro
from tests.server.disk import tampering
from tests.server.disk.flips import complaints, starts
from tests.server.disk.stored_games import GAMES, MOVES, fill, rows, stopped
from tests.server.stores.kinds import OfPostgres
from tests.support.postgres import Postgres
from tsuro.server.configuring import wanted
from tsuro.server.settings import UNLIMITED
from tsuro.server.storage.checking import Findings, check
from tsuro.server.storage.database import connect
from tsuro.server.storage.moving import look_through
from tsuro.server.storage.postgres.schema import prepare
from tsuro.server.storage.sealing import UNKEYED, read_key, use_key
from tsuro.server.storage.sqlite import SqliteStore
from tsuro.server.storage.store import Store
from tsuro.server.storage.trouble import StorageTrouble

TRIES = 200
"""Of tampering; `python -m tests.server.disk.tampering` tries as often as you like."""
FEWER = 40
KEY, OTHER = bytes(range(32)), bytes(range(1, 33))


def change(path: Path, statement: str) -> None:
    connection = connect(path, patience=0)
    connection.execute(statement)
    connection.close()


def test_whatever_is_changed_is_noticed_on_waking_and_by_check() -> None:
    use_key(KEY)
    counted = asyncio.run(tampering.run(SqliteStore(":memory:"), TRIES, 3))
    assert sum(counted.values()) == TRIES
    assert all(what.endswith(" noticed") for what in counted), counted


def test_in_postgresql_as_well(postgres: Postgres) -> None:
    use_key(KEY)
    counted = asyncio.run(tampering.run(OfPostgres(postgres).open(), FEWER, 4))
    assert sum(counted.values()) == FEWER
    assert all(what.endswith(" noticed") for what in counted), counted


def test_without_a_key_the_end_of_a_log_is_noticed_too(tmp_path: Path) -> None:
    path = stopped(tmp_path)
    change(path, "DELETE FROM log WHERE game='game3' AND seq=9")
    [complaint] = complaints(path)
    assert "The log of game3 has 8 rows where 9 rows should be" in complaint
    change(path, "DELETE FROM log WHERE game='game4'")
    assert "The log of game4 has 0 rows where 9" in "".join(complaints(path))


def test_games_from_before_are_sealed_with_a_key_once(tmp_path: Path) -> None:
    path = stopped(tmp_path)
    change(path, "DELETE FROM meta WHERE name='sealed'; DROP TABLE heads")
    assert complaints(path) == [], "as a server of before left it"
    use_key(KEY)
    assert "not sealed with this key yet" in complaints(path)[0]
    before = rows(path)
    assert starts(path)
    found = check(path)
    assert found.complaints == []
    assert (found.tables, found.rows) == (GAMES, GAMES * MOVES)
    assert rows(path) != before, "every seal is a new one"
    after = rows(path)
    assert starts(path)
    assert rows(path) == after, "once is enough"


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE log SET body='T01/1' WHERE game='game3' AND seq=2", "Row 2 of the log of game3"),
        ("UPDATE tables SET public=1-public WHERE id='game3'", "the table game3"),
        ("UPDATE players SET created=7 WHERE secret LIKE '%03'", "a session"),
    ],
)
def test_what_is_damaged_is_not_given_a_good_seal(tmp_path: Path, damage: str, said: str) -> None:
    path = stopped(tmp_path)
    change(path, f"DELETE FROM meta WHERE name='sealed'; {damage}")
    before = rows(path)
    use_key(KEY)
    with pytest.raises(StorageTrouble, match=said):
        SqliteStore(str(path))
    assert rows(path) == before


def test_another_key_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    use_key(KEY)
    path = stopped(tmp_path)
    before = rows(path)
    for key in (OTHER, UNKEYED):
        use_key(key)
        assert "name its file with --seal-key" in complaints(path)[0]
        with pytest.raises(StorageTrouble, match="sealed with a key that was not given"):
            SqliteStore(str(path))
        SqliteStore(str(path), sealed=False).close()  # Who only thinks reads no game.
    assert rows(path) == before
    change(path, "DELETE FROM meta WHERE name='sealed'")
    use_key(OTHER)
    with pytest.raises(StorageTrouble, match="is not as it was written"):
        SqliteStore(str(path))


def test_postgresql_asks_for_the_key_before_anybody_is_served(postgres: Postgres) -> None:
    kind = OfPostgres(postgres)
    prepare(kind.address)
    use_key(KEY)
    with pytest.raises(StorageTrouble, match="sealed with a key that was not given"):
        prepare(kind.address)
    prepare(kind.address, sealed=False)


def test_postgresql_seals_what_was_there_once(postgres: Postgres) -> None:
    kind = OfPostgres(postgres)
    store = kind.open()

    async def story(act: Callable[[Store], Awaitable[object]]) -> object:
        await store.start()
        try:
            return await act(store)
        finally:
            await store.stop()

    asyncio.run(story(lambda store: fill(store, 2)))
    kind.execute("DELETE FROM meta WHERE name='sealed'; TRUNCATE heads")
    use_key(KEY)
    store = kind.open()
    found = asyncio.run(story(lambda store: look_through(store, lambda more: None)))
    assert isinstance(found, Findings)
    assert (found.complaints, found.tables, found.rows) == ([], 2, 2 * MOVES)


def test_commands_take_the_key(tmp_path: Path) -> None:
    key_file = tmp_path / "seal.key"
    key = read_key(key_file, make=True)
    assert stat.S_IMODE(key_file.stat().st_mode) == 0o600
    assert read_key(key_file, make=True) == key
    use_key(key)
    stopped(tmp_path)
    use_key(UNKEYED)
    place, named = ("--data", str(tmp_path)), ("--seal-key", str(key_file))
    assert tsuro("check", *place, *named).exit_code == 0
    assert tsuro("check", *place).exit_code == 1
    copy = tmp_path / "copy.db"
    assert tsuro("backup", str(copy), *place).exit_code == 2
    assert tsuro("backup", str(copy), *place, *named).exit_code == 0
    assert tsuro("check", str(copy), *named).exit_code == 0
    elsewhere = str(tmp_path / "elsewhere")
    assert tsuro("restore", str(copy), "--data", elsewhere, *named).exit_code == 0


@pytest.mark.parametrize("content", ["", "abc", "zz" * 32, "00" * 31])
def test_a_file_without_a_key_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "seal.key"
    with pytest.raises(StorageTrouble):
        read_key(file)
    file.write_text(content)
    with pytest.raises(StorageTrouble, match="holds no key"):
        read_key(file, make=True)


def test_a_file_of_settings_may_name_the_key(tmp_path: Path) -> None:
    config = tmp_path / "tsuro.toml"
    config.write_text('[server]\nseal_key = "/etc/tsuro/seal.key"\n')
    assert wanted(config, {}, UNLIMITED).seal_key == "/etc/tsuro/seal.key"
