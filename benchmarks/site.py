"""Bytes and seconds of the page without a server, in Chromium: `make site`, then

    python -m benchmarks.site --runs 5

First visit with an empty browser, second visit with what the first one kept, the first move, and
how long a decision of a person and of each level of bots takes in the worker, beside the same host
in this Python. Medians; the load of the machine is told, for it counts.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import time
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import site_games
from tests.local.site import PLACE, handed_out
from tests.web.browser import launch
from tests.web.person import WIDE, Person, new_context
from tools.make_site import SITE
from tsuro.editions.registry import EDITIONS
from tsuro.local.bots import LEVELS_HERE

READY = "document.querySelector('.notice') === null"
KEPT = "navigator.serviceWorker.ready.then((it) => it.active.state === 'activated')"
DECISIONS = 24
"""Of one game, for each edition and bot."""
ASKING = """async ([script, program, cases]) => {
  const site = JSON.parse(document.querySelector('meta[name="tsuro-site"]').content);
  const folder = new URL(site.python, document.baseURI).href;
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address, { type: "module" });
  return new Promise((done, failed) => {
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data }) => (worker.terminate(), done(data));
    worker.postMessage({ folder, program, cases });
  });
}"""
WORKER = """
const WASM = { headers: { "content-type": "application/wasm" } };
self.onmessage = async ({ data: { folder, program, cases } }) => {
  const own = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const url = String(input.url ?? input);
    if (!url.endsWith(".wasm")) return own(input, init);
    const { body } = await own(`${url}.packed`);
    return new Response(body.pipeThrough(new DecompressionStream("gzip")), WASM);
  };
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: folder });
  const archive = await (await own(`${folder}tsuro.zip`)).arrayBuffer();
  python.unpackArchive(archive, "zip", { extractDir: "/tsuro" });
  python.runPython("import sys; sys.path.insert(0, '/tsuro')");
  python.runPython(program);
  self.postMessage(python.globals.get("measure")(cases));
};
"""


def sizes() -> dict[str, float]:
    """Megabytes of the folder, plain and as a host that compresses sends them."""
    contents = [path.read_bytes() for path in SITE.rglob("*") if path.is_file()]
    packed = [len(gzip.compress(content, 9)) for content in contents]
    return {
        "files": len(contents),
        "MB": sum(map(len, contents)) / 1e6,
        "MB gzipped": sum(packed) / 1e6,
    }


def visit(page: Page, address: str) -> list[float]:
    """Seconds until the home page, until a game can begin, and until the first move is played."""
    person = Person(page, address, confirms=False)
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("[data-edition=classic]")
    home = time.perf_counter() - began
    page.wait_for_function(READY)
    ready = time.perf_counter() - began
    began = time.perf_counter()
    page.click("[data-edition=classic]")
    person.wait_to_be_asked()
    person.decide()
    return [home, ready, time.perf_counter() - began]


def visits(browser: Browser, address: str) -> tuple[list[float], list[float]]:
    context = new_context(browser, WIDE, {"confirm": False}, 1)
    page = context.new_page()
    first = visit(page, address)
    page.wait_for_function(KEPT)
    page.close()
    second = visit(context.new_page(), address)
    context.close()
    return first, second


def in_browser(browser: Browser, address: str, cases: str, program: ModuleType = site_games) -> str:
    """What `measure` of a module says of the cases in the worker's Python."""
    page = browser.new_page()
    page.goto(address)
    text = Path(program.__file__ or "").read_text(encoding="utf-8")
    found: str = page.evaluate(ASKING, [WORKER, text, cases])
    page.close()
    return found


def medians(rows: list[list[float]]) -> list[float]:
    return [round(median(column), 2) for column in zip(*rows, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=Path, help="also write the figures as JSON")
    arguments = parser.parse_args()
    if not SITE.is_dir():
        parser.error("there is no folder to measure; write it with `make site`")
    root = SITE.parent / "benchmark"
    (root / PLACE).parent.mkdir(parents=True, exist_ok=True)
    if not (root / PLACE).exists():
        (root / PLACE).symlink_to(SITE, target_is_directory=True)
    cases = [[edition, bot, DECISIONS] for edition in EDITIONS for bot in LEVELS_HERE]
    with sync_playwright() as playwright, handed_out(root) as files:
        browser = launch(playwright)
        both = [visits(browser, files.address) for _ in range(arguments.runs)]
        there = json.loads(in_browser(browser, files.address, json.dumps(cases)))
        browser.close()
    here = json.loads(site_games.measure(json.dumps(cases)))
    figures: dict[str, Any] = {
        "load": round(os.getloadavg()[0], 1),
        "size": {name: round(value, 2) for name, value in sizes().items()},
        "first visit: home, ready, first move (s)": medians([first for first, _ in both]),
        "second visit: home, ready, first move (s)": medians([second for _, second in both]),
    }
    for (edition, bot, _), browser_ms, python_ms in zip(cases, there, here, strict=True):
        rounded = [[round(each, 1) for each in times] for times in (browser_ms, python_ms)]
        figures[f"{edition} {bot}: person, bot, longest (ms) in the browser, in CPython"] = rounded
    print(json.dumps(figures, indent=1))
    if arguments.out is not None:
        arguments.out.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
