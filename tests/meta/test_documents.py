"""What the documents promise is true."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest

import tsuro.fast
from tests.support.schemas import PRINTED, SCHEMA, validator
from tools import make_docs
from tsuro.cli import serve
from tsuro.cli.main import cli
from tsuro.server.configuring import wanted
from tsuro.server.settings import Limits

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
DOCUMENTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))


BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(document: Path, *kinds: str) -> Iterator[str]:
    for kind, content in BLOCK.findall(document.read_text(encoding="utf-8")):
        if kind in kinds:
            yield content


def named(paths: Iterable[Path]) -> list[Any]:
    return [pytest.param(path, id=str(path.relative_to(ROOT))) for path in paths]


EXECUTED = [path for path in DOCUMENTS if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("document", named(EXECUTED))
def test_examples_run(document: Path) -> None:
    outcome = doctest.testfile(str(document), module_relative=False)
    assert outcome.attempted > 4
    assert outcome.failed == 0


def test_readme_and_tutorials_are_executed() -> None:
    assert ROOT / "README.md" in EXECUTED
    assert {path for path in DOCUMENTS if path.parent.name == "tutorials"} <= set(EXECUTED)


@pytest.mark.parametrize("document", named(DOCUMENTS))
def test_code_that_is_not_executed_can_be_read(document: Path) -> None:
    for code in blocks(document, "python"):
        if ">>> " not in code:
            ast.parse(code)
    for data in blocks(document, "toml"):
        tomllib.loads(data)
    for data in blocks(document, "json"):
        json.loads(data)


COMMAND = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?(?:tsuro|uvx tsuro)(?:$| (.*))")


def commands(document: Path) -> Iterator[list[str]]:
    """The words of every line that calls `tsuro`, up to a pipe or a comment."""
    for content in blocks(document, "sh", "console"):
        for line in content.replace("\\\n", " ").splitlines():
            found = COMMAND.match(line)
            if found is not None:
                words = shlex.split(found[1] or "", comments=True)
                stop = next((n for n, word in enumerate(words) if word in "|><&"), len(words))
                yield words[:stop]


def test_every_command_line_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands, options and values are those there are; nothing is carried out."""
    monkeypatch.chdir(tmp_path)
    found = [(document, words) for document in DOCUMENTS for words in commands(document)]
    assert len(found) > 35
    for document, words in found:
        if not words or words[0].startswith("-"):
            continue
        command = cli.get_command(click.Context(cli), words[0])
        assert command is not None, f"{document.name}: {words}"
        for word in words:
            if re.fullmatch(r"[\w-]+\.[a-z]+", word):
                Path(word).touch()  # Some commands want the file to be there.
        try:
            command.make_context(words[0], words[1:], parent=click.Context(cli))
        except click.exceptions.Exit:
            pass  # It asked for help.
        except click.ClickException as error:
            pytest.fail(f"{document.name}: {shlex.join(words)}: {error.format_message()}")


MAKE = re.compile(r"\bmake ([a-z-]+)\b")


def test_every_target_that_documents_name_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        code = [*re.findall(r"`(make [^`]+)`", text), *blocks(document, "sh", "console")]
        for target in (name for each in code for name in MAKE.findall(each)):
            assert target in targets, f"{document.name}: make {target}"


@pytest.mark.parametrize("document", named(DOCUMENTS))
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text)
    for target in (first or second for first, second in targets):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        place = (document.parent / path) if path else document
        if place.resolve().is_relative_to(make_docs.GENERATED):
            continue
        assert place.exists(), target
        if anchor and place.suffix == ".md":
            assert anchor in anchors(place), target


@cache
def anchors(document: Path) -> set[str]:
    """What headings are called in addresses."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("package", make_docs.PACKAGES)
def test_every_public_name_is_documented(package: str) -> None:
    names = make_docs.public_names(package)
    assert set(names) == set(importlib.import_module(package).__all__)
    assert [name for name, module in names.items() if not documented(module, name)] == []


def documented(module: str, name: str) -> bool:
    """Whether a class or function has a docstring, or a constant a text beneath it."""
    source = inspect.getsource(importlib.import_module(module))
    tree = list(ast.parse(source).body)
    # A function may be defined in either of two ways, below an `if`.
    tree += [node for top in tree if isinstance(top, ast.If) for node in (*top.body, *top.orelse)]
    for node, after in pairwise([*tree, ast.Pass()]):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return bool(ast.get_docstring(node))
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if ast.unparse(target) == name:
                return isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
    return False


def test_every_kind_of_message_has_an_example_that_fits_the_schema() -> None:
    messages = [json.loads(text) for text in blocks(DOCS / "protocol-messages.md", "json")]
    for name in ("ClientMessage", "ServerMessage", "StudyLine"):
        kinds = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
        wanted = {
            kinds[each["$ref"].rpartition("/")[2]]["properties"]["type"]["const"]
            for each in kinds[name]["anyOf"]
        }
        shown = [message for message in messages if message["type"] in wanted]
        assert {message["type"] for message in shown} == wanted
        for message in shown:
            validator(name).validate(message)


def test_every_command_that_prints_json_is_in_its_document() -> None:
    text = (DOCS / "json.md").read_text(encoding="utf-8")
    defined = json.loads(PRINTED.read_text(encoding="utf-8"))["$defs"]
    for name in cli.list_commands(click.Context(cli)):
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        if any(parameter.name == "as_json" for parameter in command.params):
            assert name in defined
            assert f"| `tsuro {name}` | `{name}` |" in text


def test_the_overview_of_the_kernels_names_every_module() -> None:
    overview = (tsuro.fast.__doc__ or "").partition("How the parts")[2].partition("A recipe")[0]
    named = set(re.findall(r"`(\S+\.py)`", overview))
    package = Path(tsuro.fast.__file__).parent
    modules = [path.relative_to(package) for path in package.rglob("*.py")]
    kernels = [path for path in modules if path.parts[0] in {"tiles", "seas", "phoenix"}]
    names = {path.name for path in kernels} | {str(path) for path in set(modules) - set(kernels)}
    assert named == {name for name in names if not name.endswith("__init__.py")}


def test_every_file_that_the_architecture_names_is_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+\.(?:py|ts|svelte))`", text))
    roots = (ROOT, ROOT / "src" / "tsuro", ROOT / "frontend" / "src")
    assert len(named) > 30
    assert [
        name for name in sorted(named) if not any((root / name).is_file() for root in roots)
    ] == []


def test_the_guide_for_operators_names_every_limit_and_no_other() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    table = text.partition("| Limit |")[2].partition("\n\n")[0]
    named = [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row[:100])]
    assert sorted(named) == sorted(each.name for each in fields(Limits))


def test_files_for_operators_start_the_server_with_options_it_has() -> None:
    options = serve.command.params
    known = {"--help", *(each for one in options for each in (*one.opts, *one.secondary_opts))}
    for name in ("Dockerfile", "compose.yaml", "deploy/tsuro.service", "docs/hosting.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if "tsuro serve" in line or '"serve"' in line]
        listed = re.findall(r"^ +- (--[a-z-]+)", text, re.MULTILINE)
        used = {*listed, *(each for line in lines for each in re.findall(r"--[a-z-]+", line))}
        assert used <= known, name
    wanted(ROOT / "deploy" / "tsuro.toml", {}, Limits())
