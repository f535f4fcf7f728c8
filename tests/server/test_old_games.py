"""Games in the database that were begun under an earlier version of the rules."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Literal

import msgspec

from tests.server.house import House
from tsuro.editions.edition import RULES_VERSION
from tsuro.formats.record import parse_record
from tsuro.server.play.documents import read_document, stored
from tsuro.server.storage.store import Create, StoredTable
from tsuro.telling.documents import Seating, TableDocument
from tsuro.telling.match import Line

GOLDEN = Path(__file__).parents[1] / "golden"
Status = Literal["playing", "finished"]


def old_document(
    edition: str, seats: int, status: Status, switches: dict[str, str], *, first: int = 0
) -> bytes:
    """A table as it was stored before rules had a version: the field is not there."""
    document = TableDocument(
        id="", edition=edition, switches=switches, first=first,
        seats=[Seating(kind="bot", bot="random")] * seats, seed="1", public=True,
        clock=None, creator=None, status=status,
    )  # fmt: skip
    fields: dict[str, Any] = msgspec.msgpack.decode(stored(document).document)
    del fields["rules_version"]
    return msgspec.msgpack.encode(fields)


def keep(house: House, name: str, document: bytes, lines: list[Line], status: Status) -> None:
    work = house.hall.store.write(
        Create(StoredTable(name, document, status, public=True), lines, at=0)
    )
    asyncio.run_coroutine_threadsafe(_settled(work), house.loop).result()


async def _settled(work: Any) -> None:
    await work


def test_on_disk_the_switches_have_kept_their_former_name() -> None:
    """A database from when they were called options is read, and older programs read ours."""
    switches = {"board": "auto", "piles": "3"}
    stored = msgspec.msgpack.decode(old_document("kosmos", 3, "playing", switches))
    assert stored["options"] == switches
    assert "switches" not in stored
    assert read_document(msgspec.msgpack.encode(stored)).switches == switches


def test_a_table_from_before_keeps_the_switches_of_its_time() -> None:
    document = read_document(old_document("kosmos", 3, "playing", {"board": "auto", "piles": "2"}))
    assert document.rules_version == 1
    assert document.build().switches["laid_down"] == "hidden"
    document.rules_version = RULES_VERSION
    assert document.build().switches["laid_down"] == "open"


def test_a_new_table_notes_the_present_rules(house: House) -> None:
    ada = house.person()
    table = asyncio.run_coroutine_threadsafe(
        house.hall.tables.get(ada.create("classic", "you random")), house.loop
    ).result()
    assert table.document.rules_version == RULES_VERSION


def test_an_old_game_that_goes_the_same_way_can_be_seen(house: House) -> None:
    record = parse_record((GOLDEN / "kosmos-3-00001.tsr").read_text(encoding="utf-8"))
    lines = [Line("seat", None, None, str(action)) for action in record.actions]
    options = {k: v for k, v in record.edition.switches.items() if k != "laid_down"}
    document = old_document("kosmos", 3, "finished", options, first=record.first)
    keep(house, "same", document, lines, "finished")
    assert house.person().get("/api/tables/same")["state"] == "finished"


def test_an_old_game_that_goes_differently_now_is_refused_with_a_sentence(house: House) -> None:
    """Everything is there but the last row, as if the rules had asked for less then."""
    record = parse_record((GOLDEN / "kosmos-3-00001.tsr").read_text(encoding="utf-8"))
    lines = [Line("seat", None, None, str(action)) for action in record.actions]
    options = dict(record.edition.switches)
    document = old_document("kosmos", 3, "finished", options, first=record.first)
    keep(house, "other", document, lines[:-1], "finished")
    assert house.person().refused("GET", "/api/tables/other") == (409, "rules_changed")


def test_an_old_game_with_a_row_that_is_illegal_now_is_refused_too(house: House) -> None:
    document = old_document("classic", 2, "playing", {"draw": "holder_first", "ban": "edge"})
    keep(house, "illegal", document, [Line("seat", 0, None, "T01/0")], "playing")
    assert house.person().refused("GET", "/api/tables/illegal") == (409, "rules_changed")
