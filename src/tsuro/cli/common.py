"""What several sub-commands share: options, reading files, and how to print."""

from __future__ import annotations

import codecs
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import wraps
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeVar, cast

import click

from tsuro.cli import completing
from tsuro.editions.registry import build_edition, edition_info
from tsuro.errors import BadSetting, TsuroError

if TYPE_CHECKING:
    from rich.console import Console

    from tsuro.editions.edition import Edition
    from tsuro.formats.record import Record

HUMAN: Final = "human"
"""Who sits in a seat without a bot."""
ADVISER: Final = "mcts:ms=400"
"""The bot that gives hints."""


STANDARD_INPUT: Final = Path("-")
"""A file that is asked for by this name."""


class CannotRead(TsuroError):
    """A file that is not there, or is not what it should be."""

    code = "cannot_read"


class CannotWrite(TsuroError):
    """A file or folder that cannot be made."""

    code = "cannot_write"


CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def switch_option(command: CommandT) -> CommandT:
    """`--switch name=value`, or `--switch name` to switch something on."""
    return click.option(
        "--switch",
        "--option",
        "-o",
        "switches",
        multiple=True,
        metavar="NAME[=VALUE]",
        shell_complete=completing.switches,
        help="A switch of the edition, such as winds_of_change or piles=3; may be repeated. "
        "`tsuro editions` lists them.",
    )(command)


def json_option(command: CommandT) -> CommandT:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def parse_switches(edition: str, texts: Iterable[str]) -> dict[str, str]:
    """Switches as the registry wants them; one without a value is switched on."""
    info = edition_info(edition)
    values = {switch.name: switch.values for switch in info.switches}
    chosen: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals and name in values and "on" not in values[name]:
            choices = " or ".join(f"{name}={each}" for each in values[name])
            raise BadSetting(f"{name} needs a value: {choices}.")
        chosen[name] = value if equals else "on"
    return chosen


def chosen_edition(name: str, *, seats: int, switches: Iterable[str]) -> Edition:
    return build_edition(name, seats=seats, switches=parse_switches(name, switches))


def read_record(path: Path) -> Record:
    """The record in a file, or on standard input if the file is called `-`."""
    from tsuro.formats.record import parse_record

    return parse_record(sys.stdin.read() if path == STANDARD_INPUT else read_text(path))


def read_text(path: Path) -> str:
    """A file of text, also of the kind that Windows makes."""
    try:
        content = path.read_bytes()
        wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        return content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise CannotRead(f"{path} is not a text file (byte {error.start + 1}).") from None
    except OSError as error:
        raise CannotRead(f"{path} cannot be read: {error.strerror}.") from None


def require_suffix(path: Path | None, suffix: str, option: str) -> None:
    """Refuse a name that promises another kind of file than the one that would be written."""
    if path is not None and path.suffix.lower() != suffix:
        raise BadSetting(f"{path}: the file of {option} ends in {suffix}.")


@contextmanager
def results_only() -> Iterator[None]:
    """Within it, whatever is printed goes to standard error, by whoever and in any process.

    For code of others that runs in the middle of a command whose output a program reads.
    """
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file; a place that cannot be written to is bad input."""
    try:
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror}.") from None


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be made: {error.strerror}.") from None


def wants_colour(stream: IO[str]) -> bool:
    """Colour only for terminals, and never against `NO_COLOR`."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def console(*, stderr: bool = False) -> Console:
    """A rich console; imported late, so that the rest starts quickly."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def print_json(value: Any) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def say(text: str) -> None:
    """Chatter: it never mixes with results."""
    click.echo(text, err=True)


def at_terminal() -> bool:
    """Whether somebody sits before the screen and can answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def plural(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"


@contextmanager
def counted(total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """A progress bar at a terminal; what it gives is told how many more are done."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(unit, total=total)
        yield lambda more: progress.advance(task, more)


def database_path(data: str | None) -> Path:
    """Where the server keeps its games in a folder; by default in the usual one."""
    from tsuro.server.run import DATABASE, data_folder

    return (data_folder() if data is None else Path(data)) / DATABASE


data_option = click.option(
    "--data", metavar="DIR", help="Where games are kept. Default: your data folder."
)
model_option = click.option(
    "--model",
    "models",
    multiple=True,
    metavar="NAME=FILE",
    help="A trained policy that guests may seat by this name; may be repeated.",
)


def use_key_of(path: Path | None, *, make: bool = False) -> None:
    """Until the command ends, games are sealed with the key in a file."""
    from tsuro.server.storage.sealing import UNKEYED, read_key, use_key

    if path is not None:
        use_key(read_key(path, make=make))
        click.get_current_context().call_on_close(lambda: use_key(UNKEYED))


def seal_key_option(command: CommandT) -> CommandT:
    """For commands that read the games of a server."""

    @wraps(command)
    def with_key(*arguments: Any, seal_key: Path | None, **more: Any) -> Any:
        use_key_of(seal_key)
        return command(*arguments, **more)

    return click.option(
        "--seal-key",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="The key that the games are sealed with, if `tsuro serve` was given one.",
    )(cast(CommandT, with_key))
