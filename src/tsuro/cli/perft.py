"""`tsuro perft`: counting decisions."""

from __future__ import annotations

import time

import click

from tsuro.cli import completing
from tsuro.cli.common import chosen_edition, json_option, print_json, say, switch_option
from tsuro.editions.edition import Edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.perft import divide, perft
from tsuro.engine.play import Step, begin, resume
from tsuro.formats.position import format_position, parse_position

EPILOG = """\b
Examples:
  tsuro perft --edition classic --seats 2 --seed 1 --depth 3
  tsuro perft --edition kosmos --depth 2 --divide
  tsuro perft --position "$(tsuro position --new seas --seats 3)" --depth 2"""


@click.command("perft", epilog=EPILOG)
@click.option(
    "--edition",
    "-e",
    default="classic",
    show_default=True,
    metavar="NAME",
    shell_complete=completing.editions,
)
@click.option("--seats", default=2, show_default=True, metavar="N")
@click.option("--seed", default=1, show_default=True, metavar="N", help="Fixes all luck.")
@click.option("--depth", default=2, show_default=True, type=click.IntRange(0, 12))
@click.option("--position", metavar="TEXT", help="Count from this position instead.")
@click.option("--divide", "split", is_flag=True, help="Also split the count by first decision.")
@switch_option
@json_option
def command(
    edition: str,
    seats: int,
    seed: int,
    depth: int,
    position: str | None,
    split: bool,
    switches: tuple[str, ...],
    as_json: bool,
) -> None:
    """Count the sequences of decisions from the start of a game or from a position.

    Depth counts decisions. Luck between them is fixed by the seed, and every branch meets the
    same luck, so the numbers are the same everywhere.
    """
    game, step = _root(edition, seats, switches, position)
    nodes = []
    for level in range(depth + 1):
        began = time.perf_counter()
        nodes.append(perft(game, step, SeededChance(seed), depth=level))
        if not as_json:
            click.echo(f"depth {level}: {nodes[-1]}")
            say(f"  ({time.perf_counter() - began:.2f} s)")
    branches = dict(divide(game, step, SeededChance(seed), depth=depth)) if split else {}
    if as_json:
        print_json(
            {
                "position": format_position(game, step.state),
                "seed": seed,
                "nodes": nodes,
                "divide": {str(option): count for option, count in branches.items()},
            }
        )
        return
    for option, count in branches.items():
        click.echo(f"{option}: {count}")


def _root(
    edition: str, seats: int, switches: tuple[str, ...], position: str | None
) -> tuple[Edition, Step]:
    if position is None:
        game = chosen_edition(edition, seats=seats, switches=switches)
        return game, begin(game)
    given = parse_position(position)
    return given.edition, resume(given.edition, given.state)
