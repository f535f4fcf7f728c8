"""Write under every rule in docs/rules which tests prove it.

The tests say so themselves, by `@rule("CL-9")`. Each `<!-- tests -->` line of a rules page gets a
line of links after it; running this again changes nothing. `--check` only says which pages are old.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from os.path import relpath
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "rules"
TESTS = ROOT / "tests"

HEADING = re.compile(r"### ([A-Z]+(?:-[A-Z]+)?-[0-9]+) · ")
MARK = "<!-- tests -->"
WORD = "Tests: "


def rule_pages() -> list[Path]:
    return sorted(PAGES.glob("*.md"))


def rules_of(page: Path) -> list[str]:
    """The ids in the headings of a page, in order."""
    lines = page.read_text(encoding="utf-8").splitlines()
    return [match[1] for line in lines if (match := HEADING.match(line))]


def proofs() -> dict[str, Counter[Path]]:
    """For each rule id the test files that prove it, and how many tests in each do."""
    found: dict[str, Counter[Path]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for rule in _marked(tree):
            found.setdefault(rule, Counter())[path] += 1
    return found


def _marked(tree: ast.Module) -> Iterator[str]:
    """The ids each test of a module is marked with, also by its class."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            inherited = list(_ids(node))
            for test in node.body:
                if _is_test(test):
                    yield from dict.fromkeys([*inherited, *_ids(test)])
        elif _is_test(node):
            yield from dict.fromkeys(_ids(node))


def _is_test(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test_")


def _ids(node: ast.stmt) -> Iterator[str]:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    for decorator in decorators:
        match decorator:
            case ast.Call(func=ast.Name(id="rule"), args=arguments):
                yield from (str(arg.value) for arg in arguments if isinstance(arg, ast.Constant))


def linked(page: Path, proved: dict[str, Counter[Path]]) -> str:
    """The text of a page with its lines of links brought up to date."""
    lines: list[str] = []
    rule = ""
    old = iter(page.read_text(encoding="utf-8").splitlines())
    for line in old:
        if match := HEADING.match(line):
            rule = match[1]
        if lines and lines[-1] == MARK:
            lines += _links(page, proved.get(rule, Counter()))
            if line.startswith(WORD):
                continue
        lines.append(line)
    if lines and lines[-1] == MARK:
        lines += _links(page, proved.get(rule, Counter()))
    return "\n".join([*lines, ""])


def _links(page: Path, files: Counter[Path]) -> list[str]:
    texts = [
        f"[{path.name}]({Path(relpath(path, page.parent)).as_posix()}) ({count})"
        for path, count in sorted(files.items())
    ]
    return [WORD + ", ".join(texts)] if texts else []


def main(arguments: list[str]) -> int:
    proved = proofs()
    stale = [
        page for page in rule_pages() if linked(page, proved) != page.read_text(encoding="utf-8")
    ]
    if "--check" in arguments:
        for page in stale:
            print(f"{page.relative_to(ROOT)} is out of date: run `make links`", file=sys.stderr)
        return bool(stale)
    for page in stale:
        page.write_text(linked(page, proved), encoding="utf-8")
        print(f"linked {page.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
