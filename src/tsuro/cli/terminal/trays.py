"""Tiles to choose from, drawn side by side: the own hand, and hands one may take from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from tsuro.core.tiles import FACE_LETTERS, Laid
from tsuro.editions.edition import Edition
from tsuro.formats.ascii import draw_tile_text
from tsuro.formats.ascii.layout import Scale

GAP = 2
"""Columns that a tile takes beside its width: its second border and a blank."""


@dataclass(frozen=True)
class Group:
    """Tiles of one owner; the highlighted one is framed in bold."""

    tiles: tuple[Laid, ...]
    chosen: Laid | None = None
    heading: str = ""


@dataclass(frozen=True)
class Tray:
    """All that can be chosen from at a decision."""

    edition: Edition
    groups: tuple[Group, ...] = ()
    before_board: bool = False
    """The decision is about these tiles alone: where room is short, the board gives way."""

    def chosen_only(self) -> Tray:
        """The highlighted tiles, where there is no room for all."""
        chosen = (replace(each, tiles=(each.chosen,)) for each in self.groups if each.chosen)
        return replace(self, groups=tuple(chosen))

    def pictures(self, scale: Scale, *, width: int) -> list[Text]:
        """All tiles in rows as wide as the room."""
        place = scale.width + GAP
        return [
            line for row in _flowing(self.groups, width, place) for line in self._drawn(row, scale)
        ]

    def _drawn(self, row: Sequence[Group], scale: Scale) -> list[Text]:
        """Groups next to each other, below their headings if they have any."""
        place = scale.width + GAP
        heading = Text("  ".join(_fitted(each, place) for each in row), style="bold")
        lines = [Text() for _ in range(scale.height + 2)]
        for group in row:
            for laid in group.tiles:
                self._add(lines, laid, scale, chosen=laid == group.chosen)
            for line in lines:
                line.append(" ")
        return [heading, *lines] if heading.plain.strip() else lines

    def _add(self, lines: Sequence[Text], laid: Laid, scale: Scale, *, chosen: bool) -> None:
        two_faced = self.edition.tiles.two_faced(laid.tile)
        name = f"{laid.tile}{FACE_LETTERS[laid.face] if two_faced else ''}"
        if chosen:
            name = f"▸{name}◂"[: scale.width + 1]
        drawn = (*draw_tile_text(self.edition, laid, scale=scale), name)
        for line, text in zip(lines, drawn, strict=True):
            line.append(text.center(scale.width + 1) + " ", style="bold" if chosen else "dim")


def _fitted(group: Group, place: int) -> str:
    """The heading as wide as the tiles below it."""
    room = len(group.tiles) * place - 1
    return group.heading[:room].ljust(room)


def _flowing(groups: Sequence[Group], width: int, place: int) -> list[list[Group]]:
    """As many groups in a row as fit; one that is too wide alone goes on in the next row."""
    most = max(1, width // place)
    pieces = [
        replace(group, tiles=group.tiles[start : start + most])
        for group in groups
        for start in range(0, len(group.tiles), most)
    ]
    rows: list[list[Group]] = []
    for piece in pieces:
        taken = sum(len(each.tiles) * place + 1 for each in rows[-1]) if rows else width
        if taken + len(piece.tiles) * place <= width:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return rows
