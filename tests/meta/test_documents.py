"""What the documents promise is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import tsuro.fast

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))


def test_the_readme_example_runs() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.attempted > 5
    assert outcome.failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)|src=\"([^\"]+)\"", text)
    for target in (first or second for first, second in targets):
        if "://" not in target:
            assert (document.parent / target).exists(), target


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
