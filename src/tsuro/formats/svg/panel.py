"""The table beside the board: seats with their hands and tokens, piles, dice."""

from __future__ import annotations

from typing import Final

from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Status
from tsuro.editions.edition import Edition
from tsuro.editions.words import Words
from tsuro.formats.heading import JOINT
from tsuro.formats.scene import faces_of
from tsuro.formats.svg.emblems import WOOD, dragon_tile, phoenix_tile
from tsuro.formats.svg.ground import CELL, RIM
from tsuro.formats.svg.lettering import fitting_height, lettering
from tsuro.formats.svg.markup import box, brushed, circle, group, moved, path, tag, text_of
from tsuro.formats.svg.pieces import (
    blue_die,
    die,
    first_marker,
    gold_die,
    life_token,
    pawn,
    seal,
    star,
)
from tsuro.formats.svg.themes import GOLD, Theme
from tsuro.formats.svg.tiles import lantern_icon, tile_back, whole_tile
from tsuro.rules.dragon import Dragon
from tsuro.rules.phoenix.edge_stack import PhoenixTile
from tsuro.rules.phoenix.lanterns import Lanterns
from tsuro.rules.phoenix.rising import Ashes
from tsuro.rules.piles import Heaps
from tsuro.rules.seas.daikaiju import Sea, watch_of

HEAD: Final = 66.0
FOOT: Final = 104.0
HAND: Final = 50.0
"""Where the hands begin."""
ROW: Final = 92.0
STACK: Final = 0.64
"""Size of the piles, in cells."""


def panel_width(edition: Edition) -> float:
    return 334.0 if _two_faced(edition) else 254.0


def _two_faced(edition: Edition) -> bool:
    return any(edition.tiles.two_faced(tile) for tile in edition.bag)


def draw_panel(edition: Edition, state: GameState, theme: Theme) -> str:
    """The table, its origin at the upper left, as high as the board with its rim."""
    height = edition.size * CELL + 2 * RIM
    row = min(ROW, (height - HEAD - FOOT) / edition.seats)
    return group(
        _heading(edition, state, theme),
        *(
            group(
                _seat_row(edition, state, theme, Seat(seat), row),
                transform=moved(0, HEAD + seat * row),
            )
            for seat in range(edition.seats)
        ),
        group(_piles(edition, state, theme), transform=moved(6, height - CELL * STACK - 4)),
    )


def _heading(edition: Edition, state: GameState, theme: Theme) -> str:
    width = panel_width(edition)
    line = [(width * i / 12, 36 + (0.8 if i % 5 == 2 else 0)) for i in range(13)]
    return group(
        lettering(edition.title.upper(), 0, 8, height=15, colour=theme.ink, weight=2, spacing=3.2),
        _switches(edition, theme),
        path(brushed(line, [1, 2.6, 2, 1.6, 0.4]), fill=theme.accent),
        lettering(
            status_line(state, theme).upper(),
            width,
            51,
            height=9,
            colour=theme.faint,
            weight=1.3,
            spacing=3,
            anchor="end",
        ),
    )


def _switches(edition: Edition, theme: Theme) -> str:
    """What is played otherwise than usual, in small letters under the title."""
    text = JOINT.join(Words(edition.info).switched(edition)).upper()
    if not text:
        return ""
    height = fitting_height(text, height=8, width=panel_width(edition), spacing=3)
    return lettering(text, 0, 25, height=height, colour=theme.ink, weight=1.2, spacing=3)


def status_line(state: GameState, theme: Theme) -> str:
    """Where the game stands, in a few words; seats count as on their pawns."""
    if state.result is not None:
        winners = " and ".join(str(seat + theme.first_seat) for seat in state.result.winners)
        return f"won by {winners}" if len(state.result.winners) == 1 else f"shared by {winners}"
    if state.turn.number == 0:
        return "setting up"
    return f"turn {state.turn.number}: seat {state.turn.seat + theme.first_seat}"


def _seat_row(edition: Edition, state: GameState, theme: Theme, seat: Seat, row: float) -> str:
    middle = row / 2
    out = not state.is_in(seat)
    won = state.result is not None and seat in state.result.winners
    active = state.result is None and state.turn.number > 0 and state.turn.seat == seat
    parts = [
        _active_mark(panel_width(edition), row, theme) if active else "",
        pawn(theme, seat, (20, middle), radius=min(16.5, row * 0.27), faded=out and not won),
        group(
            _hand(edition, state, theme, seat, _tile_scale(edition, row)),
            transform=moved(HAND, middle),
        ),
        _tokens(edition, state, theme, seat, middle),
    ]
    if out:
        parts.append(_exit(state, theme, seat, middle))
    if won:
        parts.append(seal((35, middle - 13), theme, radius=9))
    elif out:
        parts.append(_strike(theme, middle))
    return group(*parts)


def _strike(theme: Theme, middle: float) -> str:
    """One brush stroke through a seat that is out of the game."""
    line = brushed([(4, middle + 13), (20, middle - 1), (37, middle - 14)], [1, 4, 1.4])
    return path(line, fill=theme.accent, opacity=0.9)


def _active_mark(width: float, row: float, theme: Theme) -> str:
    return box((-9, 2), width + 18, row - 4, rx=10, fill=theme.field, opacity=0.8) + path(
        brushed([(-9, 12), (-9.6, row / 2), (-9, row - 12)], [1.5, 5, 1]), fill=theme.accent
    )


def _tile_scale(edition: Edition, row: float) -> float:
    return min(0.46 if _two_faced(edition) else 0.58, (row - 12) / CELL)


