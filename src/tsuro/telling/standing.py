"""What somebody may do at a table now, besides deciding: take back, branch off, analyse."""

from __future__ import annotations

from collections.abc import Collection

from tsuro.core.ids import Seat
from tsuro.telling.documents import TableDocument
from tsuro.telling.match import Match
from tsuro.telling.messages import Act, Undo
from tsuro.telling.refusals import Refusal, stale


def can_branch(document: TableDocument, match: Match, identity: Collection[str]) -> bool:
    """What-if lines are for finished games, games against bots alone, and who is out."""
    if match.over:
        return True
    if document.status != "playing":
        return False
    return document.alone(identity) is not None or is_out(document, match, identity)


def can_study(document: TableDocument, match: Match, identity: Collection[str]) -> bool:
    """Analysis is for finished games and for who plays against bots alone."""
    if document.others_play_on:
        return False
    return match.over or document.alone(identity) is not None


def is_out(document: TableDocument, match: Match, identity: Collection[str]) -> bool:
    owned = document.owned(identity)
    return bool(owned) and not any(match.state.is_in(Seat(seat)) for seat in owned)


def undo_to(document: TableDocument, match: Match, seat: int) -> int:
    """How many moves an undo by a seat would keep; refuses if it may not."""
    bots = document.bots
    others = {*range(len(document.seats))} - bots - {seat}
    return match.undo_to(seat, bots=bots, alone=not others)


def may_undo(document: TableDocument, match: Match, viewer: Seat | None) -> bool:
    moves = match.moves
    if viewer is None or not moves or moves[-1].seat is None:
        return False  # Mostly luck has come in.
    try:
        undo_to(document, match, viewer)
    except Refusal:
        return False
    return True


def done_before(
    document: TableDocument, match: Match, identity: Collection[str], message: Act | Undo
) -> int | None:
    """The version a command led to if it was carried out already; refuses a stale one."""
    if message.seat not in document.owned(identity):
        raise Refusal("not_your_seat", f"Seat {message.seat} is not yours.")
    done = match.commands.get((message.seat, message.id))
    if done is None and message.version != match.version:
        raise stale(message.version, match.version)
    return done


def given_up(document: TableDocument, number: int, identity: Collection[str], bot: str) -> None:
    """Before the game a seat becomes free again; during it a bot plays on."""
    seat = document.seat(number)
    if number not in document.owned(identity):
        raise Refusal("not_your_seat", f"Seat {number} is not yours.")
    if document.status == "waiting":
        seat.release()
    elif document.status == "playing":
        seat.kind, seat.bot, seat.owner = "bot", bot, None
