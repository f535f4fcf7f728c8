"""Attacks on a whole server, in a size to choose, with what the others at it noticed in figures.

    python benchmarks/server_attacks.py kill --times 300 --games 60
    python benchmarks/server_attacks.py kill --signal TERM --times 100
    python benchmarks/server_attacks.py fuzz --frames 1000000
    python benchmarks/server_attacks.py assault --against 997de09

The short forms of all of them are tests (`tests/server/attacks`); bits are flipped by `python -m
tests.server.disk.flips`. Progress goes to standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.server import assaults, endings, fuzzing
from benchmarks.server.running import DATA, side_of


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    programs = top.add_subparsers(required=True, metavar="{kill,fuzz,assault}")
    kill = programs.add_parser("kill", help=endings.__doc__)
    kill.set_defaults(measure=endings.measure)
    kill.add_argument("--signal", choices=("KILL", "TERM"), default="KILL")
    kill.add_argument("--times", type=int, default=40)
    kill.add_argument("--games", type=int, default=60)
    kill.add_argument("--between", type=float, default=3.0, help="seconds of play, about")
    fuzz = programs.add_parser("fuzz", help=fuzzing.__doc__)
    fuzz.set_defaults(measure=fuzzing.measure)
    fuzz.add_argument("--frames", type=int, default=100_000)
    fuzz.add_argument("--strangers", type=int, default=8)
    assault = programs.add_parser("assault", help=assaults.__doc__)
    assault.set_defaults(measure=assaults.measure)
    assault.add_argument("--only", nargs="*", choices=assaults.ASSAULTS, help="some of them")
    assault.add_argument("--seconds", type=float, default=10.0, help="of each")
    for program in (kill, fuzz, assault):
        program.add_argument("--seed", type=int, default=1)
        program.add_argument("--port", type=int, default=0, help="0 for any")
        program.add_argument("--against", metavar="COMMIT", help="measure this commit before")
    return top


def main() -> None:
    options = parser().parse_args()
    commits = [*([options.against] if options.against else []), None]
    DATA.mkdir(parents=True, exist_ok=True)
    for commit in commits:
        side = side_of(commit, None)
        print(f"== {side.title}", flush=True)
        with tempfile.TemporaryDirectory(dir=DATA) as folder:
            asyncio.run(options.measure(options, side.source, Path(folder)))


if __name__ == "__main__":
    main()
