"""The rule a reader of the log may want to look up; the section `rules` of an edition names them.

`[fates]` has a rule for each way to lose a pawn and `[reasons]` one for each end of the game. Where
a fate has more than one cause, `[fates_after.<fate>]` tells them apart by the events before it: the
last one counts that is named there, and before it, if two are named together, the one before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tsuro.core.events import Event, GameEnded, PawnLost
from tsuro.editions.edition import EditionInfo
from tsuro.rules.phoenix.soaring import PawnLeft

LOSSES: Final = (PawnLost, PawnLeft)


def rule_of_event(info: EditionInfo, events: Sequence[Event], number: int) -> str | None:
    """The rule behind one of the events of a step."""
    event = events[number]
    if isinstance(event, GameEnded):
        return _named(info, "reasons").get(event.result.reason)
    if not isinstance(event, LOSSES):
        return None
    after: Mapping[str, str] = info.section("rules").get("fates_after", {}).get(event.fate, {})
    return _by_cause(after, events[:number]) or _named(info, "fates").get(event.fate)


def _named(info: EditionInfo, kind: str) -> Mapping[str, str]:
    named: Mapping[str, str] = info.section("rules").get(kind, {})
    return named


def _by_cause(rules: Mapping[str, str], events: Sequence[Event]) -> str | None:
    """By the kinds of the last two events that are named, else by that of the last one."""
    known = {kind for key in rules for kind in key.split()}
    kinds = [kind for event in events if (kind := type(event).__name__) in known]
    return rules.get(" ".join(kinds[-2:])) or rules.get(" ".join(kinds[-1:]))
