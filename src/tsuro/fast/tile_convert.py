"""Between reference states and records of the tile games: the whole state, both ways."""

from __future__ import annotations

from collections import Counter

from tsuro.core.board import Board
from tsuro.core.geometry import PORTS, Cell, across, on_board, rim_places
from tsuro.core.ids import PawnId, Seat
from tsuro.core.pile import Buried, Pile
from tsuro.core.state import (
    Cursor,
    Exit,
    Fate,
    GameState,
    Part,
    Pawn,
    Reason,
    Result,
    Status,
    Turn,
)
from tsuro.fast.conversion import (
    NUMBERS,
    exchange_of,
    fill,
    hand_of,
    laid_of,
    number_of,
    or_none,
    require,
    unswapped_in,
    winners_of,
)
from tsuro.fast.tile_games import join
from tsuro.fast.tile_record import (
    ALL_OUT,
    CHOOSE_PILE,
    DEAL,
    DRAW,
    ENTER,
    EXCHANGE,
    FATE_COLLISION,
    FATE_EDGE,
    HAND,
    LAST_STANDING,
    NONE,
    OVER,
    PLACE,
    START,
    STASH,
    TILES_OUT,
    TileGame,
)
from tsuro.fast.tile_tables import (
    FIRST_ENTRY,
    NO_TILE,
    ROTATIONS,
    TILE_IDS,
    TileGameTables,
    empty_links,
    entry_node,
    entry_stop,
)
from tsuro.fast.tile_turns import asks_for_draw, deal
from tsuro.rules.dragon import Dragon
from tsuro.rules.exchange import Exchange
from tsuro.rules.piles import Heaps

_FATES = {FATE_EDGE: Fate.EDGE, FATE_COLLISION: Fate.COLLISION}
_FATE_NUMBERS = {fate: number for number, fate in _FATES.items()}
_REASONS = {
    LAST_STANDING: Reason.LAST_STANDING,
    ALL_OUT: Reason.ALL_OUT,
    TILES_OUT: Reason.TILES_OUT,
}
_REASON_NUMBERS = {reason: number for number, reason in _REASONS.items()}
_ENDED_IN = {LAST_STANDING: "last_standing", ALL_OUT: "last_standing", TILES_OUT: "tiles_out"}
_CURSORS = {
    DEAL: Cursor("setup", "deal"),
    START: Cursor("setup", "start"),
    PLACE: Cursor("turn", "place"),
    ENTER: Cursor("turn", "enter"),
    EXCHANGE: Cursor("turn", "exchange"),
    CHOOSE_PILE: Cursor("turn", "draw"),
    DRAW: Cursor("turn", "draw"),
}
_PHASES = {cursor: phase for phase, cursor in _CURSORS.items()}


def to_row(tables: TileGameTables, state: GameState, *, luck: int = 1) -> TileGame:
    """The record of a state that the engine has settled; `luck` starts its random stream."""
    g = tables.layout.blank()
    g.rng = luck
    _write_rules(tables, g)
    _write_turn(g, state)
    _write_board(tables, g, state)
    _write_pawns(tables, g, state)
    _write_tiles(tables, g, state)
    _write_exits(g, state)
    _write_parts(g, state)
    _write_phase(g, state)
    return g


def _write_rules(tables: TileGameTables, g: TileGame) -> None:
    edition = tables.edition
    g.seats = edition.seats
    g.pawns = tables.pawns
    g.pair = edition.pawns_per_seat - 1
    g.marks = tables.marks
    g.flow = tables.flow
    g.ban = tables.ban
    g.literal = int(tables.literal)
    g.openly = int(tables.openly)
    g.half_turns = int(tables.half_turns)
    g.beside = int(edition.starts_beside)
    g.piles = tables.piles


def _write_turn(g: TileGame, state: GameState) -> None:
    turn = state.turn
    g.first = state.first
    g.seat = turn.seat
    g.number = turn.number
    g.half = turn.half
    g.moment = turn.moment
    g.pawn = or_none(turn.pawn)
    g.played = or_none(turn.played)
    g.cell = NONE if turn.cell is None else turn.cell.row * state.board.size + turn.cell.col
    g.drawn_n = fill(g.drawn, turn.drawn)


