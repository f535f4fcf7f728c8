"""Several processes that serve the same games: what they carry, and what they survive.

    python benchmarks/server_scale.py carry
    python benchmarks/server_scale.py kills --rounds 300
    python benchmarks/server_scale.py --help

Progress goes to standard error, results to standard output. Everything runs on this machine:
private databases, servers of `tsuro serve` on free ports, and, where machines are cut off from each
other, network namespaces that the program makes and removes.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.scale import (
    carry,
    clocks,
    database_kills,
    deploys,
    kills,
    partitions,
    power,
    repeats,
    schema_fuzz,
)

PROGRAMS = {
    "carry": carry,
    "kills": kills,
    "database-kills": database_kills,
    "deploys": deploys,
    "partitions": partitions,
    "clocks": clocks,
    "repeats": repeats,
    "fuzz": schema_fuzz,
    "power": power,
}

Run = Callable[[argparse.Namespace], None]


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    programs = top.add_subparsers(required=True, metavar="PROGRAM")
    for name, module in PROGRAMS.items():
        found = programs.add_parser(
            name,
            help=(module.__doc__ or "").splitlines()[0],
            description=module.__doc__,
            formatter_class=argparse.ArgumentDefaultsHelpFormatter,
        )
        module.arguments(found)
        found.add_argument("--json", action="store_true", help="results as JSON")
        found.set_defaults(run=module.run)
    return top


def main() -> None:
    options = parser().parse_args()
    # Whoever ends this program ends its servers, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended."))
    options.run(options)


if __name__ == "__main__":
    main()
