"""What nobody should get out of a server: more than the rules of the table give."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.house import HandTime, House, Sitting
from tsuro.server.play.tables import ALPHABET, ID_LENGTH
from tsuro.server.settings import UNLIMITED, Settings


@pytest.fixture
def time() -> HandTime:
    return HandTime()


@pytest.fixture
def house(time: HandTime) -> Iterator[House]:
    with House(Settings(limits=UNLIMITED), time=time) as house:
        yield house


def test_nobody_comes_upon_a_table_by_trying(house: House) -> None:
    assert len(set(ALPHABET)) ** ID_LENGTH >= 2**64
    assert len(house.person().create("classic", "you random")) == ID_LENGTH


def undo(sitting: Sitting) -> str:
    """Try to take the last decision back; the sentence of the refusal."""
    sitting.send(type="undo", id="back", seat=1, version=sitting.version)
    refused = sitting.until("refused", "ack")
    assert refused["code"] == "undo_refused"
    message: str = refused["message"]
    return message


def test_a_seat_whose_time_is_up_counts_as_a_person_for_undo(house: House, time: HandTime) -> None:
    ada, bob = house.person(), house.person()
    table = ada.create("classic", "you open", clock={"seconds": 30, "grace": 1})
    bob.post(f"/api/tables/{table}/seats/1/claim", {})
    one, two = ada.sit(table), bob.sit(table)
    assert one.until_asked()
    one.act(one.options()[0])
    assert two.until_asked()
    two.act(two.options()[0])
    assert one.until_asked()
    version = one.version
    time.advance(30)
    one.catch_up(version + 1)
    two.catch_up(one.version)
    info = two.until("table_changed")["table"]
    while info["seats"][0]["kind"] != "bot":
        info = two.until("table_changed")["table"]
    assert info["seats"][0]["reclaimable"]
    assert undo(two) == "Somebody else has decided since."
