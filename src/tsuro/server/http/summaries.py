"""Editions as somebody is told of them who chooses one, with the bots that can play them."""

from __future__ import annotations

from functools import cache

from tsuro.bots.levels import LEVELS
from tsuro.bots.registry import fits, known_bots
from tsuro.editions.edition import EditionInfo, Switch
from tsuro.editions.registry import MAX_SEATS, MIN_SEATS, build_edition, edition_info
from tsuro.telling.bilingual import both
from tsuro.telling.edition_messages import Bilingual, EditionSummary, SwitchInfo
from tsuro.telling.introducing import page_theme
from tsuro.telling.lessons import taught


def edition_summary(name: str) -> EditionSummary:
    """What somebody wants to know who chooses an edition."""
    return _summary(name, (*LEVELS, *known_bots()))


@cache
def _summary(name: str, bots: tuple[str, ...]) -> EditionSummary:
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
        lessons=len(taught(info)),
        bots=[spec for spec in bots if fits(spec, edition)],
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
