"""Data files other than those of the package: what somebody who owns the box might send."""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any

from tsuro.editions.data_files import check_data
from tsuro.editions.data_table import Findings
from tsuro.editions.phoenix.printed import CENTRE, EDGE, MARKERS
from tsuro.editions.printed import LARGEST, SMALLEST
from tsuro.editions.sections import read_section

Data = dict[str, Any]


def printed_data(name: str) -> Data:
    """What is printed in the box of an edition, to be changed at will."""
    return deepcopy(dict(read_section(f"tsuro.editions.{name}", "printed")))


def with_changes(name: str, changes: Mapping[str, object]) -> Data:
    """A data file of the package with some keys set otherwise; with None they are taken out."""
    data = printed_data(name)
    for place, value in changes.items():
        *tables, key = place.split(".")
        table = data
        for each in tables:
            table = table[each]
        if value is None:
            del table[key]
        else:
            table[key] = value
    return data


def findings(name: str, data: Data) -> Findings:
    return check_data(name, data)


def as_toml(data: Mapping[str, Any], place: str = "") -> str:
    """The text of a data file; JSON writes words, numbers and lists as TOML does."""
    text = ""
    for key, value in data.items():
        if not isinstance(value, Mapping):
            text += f"{key} = {json.dumps(value)}\n"
    for key, value in data.items():
        if isinstance(value, Mapping):
            inner = f"{place}.{key}" if place else key
            text += f"\n[{inner}]\n{as_toml(value, inner)}"
    return text


def lanterns_elsewhere() -> Data:
    """As few lanterns in the centre as the rulebook allows, and some on edge tiles."""
    data = printed_data("phoenix")
    for name in CENTRE[7:]:
        del data["tiles"]["centre"][name]["lantern"], data["tiles"]["centre"][name]["glowing"]
    for number, name in enumerate(EDGE[:12]):
        colour = list(MARKERS)[number % 3]
        data["tiles"]["edge"][name].update(lantern=colour, glowing="ab"[number % 2])
    return data


def faces_of_luck(seed: int) -> Data:
    """Paths, lanterns and Glowing faces by luck, within what the rulebook says."""
    rng = Random(seed)
    data = printed_data("phoenix")
    lit = [colour for colour, number in MARKERS.items() for _ in range(number)]
    for name in (*CENTRE, *EDGE):
        kind = "centre" if name in CENTRE else "edge"
        tile = {letter: _paths(rng) for letter in "ab"}
        if kind == "centre" and lit:
            tile |= {"lantern": lit.pop(), "glowing": "a"}
        elif rng.random() < 0.5:
            glowing = "b" if kind == "centre" else rng.choice("ab")
            tile |= {"lantern": rng.choice(list(MARKERS)), "glowing": glowing}
        data["tiles"][kind][name] = tile
    if findings("phoenix", data).errors:
        return faces_of_luck(seed + 1000)
    return data


def _paths(rng: Random) -> str:
    points = rng.sample(range(12), 8)
    return " ".join(f"{points[i]}-{points[i + 1]}" for i in range(0, 8, 2))


def other_copies(name: str, seed: int) -> Data:
    """Some patterns missing, others oftener."""
    rng = Random(seed)
    data = printed_data(name)
    copies = data["tiles"]["copies"]
    for _ in range(8):
        fewer, more = rng.sample([pattern for pattern in copies if copies[pattern]], 2)
        copies[fewer] -= 1
        copies[more] += 1
    return data


def other_kosmos(seed: int) -> Data:
    """Other cards, and the smallest and the largest board there may be."""
    data = other_copies("kosmos", seed)
    data["board"]["size"], data["large_board"]["size"] = SMALLEST, LARGEST
    return data


def other_sea(seed: int) -> Data:
    """Other wakes on a smaller board, with daikaiju that do other things."""
    rng = Random(seed)
    data = other_copies("seas", seed)
    data["board"]["size"] = 6
    for colour in ("gold", "blue"):
        data["dice"][colour] = rng.sample(range(6), 6)
    for actions in data["daikaiju"]["arrows"].values():
        rng.shuffle(actions)
    return data
