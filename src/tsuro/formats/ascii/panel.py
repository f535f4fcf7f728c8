"""The table beside the text board: who is where, what is left to draw, a hand to choose from."""

from __future__ import annotations

from typing import Final

from tsuro.core.ids import Seat, TileId
from tsuro.core.state import GameState, Pawn, Status
from tsuro.core.tiles import FACE_LETTERS, HIDDEN, Laid, pairs_of
from tsuro.editions.edition import Edition
from tsuro.formats.ascii.canvas import Canvas, Style
from tsuro.formats.ascii.layout import FULL
from tsuro.formats.heading import heading_of
from tsuro.formats.scene import faces_of, lantern_letter
from tsuro.rules.dragon import Dragon
from tsuro.rules.exchange import Exchange
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.piles import Heaps
from tsuro.rules.seas.daikaiju import Sea, watch_of

TILE_STEP: Final = FULL.width + 2
HAND_ROWS: Final = FULL.height + 6
"""Lines of a hand: whose it is, its tiles, their names, two lines of pairs, and a gap."""
BACK: Final = "▒▒▒"


def draw_table(canvas: Canvas, edition: Edition, state: GameState, shown: Seat, left: int) -> None:
    """Status, seats, and the hand of the seat `shown` tile by tile."""
    canvas.put(left, 0, heading_of(edition), Style.STRONG)
    y = 1
    for line in (status(state), *supplies(state)):
        canvas.put(left, y, line)
        y += 1
    y += 1
    for number in range(state.seats):
        seat = Seat(number)
        mark = "▶" if state.result is None and seat == state.turn.seat else " "
        canvas.put(left, y, mark, Style.STRONG)
        alive = state.is_in(seat)
        canvas.put(left + 2, y, str(seat), Style.PAWN_0 + seat if alive else Style.DIM)
        canvas.put(left + 4, y, seat_line(state, seat), Style.PLAIN if alive else Style.DIM)
        y += 1
    for seat in (shown, *_hands_to_take_from(state, shown)):
        if state.hands[seat]:
            _draw_hand(canvas, edition, state, seat, left, y + 1)
            y += HAND_ROWS


def _hands_to_take_from(state: GameState, seat: Seat) -> tuple[Seat, ...]:
    """The eliminated players with whom a seat may swap tiles now."""
    if not state.has_part(Exchange) or state.part(Exchange).seat != seat:
        return ()
    return state.part(Exchange).losers


def status(state: GameState) -> str:
    if state.result is not None:
        winners = " and ".join(f"seat {seat}" for seat in state.result.winners)
        verb = "wins" if len(state.result.winners) == 1 else "share the win"
        return f"{winners} {verb}"
    if state.turn.number == 0:
        return "setting up"
    return f"turn {state.turn.number}: seat {state.turn.seat}"


def supplies(state: GameState) -> list[str]:
    """What can be drawn from, who holds the tile of the needy, the dice."""
    heaps = state.part(Heaps).sizes if state.has_part(Heaps) else ()
    lines = ["piles " + " + ".join(map(str, heaps)) if heaps else f"pile {len(state.pile)}"]
    if state.has_part(Dragon):
        lines[0] += f", dragon {_holder(state.part(Dragon).holder, 'under it')}"
    if state.has_part(PhoenixTile):
        lines[0] += f", phoenix {_holder(state.part(PhoenixTile).holder, 'on it')}"
    if state.has_part(Sea):
        lines += _sea_lines(state)
    if state.has_part(Lanterns) and state.part(Lanterns).final_round:
        lines.append("last round")
    return lines


def _holder(seat: Seat | None, nobody: str) -> str:
    return nobody if seat is None else f"with seat {seat}"


def _sea_lines(state: GameState) -> list[str]:
    sea = state.part(Sea)
    watch = watch_of(state)
    dice = []
    if watch.dice is not None:
        gold, blue = watch.dice
        dice.append(f"dice g{gold} + b{blue} = {gold + blue}")
    if watch.die is not None:
        dice.append(f"die {watch.die}")
    pile = f"daikaiju pile {len(sea.bag) + len(sea.bottom)}"
    return [pile, ", ".join(dice)] if dice else [pile]


def seat_line(state: GameState, seat: Seat) -> str:
    """Where a seat's pawns are, its tokens and its tiles."""
    hand = " ".join(BACK if tile == HIDDEN else tile for tile in state.hands[seat])
    if not state.is_in(seat):
        left = next((each for each in state.exits if each.seat == seat), None)
        fate = f": {left.fate}" if left else ""
        when = f" in turn {left.turn}" if left and not hand else ""
        return f"out{when}{fate} {hand}".rstrip()
    places = "/".join(_whereabouts(state.pawns[pawn]) for pawn in state.pawns_of(seat))
    words = [f"{places:<4}", *_tokens(state, seat), hand]
    return " ".join(word for word in words if word).rstrip()


def _whereabouts(pawn: Pawn) -> str:
    if pawn.status is Status.ON and pawn.stop is not None:
        return str(pawn.stop)
    if pawn.status is Status.WAITING and pawn.beside is not None:
        return str(pawn.beside)
    return {Status.OFF: "off", Status.LOST: "lost"}.get(pawn.status, "-")


def _tokens(state: GameState, seat: Seat) -> list[str]:
    words = []
    if state.has_part(Lanterns):
        words.append(f"★{state.part(Lanterns).scored[seat]}")
        words.append("1st" if state.first == seat else "   ")
    if state.has_part(Ashes):
        words.append("life" if state.part(Ashes).lives[seat] else "    ")
    return words


def _draw_hand(
    canvas: Canvas, edition: Edition, state: GameState, seat: Seat, left: int, top: int
) -> None:
    """Each tile unturned with its name and its pairs of ports; two-faced ones show both faces."""
    canvas.put(left, top, f"hand of seat {seat}", Style.DIM)
    x = left
    for tile in state.hands[seat]:
        for laid in faces_of(edition, tile):
            _draw_tile(canvas, edition, tile, laid, x, top + 1)
            x += TILE_STEP


def _draw_tile(
    canvas: Canvas, edition: Edition, tile: TileId, laid: Laid | None, x: int, y: int
) -> None:
    canvas.frame(x, y)
    if laid is None:
        for row in range(1, FULL.height):
            canvas.put(x + 1, y + row, "▒" * (FULL.width - 1), Style.DIM)
        return
    wiring = edition.tiles.wiring(laid)
    canvas.tile(x, y, wiring, Style.PLAIN)
    face = FACE_LETTERS[laid.face] if edition.tiles.two_faced(tile) else ""
    name = f"{tile}{face} {lantern_letter(edition, laid)}".rstrip()
    canvas.put(x + 1, y + FULL.height + 1, name, Style.STRONG)
    pairs = [f"{one}-{other}" for one, other in pairs_of(wiring)]
    for row in range(2):
        canvas.put(x + 1, y + FULL.height + 2 + row, " ".join(pairs[2 * row : 2 * row + 2]))
