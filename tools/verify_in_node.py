"""The page's own verifier of luck, bundled and run by Node.js: games in, verdicts out.

python -m tools.verify_in_node GAME.tsr ...
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

from tools.build_web import find_tools, install_packages
from tsuro.formats.wire.values import to_wire
from tsuro.telling.replaying import replay_of_record


class PageVerifier(AbstractContextManager["PageVerifier"]):
    """A process that answers a line with a line."""

    def __init__(self) -> None:
        tools = find_tools(installs=False)
        install_packages(tools)
        self._folder = TemporaryDirectory()
        bundle = Path(self._folder.name, "verifier.mjs")
        options = "--platform=node", "--format=esm", f"--file={bundle}"
        tools.run("exec", "--", "rolldown", "tests/verifier.ts", *options)
        self._process = subprocess.Popen(
            ["node", str(bundle)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=dict(tools.env),
        )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()
        self._folder.cleanup()

    def verdict(self, record: str, shown: str | None = None) -> dict[str, Any]:
        """What the page says of a record, while it shows that of `shown`."""
        replay = to_wire(replay_of_record(record if shown is None else shown, "en"))
        line = json.dumps({"record": record, "replay": replay})
        written, answers = self._process.stdin, self._process.stdout
        assert written is not None
        assert answers is not None
        print(line, file=written, flush=True)
        found: dict[str, Any] = json.loads(answers.readline())
        return found


def main(files: Iterable[str]) -> None:
    with PageVerifier() as page:
        verdicts = {name: page.verdict(Path(name).read_text("utf-8")) for name in files}
    for name, verdict in verdicts.items():
        print(f"{name}: {json.dumps(verdict)}")
    sys.exit(not all(verdict["checked"] for verdict in verdicts.values()))


if __name__ == "__main__":
    main(sys.argv[1:])
