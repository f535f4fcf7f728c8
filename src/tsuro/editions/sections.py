"""What the layers above the rules know of an edition: plain data beside its composition.

Each section is a TOML file in the folder of its edition and belongs to the layer that reads it:

`printed`     what is printed on board, tiles and tokens; the composition reads it
`words`       what people are told, by language: title, lesson, switches
`lessons`     the tutorial: positions, what may be played there, and what is said
`guide`       the rules as people read them, on short pages with pictures
`rules`       the numbers of the rules that log and page name
`theme`       how board and page look
`judgement`   what greedy bots and searches weigh, and where what was learned is proved better
`learned`     nets that judge for searches; written by `make train-judgement`

A layer has a default for an edition that lacks its section.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

Section = Mapping[str, Any]


@cache
def read_section(home: str, name: str) -> Section:
    """A section from the package that is an edition's home; empty if there is no such file."""
    file = files(home).joinpath(f"{name}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def read_title(home: str) -> str:
    """What an edition is called; can be read before any rule is loaded."""
    title: str = read_section(home, "words")["en"]["title"]
    return title
