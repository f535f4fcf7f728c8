"""The mutation tester, tried on a project of one rule and one test."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from textwrap import dedent

import pytest

from tools.mutants import Journal, Score, explanations, main
from tools.mutation.mutants import mutants_of, sample
from tools.mutation.suites import BROKEN, RULE_TESTS, SERVER_TESTS, asked_files, broken_files
from tools.mutation.trials import Outcome, Verdict, rounds_of

ROOT = Path(__file__).parents[2]
TOY = {
    "pyproject.toml": "",
    "src/tsuro/__init__.py": "",
    "src/tsuro/core/__init__.py": "",
    "src/tsuro/core/steps.py": '''
        """How far a pawn may go."""

        def steps(die: int) -> int:
            """A docstring that nobody can break."""
            assert die < 7
            taken = 0
            while taken < die:
                taken += 1
            return taken
        ''',
    "tests/conftest.py": "",
    "tests/rules/test_steps.py": """
        from tsuro.core.steps import steps

        def test_steps():
            assert steps(3) == 3
        """,
    "tools/mutation/explained.toml": "mutant = []\n",
}


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    project = tmp_path / "toy"
    write(project, TOY)
    return project


def write(project: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(dedent(text), encoding="utf-8")


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.mutants", "--project", str(project), "--jobs", "1"]
    return subprocess.run(
        [*command, "--slack", "0.5", *arguments], cwd=ROOT, capture_output=True, text=True
    )


def sums(project: Path) -> dict[str, str]:
    return {
        str(file): sha256(file.read_bytes()).hexdigest()
        for file in project.rglob("*")
        if file.is_file() and "build" not in file.relative_to(project).parts
    }


def entries(project: Path) -> list[str]:
    journal = project / "build" / "mutants" / "journal.jsonl"
    return journal.read_text(encoding="utf-8").splitlines()


def test_a_survivor_is_told_then_explained_then_killed(toy: Path) -> None:
    before = sums(toy)
    first = run(toy)
    assert sums(toy) == before, "only a copy is broken"
    assert first.returncode == 1, first.stderr
    start = "src/tsuro/core/steps.py:"
    survivor = f"survived: {start}7  taken = 0  ->  taken = 1  [steps]"
    hanging = f"timed out: {start}9  taken += 1  ->  pass  [steps]"
    told = first.stdout.splitlines()
    assert survivor in told
    assert hanging in told
    assert told[-2] == "7 mutants: 4 noticed, 2 timed out, 1 survived, 0 of them explained."

    reason = "Every die shows at least a one."
    place = f'file = "{start[:-1]}"\nwhere = "steps"\n'
    texts = f'before = "taken = 0"\nafter = "taken = 1"\nreason = "{reason}"\n'
    write(toy, {"tools/mutation/explained.toml": f"[[mutant]]\n{place}{texts}"})
    again = run(toy)
    assert again.returncode == 0, again.stderr
    assert f"{survivor}\n    {reason}" in again.stdout
    assert "Noticed: 85.7% of all, 100.0% without those explained." in again.stdout
    assert len(entries(toy)) == 7, "what is known is not tried again"

    test = "from tsuro.core.steps import steps\n\ndef test_none():\n    assert steps(0) == 0\n"
    write(toy, {"tests/rules/test_none.py": test})
    last = run(toy)
    assert last.returncode == 0, last.stdout
    assert "Noticed: 100.0% of all" in last.stdout
    assert len(entries(toy)) == 14, "other tests may come to another verdict"


def test_failing_tests_are_told_before_anything_is_broken(toy: Path) -> None:
    write(toy, {"tests/rules/test_wrong.py": "def test_wrong():\n    assert False\n"})
    done = run(toy)
    assert done.returncode == 2
    assert "The tests fail before anything is broken." in done.stderr


def test_a_path_with_nothing_to_break_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "docs/rules"]) == 2
    assert "docs/rules" in capsys.readouterr().err


def test_the_same_seed_breaks_the_same_places() -> None:
    every = [
        each for path in broken_files(ROOT, "src/tsuro/core") for each in mutants_of(ROOT, path)
    ]
    chosen = sample(every, seed=7, size=12)
    assert len(chosen) == 12
    assert chosen == sample(every, seed=7, size=12)
    assert chosen != sample(every, seed=8, size=12)


def test_nothing_is_broken_that_does_nothing(toy: Path) -> None:
    source = '''
        """A docstring."""

        from typing import TYPE_CHECKING, Literal, NewType

        if TYPE_CHECKING:
            NUMBER = 1

        Seat = NewType("Seat", int)
        Check = Callable[[Seat], bool]

        class Pawn:
            __slots__ = ("one", "two")

            def go(self, way: Literal["left", "right"]) -> Literal["far", "near"]:
                """Another."""
                assert way != "up", "not there"
                raise ValueError("no such", 7)
        '''
    write(toy, {"src/tsuro/core/idle.py": source})
    (mutant,) = mutants_of(toy, "src/tsuro/core/idle.py")
    assert mutant.texts == ("raise ValueError('no such', 7)", "pass")
    assert mutant.where == "Pawn.go"


BROKEN_IN_EVERY_WAY = [
    ("a < b", {"a <= b", "a >= b"}),
    ("a is None", {"a is not None"}),
    ("a and b", {"a or b", "a", "b"}),
    ("not a", {"a"}),
    ("a - b", {"a + b", "b - a"}),
    ("a % 4", {"a // 4", "4 % a", "a % 5", "a % 3"}),
    ("(a, b)", {"(a,)", "(b,)"}),
    ("{a: b}", {"{}"}),
    ("f(a, b=c)", {"f(a)"}),
    ("any(a)", {"all(a)"}),
    ("zip(a, b, strict=True)", set()),
    ("sorted(a, key=b)", {"list(a)", "sorted(a)"}),
    ("a[1:]", {"a", "a[2:]", "a[0:]"}),
    ("b if a else c", {"b if not a else c"}),
    ("[a for a in b if a]", {"[a for a in b]", "[a for a in b if not a]"}),
    ("True", {"False"}),
    ("'CL-9'", {"'CL-9x'"}),
    ("'A sentence for people.'", set()),
]


@pytest.mark.parametrize(("whole", "broken"), BROKEN_IN_EVERY_WAY)
def test_ways_to_break_an_expression(toy: Path, whole: str, broken: set[str]) -> None:
    write(toy, {"src/tsuro/core/one.py": f"def one():\n    x = {whole}\n"})
    found = {mutant.texts[1] for mutant in mutants_of(toy, "src/tsuro/core/one.py")}
    assert found == {f"x = {each}" for each in broken}


BROKEN_STATEMENTS = [
    ("f(a)", {"pass"}),
    ("a.b = c", {"pass"}),
    ("a = b", set[str]()),
    ("a += b", {"pass"}),
    ("raise a", {"pass"}),
    ("continue", {"break"}),
    ("break", {"continue"}),
    ("return a", {"return None"}),
    ("return None", set[str]()),
    ("return False", {"return True"}),
]


@pytest.mark.parametrize(("whole", "broken"), BROKEN_STATEMENTS)
def test_ways_to_break_a_statement(toy: Path, whole: str, broken: set[str]) -> None:
    write(toy, {"src/tsuro/core/one.py": f"def one():\n    for a in b:\n        {whole}\n"})
    found = {mutant.texts[1] for mutant in mutants_of(toy, "src/tsuro/core/one.py")}
    assert found == broken


def test_a_change_that_leaves_the_code_the_same_is_no_mutant(toy: Path) -> None:
    write(toy, {"src/tsuro/core/one.py": "def one():\n    return (1 if True else 2)\n"})
    every = mutants_of(toy, "src/tsuro/core/one.py")
    texts = {mutant.texts[1] for mutant in sample(every, seed=1, size=len(every))}
    assert "return 1 if True else 3" not in texts
    assert "return 2 if True else 2" in texts


def test_the_files_that_know_a_place_best_and_the_cheapest_are_asked_first() -> None:
    near = [f"tests/rules/test_near.py::test_{number}" for number in range(3)]
    some = [f"tests/rules/test_some.py::test_{number}" for number in range(2)]
    cheap = [f"tests/unit/test_{name}.py::test" for name in "ab"]
    dear = ["tests/golden/test_dear.py::test"]
    tests = [*cheap, *near, *some, *dear]
    seconds = {test: float(number) for number, test in enumerate(tests)}
    assert rounds_of(tests, None, seconds) == [[*cheap, *near, *some], dear]
    assert rounds_of(tests, near[1], seconds)[0] == [near[1]]
    assert rounds_of(tests, "tests/rules/test_gone.py::test", seconds)[1] == dear
    assert rounds_of([], None, {}) == []


def test_a_verdict_of_other_code_only_says_whom_to_ask_first(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    Journal(file, "old").add(Verdict("a#1.0", Outcome.NOTICED, "test_a"))
    Journal(file, "new").add(Verdict("b#1.0", Outcome.SURVIVED))
    journal = Journal(file, "new")
    assert journal.known == {"b#1.0": Verdict("b#1.0", Outcome.SURVIVED)}
    assert journal.noticed_before == {"a#1.0": "test_a"}


def test_the_score_counts_explained_survivors_both_ways() -> None:
    score = Score(tried=100, noticed=94, timed_out=1, explained=5)
    assert score.of_all == 0.95
    assert score.of_those_that_matter == 1.0


def test_every_explanation_fits_a_mutant_of_today() -> None:
    explained = set(explanations(ROOT / "tools" / "mutation" / "explained.toml"))
    places = {(file, where) for file, where, _, _ in explained}
    possible = {
        (mutant.path, mutant.where, *mutant.texts)
        for path in {file for file, *_ in explained}
        for mutant in mutants_of(ROOT, path)
        if (mutant.path, mutant.where) in places
    }
    assert explained - possible == set()


def test_every_suite_that_is_asked_exists() -> None:
    files = asked_files(ROOT)
    assert len(files) == len(set(files)) > 40
    assert "tests/server/test_leaks.py" in files


@pytest.mark.parametrize("place", [*BROKEN, *RULE_TESTS, *SERVER_TESTS])
def test_what_is_broken_and_who_is_asked_is_there(place: str) -> None:
    """A file that was moved would else be passed over in silence."""
    assert (ROOT / place).exists()
