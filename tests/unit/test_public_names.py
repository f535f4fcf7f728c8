"""What the package offers by name is there, and is all that a program needs."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import tsuro
from tsuro import composing, errors
from tsuro.core.actions import Action
from tsuro.core.events import Event

EXAMPLES = Path(__file__).parents[2] / "examples"
PUBLIC = {
    *("tsuro", "tsuro.composing", "tsuro.encoding", "tsuro.training", "tsuro.envs"),
    "tsuro.bots.models",
}
"""What programs of others may import from."""


def modules(*packages: str) -> Iterator[ModuleType]:
    for package in packages:
        folder = importlib.import_module(package).__path__
        for found in pkgutil.walk_packages(folder, f"{package}."):
            yield importlib.import_module(found.name)


def kinds_below(*roots: type) -> set[str]:
    """Names of all classes of the rules that are of one of some kinds."""
    return {
        name
        for module in modules("tsuro.core", "tsuro.rules")
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__ and issubclass(kind, roots)
    }


def test_every_name_leads_to_something() -> None:
    assert sorted(set(tsuro.__all__)) == sorted(tsuro.__all__)
    for name in tsuro.__all__:
        assert getattr(tsuro, name) is not None
    for name in composing.__all__:
        assert getattr(composing, name) is not None


def test_every_action_event_and_error_is_offered() -> None:
    assert kinds_below(Action, Event) <= set(tsuro.__all__)
    known = {
        name
        for name, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, errors.TsuroError)
    }
    assert known <= set(tsuro.__all__)


def test_type_checkers_are_told_the_same() -> None:
    tree = ast.parse(Path(tsuro.__file__).read_text(encoding="utf-8"))
    told = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.If)
        for imported in node.body
        if isinstance(imported, ast.ImportFrom)
        for alias in imported.names
    }
    assert told | {"__version__"} == set(tsuro.__all__)


def test_examples_use_public_names_only_and_need_no_any_but_for_arrays() -> None:
    for example in EXAMPLES.glob("*.py"):
        nodes = list(ast.walk(ast.parse(example.read_text(encoding="utf-8"))))
        imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
        ours = [node for node in imports if str(node.module).startswith("tsuro")]
        for node in ours:
            assert node.module in PUBLIC, example.name
            names = {alias.name for alias in node.names}
            assert names <= set(importlib.import_module(node.module).__all__), example.name
        with_arrays = any(
            alias.name == "numpy"
            for node in nodes
            if isinstance(node, ast.Import)
            for alias in node.names
        )
        if ours and not with_arrays:
            used = {node.id for node in nodes if isinstance(node, ast.Name)}
            assert "Any" not in used, example.name
