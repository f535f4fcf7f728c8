"""Every way the server says no, with a stable code and the HTTP status that goes with it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from tsuro.errors import TsuroError

STATUS: Final[dict[str, HTTPStatus]] = {
    "bad_request": HTTPStatus.BAD_REQUEST,
    "bad_message": HTTPStatus.BAD_REQUEST,
    "bad_part": HTTPStatus.BAD_REQUEST,
    "bad_protocol": HTTPStatus.BAD_REQUEST,
    "too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "no_session": HTTPStatus.UNAUTHORIZED,
    "bad_token": HTTPStatus.UNAUTHORIZED,
    "foreign_origin": HTTPStatus.FORBIDDEN,
    "foreign_host": HTTPStatus.FORBIDDEN,
    "foreign_watcher": HTTPStatus.FORBIDDEN,
    "not_your_seat": HTTPStatus.FORBIDDEN,
    "not_the_creator": HTTPStatus.FORBIDDEN,
    "not_found": HTTPStatus.NOT_FOUND,
    "no_such_table": HTTPStatus.NOT_FOUND,
    "no_such_seat": HTTPStatus.NOT_FOUND,
    "no_such_step": HTTPStatus.NOT_FOUND,
    "method_not_allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "seat_taken": HTTPStatus.CONFLICT,
    "not_reclaimable": HTTPStatus.CONFLICT,
    "not_absent": HTTPStatus.CONFLICT,
    "already_started": HTTPStatus.CONFLICT,
    "not_started": HTTPStatus.CONFLICT,
    "still_running": HTTPStatus.CONFLICT,
    "game_too_long": HTTPStatus.CONFLICT,
    "seed_not_allowed": HTTPStatus.CONFLICT,
    "luck_settled": HTTPStatus.CONFLICT,
    "no_record": HTTPStatus.CONFLICT,
    "rules_changed": HTTPStatus.CONFLICT,
    "not_your_turn": HTTPStatus.CONFLICT,
    "stale_version": HTTPStatus.CONFLICT,
    "undo_refused": HTTPStatus.CONFLICT,
    "guess_refused": HTTPStatus.CONFLICT,
    "study_refused": HTTPStatus.CONFLICT,
    "too_many_requests": HTTPStatus.TOO_MANY_REQUESTS,
    "too_many_tables": HTTPStatus.TOO_MANY_REQUESTS,
    "too_many_connections": HTTPStatus.TOO_MANY_REQUESTS,
    "kept_by_newer": HTTPStatus.CONFLICT,
    "pictures_missing": HTTPStatus.NOT_IMPLEMENTED,
    "not_here": HTTPStatus.NOT_IMPLEMENTED,
    "storage_failed": HTTPStatus.SERVICE_UNAVAILABLE,
    "table_moved": HTTPStatus.SERVICE_UNAVAILABLE,
    "data_damaged": HTTPStatus.SERVICE_UNAVAILABLE,
    "internal": HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""The server's own codes; those of `tsuro.errors` are passed on with 400."""

ENGINE_CODES: Final = (
    "unknown_edition",
    "bad_edition_data",
    "bad_setting",
    "illegal_action",
    "game_over",
    "bad_notation",
    "bad_position",
    "bad_record",
    "replay_mismatch",
    "unknown_bot",
    "error",
)


class Refusal(TsuroError):
    """A request or message that is not carried out; nothing has changed."""

    def __init__(self, code: str, message: str) -> None:
        assert code in STATUS
        super().__init__(message)
        self.code = code


def stale(answered: int, present: int) -> Refusal:
    """To whoever answers a position that is past."""
    return Refusal(
        "stale_version", f"This answers version {answered}, but the game is at {present}."
    )


def status_of(error: TsuroError) -> int:
    return int(STATUS.get(error.code, HTTPStatus.BAD_REQUEST))


def rule_of(error: TsuroError) -> str | None:
    """The rule that forbids an action, where one does."""
    rule = getattr(error, "rule", None)
    return rule if isinstance(rule, str) else None
