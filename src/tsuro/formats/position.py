"""A whole position in one line, for any edition, full or as one viewer sees it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from tsuro.core.board import Board
from tsuro.core.geometry import on_board, rim_places
from tsuro.core.ids import Seat, TileId
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import Cursor, Exit, GameState, Part, Pawn, Result, Status, Turn
from tsuro.core.tiles import HIDDEN, Laid
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition, edition_info
from tsuro.engine.invariants import violations
from tsuro.engine.play import require_state_of
from tsuro.errors import BadSetting, NotationError, PositionError, UnknownEdition
from tsuro.formats.notation import (
    MARK,
    NUMBER,
    parse_beside,
    parse_cell,
    parse_laid,
    parse_stop,
    parse_tile,
)
from tsuro.formats.text import (
    Scanner,
    format_buried,
    format_fields,
    format_value,
    parse_buried,
    parse_fields,
    parse_value,
)

ValueT = TypeVar("ValueT")

FIXED_FIELDS = ("edition", "board", "pawns", "hands", "pile", "turn", "at")


@dataclass(frozen=True, slots=True)
class Position:
    """A position and the edition it belongs to."""

    edition: Edition
    state: GameState

    @property
    def is_full(self) -> bool:
        """Whether no tile is hidden, so that the game can go on from here."""
        return not self.state.hides_tiles()

    def __str__(self) -> str:
        return format_position(self.edition, self.state)


def format_edition(edition: Edition, rules_version: int | None = None) -> str:
    """`classic/3`, followed by the switches that differ from the defaults."""
    defaults = edition_info(edition.id).defaults(rules_version)
    changed = [f"{k}={v}" for k, v in edition.switches.items() if v != defaults[k]]
    return f"{edition.id}/{edition.seats}" + (":" + ",".join(changed) if changed else "")


def format_position(edition: Edition, state: GameState, *, rules_version: int | None = None) -> str:
    """A position in one line; as an earlier version of the rules wrote it, if one is given."""
    require_state_of(edition, state)
    section = "setup." if state.cursor.section == "setup" else ""
    fields = [
        format_edition(edition, rules_version),
        _format_board(state.board),
        _format_pawns(state),
        ",".join(_format_hand(hand) for hand in state.hands),
        _format_pile(state.pile),
        format_fields(state.turn),
        f"{section}{state.cursor.phase}",
    ]
    if state.first:
        fields.append(f"first={state.first}")
    if state.box:
        fields.append(f"box={format_value(state.box)}")
    if state.exits:
        fields.append(f"exits={format_value(state.exits)}")
    if state.result is not None:
        fields.append(f"result={format_value(state.result)}")
    fields += [
        f"{part.key}={format_fields(part)}"
        for part, default in zip(state.parts, edition.parts, strict=True)
        if part != default
    ]
    return " ".join(fields)


def parse_position(text: str) -> Position:
    """Read a position; every malformed or impossible one is refused with the column at fault."""
    if not isinstance(text, str):
        raise PositionError(f"a position is read from a text, not from {text!r}", column=1)
    text = text.removeprefix(MARK)
    words = _words(text)
    if len(words) < len(FIXED_FIELDS):
        missing = FIXED_FIELDS[len(words)]
        raise PositionError(f"the field {missing!r} is missing", column=len(text) + 1)
    edition = _parse_edition(words[0])
    board = _parse_board(words[1], edition)
    pawns = _parse_pawns(words[2], edition)
    hands = _parse_hands(words[3], edition)
    pile = _parse_pile(words[4])
    turn = _whole(words[5], Turn)
    cursor = _parse_cursor(words[6], edition)
    rest = _Rest(words[7:], edition)
    state = GameState(
        first=rest.take("first", Seat, Seat(0)),
        board=board,
        pawns=pawns,
        hands=hands,
        pile=pile,
        turn=turn,
        cursor=cursor,
        box=rest.take("box", tuple[Buried, ...], ()),
        exits=rest.take("exits", tuple[Exit, ...], ()),
        result=rest.take("result", Result, None),
        parts=rest.parts(),
    )
    rest.done()
    _refuse_impossible(edition, state, words)
    return Position(edition, state)


class _Word:
    """One blank-separated field and where it starts."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start

    def scanner(self) -> Scanner:
        return Scanner(self.text, self.start)

    def fail(self, message: str, at: int = 0) -> PositionError:
        return PositionError(message, column=self.start + at + 1)

    def read(self, reader: Callable[[str], ValueT]) -> ValueT:
        """Read this field; a complaint names the column in the whole line."""
        try:
            return reader(self.text)
        except NotationError as error:
            raise self.fail(error.reason, error.column - 1) from None

    def pieces(self, separator: str) -> list[_Word]:
        """The parts between separators, each with its own place."""
        found: list[_Word] = []
        at = self.start
        for piece in self.text.split(separator):
            found.append(_Word(piece, at))
            at += len(piece) + len(separator)
        return found