def _write_board(tables: TileGameTables, g: TileGame, state: GameState) -> None:
    """Tiles and path ends; the tile of a pawn that is about to enter is not joined yet.

    The tables know each pattern of a symmetric tile once, a position may have it turned further.
    """
    g.link = list(empty_links(tables.edition.size))
    for index, laid in enumerate(state.board.squares):
        g.board[index] = NONE if laid is None else 4 * NUMBERS[laid.tile] + laid.rotation
        waits = index == g.cell and state.cursor == _CURSORS[ENTER]
        if laid is not None and not waits:
            tile = NUMBERS[laid.tile]
            join(g, FIRST_ENTRY + PORTS * index, 4 * tile + laid.rotation % ROTATIONS[tile])


def _write_pawns(tables: TileGameTables, g: TileGame, state: GameState) -> None:
    size = tables.edition.size
    g.home = [NONE] * len(g.home)
    g.place = [NONE] * len(g.place)
    for number, pawn in enumerate(state.pawns):
        g.started += pawn.status is not Status.UNSET
        g.lost |= (pawn.status is Status.LOST) << number
        if pawn.beside is not None:
            g.place[number] = rim_places(size).index(pawn.beside)
        if pawn.stop is not None:
            mark = g.link[entry_node(pawn.stop, size)]
            require(mark < FIRST_ENTRY, f"No path leads from the rim to pawn {number}.")
            g.home[number] = mark
            g.homes |= 1 << mark
            g.on |= 1 << number
    for seat in state.live_seats():
        g.alive |= 1 << seat


def _write_tiles(tables: TileGameTables, g: TileGame, state: GameState) -> None:
    require(not state.pile.bottom, "Tiles of known order under the pile cannot be told.")
    g.hand = [NO_TILE] * len(g.hand)
    for seat, hand in enumerate(state.hands):
        require(len(hand) <= HAND, f"Seat {seat} holds more than {HAND} tiles.")
        g.hand[HAND * seat : HAND * seat + len(hand)] = map(number_of, hand)
        g.hand_n[seat] = len(hand)
        alive = g.alive >> seat & 1
        g.short |= (alive and len(hand) < HAND) << seat
        g.holding |= (alive and len(hand) > 0) << seat
    g.bag_n = fill(g.bag, map(number_of, state.pile.bag))
    g.box_n = fill(g.box, (number_of(buried.tile) for buried in state.box))
    fill(g.box_known, (seat for buried in state.box for seat in buried.known_to or (NONE,)))
    if tables.flow == STASH and state.result is None:
        # Nothing but the last tile ends such a game (PO-15): with one missing it might go on for
        # ever.
        held = [tile for hand in state.hands for tile in hand]
        laid = [laid.tile for _, laid in state.board.occupied()]
        found = Counter([*held, *laid, *state.pile.bag])
        require(found == Counter(tables.edition.bag), "Some tiles of the box are missing.")


def _write_exits(g: TileGame, state: GameState) -> None:
    g.exits_n = len(state.exits)
    for number, out in enumerate(state.exits):
        g.exit_seat[number] = out.seat
        g.exit_turn[number] = out.turn
        g.exit_moment[number] = out.moment
        g.exit_fate[number] = _FATE_NUMBERS[out.fate]
        g.fallen |= (out.moment == state.turn.moment) << out.seat
    if state.result is not None:
        g.winners = sum(1 << seat for seat in state.result.winners)
        g.reason = _REASON_NUMBERS[state.result.reason]


def _write_parts(g: TileGame, state: GameState) -> None:
    g.dragon = g.returned_by = g.chosen = NONE
    if state.has_part(Dragon):
        dragon = state.part(Dragon)
        g.dragon = or_none(dragon.holder)
        g.returned_by = or_none(dragon.returned_by)
        g.returned_in = dragon.returned_in
    if state.has_part(Heaps):
        heaps = state.part(Heaps)
        fill(g.heaps, heaps.sizes)
        g.chosen = or_none(heaps.chosen)
        undrawn = sum(heaps.sizes) + (heaps.chosen is not None)
        dealt = state.cursor != _CURSORS[DEAL]
        require(not dealt or undrawn == g.bag_n, "The piles do not hold the undrawn tiles.")
    if state.has_part(Exchange):
        g.unswapped = unswapped_in(g, state.part(Exchange))


