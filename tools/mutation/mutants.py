"""Mutants of a module: where it can be broken, how it reads then, and the code that runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import islice, zip_longest
from pathlib import Path
from types import CodeType
from typing import Final

from tools.mutation.operators import changes

IDLE_FIELDS: Final = {"annotation", "returns", "decorator_list"}
"""Parts of a node that say something about the code and do nothing in the game."""
IDLE_CALLS: Final = {"NewType", "TypeVar", "cast", "field", "isinstance"}
"""Calls whose arguments are for the type checker, or for how a value is shown."""
CONTEXT: Final = 40
"""Letters told on either side of a change."""


@dataclass(frozen=True)
class Mutant:
    """One change in one file: the `change`th way to break the `node`th node of its tree."""

    root: Path
    path: str
    node: int
    change: int
    line: int
    where: str
    """The function or class it is in, as `Class.function`."""
    caught_once: bool
    """What it changes happens when a module is loaded, or is kept by a cache."""

    @property
    def module(self) -> str:
        return self.path.removeprefix("src/").removesuffix(".py").replace("/", ".")

    @property
    def name(self) -> str:
        return f"{self.path}#{self.node}.{self.change}"

    @cached_property
    def texts(self) -> tuple[str, str]:
        """The first statement that reads differently, before and after."""
        old = ast.unparse(_parsed(self.root / self.path)).splitlines()
        new = ast.unparse(self._broken()).splitlines()
        both = zip_longest(old, new, fillvalue="")
        return next(_windows(*pair) for pair in both if pair[0] != pair[1])

    def __str__(self) -> str:
        before, after = self.texts
        return f"{self.path}:{self.line}  {before}  ->  {after}"

    def code(self) -> CodeType:
        return _compiled(self._broken(), self.root / self.path)

    def can_be_noticed(self) -> bool:
        """Whether the code that runs differs at all."""
        file = self.root / self.path
        return self.code() != _compiled(_parsed(file), file)

    def _broken(self) -> ast.Module:
        tree = _parsed(self.root / self.path)
        site = list(_sites(tree))[self.node]
        new = changes(site.node)[self.change]
        ast.copy_location(new, site.node)
        old = getattr(site.parent, site.field)
        if isinstance(old, list):
            old[site.index] = new
        else:
            setattr(site.parent, site.field, new)
        return ast.fix_missing_locations(tree)


@dataclass(frozen=True)
class _Site:
    """A node and the place in its parent where another can be put."""

    node: ast.AST
    parent: ast.AST
    field: str
    index: int
    line: int
    scope: tuple[ast.AST, ...]
    """The classes and functions around it, outermost first."""


def mutants_of(root: Path, path: str) -> list[Mutant]:
    """Every mutant of a file, in the order of its source."""
    return [
        Mutant(
            root=root,
            path=path,
            node=number,
            change=change,
            line=site.line,
            where=".".join(getattr(each, "name", "") for each in site.scope),
            caught_once=_is_caught_once(site.scope),
        )
        for number, site in enumerate(_sites(_parsed(root / path)))
        for change in range(len(changes(site.node)))
    ]


def sample(mutants: Sequence[Mutant], *, seed: int, size: int) -> list[Mutant]:
    """As many different mutants as asked for, or all there are; the same seed, the same ones.

    Each mutant draws its own lot, so that work on one file leaves the sample of others as it is.
    """
    drawn = sorted(mutants, key=lambda mutant: sha256(f"{seed} {mutant.name}".encode()).digest())
    different = (mutant for mutant in drawn if mutant.can_be_noticed())
    chosen = islice(different, size)
    return sorted(chosen, key=lambda mutant: (mutant.path, mutant.node, mutant.change))


def _windows(before: str, after: str) -> tuple[str, str]:
    """What differs between two lines, and a little around it."""
    before, after = before.strip(), after.strip()
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    left = max(start - CONTEXT, 0)

    def window(line: str) -> str:
        right = min(len(line) - end + CONTEXT, len(line))
        return "…" * (left > 0) + line[left:right] + "…" * (right < len(line))

    return window(before), window(after)


def _common(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    shorter = min(len(one), len(other))
    return next((i for i in range(shorter) if one[i] != other[i]), shorter)


def _parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _compiled(tree: ast.Module, file: Path) -> CodeType:
    return compile(tree, str(file), "exec", dont_inherit=True)


def _is_caught_once(scope: Sequence[ast.AST]) -> bool:
    functions = [each for each in scope if isinstance(each, ast.FunctionDef)]
    decorators = [each for function in functions for each in function.decorator_list]
    return not functions or any("cache" in ast.unparse(each) for each in decorators)


def _sites(node: ast.AST, scope: tuple[ast.AST, ...] = ()) -> Iterator[_Site]:
    """The nodes under a node that do something, each before its children."""
    inside = (*scope, node) if isinstance(node, ast.FunctionDef | ast.ClassDef) else scope
    for field, index, child in _children(node):
        if _is_idle(child):
            continue
        line = getattr(child, "lineno", getattr(node, "lineno", 1))
        if isinstance(child, ast.comprehension):
            line = child.target.lineno
        yield _Site(child, node, field, index, line, inside)
        if not isinstance(child, ast.Raise):
            # What an error says is for people.
            yield from _sites(child, inside)


def _children(node: ast.AST) -> Iterator[tuple[str, int, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in IDLE_FIELDS:
            continue
        for index, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.AST):
                yield field, index, child


def _is_idle(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()) | ast.keyword(arg="strict"):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in IDLE_CALLS
        case ast.Assign(targets=[ast.Name(id="__slots__")]):
            return True
        case ast.Assign(value=ast.Subscript(slice=ast.Tuple())):
            # A name for a type, such as `Callable[[Cell], bool]`.
            return True
        case _:
            return False
