"""`tsuro verify`: did the luck of a game follow from what was promised before it?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tsuro.cli.common import plural, read_record
from tsuro.errors import BadSetting, TsuroError
from tsuro.telling.luck import is_hash
from tsuro.telling.verifying import verify

EPILOG = """\b
Examples:
  tsuro verify game.tsr
  tsuro verify games/*.tsr
  tsuro verify game.tsr --commitment 5f0c...   the 64 digits you noted before the game
  tsuro verify - < game.tsr                    from a pipe"""


@click.command(name="verify", epilog=EPILOG)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--commitment", metavar="HASH", help="What the table showed before anybody sat down.")
def command(files: tuple[Path, ...], commitment: str | None) -> None:
    """Replay each recorded game, derive its luck anew, and compare every event.

    Says `checked`, or names the first event that does not follow from the secret of the server
    and what the seats added (docs/fair-luck.md). Exit status 1 if a game is not checked.
    """
    if commitment is not None:
        commitment = commitment.strip().lower()
        if not is_hash(commitment):
            raise BadSetting("A commitment has 64 hexadecimal digits.")
        if len(files) > 1:
            raise BadSetting("A commitment is for one game; give one FILE.")
    checked = [_checked(file, commitment) for file in files]
    if not all(checked):
        sys.exit(1)


def _checked(file: Path, commitment: str | None) -> bool:
    try:
        verdict = verify(read_record(file), commitment)
    except TsuroError as error:
        click.echo(f"{file}: NOT CHECKED [{error.code}]: {error.message}")
        return False
    if not verdict.checked:
        click.echo(f"{file}: NOT CHECKED: {verdict.reason}.")
        return False
    events, parts = plural(verdict.events, "event"), plural(verdict.parts, "seat")
    click.echo(f"{file}: checked, {events} of luck follow from the secret and {parts}.")
    return True
