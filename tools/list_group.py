"""Print the requirements of a dependency group of pyproject.toml, one a line.

pip reads groups by itself from 25.1 on, but Python 3.11 and 3.12 bring an older one along.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def requirements(group: str) -> Iterator[str]:
    """What the group asks for, groups within it included."""
    groups = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["dependency-groups"]
    for entry in groups[group]:
        if isinstance(entry, str):
            yield entry
        else:
            yield from requirements(entry["include-group"])


if __name__ == "__main__":
    print(*requirements(sys.argv[1]), sep="\n")
