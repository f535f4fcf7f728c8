"""`tsuro editions`: every edition and every switch, and whether a data file is sound."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tsuro.cli.common import console, json_option, print_json
from tsuro.editions.edition import EditionInfo
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition

EPILOG = """\b
Examples:
  tsuro editions
  tsuro editions phoenix
  tsuro editions --check seas.toml
  tsuro play --edition phoenix --switch winds_of_change"""


@click.command("editions", epilog=EPILOG)
@click.argument("names", nargs=-1, metavar="[EDITION]...")
@click.option(
    "--check",
    "data_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Tell whether a data file (TOML) is sound: what contradicts the rulebook, and what "
    "deserves a second look at the box. Which edition it is for is seen from the file; EDITION "
    "overrides that.",
)
@json_option
def command(names: tuple[str, ...], data_file: Path | None, as_json: bool) -> None:
    """List the editions: what they are and which switches they have.

    The first value of a switch is the default. The number after it is the rule, explained in
    docs/rules.
    """
    if data_file is not None:
        check(data_file, names, as_json=as_json)
        return
    infos = [edition(name) for name in names] or list(EDITIONS.values())
    if as_json:
        print_json([describe(info) for info in infos])
    else:
        show(infos)


def edition(name: str) -> EditionInfo:
    from tsuro.editions.registry import edition_info

    return edition_info(name)


def check(file: Path, names: tuple[str, ...], *, as_json: bool) -> None:
    from tsuro.cli.data_check import report

    if len(names) > 1:
        raise click.UsageError("A data file is for one edition; name at most one.")
    if not report(file, names[0] if names else None, as_json=as_json):
        raise click.exceptions.Exit(1)


def describe(info: EditionInfo) -> dict[str, Any]:
    boards = sorted({build_edition(info.id, seats=n).size for n in (MIN_SEATS, MAX_SEATS)})
    sample = build_edition(info.id, seats=MIN_SEATS)
    return {
        "id": info.id,
        "title": info.title,
        "summary": info.summary,
        "rulebook": info.rulebook,
        "seats": [MIN_SEATS, MAX_SEATS],
        "boards": boards,
        "tiles": sum(tile.copies for tile in sample.tiles.tiles.values()),
        "hand": sample.hand_size,
        "switches": [
            {
                "name": switch.name,
                "values": list(switch.values),
                "default": switch.default,
                "rule": switch.rule,
                "summary": switch.summary,
            }
            for switch in info.switches
        ],
    }


def show(infos: list[EditionInfo]) -> None:
    from rich.padding import Padding
    from rich.table import Table

    out = console()
    for info in infos:
        facts = describe(info)
        boards = " or ".join(f"{size}×{size}" for size in facts["boards"])
        out.print(f"[bold]{info.id}[/]  {info.title}")
        out.print(Padding(info.summary, (0, 0, 0, 2)))
        out.print(
            f"  [dim]{MIN_SEATS} to {MAX_SEATS} players · {boards} board · "
            f"{facts['tiles']} tiles · {facts['hand']} in hand[/]"
        )
        if info.switches:
            table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
            for switch in info.switches:
                values = " | ".join((f"[bold]{switch.default}[/]", *switch.values[1:]))
                table.add_row(f"[cyan]{switch.name}[/]", values, switch.rule, switch.summary)
            out.print(Padding(table, (0, 0, 0, 2)))
        out.print()
    out.print("[dim]Switches: tsuro play --edition NAME --switch SWITCH=VALUE[/]")
