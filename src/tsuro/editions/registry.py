"""Finding an edition by name and building it with the switches asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from tsuro.editions.titles import MAX_SEATS, MIN_SEATS, TITLES
from tsuro.errors import BadSetting, UnknownEdition

if TYPE_CHECKING:
    from tsuro.editions.edition import Edition, EditionInfo

__all__ = ["EDITIONS", "MAX_SEATS", "MIN_SEATS", "build_edition", "edition_info"]


class _Shelf(Mapping[str, "EditionInfo"]):
    """The editions by name. One is loaded when it is taken out: a game needs only its own."""

    def __getitem__(self, name: str) -> EditionInfo:
        if name not in TITLES:
            raise KeyError(name)
        info: EditionInfo = getattr(import_module(f"tsuro.editions.{name}"), name.upper())
        return info

    def __iter__(self) -> Iterator[str]:
        return iter(TITLES)

    def __len__(self) -> int:
        return len(TITLES)


EDITIONS: Final = _Shelf()


def edition_info(name: str) -> EditionInfo:
    try:
        return EDITIONS[name]
    except KeyError:
        known = ", ".join(EDITIONS)
        hint = get_close_matches(name.lower(), EDITIONS, n=1)
        guess = f" Did you mean {hint[0]}?" if hint else ""
        raise UnknownEdition(
            f"There is no edition called {name!r}.{guess} Known are: {known}."
        ) from None


def build_edition(
    name: str,
    *,
    seats: int,
    switches: Mapping[str, str] | None = None,
    rules_version: int | None = None,
) -> Edition:
    """An edition ready to be played by `seats` players; switches not named keep their defaults.

    For a game begun under an earlier version of the rules, those are the defaults of that time.
    """
    info = edition_info(name)
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadSetting(f"{info.title} is for {MIN_SEATS} to {MAX_SEATS} players, not {seats}.")
    chosen = info.defaults(rules_version)
    for key, value in (switches or {}).items():
        chosen[key] = _checked(info, key, value)
    return _build(name, seats, tuple(chosen.items()))


@cache
def _build(name: str, seats: int, switches: tuple[tuple[str, str], ...]) -> Edition:
    return EDITIONS[name].build(seats, dict(switches))


def _checked(info: EditionInfo, key: str, value: str) -> str:
    for switch in info.switches:
        if switch.name == key:
            if value in switch.values:
                return value
            raise BadSetting(
                f"{key}={value} is not a choice of {info.title}: "
                f"{key} is one of {', '.join(switch.values)}."
            )
    known = ", ".join(switch.name for switch in info.switches) or "none"
    raise BadSetting(f"{info.title} has no switch called {key!r}; its switches are: {known}.")
