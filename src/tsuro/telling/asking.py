"""The awaited decision as a viewer is told of it: all options for who decides, else only who."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tsuro.core.actions import Decision, PlaceTile
from tsuro.core.asks import Decide
from tsuro.telling.bilingual import reason_of
from tsuro.telling.messages import Asks, BarredOption, Language
from tsuro.telling.viewers import Viewer


def asks_of(decide: Decide, phase: str, viewer: Viewer, language: Language) -> Asks:
    if viewer != decide.seat:
        return Asks(seat=decide.seat, kind=phase)
    return Asks(
        seat=decide.seat,
        kind=phase,
        rule=decide.rule,
        options=decide.options,
        barred=[
            BarredOption(
                action=barred.action,
                rule=barred.rule,
                why=getattr(reason_of(barred.why), language),
                nearest=_nearest(barred.action, decide.options),
            )
            for barred in decide.barred
        ],
    )


def _nearest(action: Decision, options: Sequence[Decision]) -> str | None:
    """A legal decision like a forbidden one: the same tile turned least, else any placement."""
    if not isinstance(action, PlaceTile):
        return str(options[0]) if options else None
    places = [each for each in options if isinstance(each, PlaceTile)]
    tile = action.laid.tile
    alike = [each for each in places if each.laid.tile == tile] or places
    if len(alike) > 1:
        return str(min(alike, key=partial(_distance, action)))
    return str(alike[0]) if alike else None


def _distance(one: PlaceTile, two: PlaceTile) -> tuple[bool, bool, int]:
    (_, before, one_face), (_, after, two_face) = one.laid, two.laid
    turns = (after - before) % 4
    return one.pawn != two.pawn, one_face != two_face, min(turns, 4 - turns)