def _hand(edition: Edition, state: GameState, theme: Theme, seat: Seat, scale: float) -> str:
    """The tiles of a hand side by side; of two-faced ones both faces, of hidden ones the back."""
    step = CELL * scale
    left = 0.0
    shown = []
    for tile in state.hands[seat]:
        for laid in faces_of(edition, tile):
            shown.append(
                group(
                    tag("title", text_of(tile)) if laid else "",
                    whole_tile(edition, laid, theme) if laid else tile_back(theme),
                    lantern_icon(edition, laid, theme) if laid else "",
                    transform=moved(left, -step / 2, scale=scale),
                )
            )
            left += step + 1
        left += 6
    for held in _held_tiles(state, theme, seat):
        shown.append(group(held, transform=moved(left, -step / 2, scale=scale)))
        left += step + 7
    return group(*shown)


def _held_tiles(state: GameState, theme: Theme, seat: Seat) -> list[str]:
    held = []
    if state.has_part(Dragon) and state.part(Dragon).holder == seat:
        held.append(dragon_tile(theme))
    if state.has_part(PhoenixTile) and state.part(PhoenixTile).holder == seat:
        held.append(phoenix_tile(theme))
    return held


def _tokens(edition: Edition, state: GameState, theme: Theme, seat: Seat, middle: float) -> str:
    """Stars and Life token; a flag for the seat that begins every round (PR-44)."""
    if not state.has_part(Lanterns):
        return ""
    left, top = panel_width(edition) - 72, middle - 19
    shown = []
    if state.has_part(Ashes) and state.part(Ashes).lives[seat] and state.is_in(seat):
        shown.append(life_token((left, top), 11))
    if state.first == seat:
        shown.append(first_marker((left + 24, top), theme))
    if any(state.pawns[each].status is Status.OFF for each in state.pawns_of(seat)):
        shown.append(_note("off", left + 40, top, theme))
    for i in range(state.part(Lanterns).scored[seat]):
        shown.append(star((left + 16 * (i % 5), middle + 4 + 16 * (i // 5)), 8))
    return group(*shown)


def _note(text: str, x: float, y: float, theme: Theme) -> str:
    return lettering(text.upper(), x, y, height=9, colour=theme.faint, weight=1.3, spacing=3)


def _exit(state: GameState, theme: Theme, seat: Seat, middle: float) -> str:
    """How and when a seat was eliminated, where its hand would be."""
    left = next((each for each in state.exits if each.seat == seat), None)
    if left is None or state.hands[seat] or _held_tiles(state, theme, seat):
        return ""
    when = _note(f"out in turn {left.turn}", HAND, middle - 8, theme)
    return when + _note(left.fate, HAND, middle + 9, theme)


def _piles(edition: Edition, state: GameState, theme: Theme) -> str:
    """What can be drawn from, from left to right."""
    heaps = state.part(Heaps).sizes if state.has_part(Heaps) else ()
    sizes = heaps or (len(state.pile),)
    shown = [_stack(size, tile_back(theme), theme, left=i * 88.0) for i, size in enumerate(sizes)]
    if state.has_part(Dragon) and state.part(Dragon).holder is None:
        shown.insert(0, _shrunk(dragon_tile(theme), 30, -3))
    if state.has_part(PhoenixTile) and state.part(PhoenixTile).holder is None:
        shown.append(_shrunk(phoenix_tile(theme), 86, 0))
    if state.has_part(Sea):
        shown.append(_sea_furniture(state, theme))
    return group(*shown)


def _shrunk(tile: str, x: float, y: float) -> str:
    return group(tile, transform=moved(x, y, scale=STACK))


def _stack(size: int, back: str, theme: Theme, *, left: float) -> str:
    """A pile of backs with the number of tiles in it; an empty one is an outline."""
    side = CELL * STACK
    if size == 0:
        return box(
            (left + 1, 1),
            side - 2,
            side - 2,
            rx=6,
            fill="none",
            stroke=theme.edge,
            stroke_width=1.4,
            stroke_dasharray="5 4",
        )
    layers = [_shrunk(back, left + 2.4 * i, -2.4 * i) for i in range(min(3, size))]
    x, y = left + side - 5, side - 7
    badge = circle((x, y), 13.5, fill=theme.page, stroke=theme.ink, stroke_width=1.3)
    count = lettering(
        str(size), x, y, height=10, colour=theme.ink, weight=1.7, spacing=2, anchor="middle"
    )
    return group(*layers, badge, count)


def _sea_furniture(state: GameState, theme: Theme) -> str:
    """The daikaiju pile, and the dice as they fell in this turn."""
    sea = state.part(Sea)
    shown = [_stack(len(sea.bag) + len(sea.bottom), _beast_back(), theme, left=88)]
    watch = watch_of(state)
    if watch.dice is not None:
        gold, blue = watch.dice
        total = lettering(f"={gold + blue}", 246, 14, height=11, colour=theme.ink, weight=1.5)
        shown += [gold_die(gold, (190, 14)), blue_die(blue, (226, 14)), total]
    if watch.die is not None:
        shown.append(die(watch.die, (190, 50), "#f4f1e6"))
    return group(*shown)


def _beast_back() -> str:
    """The back of a daikaiju tile: an eye over the waves."""
    return group(
        box((1.2, 3.2), CELL - 2.4, CELL - 2.4, rx=9, fill="#000000", opacity=0.2),
        box((1.2, 1.2), CELL - 2.4, CELL - 2.4, rx=9, fill=WOOD, stroke=GOLD, stroke_width=1.6),
        path("M20 44C34 26 66 26 80 44C66 60 34 60 20 44Z", fill=GOLD),
        circle((50, 44), 10, fill=WOOD),
        path(
            "M14 72q9 -12 18 0t18 0t18 0t18 0",
            fill="none",
            stroke=GOLD,
            stroke_width=4,
            stroke_linecap="round",
        ),
    )
