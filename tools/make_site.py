"""Write the page that needs no server into build/site/: plain files for any web server.

    python -m tools.make_site

The page is built by Vite, Python comes from the npm package `pyodide`, our own packages are packed
beside it, and what a server would answer always alike is written down. Everything has a name made
of its content, but for the page itself and its service worker, which names all the rest.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.build_web import SOURCE, BuildError, Tools, find_tools, install_packages
from tools.build_web import fingerprint as page_sources
from tsuro.editions.registry import EDITIONS, MIN_SEATS, build_edition, edition_info
from tsuro.local.bots import LEVELS_HERE, offered
from tsuro.local.keeping import written
from tsuro.raster import png_of
from tsuro.server.http.pictures import guide_picture, late_position
from tsuro.server.http.replays import demo_game
from tsuro.server.http.rulebook import rules_of
from tsuro.server.http.summaries import edition_summary
from tsuro.telling.guide import guide_of
from tsuro.telling.guide import written as pages_of
from tsuro.telling.lessons import lessons_of
from tsuro.telling.messages import Language
from tsuro.telling.position import catalogue

ROOT: Final = Path(__file__).resolve().parent.parent
SITE: Final = ROOT / "build" / "site"
STAMP: Final = ROOT / "build" / "site.sources"
RULES: Final = ROOT / "docs" / "rules"
ANSWERING: Final = ROOT / "src" / "tsuro" / "server" / "http"
"""What writes down the answers that never change."""
PACKAGE: Final = ROOT / "src" / "tsuro"
PYODIDE: Final = SOURCE / "node_modules" / "pyodide"
PARTS: Final = (
    "core",
    "rules",
    "editions",
    "engine",
    "formats",
    "telling",
    "fast",
    "bots",
    "studying",
    "local",
)
"""Packages that a table on a device is made of; single modules of ours come along."""
MODULES: Final = ("pyodide.mjs", "pyodide.asm.mjs")
"""What a browser imports itself, so that nobody can count it on the way."""
LIBRARY: Final = "python_stdlib.zip"
PROGRAM: Final = "tsuro.zip"
ICONS: Final = {"icon-192.png": 192, "icon-512.png": 512}
"""What is shown as it is, with its pixels ..."""
FULL: Final = {"icon-full-180.png": 180, "icon-full-512.png": 512}
"""... and what telephones cut into a shape of their own: without round corners."""
ROUND: Final = ' rx="20"'
LANGUAGES: Final[tuple[Language, ...]] = ("en", "de")
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every packed file, so that the same sources make the same bytes."""


