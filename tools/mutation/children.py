"""Running pytest in a forked child: everything but the project itself is loaded already."""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any, Final

import pytest

WARM: Final = (
    *("anyio._backends._asyncio", "anyio.pytest_plugin", "coverage", "httpx", "msgspec.json"),
    *("hypothesis.strategies", "pytest_cov.plugin", "pytest_timeout", "starlette.routing"),
)
"""What the tests load from elsewhere, loaded once for all children."""
QUIET: Final = (
    *("-q", "-x", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist"),
    # A plugin that is loaded already cannot have its own assertions explained; nobody needs that.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)


def warm_up() -> None:
    for name in WARM:
        import_module(name)


class _Loader(SourceFileLoader):
    """Gives out code that is in no file, so that nothing stale can be run by mistake."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code


class Instead(MetaPathFinder):
    """Puts broken code in the place of one module."""

    def __init__(self, module: str, path: Path, code: CodeType) -> None:
        self._module, self._path, self._code = module, str(path), code

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if fullname != self._module:
            return None
        loader = _Loader(fullname, self._path, self._code)
        return spec_from_file_location(fullname, self._path, loader=loader)


def log_of(answer: Path) -> Path:
    """What a child printed, beside what it answered."""
    return answer.with_name(f"{answer.name}.log")


def start(root: Path, job: Callable[[], Any], answer: Path) -> int:
    """Fork a child that does a job in the copy at `root` and writes what comes of it as JSON."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        _be_child(root, job, answer)
    return child


def _be_child(root: Path, job: Callable[[], Any], answer: Path) -> None:
    """Never returns: a child that ran on would do its parent's work a second time."""
    status = 70
    # Whoever breaks off a run speaks to the parent, which ends its children itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with log_of(answer).open("wb") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        os.chdir(root)
        sys.path[:0] = [str(root), str(root / "src")]
        answer.write_text(json.dumps(job()), encoding="utf-8")
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def run_pytest(files: list[str], plugin: object) -> int:
    return int(pytest.main([*QUIET, *files], plugins=[plugin]))
