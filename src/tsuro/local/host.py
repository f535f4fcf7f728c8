"""All tables of a device, behind the same addresses and messages as a server's.

Nothing here waits or writes. Every call returns `Effects`: what must be kept before anything of it
is told, what to tell, and the answer. If keeping fails, `forget` drops the table, and whoever looks
at it comes back to what was kept.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from random import Random
from typing import Any, Final, TypeVar

from tsuro.editions.registry import EDITIONS
from tsuro.errors import TsuroError
from tsuro.formats.record import parse_record
from tsuro.formats.wire.reading import Misfit, read, read_one_of
from tsuro.local.bots import require_bots
from tsuro.local.keeping import read_kept, written
from tsuro.local.study import LocalStudy
from tsuro.local.table import ME, Link, LocalTable
from tsuro.studying.messages import Failed, Study, StudyLine
from tsuro.studying.subject import Subject, viewer_for_study
from tsuro.telling.documents import TableDocument, seat_infos, table_info
from tsuro.telling.match import Line, Match
from tsuro.telling.messages import ClientMessage, Language, Refused, RematchOffered, TableInfo
from tsuro.telling.opening import (
    branch_document,
    continued,
    copied_lines,
    lesson_document,
    new_document,
    recorded_document,
    refuse_beyond,
    rematch_document,
)
from tsuro.telling.refusals import Refusal, rule_of, status_of
from tsuro.telling.replaying import (
    picture,
    record_text,
    replay_of_record,
    replay_of_table,
    viewer_of,
)
from tsuro.telling.requests import (
    Done,
    NewBranch,
    NewLesson,
    NewTable,
    Problem,
    ProblemBody,
    TableCreated,
    TableLink,
)
from tsuro.telling.viewers import EVERYTHING

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH: Final = 13
(PLAYER,) = ME
JSON, TEXT, SVG = "application/json", "text/plain", "image/svg+xml"
BodyT = TypeVar("BodyT")


@dataclass(frozen=True, slots=True)
class Kept:
    """A table to be kept, and whether it belongs into the list of one's games."""

    table: str
    text: str
    listed: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A message for whoever looks at a table."""

    link: int
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    kind: str
    body: str


@dataclass(slots=True)
class Effects:
    kept: list[Kept] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked; `parts` are what the address names."""

    parts: tuple[str, ...]
    query: dict[str, str]
    body: str

    @property
    def language(self) -> Language:
        return "de" if self.query.get("language") == "de" else "en"

    def read(self, kind: type[BodyT]) -> BodyT:
        try:
            return read(kind, json.loads(self.body or "{}"))
        except (Misfit, ValueError, RecursionError) as error:
            raise Refusal("bad_request", f"The body cannot be read: {error}") from None


Handler = Callable[[Request], Any]


