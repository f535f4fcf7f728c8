"""The numbered rules as short pieces of safe HTML, read from the documentation."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from tsuro.editions.edition import EditionInfo
from tsuro.telling.messages import Language
from tsuro.telling.requests import RuleText

GENERAL: Final = "general"
_HEADING: Final = re.compile(r"^### ([A-Z]+-[0-9]+[a-z]?) · (.+)$")
_STATUS: Final = re.compile(r"^\*([^*]+)\* — ")
_SAFE_LINK: Final = re.compile(r"[\w./#-]+|https://[^\s\"<>]+")


def rules_of(info: EditionInfo, language: Language = "en") -> list[RuleText]:
    """The rules of an edition, if its section `rules` names a page of them; then the general ones.

    The page is a Markdown file in the home of the edition, or one of ours; a translation has the
    same name in a folder with the name of its language.
    """
    page = info.section("rules").get("page")
    english = [*(() if page is None else _read(info.home, page)), *_read("", GENERAL)]
    if language != "en":
        own = () if page is None else _read(info.home, f"{language}/{page}", language)
        told = {rule.id: rule for rule in (*own, *_read("", f"{language}/{GENERAL}", language))}
        english = [told.get(rule.id, rule) for rule in english]
    return list({rule.id: rule for rule in english}.values())


def _text(home: str, page: str) -> str:
    """Empty if there is no such page."""
    for folder in _folders(home):
        file = folder.joinpath(f"{page}.md")
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return ""


def _folders(home: str) -> Iterator[Traversable]:
    if home:
        yield files(home)
    yield files("tsuro.server") / "rules"
    # In a checkout the documentation itself is read.
    yield Path(__file__).parents[4] / "docs" / "rules"


@cache
def _read(home: str, page: str, language: Language = "en") -> list[RuleText]:
    rules: list[RuleText] = []
    heading: tuple[str, str] | None = None
    block: list[str] = []
    for line in [*_text(home, page).splitlines(), "## end"]:
        if line.startswith("#"):
            if heading is not None:
                rules.append(_rule(*heading, "\n".join(block), language))
            found = _HEADING.match(line)
            heading = (found[1], found[2]) if found else None
            block = []
        else:
            block.append(line)
    return rules


def _rule(identifier: str, title: str, text: str, language: Language) -> RuleText:
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    # Links to tests are for whoever reads the code.
    text = re.sub(r"^Tests: .*$", "", text, flags=re.MULTILINE).strip()
    status = _STATUS.match(text)
    body = text[status.end() :] if status else text
    return RuleText(
        id=identifier,
        language=language,
        title=title.replace("`", ""),
        status=status[1] if status else "",
        html=to_html(body),
    )


def to_html(text: str) -> str:
    """Paragraphs, lists, tables, code, emphasis and links; everything else is shown as it is."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return "".join(_block(block.strip("\n")) for block in blocks if block.strip())


def _block(block: str) -> str:
    lines = block.splitlines()
    if all(line.startswith("|") for line in lines):
        return _table(lines)
    if lines[0].startswith("```"):
        inner = "\n".join(lines[1:-1])
        return f"<pre>{html.escape(inner)}</pre>"
    for tag, marker in (("ul", r"[-*] "), ("ol", r"\d+\. ")):
        if re.match(marker, lines[0]):
            items = re.split(rf"^(?:{marker})", block, flags=re.MULTILINE)[1:]
            return f"<{tag}>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</{tag}>"
    return f"<p>{_inline(block)}</p>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    head, *body = [row for row in rows if not all(re.fullmatch(r":?-+:?", c) for c in row)]
    top = "".join(f"<th>{_inline(cell)}</th>" for cell in head)
    rest = "".join(
        f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in body
    )
    return f"<table><tr>{top}</tr>{rest}</table>"


def _inline(text: str) -> str:
    """Escape first, so that nothing but the tags made here can be one."""
    pieces = re.split(r"(`[^`]+`)", " ".join(text.split()))
    return "".join(
        f"<code>{html.escape(piece[1:-1])}</code>" if piece.startswith("`") else _styled(piece)
        for piece in pieces
        if piece
    )


def _styled(text: str) -> str:
    safe = html.escape(text)
    safe = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", _link, safe)
    safe = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", safe)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", safe)


def _link(match: re.Match[str]) -> str:
    """Only outside links lead anywhere; those between pages of the documentation become text."""
    text, target = match[1], match[2]
    if target.startswith("https://") and _SAFE_LINK.fullmatch(target):
        return f'<a href="{target}" rel="noopener noreferrer" target="_blank">{text}</a>'
    return text
