"""What one server process carries: this commit beside another, in turns, in one run.

    python benchmarks/server_load.py moves --against COMMIT
    python benchmarks/server_load.py latency --against COMMIT --tables 5000
    python benchmarks/server_load.py bytes --against COMMIT
    python benchmarks/server_load.py crowd --against COMMIT

Every sitting has a server of its own, on one core and with an empty database on disk; all players
share this process, on another core. Without --against only the working tree is measured. The other
commit runs with the packages of this environment, unless --environment names another.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.server import crowd, latency, moves, sizes
from benchmarks.server.running import Side, room_for_sockets, side_of

GHOSTS = {"without": [False], "with": [True], "both": [False, True]}
EDITIONS = ("classic", "kosmos", "pocket", "phoenix", "seas")


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    programs = top.add_subparsers(required=True, metavar="{moves,latency,bytes,crowd}")
    _moves(_program(programs, "moves", moves.run, moves.__doc__, sittings=3))
    _latency(_program(programs, "latency", latency.run, latency.__doc__, sittings=2))
    _sizes(_program(programs, "bytes", sizes.run, sizes.__doc__))
    _crowd(_program(programs, "crowd", crowd.run, crowd.__doc__, sittings=1))
    return top


def _program(
    programs: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace, Sequence[Side]], None],
    about: str | None,
    *,
    sittings: int | None = None,
) -> argparse.ArgumentParser:
    found = programs.add_parser(
        name, help=about, description=about, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    found.set_defaults(run=run)
    add = found.add_argument
    add("--against", metavar="COMMIT", help="what is measured in turn with this one")
    add("--now", metavar="COMMIT", help="measure this commit instead of the working tree")
    add("--environment", type=Path, metavar="VENV", help="a .venv or python for --against")
    add("--json", action="store_true", help="every sitting as JSON instead of a table")
    if sittings is not None:
        add("--sittings", type=_positive, default=sittings, help="servers started for each side")
    return found


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 on")
    return int(text)


def _kinds(program: argparse.ArgumentParser, editions: Sequence[str]) -> None:
    program.add_argument("--editions", nargs="+", default=editions, help="any known to both")
    program.add_argument(
        "--ghosts", choices=GHOSTS, default="both", help="as a page asks for them, or not at all"
    )


def _moves(program: argparse.ArgumentParser) -> None:
    _kinds(program, ("classic", "seas"))
    add = program.add_argument
    add("--tables", type=_positive, default=500, help="of four seats each")
    add("--decisions", type=_positive, default=10, help="that count, a table on average")
    add("--seconds", type=float, default=90, help="longest time for them")


def _latency(program: argparse.ArgumentParser) -> None:
    add = program.add_argument
    add("--edition", default="classic")
    add("--ghosts", action="store_true", help="as a page asks for them")
    add("--tables", type=_positive, default=500, help="of four seats each")
    add("--rate", type=float, default=100, help="moves a second in all, at random moments")
    add("--seconds", type=float, default=30, help="for which they come")
    add("--before", type=_positive, default=8, help="decisions a table that do not count")


def _sizes(program: argparse.ArgumentParser) -> None:
    _kinds(program, EDITIONS)
    program.add_argument("--games", type=_positive, default=40, help="of each edition")


def _crowd(program: argparse.ArgumentParser) -> None:
    add = program.add_argument
    add("--edition", default="classic")
    add("--sockets", type=_positive, default=10_000, help="open at the same time")
    add("--back", type=_positive, default=1_000, help="of them that are dropped and come back")
    add("--spectators", type=_positive, default=1_000, help="at the crowded table")
    add("--rate", type=float, default=5, help="moves a second at the crowded table")
    add("--games", type=_positive, default=5, help="that are watched one after the other")


def sides_of(options: argparse.Namespace) -> list[Side]:
    """The other commit first: what was before, then what is now."""
    now = side_of(options.now, None)
    if options.against is None:
        return [now]
    before = side_of(options.against, options.environment)
    if before.title == now.title:
        now = replace(now, title=f"{now.title} again")
    return [before, now]


def main() -> None:
    options = parser().parse_args()
    if options.run in (moves.run, sizes.run):
        options.ghosts = GHOSTS[options.ghosts]
    # Whoever ends this program ends its servers, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended."))
    room_for_sockets()
    options.run(options, sides_of(options))


if __name__ == "__main__":
    main()