def _words(text: str) -> list[_Word]:
    return [_Word(match[0], match.start()) for match in re.finditer(r"\S+", text)]


def _parse_edition(word: _Word) -> Edition:
    match = re.fullmatch(r"(\w+)/([0-9]|[1-9][0-9])(?::(\w+=\w+(?:,\w+=\w+)*))?", word.text)
    if match is None:
        raise word.fail(f"{word.text!r} is not an edition and seats, such as classic/3")
    pairs = [pair.partition("=")[::2] for pair in (match[3] or "").split(",") if pair]
    switches = dict(pairs)
    if len(switches) < len(pairs):
        raise word.fail("a switch is given twice")
    try:
        return build_edition(match[1], seats=int(match[2]), switches=switches)
    except (UnknownEdition, BadSetting) as error:
        raise word.fail(error.message) from None


def _format_board(board: Board) -> str:
    rows = [board.squares[i : i + board.size] for i in range(0, len(board.squares), board.size)]
    return "|".join(_format_row(row) for row in rows)


def _format_row(row: tuple[Laid | None, ...]) -> str:
    items: list[str] = []
    for laid in row:
        if laid is not None:
            items.append(format_value(laid))
        elif items and items[-1].isdigit():
            items[-1] = str(int(items[-1]) + 1)
        else:
            items.append("1")
    return ",".join(items)


def _parse_board(word: _Word, edition: Edition) -> Board:
    rows = word.pieces("|")
    if len(rows) != edition.size:
        raise word.fail(f"the board has {edition.size} rows, not {len(rows)}")
    squares: list[Laid | None] = []
    for row in rows:
        cells = [laid for item in row.pieces(",") for laid in _parse_squares(item, edition)]
        if len(cells) != edition.size:
            raise row.fail(f"a row has {edition.size} cells, not {len(cells)}")
        squares += cells
    return Board(edition.size, tuple(squares))


def _parse_squares(item: _Word, edition: Edition) -> list[Laid | None]:
    if re.fullmatch(NUMBER, item.text):
        return [None] * int(item.text)
    laid = item.read(parse_laid)
    if laid.tile not in edition.tiles:
        raise item.fail(f"{edition.title} has no tile {laid.tile}")
    return [laid]


def _format_pawns(state: GameState) -> str:
    return ",".join(
        "+".join(_format_pawn(state.pawns[pawn]) for pawn in state.pawns_of(Seat(seat)))
        for seat in range(state.seats)
    )


def _format_pawn(pawn: Pawn) -> str:
    match pawn.status:
        case Status.ON:
            return str(pawn.stop) + (f"<{pawn.behind}" if pawn.behind is not None else "")
        case Status.WAITING:
            return str(pawn.beside)
        case Status.OFF:
            return "off"
        case Status.LOST:
            return "x"
        case Status.UNSET:
            return "-"


def _parse_pawns(word: _Word, edition: Edition) -> tuple[Pawn, ...]:
    groups = word.pieces(",")
    if len(groups) != edition.seats:
        raise word.fail(f"there are {edition.seats} seats, not {len(groups)}")
    pawns: list[Pawn] = []
    for seat, group in enumerate(groups):
        pieces = group.pieces("+")
        if len(pieces) != edition.pawns_per_seat:
            raise group.fail(f"each seat has {edition.pawns_per_seat} pawns, not {len(pieces)}")
        pawns += [_parse_pawn(piece, Seat(seat), edition) for piece in pieces]
    return tuple(pawns)


def _parse_pawn(piece: _Word, seat: Seat, edition: Edition) -> Pawn:
    simple = {"-": Status.UNSET, "x": Status.LOST, "off": Status.OFF}
    if piece.text in simple:
        return Pawn(seat, simple[piece.text])
    if re.fullmatch(r".+\.[nesw]", piece.text):
        beside = piece.read(parse_beside)
        if beside not in rim_places(edition.size):
            raise piece.fail(f"{beside} is not beside the rim of the board")
        return Pawn(seat, Status.WAITING, beside=beside)
    where, *behind = piece.pieces("<")
    if len(behind) > 1:
        raise behind[1].fail("a pawn has one tile behind it")
    stop = where.read(parse_stop)
    if not on_board(stop.cell, edition.size):
        raise piece.fail(f"the pawn faces {stop.cell}, which is off the board")
    last = behind[0].read(parse_cell) if behind else None
    return Pawn(seat, Status.ON, stop=stop, behind=last)


