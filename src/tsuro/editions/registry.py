"""Finding an edition by name and building it with the switches asked for.

Editions come from here, from `register_edition`, and from every installed distribution that has an
entry point in the group `tsuro.editions`:

    [project.entry-points."tsuro.editions"]
    ours = "our_tsuro:OURS"

The entry point is an `EditionInfo` whose id is the name of the entry point.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from tsuro.editions.sections import read_section
from tsuro.errors import BadSetting, EditionDataError, UnknownEdition, did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tsuro.editions.edition import Edition, EditionInfo

__all__ = [
    "EDITIONS",
    "MAX_SEATS",
    "MIN_SEATS",
    "OURS",
    "build_edition",
    "edition_info",
    "introductions",
    "register_edition",
]

MIN_SEATS: Final = 2
MAX_SEATS: Final = 8
OURS: Final = ("classic", "kosmos", "pocket", "seas", "phoenix")
"""The editions that come with the package, each in a folder of its own beside this file."""
GROUP: Final = "tsuro.editions"
_registered: Final[dict[str, EditionInfo]] = {}


class Editions(Mapping[str, "EditionInfo"]):
    """The editions by name. One is loaded when it is taken out: a game needs only its own."""

    def __getitem__(self, name: str) -> EditionInfo:
        if name in OURS:
            ours: EditionInfo = import_module(f"tsuro.editions.{name}.composition").INFO
            return ours
        if name in _registered:
            return _registered[name]
        if name in _installed():
            return _loaded(name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*OURS, *_registered, *_installed())))

    def __len__(self) -> int:
        return sum(1 for _ in self)


EDITIONS: Final = Editions()
"""Every edition that is known here, by name; ours come first."""


class Introduction(NamedTuple):
    """What somebody reads who chooses an edition."""

    title: str
    twist: str


def introductions() -> dict[str, Introduction]:
    """Every edition by name; ours are not loaded for that, so that a menu is there at once."""
    return {name: _introduction(name) for name in EDITIONS}


def _introduction(name: str) -> Introduction:
    if name in OURS:
        words = read_section(f"tsuro.editions.{name}", "words")["en"]
        return Introduction(words["title"], words["twist"])
    from tsuro.editions.words import Words

    theirs = Words(EDITIONS[name])
    return Introduction(theirs.title, theirs.twist)


def register_edition(info: EditionInfo) -> EditionInfo:
    """Make an edition known by its id in this process, to everything that takes a name."""
    from tsuro.editions.edition import EditionInfo

    if not isinstance(info, EditionInfo):
        raise EditionDataError(f"An edition is made known by an EditionInfo, not by {info!r}.")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", info.id):
        raise EditionDataError(
            f"{info.id!r} cannot be the id of an edition: small letters, digits and _ only."
        )
    if info.id in OURS or _registered.get(info.id, info) is not info:
        raise EditionDataError(f"There is an edition called {info.id!r} already.")
    _registered[info.id] = info
    return info


@cache
def _installed() -> dict[str, EntryPoint]:
    """Entry points by name; none takes the place of an edition of ours."""
    from importlib.metadata import entry_points

    points = {point.name: point for point in entry_points(group=GROUP)}
    return {name: point for name, point in points.items() if name not in OURS}


def forget_installed() -> None:
    """Look anew which editions are installed when one is asked for next."""
    _installed.cache_clear()
    _loaded.cache_clear()


@cache
def _loaded(name: str) -> EditionInfo:
    from tsuro.editions.edition import EditionInfo

    try:
        info = _installed()[name].load()
    except Exception as error:
        # Code of somebody else may fail in any way; the other editions can still be played.
        raise EditionDataError(
            f"The edition {name!r} is installed but cannot be loaded: "
            f"{type(error).__name__}: {error}."
        ) from error
    if not isinstance(info, EditionInfo) or info.id != name:
        raise EditionDataError(
            f"The entry point {name!r} in {GROUP} is not an EditionInfo with that id."
        )
    return info


def edition_info(name: str) -> EditionInfo:
    if not isinstance(name, str):
        raise UnknownEdition(f"An edition is found by its name, such as 'classic', not {name!r}.")
    try:
        return EDITIONS[name]
    except KeyError:
        known = ", ".join(EDITIONS)
        guess = did_you_mean(name, EDITIONS)
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
    # Whole numbers only: 2.0 equals 2, and the edition made of it would be kept for both.
    if type(seats) is not int:
        raise BadSetting(f"The number of seats must be a whole number, not {seats!r}.")
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadSetting(f"{info.title} is for {MIN_SEATS} to {MAX_SEATS} players, not {seats}.")
    if rules_version is not None and type(rules_version) is not int:
        raise BadSetting(f"The version of the rules must be a number, not {rules_version!r}.")
    if not isinstance(switches, Mapping | None):
        raise BadSetting(f"Switches are given by name, as in {{'draw': 'literal'}}: {switches!r}.")
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
            if not isinstance(value, str):
                raise BadSetting(
                    f"{key}={value!r} is not a choice of {info.title}: {key} is given as a text, "
                    f"one of {', '.join(map(repr, switch.values))}."
                )
            if value in switch.values:
                return value
            raise BadSetting(
                f"{key}={value} is not a choice of {info.title}: "
                f"{key} is one of {', '.join(switch.values)}."
            )
    known = ", ".join(switch.name for switch in info.switches) or "none"
    guess = did_you_mean(str(key), (switch.name for switch in info.switches))
    raise BadSetting(
        f"{info.title} has no switch called {key!r}; its switches are: {known}.{guess}"
    )
