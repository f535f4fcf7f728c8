"""Write the perft tables: how many sequences of decisions follow from fixed positions.

The positions are taken from the middle of golden records, luck from a seed; the counts change only
if the rules do.
"""

from __future__ import annotations

from pathlib import Path

from tsuro.core.asks import Decide
from tsuro.engine.chance import SeededChance
from tsuro.engine.perft import perft
from tsuro.formats.position import format_position
from tsuro.formats.record import parse_record

TESTS = Path(__file__).parent.parent / "tests"
SEED = 1
MOST = 3000
"""Counting stops before a depth with more sequences than this, to keep the test quick."""


def entry(path: Path, share: float) -> str:
    record = parse_record(path.read_text(encoding="utf-8"))
    asked = [step for step in record.steps() if isinstance(step.ask, Decide)]
    step = asked[int(len(asked) * share)]
    counts: list[int] = []
    while not counts or 0 < counts[-1] * counts[0] <= MOST:
        counts.append(perft(record.edition, step, SeededChance(SEED), depth=len(counts) + 1))
    position = format_position(record.edition, step.state)
    return f"[[table]]\nposition = '{position}'\nseed = {SEED}\ncounts = {counts}\n"


def main() -> None:
    records = sorted((TESTS / "golden").glob("*.tsr"))
    for edition in ("classic", "kosmos", "pocket", "seas", "phoenix"):
        chosen = [path for path in records if path.name.startswith(edition)][::2]
        tables = [entry(path, share) for path in chosen for share in (0.4, 0.8)]
        (TESTS / "perft" / f"{edition}.toml").write_text("\n".join(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
