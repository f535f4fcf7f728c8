"""A table as one text that a browser keeps: who sits where, and every row of its log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final, Literal

from tsuro.editions.edition import RULES_VERSION
from tsuro.errors import TsuroError
from tsuro.formats.wire.reading import Misfit, read
from tsuro.formats.wire.values import to_wire
from tsuro.telling.documents import TableDocument
from tsuro.telling.match import Line, Match
from tsuro.telling.refusals import Refusal

FORMAT: Final = 1
COMPACT: Final = (",", ":")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptLine:
    kind: Literal["seat", "luck", "undo"]
    body: str
    seat: int | None = None
    command: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTable:
    format: int
    document: TableDocument
    lines: list[KeptLine]


def kept_text(document: TableDocument, lines: Sequence[Line]) -> str:
    table = KeptTable(
        format=FORMAT, document=document, lines=[KeptLine(**line._asdict()) for line in lines]
    )
    return json.dumps(asdict(table), ensure_ascii=False, separators=COMPACT)


def written(value: object) -> str:
    """As the server writes its messages."""
    return json.dumps(to_wire(value), ensure_ascii=False, separators=COMPACT)


def read_kept(text: str) -> tuple[TableDocument, list[Line]]:
    """A table that was kept; a text that is none, or of a newer program, is refused."""
    try:
        found = json.loads(text)
        number = found.get("format") if isinstance(found, dict) else None
        if isinstance(number, int) and number > FORMAT:
            raise Refusal(
                "kept_by_newer", "This game was kept by a newer version; load the page anew."
            )
        table = read(KeptTable, found)
    except (ValueError, RecursionError, Misfit) as error:
        raise _damaged(error) from None
    lines = [Line(each.kind, each.seat, each.command, each.body) for each in table.lines]
    return table.document, lines


def replayed(document: TableDocument, lines: Sequence[Line]) -> Match:
    """The game of a table; one of earlier rules is refused if it goes differently today."""
    try:
        match = Match(
            document.build(),
            first=document.first,
            seed=document.seed,
            position=document.position,
        )
        match.replay(lines)
    except TsuroError as error:
        if document.rules_version == RULES_VERSION:
            raise Refusal(
                "data_damaged", f"What was kept of this game is damaged: {error}"
            ) from None
        raise Refusal(
            "rules_changed",
            "This game was begun under earlier rules and goes differently under today's.",
        ) from error
    match.started = document.status != "waiting"
    return match


def _damaged(error: Exception) -> Refusal:
    return Refusal("data_damaged", f"What was kept of this game is damaged: {error}")
