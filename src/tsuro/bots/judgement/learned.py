"""The learned judgement of an edition, from its sections `learned` and `judgement`.

`learned.toml` is written by `make train-judgement` and by nobody else:

    format = 1
    inputs = ["won", "out", ...]       # what the kernel writes, in its order
    [seats.2]
    width = 16                         # hidden units
    sha256 = "..."                     # of the bytes of the net
    net = ""...""                    # base64 of numbers of four bytes, the lowest first

`valuing.py` says what the numbers are. A table `learned` in `judgement.toml` names the numbers of
seats at which the search judges by it unless told otherwise, each with the horizon for which that
was proved better.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from struct import iter_unpack, pack
from typing import Any, Final

from tsuro.bots.judgement.weights import SECTION
from tsuro.editions.edition import Edition
from tsuro.editions.registry import edition_info
from tsuro.errors import EditionDataError
from tsuro.fast.contract import Family
from tsuro.fast.families import family_of

LEARNED: Final = "learned"
FORMAT: Final = 1
WIDEST: Final = 256
FARTHEST: Final = 1000
"""Horizons are from 1 to this."""


@dataclass(frozen=True)
class Net:
    """A judgement for one edition and number of seats."""

    numbers: tuple[float, ...]
    width: int
    """Of the hidden layer."""


def inputs_of(family: Family) -> tuple[str, ...]:
    """What a net reads, in the order in which kernels write it."""
    return (*family.features, *family.outlook)


def net_of(edition: Edition) -> Net | None:
    """What was learned for an edition at its number of seats; None if nothing was."""
    section = edition_info(edition.id).section(LEARNED)
    if not section:
        return None
    inputs = inputs_of(family_of(edition))
    if section.get("format") != FORMAT:
        raise _refusal(edition, f"has the format {section.get('format')!r}, not {FORMAT}")
    if section.get("inputs") != list(inputs):
        raise _refusal(edition, f"does not read what the {edition.kernel} kernel writes")
    table = section.get("seats")
    if not isinstance(table, Mapping):
        raise _refusal(edition, "has no nets")
    told = table.get(str(edition.seats))
    return None if told is None else _net(edition, told, len(inputs))


def proved_horizon(edition: Edition) -> int | None:
    """The horizon with which the learned judgement is proved better; None where it is not.

    It was proved for games with every switch as it usually is.
    """
    info = edition_info(edition.id)
    horizon = info.section(SECTION).get(LEARNED, {}).get(str(edition.seats))
    if horizon is None or dict(edition.switches) != info.defaults():
        return None
    if type(horizon) is not int or not 1 <= horizon <= FARTHEST:
        raise EditionDataError(
            f"The judgement of {edition.title} gives the learned one the horizon {horizon!r} for "
            f"{edition.seats} seats; it must be a whole number from 1 to {FARTHEST:,}."
        )
    if net_of(edition) is None:
        raise EditionDataError(
            f"The judgement of {edition.title} trusts a learned one for {edition.seats} seats, but "
            "nothing was learned for them."
        )
    return horizon


def written(net: Sequence[float], width: int) -> dict[str, Any]:
    """What a file says of a net."""
    data = pack(f"<{len(net)}f", *net)
    return {"width": width, "sha256": sha256(data).hexdigest(), "net": b64encode(data).decode()}


def _net(edition: Edition, told: Any, inputs: int) -> Net:
    where = f"for {edition.seats} seats"
    if not isinstance(told, Mapping) or not isinstance(told.get("net"), str):
        raise _refusal(edition, f"has no net {where}")
    width = told.get("width")
    if type(width) is not int or not 1 <= width <= WIDEST:
        raise _refusal(edition, f"{where} has the width {width!r}, not 1 to {WIDEST}")
    try:
        data = b64decode("".join(told["net"].split()), validate=True)
    except ValueError:
        raise _refusal(edition, f"{where} is no base64") from None
    if sha256(data).hexdigest() != told.get("sha256"):
        raise _refusal(edition, f"{where} is damaged: its checksum is another")
    if len(data) != 4 * width * (inputs + 2):
        raise _refusal(edition, f"{where} has {len(data)} bytes, not {4 * width * (inputs + 2)}")
    numbers = tuple(number for (number,) in iter_unpack("<f", data))
    if not all(map(isfinite, numbers)):
        raise _refusal(edition, f"{where} has numbers that are none")
    return Net(numbers, width)


def _refusal(edition: Edition, what: str) -> EditionDataError:
    return EditionDataError(
        f"The learned judgement of {edition.title} {what}. Install the package again, or make it "
        "anew with `make train-judgement`."
    )
