"""Build the documentation site into build/docs-site, or only check its sources.

`docs/` stays readable where the code is. Here it is laid out in build/docs together with what is
written by programs: the reference of the public names from their docstrings, every command from its
help, and the files beside `docs/` that belong to it. Links that lead out of the site, to tests and
sources, become links to the repository where a workflow tells its address, plain words elsewhere.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tools import live_boards, make_site

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
STAGE = ROOT / "build" / "docs"
SITE = ROOT / "build" / "docs-site"
GENERATED = DOCS / "reference"
"""Pages that there are in the site only."""
BESIDE = {
    ROOT / "CHANGELOG.md": "changes.md",
    ROOT / "CONTRIBUTING.md": "contributing.md",
    ROOT / "benchmarks" / "README.md": "speed.md",
}
"""Pages that are kept elsewhere, and what they are called here."""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
PACKAGES = {
    "tsuro": "What programs use: games, actions, events, errors, editions, views, bots, formats.",
    "tsuro.composing": "The parts that an edition of your own is composed from.",
    "tsuro.encoding": "Games as numbers, for those who learn.",
    "tsuro.fast": "Compiled kernels: the rules a second time, for speed.",
    "tsuro.notebook": "A board to play on in notebooks.",
    "tsuro.simulation": "Millions of games, counted.",
    "tsuro.training": "Thousands of games at once, for those who learn.",
}
SHOWN = ROOT / "tests" / "golden" / "classic-4-00015.tsr"
"""The game on the first page."""
PLAYER = ROOT / "tools" / "player.html"
GROUPS = {
    "actions": ("Actions", "tsuro.core.actions"),
    "events": ("Events", "tsuro.core.events"),
    "errors": ("Errors", "tsuro.errors"),
    "editions": ("Editions", "tsuro.editions"),
    "bots": ("Bots", "tsuro.bots"),
    "rules": ("Events of single editions", "tsuro.rules"),
    "core": ("Places, tiles and states", "tsuro.core"),
    "formats": ("Notation, records and pictures", "tsuro.formats"),
    "engine": ("Playing without a `Game`", "tsuro.engine"),
    "game": ("Games", "tsuro.game"),
}
"""Pages of the reference of `tsuro`, by the modules they tell of; the first that fits."""
ORDER = (
    "game",
    "actions",
    "events",
    "rules",
    "core",
    "engine",
    "editions",
    "bots",
    "formats",
    "errors",
)


def public_names(package: str) -> dict[str, str]:
    """What a package offers by name, and the module each name comes from."""
    path = ROOT / "src" / Path(*package.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(source.read_text(encoding="utf-8"))
    found = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tsuro")
        for alias in node.names
    }
    offered = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    )
    return {name: found.get(name) or package for name in offered}


def stage(address: str | None) -> None:
    """Lay out the sources of the site."""
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(DOCS, STAGE)
    for source in sorted(DOCS.rglob("*.md")):
        text = source.read_text(encoding="utf-8")
        place = STAGE / source.relative_to(DOCS)
        if source.parent == DOCS / "rules":
            text = live_boards.with_boards(text, source.stem)
        place.write_text(relinked(text, source, place, address), encoding="utf-8")
    for source, name in BESIDE.items():
        text = source.read_text(encoding="utf-8")
        place = STAGE / name
        place.write_text(relinked(text, source, place, address), encoding="utf-8")
    _write_reference()
    _write_commands()
    _write_fields()
    _write_player()


def relinked(text: str, source: Path, place: Path, address: str | None) -> str:
    """The text of a page with the links it needs where it lies now."""

    def turned(match: re.Match[str]) -> str:
        picture, words, target = match.groups()
        if "://" in target or target.startswith(("#", "mailto:")):
            return match[0]
        path, hash_sign, anchor = target.partition("#")
        found = (source.parent / path).resolve()
        staged = _staged(found)
        if staged is not None:
            way = os.path.relpath(staged, place.parent)
            return f"{picture}[{words}]({way}{hash_sign}{anchor})"
        if address is None:
            return words
        return f"[{words}]({address}/blob/main/{found.relative_to(ROOT)}{hash_sign}{anchor})"

    return LINK.sub(turned, text)


def _staged(found: Path) -> Path | None:
    """Where a file of the repository lies in the site, if it does."""
    if found in BESIDE:
        return STAGE / BESIDE[found]
    if found.is_dir() and (found / "README.md").exists():
        found = found / "README.md"
    return (
        STAGE / found.relative_to(DOCS) if found.is_relative_to(DOCS) and found.is_file() else None
    )


def _write_reference() -> None:
    folder = STAGE / "reference"
    folder.mkdir()
    lines = ["# Reference", "", "Written from the docstrings of every public name.", ""]
    for package, summary in PACKAGES.items():
        names = public_names(package)
        if package == "tsuro":
            lines += [f"- `{package}`: {summary}"]
            lines += [f"    - [{GROUPS[group][0]}]({group}.md)" for group in ORDER]
            _write_groups(folder, names)
        else:
            page = package.rpartition(".")[2]
            lines.append(f"- [`{package}`]({page}.md): {summary}")
            _write_names(folder / f"{page}.md", f"`{package}`", summary, names)
    (folder / "README.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _write_groups(folder: Path, names: dict[str, str]) -> None:
    pages: dict[str, dict[str, str]] = {group: {} for group in ORDER}
    for name, module in names.items():
        group = next((key for key, (_, start) in GROUPS.items() if module.startswith(start)), None)
        pages[group or "game"][name] = module
    for group, members in pages.items():
        title = GROUPS[group][0]
        _write_names(folder / f"{group}.md", title, "All of these are names of `tsuro`.", members)


def _write_names(page: Path, title: str, summary: str, names: dict[str, str]) -> None:
    lines = [f"# {title}", "", summary, ""]
    lines += [f"::: {module}.{name}\n" for name, module in sorted(names.items())]
    page.write_text("\n".join(lines), encoding="utf-8")


def _write_commands() -> None:
    """Every command as its own help tells it."""
    from tsuro.cli.main import cli

    parent = click.Context(cli, info_name="tsuro")
    lines = ["# Commands", "", "What `--help` says, command by command.", ""]
    for name in cli.list_commands(parent):
        command = cli.get_command(parent, name)
        assert command is not None
        told = command.get_help(click.Context(command, info_name=name, parent=parent))
        lines += [f"## tsuro {name}", "", "```text", told, "```", ""]
    (STAGE / "reference" / "commands.md").write_text("\n".join(lines), encoding="utf-8")


def _write_fields() -> None:
    """The fields of every JSON document, from its schema."""
    schema = json.loads((DOCS / "json.schema.json").read_text(encoding="utf-8"))
    lines: list[str] = []
    for name, definition in schema["$defs"].items():
        lines += [
            f"## {name}",
            "",
            definition.get("description", ""),
            "",
            "| field | type | |",
            "|---|---|---|",
        ]
        lines += [
            f"| `{path}` | {kind} | {about} |" for path, kind, about in fields_of(definition, "")
        ]
        lines.append("")
    page = STAGE / "json.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("<!-- fields -->", "\n".join(lines)), encoding="utf-8")


def fields_of(schema: dict[str, Any], path: str = "") -> Iterator[tuple[str, str, str]]:
    """Path, type and description of everything that a schema names."""
    for name, each in schema.get("properties", {}).items():
        here = f"{path}.{name}" if path else name
        kinds = each.get("type", "object")
        kind = " or ".join(kinds) if isinstance(kinds, list) else kinds
        yield here, kind, each.get("description", "")
        yield from fields_of(each, here)
    if "items" in schema:
        yield from fields_of(schema["items"], f"{path}[]")
    if isinstance(schema.get("additionalProperties"), dict):
        yield from fields_of(schema["additionalProperties"], f"{path}.*")


def _write_player() -> None:
    """A game on the first page, to be stepped through: its pictures, and what shows them."""
    import tsuro

    folder = STAGE / "images" / "player"
    folder.mkdir()
    record = tsuro.parse_record(SHOWN.read_text(encoding="utf-8"))
    steps = [step for step in record.steps() if not isinstance(step.ask, tsuro.Chance)]
    for number, step in enumerate(steps):
        picture = tsuro.draw_svg(record.edition, step.state, events=step.events)
        (folder / f"{number}.svg").write_text(picture, encoding="utf-8")
    page = STAGE / "index.md"
    player = PLAYER.read_text(encoding="utf-8").replace("LAST", str(len(steps) - 1))
    player += live_boards.board("new/classic", "Play a game here", "") + live_boards.SCRIPT
    text = page.read_text(encoding="utf-8").replace("<!-- player -->", player)
    page.write_text(text, encoding="utf-8")


def address() -> str | None:
    """The repository, where a workflow knows it."""
    server, name = (os.environ.get(each) for each in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY"))
    return f"{server}/{name}" if server and name else None


def main() -> None:
    stage(address())
    program = Path(sys.executable).with_name("zensical")
    built = subprocess.run(
        [program, "build", "--strict", "--clean", "--config-file", ROOT / "mkdocs.yml"], check=False
    )
    if built.returncode:
        sys.exit(built.returncode)
    shutil.copytree(make_site.up_to_date(), SITE / live_boards.PLACE)
    print(f"The site is in {SITE.relative_to(ROOT)}; open index.html in it.")


if __name__ == "__main__":
    main()
