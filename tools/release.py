"""Check that a version can be released, then build its sdist and wheel into dist/.

python -m tools.release            check and build
python -m tools.release --check    only check version, changelog and citation
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


def version_of(root: Path) -> str:
    """The version, from the one place that states it."""
    text = (root / "src" / "tsuro" / "_version.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        sys.exit("error: src/tsuro/_version.py states no version.")
    return found[1]


def disagreements(root: Path) -> Iterator[str]:
    """What contradicts the version, at any time."""
    version = version_of(root)
    if not re.fullmatch(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?", version):
        yield f"{version} is not a version such as 1.2.3 or 1.2.3rc1"
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    if f"\nversion: {version}\n" not in citation:
        yield f"CITATION.cff does not cite version {version}"
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    heading = rf"^## \[{re.escape(version)}\][^\n]*\n"
    section = re.search(rf"{heading}(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if section is None or not section[1].strip():
        yield f"CHANGELOG.md says nothing under ## [{version}]"


def obstacles(root: Path) -> Iterator[str]:
    """What else must be so at the moment of a release."""
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = re.search(r"^## \[Unreleased\]\n(.*?)(?=^## )", changelog, re.M | re.S)
    if unreleased is not None and unreleased[1].strip():
        yield "CHANGELOG.md has changes under ## [Unreleased]: give them the version's heading"
    if _git(root, "status", "--porcelain"):
        yield "there are changes that are not committed"
    tag = f"v{version_of(root)}"
    tagged = _git(root, "tag", "--list", tag) and _git(root, "rev-parse", f"{tag}^{{commit}}")
    if not tagged:
        yield f"there is no tag {tag}: git tag -a {tag}"
    elif tagged != _git(root, "rev-parse", "HEAD"):
        yield f"the tag {tag} is on another commit"


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(("git", *arguments), cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def build(root: Path) -> None:
    """The wheel is made of the unpacked sdist, so that what is published is what was tried."""
    dist = root / "dist"
    command = (sys.executable, "-m", "hatchling", "build", "-d", str(dist), "-t")
    subprocess.run((*command, "sdist"), cwd=root, check=True)
    name = f"tsuro-{version_of(root)}"
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(dist / f"{name}.tar.gz") as content:
            content.extractall(folder, filter="data")
        subprocess.run((*command, "wheel"), cwd=Path(folder) / name, check=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only check what states the version")
    only_check = parser.parse_args(arguments).check
    found = [*disagreements(ROOT), *([] if only_check else obstacles(ROOT))]
    for each in found:
        print(f"error: {each}.", file=sys.stderr)
    if found:
        return 1
    if not only_check:
        build(ROOT)
    print(f"Version {version_of(ROOT)} is in order.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
