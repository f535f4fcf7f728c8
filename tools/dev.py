"""`make play`, `make test` and a few more for machines without make.

python -m tools.dev play     play in the browser
python -m tools.dev test     style, types, layers and all tests
python -m tools.dev check    style, types and layers only
python -m tools.dev setup    make the environment in .venv
"""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BIN: Final = ROOT / ".venv" / ("Scripts" if sys.platform == "win32" else "bin")
READY: Final = ROOT / ".venv" / ".ready"
CHECKS: Final = (
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "ruff", "check", "."),
    ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"),
    ("-m", "mypy"),
)
STEPS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "setup": (),
    "play": (("tools/build_web.py",), ("-m", "tsuro", "serve")),
    "check": CHECKS,
    "test": (
        *CHECKS,
        ("tools/build_web.py", "--check"),
        ("tools/find_browser.py",),
        ("tools/find_proxy.py",),
        ("tools/find_database.py",),
        ("-m", "pytest", "-n", "auto", "--dist", "worksteal"),
    ),
}


def is_ready() -> bool:
    """Whether the environment was made after the last change of what it is made of."""
    project = ROOT / "pyproject.toml"
    return READY.is_file() and READY.stat().st_mtime >= project.stat().st_mtime


def set_up() -> None:
    from tools.list_group import requirements

    print("Installing tsuro and its tools into .venv (once, about a minute) ...")
    if not BIN.is_dir():
        venv.create(ROOT / ".venv", with_pip=True)
    pip = ("-m", "pip", "install", "-qq", "--no-input", "--disable-pip-version-check")
    run((*pip, "-e", ".[all]", *requirements("dev")))
    READY.touch()


def run(arguments: Sequence[str]) -> None:
    """A step in the environment; the first that fails ends everything with its status."""
    status = subprocess.run((str(BIN / "python"), *arguments), cwd=ROOT, check=False).returncode
    if status:
        sys.exit(status)


def main(arguments: Sequence[str]) -> int:
    name, more = (arguments[0], arguments[1:]) if arguments else ("", ())
    if name not in STEPS:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    if not is_ready():
        set_up()
    *first, last = STEPS[name] or ((),)
    for step in first:
        run(step)
    if last:
        run((*last, *more))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