def _write_phase(g: TileGame, state: GameState) -> None:
    if state.result is not None:
        g.phase = OVER
        return
    require(state.cursor in _PHASES, f"Nothing is asked in phase {state.cursor.phase!r}.")
    g.phase = _PHASES[state.cursor]
    if g.phase == PLACE:
        require(g.holding >> g.seat & 1 == 1, "The seat to place has no tile.")
    elif g.phase == DEAL:
        deal(g)
        require(g.phase == DEAL, "There is no tile left to deal.")
    elif g.phase == DRAW:
        holder = g.dragon
        require(bool(asks_for_draw(g)) and g.dragon == holder, "Nobody is due to draw a tile.")


def from_row(tables: TileGameTables, g: TileGame) -> GameState:
    """The state a record stands for; `to_row` of it gives the record again."""
    size = tables.edition.size
    return GameState(
        first=Seat(g.first),
        board=Board(size, tuple(map(laid_of, g.board))),
        pawns=tuple(_pawn(tables, g, number) for number in range(g.pawns)),
        hands=tuple(hand_of(g, seat) for seat in range(g.seats)),
        pile=Pile(tuple(sorted(TILE_IDS[tile] for tile in g.bag[: g.bag_n]))),
        turn=_turn(g, size),
        cursor=_cursor(tables, g),
        box=tuple(
            Buried(TILE_IDS[tile], None if seat == NONE else (Seat(seat),))
            for tile, seat in zip(g.box[: g.box_n], g.box_known, strict=False)
        ),
        parts=tuple(_part(g, part) for part in tables.edition.parts),
        exits=tuple(_exit(g, number) for number in range(g.exits_n)),
        result=_result(g),
    )


def _pawn(tables: TileGameTables, g: TileGame, number: int) -> Pawn:
    size = tables.edition.size
    seat = Seat(number >> g.pair)
    if g.lost >> number & 1:
        return Pawn(seat, Status.LOST)
    if g.place[number] != NONE:
        return Pawn(seat, Status.WAITING, beside=rim_places(size)[g.place[number]])
    if not g.on >> number & 1:
        return Pawn(seat)
    stop = entry_stop(g.link[g.home[number]], size)
    behind = across(stop).cell
    return Pawn(seat, Status.ON, stop, behind if on_board(behind, size) else None)


def _turn(g: TileGame, size: int) -> Turn:
    return Turn(
        seat=Seat(g.seat),
        number=g.number,
        half=g.half,
        moment=g.moment,
        pawn=None if g.pawn == NONE else PawnId(g.pawn),
        played=None if g.played == NONE else PawnId(g.played),
        cell=None if g.cell == NONE else Cell(g.cell % size, g.cell // size),
        drawn=tuple(map(Seat, g.drawn[: g.drawn_n])),
    )


def _cursor(tables: TileGameTables, g: TileGame) -> Cursor:
    if g.phase == OVER:
        # The engine has moved on by one phase when it notices the result.
        return tables.edition.after(Cursor("turn", _ENDED_IN[g.reason]))
    return _CURSORS[g.phase]


def _part(g: TileGame, part: Part) -> Part:
    if isinstance(part, Dragon):
        return Dragon(_seat(g.dragon), _seat(g.returned_by), g.returned_in)
    if isinstance(part, Heaps):
        sizes = () if g.phase == DEAL else tuple(g.heaps[: g.piles])
        return Heaps(sizes, None if g.chosen == NONE else g.chosen)
    assert isinstance(part, Exchange)
    return exchange_of(g, part)


def _exit(g: TileGame, number: int) -> Exit:
    return Exit(
        Seat(g.exit_seat[number]),
        g.exit_turn[number],
        g.exit_moment[number],
        _FATES[g.exit_fate[number]],
    )


def _result(g: TileGame) -> Result | None:
    if g.phase != OVER:
        return None
    return Result(winners_of(g), _REASONS[g.reason])


def _seat(number: int) -> Seat | None:
    return None if number == NONE else Seat(number)
