"""Sitting down, leaving, coming back: what people do with seats outside the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tsuro.bots.base import require_fit
from tsuro.editions.registry import build_edition
from tsuro.server.play.absence import PATIENCE
from tsuro.server.play.table import CAUTIOUS, Table
from tsuro.server.thinking.bots import table_bot
from tsuro.telling.documents import clean_name
from tsuro.telling.luck import clean_part
from tsuro.telling.opening import bot_name, person_name
from tsuro.telling.refusals import Refusal
from tsuro.telling.standing import given_up


async def claim(table: Table, number: int, *, owner: str, name: str, part: str = "") -> None:
    clean_part(part)
    async with table.lock:
        draft = table.draft()
        seat = draft.seat(number)
        if seat.kind != "open":
            raise Refusal("seat_taken", f"Seat {number} is taken.")
        seat.kind, seat.owner = "person", owner
        seat.name = clean_name(name) or person_name(number)
        seat.part = part
        await table.reseat(draft)


async def add_part(table: Table, number: int, part: str, identity: Collection[str]) -> None:
    """Add to the luck of a game that has not begun, or change what one has added."""
    clean_part(part)
    async with table.lock:
        draft = table.draft()
        seat = draft.seat(number)
        if number not in draft.owned(identity):
            raise Refusal("not_your_seat", f"Seat {number} is not yours.")
        if draft.secret is None:
            raise Refusal(
                "luck_settled",
                "Nothing can be added to the luck of this table: it comes from a seed, or from "
                "another game.",
            )
        if draft.status != "waiting":
            raise Refusal("already_started", "The game has begun already.")
        seat.part = part
        await table.reseat(draft)


async def leave(table: Table, number: int, identity: Collection[str]) -> None:
    """Before the game a seat becomes free again; during it a bot plays on."""
    async with table.lock:
        draft = table.draft()
        given_up(draft, number, identity, CAUTIOUS)
        await table.reseat(draft)


async def stand_in(table: Table, number: int, identity: Collection[str]) -> None:
    """Let a bot play for somebody who has been gone for long; the seat can be taken back."""
    async with table.lock:
        draft = table.draft()
        seat = draft.seat(number)
        if draft.status != "playing":
            raise Refusal("not_started", "The game has not begun, or is over.")
        if not draft.owned(identity):
            raise Refusal("not_your_seat", "Only who plays at the table may ask for this.")
        away = table.audience.away(number)
        if seat.kind != "person" or away is None or away < PATIENCE:
            raise Refusal("not_absent", f"Seat {number} has not been gone for {PATIENCE} seconds.")
        seat.kind, seat.bot = "bot", CAUTIOUS
        await table.reseat(draft)


async def reclaim(table: Table, number: int, identity: Collection[str]) -> None:
    async with table.lock:
        draft = table.draft()
        seat = draft.seat(number)
        if seat.kind != "bot" or seat.owner is None:
            raise Refusal("not_reclaimable", f"Seat {number} has not turned into a bot.")
        if seat.owner not in identity:
            raise Refusal("not_your_seat", f"Seat {number} was not yours.")
        seat.kind, seat.bot = "person", None
        await table.reseat(draft)


async def seat_bots(
    table: Table, numbers: Sequence[int] | None, *, bot: str, identity: Collection[str]
) -> None:
    """Put a bot into some open seats, or with None into all that are left."""
    seated = table_bot(bot)
    async with table.lock:
        draft = table.draft()
        edition = build_edition(draft.edition, seats=len(draft.seats), switches=draft.switches)
        require_fit(seated, edition)
        if draft.creator is None or draft.creator not in identity:
            raise Refusal("not_the_creator", "Only whoever made the table may do this.")
        if draft.status != "waiting":
            raise Refusal("already_started", "The game has begun already.")
        if numbers is None:
            numbers = [n for n, seat in enumerate(draft.seats) if seat.kind == "open"]
        for number in numbers:
            seat = draft.seat(number)
            if seat.kind != "open":
                raise Refusal("seat_taken", f"Seat {number} is taken.")
            seat.kind, seat.bot, seat.name = "bot", bot, bot_name(number)
        await table.reseat(draft)