def _format_hand(hand: tuple[TileId, ...]) -> str:
    if not hand:
        return "-"
    if all(tile == HIDDEN for tile in hand):
        return f"{HIDDEN}{len(hand)}"
    return ".".join(hand)


def _parse_hands(word: _Word, edition: Edition) -> tuple[tuple[TileId, ...], ...]:
    hands = word.pieces(",")
    if len(hands) != edition.seats:
        raise word.fail(f"there are {edition.seats} hands, not {len(hands)}")
    return tuple(_parse_tiles(hand) for hand in hands)


def _parse_tiles(word: _Word) -> tuple[TileId, ...]:
    """`-`, `?3` or tiles such as `T01.T05*2`."""
    if word.text == "-":
        return ()
    if word.text.startswith(HIDDEN):
        if not re.fullmatch(r"\?[1-9][0-9]{0,2}", word.text):
            raise word.fail(f"{word.text!r} is not a number of hidden tiles such as ?3")
        return (HIDDEN,) * int(word.text[1:])
    tiles: list[TileId] = []
    for piece in word.pieces("."):
        name, *copies = piece.pieces("*")
        if len(copies) > 1:
            raise copies[1].fail("a tile has one number of copies")
        if copies and not re.fullmatch(r"[2-9]|[1-9][0-9]{1,2}", copies[0].text):
            raise copies[0].fail(f"{copies[0].text!r} is not a number of copies from 2 on")
        tiles += [name.read(parse_tile)] * (int(copies[0].text) if copies else 1)
    return tuple(tiles)


def _format_pile(pile: Pile) -> str:
    bag = _format_bag(pile.bag)
    return bag + ("_" + ".".join(map(format_buried, pile.bottom)) if pile.bottom else "")


def _format_bag(bag: tuple[TileId, ...]) -> str:
    if not bag or bag[0] == HIDDEN:
        return _format_hand(bag)
    counts = Counter(bag).items()
    return ".".join(tile + (f"*{count}" if count > 1 else "") for tile, count in counts)


def _parse_pile(word: _Word) -> Pile:
    bag, *bottom = word.pieces("_")
    if len(bottom) > 1:
        raise bottom[1].fail("a pile has one bottom")
    buried = [piece.read(parse_buried) for piece in bottom[0].pieces(".")] if bottom else []
    return Pile(tuple(sorted(_parse_tiles(bag))), tuple(buried))


def _parse_cursor(word: _Word, edition: Edition) -> Cursor:
    setup = word.text.startswith("setup.")
    cursor = Cursor("setup" if setup else "turn", word.text.removeprefix("setup."))
    if not edition.has_phase(cursor):
        raise word.fail(f"{edition.title} has no phase {word.text!r}")
    return cursor


def _whole(word: _Word, kind: Any) -> Any:
    scanner = word.scanner()
    value = parse_fields(scanner, kind)
    scanner.done()
    return value


class _Rest:
    """The named fields at the end of a line, taken in their fixed order."""

    def __init__(self, words: list[_Word], edition: Edition) -> None:
        self._words = words
        self._edition = edition

    def take(self, name: str, hint: Any, default: Any) -> Any:
        if not self._words or not self._words[0].text.startswith(f"{name}="):
            return default
        scanner = self._words.pop(0).scanner()
        scanner.expect(f"{name}=")
        value = parse_value(scanner, hint)
        scanner.done()
        return value

    def parts(self) -> tuple[Part, ...]:
        missing = object()
        parts: list[Part] = []
        for part in self._edition.parts:
            found = self.take(part.key, type(part), missing)
            parts.append(part if found is missing else found)
        return tuple(parts)

    def done(self) -> None:
        if self._words:
            word = self._words[0]
            raise word.fail(f"unexpected {word.text!r}")


_BLAME = {"tiles": 4, "board": 1, "pawns": 2, "hands": 3, "turn": 5, "at": 6}
"""Which field to point at when an invariant is broken."""


def _refuse_impossible(edition: Edition, state: GameState, words: list[_Word]) -> None:
    # The rules of every edition are needed for this; who reads no position need not load them.
    from tsuro.engine.soundness import flaws

    for found in chain(violations(edition, state), flaws(edition, state)):
        word = _blamed(words, found.about)
        raise word.fail(f"{found.what} ({found.rule})")


def _blamed(words: list[_Word], about: str) -> _Word:
    """The field an invariant complains of: a fixed one, or the named one at the end of the line."""
    if about in _BLAME:
        return words[_BLAME[about]]
    return next((word for word in words if word.text.startswith(f"{about}=")), words[-1])