class Host:
    def __init__(self, luck: Callable[[], int] = lambda: secrets.randbits(128)) -> None:
        """`luck` is where seeds come from; tests put their own in its place."""
        self._tables: dict[str, LocalTable] = {}
        self._links: dict[int, tuple[Link, LocalTable]] = {}
        self._studies: dict[int, LocalStudy] = {}
        self._luck = luck
        self._routes: tuple[tuple[str, re.Pattern[str], Handler], ...] = tuple(
            (method, re.compile(path), handler)
            for method, path, handler in (
                ("POST", r"/api/tables", self._create),
                ("POST", r"/api/lessons", self._lesson),
                ("POST", r"/api/branches", self._branch),
                ("POST", r"/api/records", self._record),
                ("GET", r"/api/tables/(\w+)", self._info),
                ("GET", r"/api/tables/(\w+)/steps", self._steps),
                ("GET", r"/api/tables/(\w+)/record", self._table_record),
                ("GET", r"/api/tables/(\w+)/svg", self._svg),
                ("POST", r"/api/tables/(\w+)/rematch", self._rematch),
                ("POST", r"/api/tables/(\w+)/seats/(\d)/leave", self._leave),
            )
        )

    def knows(self, table: str) -> bool:
        return table in self._tables

    def restore(self, table: str, text: str) -> None:
        """Take up a table that was kept; refuses what cannot be read."""
        document, lines = read_kept(text)
        self._tables[table] = LocalTable(document, lines)

    def listed(self, texts: list[str]) -> list[TableInfo]:
        """Kept games as a list shows them; what cannot be read is left out."""
        return [info for text in texts if (info := self._summary(text)) is not None]

    def _summary(self, text: str) -> TableInfo | None:
        try:
            document, _ = read_kept(text)
        except Refusal:
            return None  # Whoever opens it is told why.
        if document.edition not in EDITIONS:
            return None
        known = self._tables.get(document.id)
        return table_info(document, ME) if known is None else known.info()

    def forget(self, table: str) -> list[int]:
        """Drop a table; the links that looked at it."""
        self._tables.pop(table, None)
        gone = [n for n, (_, seen) in self._links.items() if seen.id == table]
        for number in gone:
            del self._links[number]
        return gone

    def connect(self, number: int, table: str) -> None:
        """Somebody looks at a table from now on."""
        found, link = self._table(table), Link(number)
        found.links[number] = link
        self._links[number] = link, found

    def disconnect(self, number: int) -> None:
        link, table = self._links.pop(number, (None, None))
        if link is not None and table is not None:
            del table.links[number]

    def say(self, number: int, text: str) -> Effects:
        """A message of a client; nobody hears one who was sent off meanwhile."""
        if number not in self._links:
            return Effects()
        link, table = self._links[number]
        identifier: str | None = None
        try:
            message = _message(text)
            identifier = getattr(message, "id", None)
            table.obey(link, message)
        except TsuroError as error:
            link.send(
                Refused(id=identifier, code=error.code, message=error.message, rule=rule_of(error))
            )
        return self._effects()

    def think(self) -> Effects | None:
        """Let one bot decide at a table that somebody looks at; None if none is awaited."""
        for table in self._tables.values():
            if table.links and table.awaits_bot:
                table.let_bot_decide(self._luck())
                return self._effects()
        return None

    def study(self, number: int, body: str) -> StudyLine | None:
        """Begin an analysis, which `study_on` leads on; what is wrong if it cannot be had."""
        try:
            asked = Request((), {}, body).read(Study)
            self._studies[number] = LocalStudy(self._subject(asked), asked, Random(self._luck()))
        except TsuroError as error:
            return Failed(code=error.code, message=error.message)
        return None

    def _subject(self, asked: Study) -> Subject:
        if (asked.table is None) == (asked.record is None):
            raise Refusal("bad_request", "Give either the table or the record to be analysed.")
        if asked.record is not None:
            return Subject(Match.of_record(parse_record(asked.record)), EVERYTHING)
        table = self._table(asked.table or "")
        viewer = viewer_for_study(table.document, table.match, ME)
        return Subject(table.match.snapshot(), viewer)

    def study_on(self, number: int) -> StudyLine | None:
        """The next line of an analysis; None if it is over or was given up."""
        study = self._studies.get(number)
        line = None if study is None else study.next()
        if line is None:
            self._studies.pop(number, None)
        return line

    def study_off(self, number: int) -> None:
        """Nobody listens any more."""
        self._studies.pop(number, None)

    def request(self, method: str, path: str, query: dict[str, str], body: str) -> Effects:
        """What a server answers at the same address."""
        try:
            answer = self._answered(method, path, query, body)
        except TsuroError as error:
            answer = Answer(status_of(error), JSON, written(problem_of(error)))
        return self._effects(answer)

    def _answered(self, method: str, path: str, query: dict[str, str], body: str) -> Answer:
        for verb, pattern, handler in self._routes:
            found = pattern.fullmatch(path)
            if found and verb == method:
                made = handler(Request(found.groups(), query, body))
                if isinstance(made, Answer):
                    return made
                return Answer(int(HTTPStatus.OK), JSON, written(made))
        raise Refusal("not_here", "This needs a server; on this device it cannot be had.")

    def _effects(self, answer: Answer | None = None) -> Effects:
        effects = Effects(answer=answer)
        for table in self._tables.values():
            if table.changed:
                table.changed = False
                effects.kept.append(Kept(table.id, table.text, not table.document.lesson))
            for link in table.links.values():
                effects.told += [Told(link.number, written(message)) for message in link.told]
                link.told.clear()
        return effects

    def _table(self, name: str) -> LocalTable:
        if name not in self._tables:
            raise Refusal("no_such_table", "There is no such table.")
        return self._tables[name]

    def _seed(self) -> str:
        return f"{self._luck():x}"

    def _open(self, document: TableDocument, lines: list[Line]) -> LocalTable:
        if document.clock or any(seat.kind == "open" for seat in document.seats):
            raise Refusal(
                "not_here", "Open seats and clocks need a server; on this device there are none."
            )
        require_bots(document)
        luck = Random(self._luck())
        document.id = "".join(luck.choice(ALPHABET) for _ in range(ID_LENGTH))
        table = LocalTable(document, lines)
        self._tables[table.id] = table
        table.begin()
        return table

    def _created(self, table: LocalTable) -> TableCreated:
        document = table.document
        owned = document.owned(ME)
        seats = seat_infos(document.seats, connected=owned, yours=owned)
        return TableCreated(table=table.id, seats=seats)

    def _create(self, request: Request) -> TableCreated:
        document = new_document(request.read(NewTable), PLAYER, self._seed())
        document.public = False
        return self._created(self._open(document, []))

    def _lesson(self, request: Request) -> TableCreated:
        return self._created(self._open(lesson_document(request.read(NewLesson), PLAYER), []))

    def _branch(self, request: Request) -> TableCreated:
        asked = request.read(NewBranch)
        if (asked.table is None) == (asked.record is None):
            raise Refusal("bad_request", "Give either the table or the record to branch off from.")
        if asked.record is not None:
            record = parse_record(asked.record)
            refuse_beyond(asked.at, len(record.actions))
            origin = recorded_document(record)
            document = branch_document(origin, asked.at, asked.seats, PLAYER, self._seed())
            lines = copied_lines(Match.of_record(record), asked.at)
            return self._created(self._open(document, lines))
        table = self._table(asked.table or "")
        if not table.info().can_branch:
            raise Refusal("still_running", "What-if lines of this game are not open to you yet.")
        refuse_beyond(asked.at, len(table.match.moves))
        document = branch_document(table.document, asked.at, asked.seats, PLAYER, self._seed())
        owned = table.document.owned(ME)
        begun = continued(
            document,
            table.document,
            table.match,
            asked.at,
            seat=owned[0] if owned else 0,
            luck=Random(self._luck()),
        )
        return self._created(self._open(*begun))

    def _record(self, request: Request) -> Any:
        return replay_of_record(request.body, request.language)

    def _info(self, request: Request) -> TableInfo:
        return self._table(request.parts[0]).info()

    def _steps(self, request: Request) -> Any:
        table = self._table(request.parts[0])
        viewer = viewer_of(table.match, table.document.owned(ME))
        names = table.document.names
        return replay_of_table(table.info(), table.match, names, viewer, request.language)

    def _table_record(self, request: Request) -> Answer:
        table = self._table(request.parts[0])
        if not table.match.over:
            raise Refusal("still_running", "The record of a game is open once the game is over.")
        return Answer(int(HTTPStatus.OK), TEXT, record_text(table.match, table.document))

    def _svg(self, request: Request) -> Answer:
        table = self._table(request.parts[0])
        at = request.query.get("at", str(len(table.match.moves)))
        if not (at.isascii() and at.isdigit()):
            raise Refusal("bad_request", "at must be a number.")
        viewer = viewer_of(table.match, table.document.owned(ME))
        dark = request.query.get("dark") == "1"
        svg = picture(table.match, int(at), viewer, dark=dark)
        return Answer(int(HTTPStatus.OK), SVG, svg)

    def _rematch(self, request: Request) -> TableLink:
        """The same seats again, the next seat first; asked twice, it is the same table."""
        table = self._table(request.parts[0])
        if not table.match.over:
            raise Refusal("still_running", "The game is not over yet.")
        if table.document.rematch is None:
            again = self._open(rematch_document(table.document, self._seed()), [])
            table.document.rematch = again.id
            table.changed = True
            table.tell_all(RematchOffered(table=again.id))
        return TableLink(table.document.rematch)

    def _leave(self, request: Request) -> Done:
        self._table(request.parts[0]).leave(int(request.parts[1]))
        return Done()


def problem_of(error: TsuroError) -> ProblemBody:
    return ProblemBody(Problem(code=error.code, message=error.message, rule=rule_of(error)))


def _message(text: str) -> ClientMessage:
    try:
        message: ClientMessage = read_one_of(ClientMessage, json.loads(text))
    except (ValueError, RecursionError) as error:
        raise Refusal("bad_message", f"This message cannot be read: {error}.") from None
    except Misfit as error:
        raise Refusal("bad_message", f"This message cannot be read: {error.message}") from None
    return message
