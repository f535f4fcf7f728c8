"""Editions as page and programs are told of them: their words, their looks, what is printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from tsuro.editions.edition import Edition, EditionInfo
from tsuro.editions.sections import Section, read_section
from tsuro.errors import EditionDataError
from tsuro.formats.svg.themes import USUAL, theme_of
from tsuro.formats.wire.reading import Misfit, read
from tsuro.telling.bilingual import both, both_lists, heading_in_words, switches_in_words
from tsuro.telling.edition_messages import Bilingual, GameInfo, PageTheme, SeaPrint
from tsuro.telling.messages import Catalogue
from tsuro.telling.position import catalogue

ResultT = TypeVar("ResultT")

PLAIN: Final = {"night": False, "pawn": "pawn"}
"""What the page draws unless an edition says otherwise."""


def once_per_edition(make: Callable[[Edition], ResultT]) -> Callable[[Edition], ResultT]:
    """Editions are shared by all their games, and known by identity: comparing takes too long."""
    known: dict[int, tuple[Edition, ResultT]] = {}

    def get(edition: Edition) -> ResultT:
        if id(edition) not in known:
            known[id(edition)] = edition, make(edition)
        return known[id(edition)][1]

    return get


class Titles(NamedTuple):
    """What a table is called."""

    heading: Bilingual
    switched: list[Bilingual]


@once_per_edition
def titles_of(edition: Edition) -> Titles:
    return Titles(heading_in_words(edition), switches_in_words(edition))


@once_per_edition
def introduced(edition: Edition) -> tuple[GameInfo, Catalogue]:
    """What whoever comes to a table is told of its game."""
    return game_info(edition), catalogue(edition)


def game_info(edition: Edition) -> GameInfo:
    """An edition as it is played at a table."""
    info = edition.info
    return GameInfo(
        edition=edition.id,
        size=edition.size,
        heading=heading_in_words(edition),
        goal=both(info, lambda words: words.goal),
        lesson=both_lists(info, lambda words: words.lesson(edition.switches)),
        theme=page_theme(info),
        starts_beside=edition.starts_beside,
        sea=_sea_print(info.section("printed")),
    )


def page_theme(info: EditionInfo) -> PageTheme:
    """The page's share of the section `theme`; what it does not say is as in the classic game."""
    usual: Section = read_section(USUAL, "theme")["page"]
    own: Section = info.section("theme").get("page", {})
    motif = theme_of(info, dark=False).motif
    try:
        colours = {mode: {**usual[mode], **own.get(mode, {})} for mode in ("light", "dark")}
        return read(PageTheme, {**PLAIN, "motif": motif, **own, **colours})
    except (AttributeError, TypeError, ValueError, Misfit) as error:
        raise EditionDataError(
            f"The page cannot use the table page in the section theme of {info.id}: {error}"
        ) from None


def _sea_print(printed: Section) -> SeaPrint | None:
    """The lines that dice name, where an edition has them printed on its board (SE-4)."""
    dice, daikaiju = printed.get("dice", {}), printed.get("daikaiju", {})
    try:
        return read(
            SeaPrint,
            {"columns": dice["gold"], "rows": dice["blue"], "arrows": daikaiju.get("arrows", {})},
        )
    except (KeyError, TypeError, AttributeError, Misfit):
        return None  # What a section `printed` holds is up to its edition.
