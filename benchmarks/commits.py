"""The sources of other commits, for programs that compare them with these."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNPACKED = ROOT / "build" / "commits"


def unpacked(commit: str) -> Path:
    """The folder `src` of a commit; it is unpacked once and kept under `build/commits`."""
    folder = UNPACKED / full_name(commit)
    if not folder.exists():
        packed = _git("archive", folder.name, "src")
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
    return folder / "src"


def full_name(commit: str) -> str:
    try:
        return _git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}").decode().strip()
    except subprocess.CalledProcessError:
        raise SystemExit(f"There is no commit {commit} here; see git log.") from None


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout
