"""From the clone to a game in somebody's browser: sdist, wheel, install, serve, without Node.js."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.house import Person
from tests.support.waiting import PATIENCE

ROOT = Path(__file__).parents[2]


def call(*command: str | Path, cwd: Path) -> str:
    """What a program prints; it must end well."""
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def without_node(folder: Path) -> dict[str, str]:
    """An environment of a person who has neither Node.js nor the repository."""
    kept = {key: os.environ[key] for key in ("LANG", "LC_ALL", "TMPDIR") if key in os.environ}
    return {**kept, "PATH": "/nowhere", "HOME": str(folder)}


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked sdist of this clone."""
    folder = tmp_path_factory.mktemp("sdist")
    call(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        content.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


@pytest.fixture(scope="module")
def tsuro(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a fresh environment with nothing but the wheel made of the sdist.

    What the wheel depends on comes from the environment of the tests, so that no network is needed;
    its `tsuro` does not: a path in a .pth file brings no editable installs along.
    """
    folder = tmp_path_factory.mktemp("home")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=sdist,
        env=without_node(folder),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    environment = folder / "env"
    call(sys.executable, "-m", "venv", "--without-pip", environment, cwd=folder)
    python = environment / "bin" / "python"
    pip = ("-m", "pip", "--python", str(python), "install", "-qq", "--no-deps", "--no-index")
    call(sys.executable, *pip, wheel, cwd=folder)
    packages = Path(
        call(python, "-c", "import tsuro; print(tsuro.__path__[0])", cwd=folder).strip()
    )
    assert environment in packages.parents
    (packages.parent / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return environment / "bin" / "tsuro"


@pytest.fixture(scope="module")
def served(tsuro: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of `tsuro serve` in an empty folder."""
    folder = tmp_path_factory.mktemp("empty")
    server = subprocess.Popen(
        [tsuro, "serve", "--port", "0", "--no-open", "--data", ":memory:"],
        cwd=folder,
        env=without_node(folder),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    yield server.stdout.readline().strip().rstrip("/")
    server.terminate()
    server.wait(PATIENCE)
    server.stdout.close()


def test_a_person_without_node_gets_the_page_and_a_game(served: str) -> None:
    with ExitStack() as stack:
        person = Person(served, stack)
        page = person.http.get("/")
        assert "<script" in page.text
        assert person.get("/api/rules/classic")
        assert person.post("/api/session") == {"ok": True}
        sitting = person.sit(person.create("classic", "you bot bot", seed=1))
        sitting.until_asked()
        assert sitting.options()


def test_an_sdist_without_its_page_is_refused(sdist: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    (bare / "src" / "tsuro").mkdir(parents=True)
    for name in ("pyproject.toml", "hatch_build.py", "PKG-INFO", "README.md", "LICENSE", "NOTICE"):
        (bare / name).write_bytes((sdist / name).read_bytes())
    version = "src/tsuro/_version.py"
    (bare / version).write_bytes((sdist / version).read_bytes())
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=bare,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode != 0
    assert "this sdist has no page" in done.stderr
