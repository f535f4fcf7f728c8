"""Editions as page and programs are told of them: their words, their looks, what is printed."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct, ValidationError, convert

from tsuro.bots.levels import LEVELS
from tsuro.bots.registry import fits, known_bots
from tsuro.editions.edition import Edition, EditionInfo, Switch
from tsuro.editions.registry import MAX_SEATS, MIN_SEATS, build_edition, edition_info
from tsuro.editions.sections import Section, read_section
from tsuro.errors import EditionDataError
from tsuro.formats.svg.themes import USUAL, theme_of
from tsuro.telling.bilingual import both, both_lists, heading_in_words
from tsuro.telling.edition_messages import (
    Bilingual,
    EditionSummary,
    GameInfo,
    PageColours,
    PageTheme,
    SeaPrint,
    SwitchInfo,
)

PLAIN: Final = {"night": False, "pawn": "pawn"}
"""What the page draws unless an edition says otherwise."""


@cache
def edition_summary(name: str) -> EditionSummary:
    """What somebody wants to know who chooses an edition."""
    info = edition_info(name)
    edition = build_edition(name, seats=MIN_SEATS + 1)
    return EditionSummary(
        id=info.id,
        title=info.title,
        summary=info.summary,
        rulebook=info.rulebook,
        seats=(MIN_SEATS, MAX_SEATS),
        switches=[_switch(info, switch) for switch in info.switches],
        size=edition.size,
        hand=edition.hand_size,
        name=both(info, lambda words: words.title),
        blurb=both(info, lambda words: words.blurb),
        theme=page_theme(info),
        bots=[spec for spec in (*LEVELS, *known_bots()) if fits(spec, edition)],
    )


def _switch(info: EditionInfo, switch: Switch) -> SwitchInfo:
    return SwitchInfo(
        name=switch.name,
        values=list(switch.values),
        rule=switch.rule,
        summary=switch.summary,
        meaning=both(info, lambda words: words.switch(switch.name)),
        choices=[_value(info, switch.name, value) for value in switch.values],
    )


def _value(info: EditionInfo, switch: str, value: str) -> Bilingual:
    return both(info, lambda words: words.value(switch, value))


def game_info(edition: Edition) -> GameInfo:
    """An edition as it is played at a table."""
    info = edition.info
    return GameInfo(
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
        theme = convert({**PLAIN, "motif": motif, **own, **colours}, PageTheme)
        _refuse_unknown({*own}, PageTheme)
        _refuse_unknown({*colours["light"], *colours["dark"]}, PageColours)
    except (AttributeError, TypeError, ValueError) as error:
        raise EditionDataError(
            f"The page cannot use the table page in the section theme of {info.id}: {error}."
        ) from None
    return theme


def _refuse_unknown(names: set[str], kind: type[Struct]) -> None:
    """What is misspelt would else be as in the classic game without a word."""
    unknown = names - set(kind.__struct_fields__)
    if unknown:
        known = ", ".join(kind.__struct_fields__)
        raise ValueError(f"{', '.join(sorted(unknown))} is none of {known}")


def _sea_print(printed: Section) -> SeaPrint | None:
    """The lines that dice name, where an edition has them printed on its board (SE-4)."""
    dice, daikaiju = printed.get("dice", {}), printed.get("daikaiju", {})
    try:
        return convert(
            {"columns": dice["gold"], "rows": dice["blue"], "arrows": daikaiju.get("arrows", {})},
            SeaPrint,
        )
    except (KeyError, TypeError, AttributeError, ValidationError):
        return None  # What a section `printed` holds is up to its edition.
