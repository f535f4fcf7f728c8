"""Game records: headers, then every decision and every outcome, so that a game can be replayed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tsuro.core.actions import Action
from tsuro.core.frozen import FrozenMap
from tsuro.core.state import GameState
from tsuro.editions.edition import RULES_VERSION, Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.play import Step, advance, begin
from tsuro.errors import NotationError, RecordError, ReplayMismatch, TsuroError
from tsuro.formats.notation import MARK, parse_action
from tsuro.formats.position import format_position

FORMAT = "record 1"
UNFINISHED = "*"
HEADERS = ("Tsuro", "Rules", "Edition", "Seats", "Switches", "First", "Result", "Digest")
FORMER_NAMES = {"Options": "Switches"}
"""Headers of older records, and what they are called now."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an action stands in a record's text, and the turn it is listed under."""

    line: int
    column: int
    label: str


@dataclass(frozen=True)
class Record:
    """A game as text: what was decided and what luck did, in order."""

    edition: Edition
    actions: tuple[Action, ...]
    first: int = 0
    result: str = UNFINISHED
    digest: str = ""
    rules_version: int = RULES_VERSION
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further headers, such as the names of the players."""
    places: tuple[Place, ...] = field(default=(), compare=False, repr=False)
    """For a record read from text: where each action stood."""

    def __post_init__(self) -> None:
        if not isinstance(self.edition, Edition):
            raise RecordError(f"a record needs an edition, not {self.edition!r}", column=1)
        object.__setattr__(self, "headers", FrozenMap(self.headers))

    def __str__(self) -> str:
        return format_record(self)

    @property
    def names(self) -> tuple[str | None, ...]:
        """The players by seat; None for whom the record does not name."""
        return tuple(self.headers.get(f"Seat{seat}") for seat in range(self.edition.seats))

    def steps(self) -> list[Step]:
        """Every step of the game from the opening on; refuses a record that does not replay."""
        return replay(self)


def digest(state: GameState, edition: Edition, rules_version: int = RULES_VERSION) -> str:
    """A short fingerprint of a position."""
    text = format_position(edition, state, rules_version=rules_version).encode()
    return hashlib.blake2b(text, digest_size=8).hexdigest()


def name_headers(names: Iterable[str]) -> dict[str, str]:
    """The headers that name the players, by seat."""
    return {f"Seat{seat}": name for seat, name in enumerate(names) if name}


def record_of(
    edition: Edition,
    actions: Sequence[Action],
    state: GameState,
    *,
    headers: Mapping[str, str] | None = None,
) -> Record:
    return Record(
        edition=edition,
        actions=tuple(actions),
        first=state.first,
        result=UNFINISHED if state.result is None else str(state.result),
        digest=digest(state, edition),
        headers={name: _one_line(name, value) for name, value in (headers or {}).items()},
    )


def _one_line(name: str, value: str) -> str:
    """The value of a further header, which like every header fills one line."""
    if name in HEADERS or not isinstance(name, str) or not re.fullmatch(r"\w+", name):
        raise RecordError(f"{name!r} cannot be the name of a further header", column=1)
    if not isinstance(value, str):
        raise RecordError(f"the header {name} must be a text, not {value!r}", column=1)
    return " ".join(value.split())


def format_record(record: Record) -> str:
    """A record as text, headers first; `parse_record` reads it back."""
    if not isinstance(record, Record):
        raise RecordError(f"a record is wanted, such as a game has, not {record!r}", column=1)
    switches = ",".join(f"{key}={value}" for key, value in record.edition.switches.items())
    values = (
        FORMAT,
        str(record.rules_version),
        record.edition.id,
        str(record.edition.seats),
        switches,
        str(record.first),
        record.result,
        record.digest,
    )
    headers = dict(zip(HEADERS, values, strict=True)) | dict(record.headers)
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in headers.items()]
    return "\n".join([*lines, "", *_body(record), ""])


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _body(record: Record) -> list[str]:
    """One line for the set-up and one for each turn, headed by its number and seat."""
    lines: list[list[str]] = []
    step = begin(record.edition, first=record.first)
    for action in record.actions:
        label = _label(step.state)
        if not lines or lines[-1][0] != label:
            lines.append([label])
        lines[-1].append(str(action))
        step = advance(record.edition, step, action)
    return [" ".join(words) for words in lines]


def _label(state: GameState) -> str:
    return "setup:" if state.turn.number == 0 else f"{state.turn.number}.{state.turn.seat}:"


_HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\["\\])*)"\]')


def parse_record(text: str) -> Record:
    """Read a record; complaints name line and column. Whether it replays is `Record.steps`' say."""
    if not isinstance(text, str):
        raise RecordError(f"a record is read from a text, not from {text!r}", column=1, line=1)
    lines = text.removeprefix(MARK).splitlines()
    headers, body_start = _parse_headers(lines)
    edition = _edition_of(headers)
    body = list(_parse_body(lines, body_start))
    own = {name: value for name, value in headers.items() if name not in HEADERS}
    return Record(
        edition=edition,
        actions=tuple(action for action, _ in body),
        first=_number(headers, "First"),
        result=headers["Result"],
        digest=headers["Digest"],
        rules_version=_number(headers, "Rules"),
        headers=own,
        places=tuple(place for _, place in body),
    )