def program() -> bytes:
    """Our own packages as one archive."""
    files = [path for path in PACKAGE.iterdir() if path.suffix == ".py"]
    for part in PARTS:
        files += [
            path
            for path in (PACKAGE / part).rglob("*")
            if path.is_file() and path.suffix in (".py", ".toml", ".tsr")
        ]
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files):
            name = path.relative_to(PACKAGE.parent).as_posix()
            archive.writestr(zipfile.ZipInfo(name, EPOCH), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def interpreter(tools: Tools) -> Iterator[tuple[str, bytes]]:
    """Python and our program; the lock file names none of the packages that nobody loads."""
    for name in MODULES:
        yield name, (PYODIDE / name).read_bytes()
    wasm = (PYODIDE / "pyodide.asm.wasm").read_bytes()
    yield "pyodide.asm.wasm.packed", gzip.compress(wasm, 9, mtime=0)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    yield "pyodide-lock.json", json.dumps({**lock, "packages": {}}).encode()
    with TemporaryDirectory() as folder:
        ours, library = Path(folder, PROGRAM), Path(folder, LIBRARY)
        ours.write_bytes(program())
        shutil.copy(PYODIDE / LIBRARY, library)
        tools.run("run", "pack", "--", str(ours), str(library))
        yield PROGRAM, ours.read_bytes()
        yield LIBRARY, library.read_bytes()


def answers() -> Iterator[tuple[str, str]]:
    """What a server answers always alike, under the names of `frontend/src/local/static.ts`."""
    bots = offered()
    here = {bot.spec for bot in bots}
    summaries = [edition_summary(name) for name in EDITIONS]
    able = [replace(each, bots=[bot for bot in each.bots if bot in here]) for each in summaries]
    yield "editions.json", written(able)
    yield "bots.json", written(bots)
    for language in LANGUAGES:
        yield f"demo.{language}.json", written(demo_game(language))
    for name in EDITIONS:
        yield from _answers_about(name)


def _answers_about(name: str) -> Iterator[tuple[str, str]]:
    info = edition_info(name)
    yield f"editions/{name}/guide.json", written(guide_of(info))
    yield f"editions/{name}/lessons.json", written(lessons_of(info))
    yield (
        f"editions/{name}/tiles.json",
        written(catalogue(build_edition(name, seats=MIN_SEATS + 1))),
    )
    for language in LANGUAGES:
        yield f"rules/{name}.{language}.json", written(rules_of(info, language))
    for shade in ("light", "dark"):
        dark = shade == "dark"
        yield f"editions/{name}/board.{shade}.svg", late_position(name, dark)
        for number, page in enumerate(pages_of(info)):
            if page.step:
                yield (
                    f"editions/{name}/guide/{number}.{shade}.svg",
                    guide_picture(name, number, dark),
                )


def put(site: Path, folder: str, files: dict[str, bytes]) -> str:
    """Write files into a folder named by what they hold."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name])
    place = f"{folder}/{digest.hexdigest()[:12]}/"
    for name, content in files.items():
        path = site / place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return place


def write_icons(site: Path) -> None:
    svg = (site / "icon.svg").read_text(encoding="utf-8")
    for name, size in ICONS.items():
        (site / name).write_bytes(png_of(svg, width=size))
    for name, size in FULL.items():
        (site / name).write_bytes(png_of(svg.replace(ROUND, ""), width=size))
    manifest = json.loads((site / "manifest.webmanifest").read_text(encoding="utf-8"))
    manifest["icons"] += [
        {"src": name, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for icons, purpose in ((ICONS, "any"), (FULL, "maskable"))
        for name, size in icons.items()
    ]
    (site / "manifest.webmanifest").write_text(json.dumps(manifest), encoding="utf-8")


def write_page(site: Path, python: str, data: str) -> None:
    """Tell the page where everything is."""
    loaded = sum(path.stat().st_size for path in (site / python).iterdir())
    loaded -= sum((site / python / name).stat().st_size for name in MODULES)
    places = json.dumps({"python": python, "data": data, "bytes": loaded})
    tags = f"""<meta name="tsuro-site" content='{places}' />
    <link rel="apple-touch-icon" href="./icon-full-180.png" />"""
    page = site / "index.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("</title>", f"</title>\n    {tags}", 1), encoding="utf-8")


def write_worker(site: Path) -> None:
    """The service worker keeps all files of this version, and nothing of others."""
    names = sorted(
        path.relative_to(site).as_posix()
        for path in site.rglob("*")
        if path.is_file() and path.name != "sw.js"
    )
    digest = hashlib.sha256(b"".join((site / name).read_bytes() for name in names)).hexdigest()
    template = (SOURCE / "src" / "local" / "service.js").read_text(encoding="utf-8")
    listed = ["./" if name == "index.html" else name for name in names]
    text = template.replace('"VERSION"', json.dumps(digest[:12])).replace(
        "[/* FILES */]", json.dumps(listed)
    )
    (site / "sw.js").write_text(text, encoding="utf-8")


def make(site: Path) -> None:
    """Everything, into a folder that is emptied first."""
    tools = find_tools(installs=True)
    install_packages(tools)
    shutil.rmtree(site, ignore_errors=True)
    print("Building the page ...")
    tools.run("run", "site", "--", "--outDir", str(site))
    print("Compiling its Python, and writing down what a server would answer ...")
    python = put(site, "python", dict(interpreter(tools)))
    data = put(site, "data", {name: text.encode() for name, text in answers()})
    write_icons(site)
    write_page(site, python, data)
    write_worker(site)


def fingerprint() -> str:
    """Of everything that the folder is made of."""
    made_of = hashlib.sha256(page_sources().encode() + program() + Path(__file__).read_bytes())
    for source in sorted((*RULES.rglob("*.md"), *ANSWERING.iterdir())):
        if source.is_file():
            made_of.update(source.read_bytes())
    return made_of.hexdigest()


def up_to_date() -> Path:
    """The folder, made anew if anything has changed since it was made."""
    wanted = fingerprint()
    with _one_at_a_time(STAMP.with_suffix(".lock")):
        if not STAMP.is_file() or STAMP.read_text(encoding="utf-8") != wanted:
            make(SITE)
            STAMP.write_text(wanted, encoding="utf-8")
    return SITE


@contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    """Whoever comes second waits and finds the folder made; without locks, nobody waits.

    The system releases the lock of a process that dies.
    """
    if os.name == "nt":
        yield
        return
    import fcntl

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def report(site: Path) -> None:
    """How much there is to load."""
    sizes = [(path, path.read_bytes()) for path in site.rglob("*") if path.is_file()]
    packed = sum(len(gzip.compress(content, 9)) for _, content in sizes)
    plain = sum(len(content) for _, content in sizes)
    print(f"{site.name}: {len(sizes)} files, {plain / 1e6:.1f} MB, ", end="")
    print(f"{packed / 1e6:.1f} MB gzipped; bots for people: {', '.join(LEVELS_HERE)}")


def main() -> int:
    try:
        report(up_to_date())
    except BuildError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
