"""No test looks at a clock: what it proves must not depend on how fast the machine is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent.parent
HERE: Final = "meta/test_no_clocks.py"
CLOCKS: Final = {
    "support/waiting.py": "the one place that waits, so that a test that hangs fails in the end",
    "arena/misfit.py": "a program that hangs on purpose and is ended by whoever asks it",
}
"""Who may use the clock of the system, and why."""
MILLISECONDS: Final = {
    "arena/test_local.py": "names bots without letting them play",
    "arena/test_run.py": "names bots without letting them play",
    "bots/test_registry.py": "refuses settings",
    "bots/test_search.py": "looks at the budget; neither solver nor search is carried out",
}
"""Who may speak of searches by time, and why."""
WHAT_TO_DO: Final = (
    "Search by iterations, wait for an event with tests.support.waiting.until, or move a clock by "
    "hand (HandTime of tests/server/house.py, page.clock of Playwright). A limit that only guards "
    "against waiting for ever is PATIENCE."
)
WAITING: Final = {"wait", "join", "result", "acquire", "communicate", "timeout"}
"""Methods that take a number of seconds."""
SEARCH: Final = re.compile(r"\w+:(\w+=[^,]*,)*ms=\d")


def sins_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a module looks at a clock: line and kind."""
    for node in ast.walk(tree):
        for kind in _kinds(node):
            yield getattr(node, "lineno", 0), kind


def _kinds(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names) if any(name.name == "time" for name in names):
            yield "clock"
        case ast.ImportFrom(module="time"):
            yield "clock"
        case ast.Constant(value=str(text)):
            if "sleep(" in text:
                yield "clock"
            if SEARCH.search(text):
                yield "milliseconds"
        case ast.Call():
            yield from _kinds_of_call(node)


def _kinds_of_call(call: ast.Call) -> Iterator[str]:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name == "wait_for_timeout" or (name == "sleep" and not _is_nothing(call.args)):
        yield "clock"
    limits = [each.value for each in call.keywords if each.arg in {"timeout", "deadline"}]
    limits += call.args if isinstance(call.func, ast.Attribute) and name in WAITING else []
    if any(_is_number(limit) for limit in limits):
        yield "limit"
    if name.endswith("Bot") and any(each.arg == "ms" for each in call.keywords):
        yield "milliseconds"


def _is_nothing(arguments: list[ast.expr]) -> bool:
    """`sleep(0)` lets others go on and takes no time."""
    return [getattr(each, "value", None) for each in arguments] == [0]


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def test_no_test_depends_on_the_speed_of_the_machine() -> None:
    allowed = {"clock": CLOCKS, "milliseconds": MILLISECONDS, "limit": {}}
    found = [
        f"tests/{name}:{line}: {kind}"
        for path in sorted(TESTS.rglob("*.py"))
        if (name := path.relative_to(TESTS).as_posix()) != HERE
        for line, kind in sins_in(ast.parse(path.read_text(encoding="utf-8")))
        if name not in allowed[kind]
    ]
    assert found == [], WHAT_TO_DO


def test_whoever_is_excused_needs_it() -> None:
    for kind, excused in (("clock", CLOCKS), ("milliseconds", MILLISECONDS)):
        for name in excused:
            tree = ast.parse((TESTS / name).read_text(encoding="utf-8"))
            assert kind in {found for _, found in sins_in(tree)}, name


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("import time", "clock"),
        ("from time import perf_counter", "clock"),
        ("await asyncio.sleep(0.01)", "clock"),
        ("run(['-c', 'import time; time.sleep(9)'])", "clock"),
        ("page.wait_for_timeout(150)", "clock"),
        ("MctsBot(ms=50)", "milliseconds"),
        ("make_bot('mcts:threads=2,ms=50')", "milliseconds"),
        ("begun.wait(20)", "limit"),
        ("subprocess.run(command, timeout=60)", "limit"),
        ("pytest.mark.timeout(60)", "limit"),
        ("settings(deadline=200)", "limit"),
    ],
)
def test_sins_are_found(code: str, kind: str) -> None:
    tree = compile(code, "sin", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    assert [found for _, found in sins_in(tree)] == [kind]


@pytest.mark.parametrize(
    "code",
    [
        "asyncio.sleep(0)",
        "begun.wait(PATIENCE)",
        "settings(deadline=None)",
        "time.advance(30)",
        "make_bot('mcts:iterations=50')",
        "thread.join()",
        "' '.join(words)",
        "result(3, (0, 1))",
    ],
)
def test_no_sins_are_invented(code: str) -> None:
    assert list(sins_in(ast.parse(code))) == []
