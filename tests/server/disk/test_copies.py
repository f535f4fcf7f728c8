"""A backup taken while games go on, restored elsewhere, has every game as it was."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.server.disk.stored_games import rows, stopped
from tests.server.house import House, play_on
from tests.support.waiting import PATIENCE
from tsuro.cli.main import cli
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.server.storage.copying import backup, restore
from tsuro.server.storage.trouble import StorageTrouble

GAMES = 6


def tsuro(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


def settings(folder: Path) -> Settings:
    return Settings(database=str(folder / "tsuro.db"), limits=UNLIMITED)


def test_a_backup_under_load_has_every_game_as_it_was(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    copies = [tmp_path / f"copy{n}.db" for n in range(3)]
    with House(settings(first)) as house:
        ada = house.person()
        tables = [ada.create("classic", "you random random", seed=n) for n in range(GAMES)]
        begun = threading.Barrier(GAMES + 1)

        def play(number: int) -> None:
            sitting = ada.sit(tables[number])
            begun.wait(PATIENCE)
            play_on([sitting], Random(number))

        with ThreadPoolExecutor(GAMES) as pool:
            playing = [pool.submit(play, n) for n in range(GAMES)]
            begun.wait(PATIENCE)
            for copy in copies:
                backup(first / "tsuro.db", copy)
            for each in playing:
                each.result(PATIENCE)
        told = {table: ada.get(f"/api/tables/{table}/steps")["steps"] for table in tables}
        backup(first / "tsuro.db", tmp_path / "last.db")
        cookies = dict(ada.http.cookies)
    final = set(rows(first / "tsuro.db"))
    for copy in copies:
        moves = [row for row in rows(copy) if isinstance(row, tuple) and len(row) == 8]
        assert set(moves) <= final, "a backup has nothing that was not played"
    restored = tsuro("restore", tmp_path / "last.db", "--data", second)
    assert (restored.exit_code, "all checked" in restored.stderr) == (0, True), restored.output
    assert set(rows(second / "tsuro.db")) == final
    with House(settings(second)) as house:
        again = house.program()
        again.http.cookies.update(cookies)
        for table in tables:
            assert again.get(f"/api/tables/{table}/steps")["steps"] == told[table]


def test_a_game_from_a_backup_is_played_on(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    with House(settings(first)) as house:
        ada = house.person()
        table = ada.create("phoenix", "you random", seed=3)
        play_on([ada.sit(table)], Random(1), moves=3)
        backup(first / "tsuro.db", tmp_path / "copy.db")
        cookies = dict(ada.http.cookies)
    second.mkdir()
    restore(tmp_path / "copy.db", second / "tsuro.db")
    with House(settings(second)) as house:
        again = house.program()
        again.http.cookies.update(cookies)
        play_on([again.sit(table)], Random(2))


def test_a_backup_replaces_nothing_and_a_restore_only_if_it_is_told_to(tmp_path: Path) -> None:
    path = stopped(tmp_path)
    copy = tmp_path / "copy.db"
    assert tsuro("backup", "--data", tmp_path, copy).exit_code == 0
    refused = tsuro("backup", "--data", tmp_path, copy)
    assert (refused.exit_code, "replaces nothing" in refused.stderr) == (2, True)
    refused = tsuro("restore", "--data", tmp_path, copy)
    assert (refused.exit_code, "exists already" in refused.stderr) == (2, True)
    before = rows(path)
    assert tsuro("restore", "--data", tmp_path, copy, "--replace").exit_code == 0
    assert rows(path) == before == rows(tmp_path / "tsuro.db.before")


def test_nothing_is_restored_under_a_server_that_runs(tmp_path: Path) -> None:
    backup(stopped(tmp_path), tmp_path / "copy.db")
    with House(settings(tmp_path)):
        refused = tsuro("restore", "--data", tmp_path, tmp_path / "copy.db", "--replace")
    assert (refused.exit_code, "Another server" in refused.stderr) == (2, True)


def test_a_damaged_copy_is_neither_made_nor_restored(tmp_path: Path) -> None:
    path, copy = stopped(tmp_path), tmp_path / "copy.db"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    copy.write_bytes(data)
    with pytest.raises(StorageTrouble, match="damaged"):
        restore(copy, tmp_path / "elsewhere.db")
    path.write_bytes(data)
    with pytest.raises(StorageTrouble, match="damaged"):
        backup(path, tmp_path / "another.db")
    assert not (tmp_path / "another.db").exists()
    checked = tsuro("check", "--data", tmp_path)
    assert checked.exit_code == 1
    assert "damaged" in checked.stdout


def test_check_tells_what_there_is(tmp_path: Path) -> None:
    stopped(tmp_path)
    checked: Any = tsuro("check", "--data", tmp_path)
    assert checked.exit_code == 0
    assert "12 games, 108 moves and 12 sessions" in checked.stdout
    missing = tsuro("check", "--data", tmp_path / "nowhere")
    assert (missing.exit_code, "There is no database" in missing.stderr) == (2, True)
