"""Boards to play on in the pages of the documentation site, each loaded when somebody asks for it.

A board is the page that needs no server, in a frame, at a position to be tried out. The positions
of worked examples stand in docs/rules/boards.toml; those of short rules are what their pictures
show.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import quote

from tsuro.editions.registry import OURS, edition_info
from tsuro.telling.guide import pictured, written

ROOT: Final = Path(__file__).resolve().parents[1]
POSITIONS: Final = ROOT / "docs" / "rules" / "boards.toml"
PLACE: Final = "play"
"""The folder of the page that needs no server, in the documentation site."""
HEADING: Final = re.compile(r"^### ([A-Z]+(?:-[A-Z]+)?-[0-9]+) · (.+)$")
CITED: Final = re.compile(r"\b[A-Z]{2,3}-[0-9]+\b")
TESTS: Final = "<!-- tests -->"
GLANCE: Final = "## At a glance"
SCRIPT: Final = """
<style>
.live-board iframe { width: 100%; height: min(720px, 90vh); }
.live-board iframe, .live-board button { border: 1px solid #8888; border-radius: 10px; }
.live-board button { cursor: pointer; padding: 6px 14px; font: inherit; }
</style>
<script>
document.addEventListener("click", (event) => {
  const button = event.target.closest(".live-board button");
  if (!button) return;
  const frame = document.createElement("iframe");
  frame.title = button.textContent;
  frame.src = button.parentElement.dataset.board;
  button.replaceWith(frame);
});
</script>
"""


@cache
def positions() -> dict[str, str]:
    """Of worked examples, by their ids."""
    told: dict[str, str] = tomllib.loads(POSITIONS.read_text(encoding="utf-8"))
    return told


def board(address: str, words: str, home: str) -> str:
    """A button that becomes a board; `home` leads from the page to the first one of the site."""
    place = escape(f"{home}{PLACE}/index.html#/{address}")
    button = f'<button type="button">{escape(words)}</button>'
    return f'<p class="live-board" data-board="{place}">{button}</p>'


def trial(position: str, words: str, home: str) -> str:
    return board(f"p/{quote(position, safe='')}", words, home)


def with_boards(text: str, name: str) -> str:
    """The text of a page of docs/rules with a board below everything that one shows."""
    if name not in {"examples", "general", *OURS}:
        return text
    lines: list[str] = []
    heading = ""
    for line in text.splitlines():
        found = HEADING.match(line)
        heading = found[1] if found else heading
        if line == TESTS and heading:
            lines += [*_boards_of(heading), ""]
            heading = ""
        lines.append(line)
    if name in OURS:
        begin = lines.index(GLANCE)
        end = next(n for n in range(begin + 1, len(lines)) if lines[n].startswith("## "))
        lines[end:end] = [*_boards_in_short(name), ""]
    return "\n".join([*lines, SCRIPT])


def _boards_of(heading: str) -> list[str]:
    """Of an example itself, or of all examples of a rule."""
    if heading in positions():
        return [trial(positions()[heading], "Try it on a board", "../")]
    return [
        trial(positions()[example], f"Try it on a board: {title}", "../")
        for example, title, rules in examples()
        if heading in rules and example in positions()
    ]


def _boards_in_short(edition: str) -> list[str]:
    info = edition_info(edition)
    return [
        trial(str(pictured(info, page)[0]), f"Try it on a board: {page.en.title}", "../")
        for page in written(info)
        if page.step
    ]


@cache
def examples() -> list[tuple[str, str, frozenset[str]]]:
    """Every worked example: its id, its title and the rules it illustrates."""
    found: list[tuple[str, str, frozenset[str]]] = []
    text = (ROOT / "docs" / "rules" / "examples.md").read_text(encoding="utf-8")
    for part in text.split("\n### ")[1:]:
        head, _, body = part.partition("\n")
        match = HEADING.match(f"### {head}")
        assert match is not None
        told = re.search(r"Rules?: ([^.]+)\.", body)
        cited = frozenset(CITED.findall(told[1])) if told else frozenset()
        found.append((match[1], match[2], cited))
    return found
