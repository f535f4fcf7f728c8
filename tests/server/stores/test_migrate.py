"""All games go from one kind of store into the other and back, and each is played again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from tests.server.house import House, play_on
from tests.server.stores.kinds import OfPostgres
from tests.support.postgres import Postgres
from tsuro.cli.main import cli
from tsuro.server.run import DATABASE, prepared
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.server.storage.checking import check
from tsuro.server.storage.moving import digest
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.postgres.schema import prepare
from tsuro.server.storage.store import Store
from tsuro.server.storage.trouble import UNFINISHED, StorageTrouble


def migrate(source: str, target: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["migrate", source, target])
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games, some of them over."""
    folder = tmp_path_factory.mktemp("played")
    with House(Settings(database=str(folder / DATABASE), limits=UNLIMITED)) as house:
        ada = house.person()
        for edition, moves in (("classic", 9), ("pocket", 10_000), ("seas", 5), ("phoenix", 7)):
            table = ada.create(edition, "you random")
            play_on([ada.sit(table)], Random(1), moves=moves)
        ada.create("kosmos", "you open", public=True)
    return folder


async def digests(store: Store) -> dict[str, bytes]:
    await store.start()
    found = {}
    for name in await store.names("", 1_000):
        whole = await store.whole(name)
        assert whole is not None
        found[name] = digest(whole)
    await store.stop()
    return found


def everything(place: str) -> dict[str, bytes]:
    return asyncio.run(digests(open_store(place, shared=False)))


def test_there_and_back_nothing_changes(played: Path, postgres: Postgres, tmp_path: Path) -> None:
    address = OfPostgres(postgres).address
    status, said = migrate(str(played), address)
    assert (status, "5 games" in said, "played again" in said) == (0, True, True), said
    checked = CliRunner().invoke(cli, ["check", "--database", address])
    assert (checked.exit_code, "all as written" in checked.output) == (0, True), checked.output
    status, said = migrate(address, str(tmp_path / "back"))
    assert (status, "5 games" in said) == (0, True), said
    back = tmp_path / "back" / DATABASE
    assert check(back).complaints == []
    assert everything(str(back)) == everything(str(played / DATABASE)) == everything(address)


def test_games_that_are_there_are_left_alone(played: Path, postgres: Postgres) -> None:
    address = OfPostgres(postgres).address
    assert migrate(str(played), address)[0] == 0
    before = everything(address)
    status, said = migrate(str(played), address)
    assert (status, "holds games already" in said) == (2, True), said
    assert everything(address) == before


def test_whoever_was_interrupted_begins_again(played: Path, postgres: Postgres) -> None:
    kind = OfPostgres(postgres)
    assert migrate(str(played), kind.address)[0] == 0
    whole = everything(kind.address)
    kind.execute(f"INSERT INTO meta VALUES('{UNFINISHED}', '1')")
    kind.execute("DELETE FROM log WHERE seq > 3")
    with pytest.raises(StorageTrouble, match="was not finished"):
        prepare(kind.address)
    status, said = migrate(kind.address, str(played / "elsewhere"))
    assert (status, "was not finished" in said) == (2, True), said
    assert migrate(str(played), kind.address)[0] == 0
    assert everything(kind.address) == whole


def test_no_server_takes_half_of_the_games(tmp_path: Path) -> None:
    path = str(tmp_path / DATABASE)

    async def mark(store: Store) -> None:
        await store.start()
        await store.mark(UNFINISHED, "1")
        await store.stop()

    asyncio.run(mark(open_store(path, shared=False)))
    with pytest.raises(StorageTrouble, match="was not finished"):
        prepared(Settings(database=path), "")


def test_what_is_damaged_is_not_carried_on(
    played: Path, postgres: Postgres, tmp_path: Path
) -> None:
    kind = OfPostgres(postgres)
    assert migrate(str(played), kind.address)[0] == 0
    kind.execute("UPDATE log SET body = body || ' ' WHERE seq = 2")
    status, said = migrate(kind.address, str(tmp_path / "copy"))
    assert (status, "data_damaged" in said) == (2, True), said
    checked = CliRunner().invoke(cli, ["check", "--database", kind.address])
    assert (checked.exit_code, "not as it was written" in checked.output) == (1, True)


def test_a_server_that_runs_is_not_copied(played: Path, tmp_path: Path) -> None:
    settings = Settings(database=str(played / DATABASE), limits=UNLIMITED)
    with House(settings):
        status, said = migrate(str(played), str(tmp_path / "copy"))
    assert (status, "Another server" in said) == (2, True), said
    assert migrate(str(tmp_path / "nothing"), str(tmp_path / "copy"))[0] == 2