def _parse_headers(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines):
        if not line.strip():
            break
        match = _HEADER.fullmatch(line.rstrip())
        if match is None:
            raise RecordError(
                'expected a header such as [Edition "classic"]', column=1, line=number + 1
            )
        name = FORMER_NAMES.get(match[1], match[1])
        if name in headers:
            raise RecordError(f"the header {name} occurs twice", column=2, line=number + 1)
        headers[name] = re.sub(r"\\(.)", r"\1", match[2])
    missing = [name for name in HEADERS if name not in headers]
    if missing:
        raise RecordError(f"the header {missing[0]} is missing", column=1, line=len(headers) + 1)
    if headers["Tsuro"] != FORMAT:
        raise RecordError(
            f"this is {headers['Tsuro']!r}, but only {FORMAT!r} can be read", column=1, line=1
        )
    return headers, len(headers)


def _line_of(headers: Mapping[str, str], name: str) -> int:
    return list(headers).index(name) + 1


def _number(headers: Mapping[str, str], name: str) -> int:
    value = headers[name]
    if not re.fullmatch(r"0|[1-9][0-9]{0,3}", value):
        raise RecordError(
            f"{value!r} is not a number", column=len(name) + 4, line=_line_of(headers, name)
        )
    return int(value)


def _edition_of(headers: Mapping[str, str]) -> Edition:
    pairs = [pair for pair in headers["Switches"].split(",") if pair]
    switches = dict(pair.partition("=")[::2] for pair in pairs)
    if len(switches) < len(pairs):
        line = _line_of(headers, "Switches")
        raise RecordError("a switch is given twice", column=len("Switches") + 4, line=line)
    try:
        return build_edition(
            headers["Edition"],
            seats=_number(headers, "Seats"),
            switches=switches,
            rules_version=_number(headers, "Rules"),
        )
    except RecordError:
        raise
    except TsuroError as error:
        raise RecordError(error.message, column=1, line=_line_of(headers, "Edition")) from None


def _parse_body(lines: Sequence[str], start: int) -> Iterable[tuple[Action, Place]]:
    for number, line in enumerate(lines[start:], start + 1):
        words = list(re.finditer(r"\S+", line))
        if words and not re.fullmatch(r"setup:|[1-9][0-9]*\.[0-7]:", words[0][0]):
            raise RecordError(
                f"{words[0][0]!r} is not a turn such as 12.3: (turn 12, seat 3)",
                column=words[0].start() + 1,
                line=number,
            )
        for word in words[1:]:
            place = Place(number, word.start() + 1, words[0][0])
            try:
                yield parse_action(word[0]), place
            except NotationError as error:
                column = word.start() + error.column
                raise RecordError(error.reason, column=column, line=number) from None


def replay(record: Record) -> list[Step]:
    """Play a record through the engine and hold it to its result and digest.

    A record of an earlier version of the rules is good if it comes out the same today.
    """
    if not 1 <= record.rules_version <= RULES_VERSION:
        advice = "there is no such version" if record.rules_version == 0 else "a newer one can"
        raise ReplayMismatch(
            f"the record follows rules version {record.rules_version}, which this program of "
            f"version {RULES_VERSION} cannot replay: {advice}",
            column=1,
            line=HEADERS.index("Rules") + 1,
        )
    try:
        return _replay(record)
    except ReplayMismatch as error:
        if record.rules_version == RULES_VERSION:
            raise
        raise ReplayMismatch(
            f"{error.reason}. The record follows rules version {record.rules_version}; this "
            f"program plays version {RULES_VERSION}, in which some games go on or end differently "
            "(the changelog says which), so it may be sound all the same",
            column=error.column,
            line=error.line,
        ) from None


def _replay(record: Record) -> list[Step]:
    try:
        steps = [begin(record.edition, first=record.first)]
    except TsuroError as error:
        raise RecordError(error.message, column=1, line=6) from None
    for number, action in enumerate(record.actions):
        place = record.places[number] if record.places else None
        steps.append(_replayed(record.edition, steps[-1], action, place))
    _hold_to_result(record, steps[-1])
    return steps


def _replayed(edition: Edition, step: Step, action: Action, place: Place | None) -> Step:
    line, column = (place.line, place.column) if place else (None, 1)
    label = _label(step.state)
    if place is not None and place.label != label:
        raise ReplayMismatch(
            f"{action} is listed under {place.label} but belongs to {label}",
            column=column,
            line=line,
        )
    try:
        return advance(edition, step, action)
    except TsuroError as error:
        raise ReplayMismatch(error.message, column=column, line=line) from None


def _hold_to_result(record: Record, last: Step) -> None:
    reached = UNFINISHED if last.state.result is None else str(last.state.result)
    if reached != record.result:
        what = "truncated or edited" if last.ask is not None else "edited"
        raise ReplayMismatch(
            f"the record claims {record.result!r} but replays to {reached!r}: it was {what}",
            column=1,
            line=HEADERS.index("Result") + 1,
        )
    found = digest(last.state, record.edition, record.rules_version)
    if found != record.digest:
        raise ReplayMismatch(
            f"the record's digest is {record.digest!r} but it replays to {found!r}: it was edited",
            column=1,
            line=HEADERS.index("Digest") + 1,
        )
