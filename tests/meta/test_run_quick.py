"""`make quick`: which tests a change needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.run_quick import BUDGET, CHECKS, LINT_PAGE, NEVER, PARTS, changed_since, checks, plan

ROOT = Path(__file__).parent.parent.parent
LAYERS = sorted(
    path.name.removesuffix(".py")
    for path in (ROOT / "src" / "tsuro").iterdir()
    if path.name not in {"__init__.py", "__main__.py", "_version.py", "py.typed", "web"}
    and not path.name.startswith((".", "__pycache__"))
)
FOLDERS = {path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")}


def test_every_layer_and_every_folder_of_tests_has_its_place() -> None:
    assert {layer for part in PARTS for layer in part.layers} == set(LAYERS)
    assert {Path(part.path).name for part in PARTS} | set(NEVER) == FOLDERS


def test_what_is_left_out_exists() -> None:
    for part in PARTS:
        for name in part.leave_out:
            assert (ROOT / part.path / f"{name}.py").is_file()


@pytest.mark.parametrize("layer", LAYERS)
def test_whatever_is_needed_for_one_layer_fits(layer: str) -> None:
    wanted = [part for part in PARTS if not part.layers or layer in part.layers]
    assert sum(part.cost for part in wanted) <= BUDGET
    assert {part.path for part in wanted} <= set(plan([f"src/tsuro/{layer}/anything.py"]).run)


def test_every_change_needs_the_rules() -> None:
    ignored = "--ignore=tests/meta/test_mutants.py"
    assert plan(["README.md"]).run == ("tests/rules", "tests/meta", ignored)
    assert ignored not in plan(["tests/meta/test_mutants.py"]).run


def test_what_does_not_fit_is_named() -> None:
    chosen = plan(["src/tsuro/core/tiles.py", "src/tsuro/server/app.py"])
    assert "tests/server" not in chosen.run
    assert "tests/server: no time left" in chosen.left_out
    assert "tests/web: needs a browser and a built page" in chosen.left_out


def test_a_changed_module_of_tests_is_run_itself() -> None:
    slow = "tests/server/test_study.py"
    assert slow in plan([slow]).run
    assert slow not in plan(["tests/web/test_study.py"]).run
    assert "tests/rules/test_general.py" not in plan(["tests/rules/test_general.py"]).run
    chosen = plan(["src/tsuro/simulation/job.py", "tests/simulation/test_census.py"])
    assert "tests/simulation" in chosen.run
    assert "--ignore=tests/simulation/test_census.py" not in chosen.run
    many = [f"tests/cli/test_{number}.py" for number in range(40)]
    assert f"{many[-1]}: no time left" in plan(many).left_out


def test_a_change_of_the_page_is_linted() -> None:
    assert checks(["frontend/src/App.svelte", "README.md"]) == (*CHECKS, LINT_PAGE)
    assert checks(["src/tsuro/server/app.py"]) == CHECKS


def test_an_unknown_commit_is_refused() -> None:
    with pytest.raises(SystemExit, match="git cannot say what has changed"):
        changed_since("no-such-commit")
