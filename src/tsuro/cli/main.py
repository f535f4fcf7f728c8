"""The `tsuro` command: finds its sub-commands when they are needed and says errors politely."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from typing import IO, Any, Final

import click

from tsuro._version import __version__
from tsuro.errors import TsuroError, did_you_mean

COMMANDS: Final = {
    "play": "Play a game at this terminal, against bots or with friends.",
    "serve": "Play in the browser, with friends and bots.",
    "think": "Let bots think for servers elsewhere.",
    "backup": "Copy the games of a server, also while it runs.",
    "restore": "Put a backup where a server will look for its games.",
    "migrate": "Copy all games from SQLite to PostgreSQL, or back.",
    "check": "See whether all games are on disk as they were written.",
    "arena": "Let bots play each other and rate them.",
    "simulate": "Play a million games and see who wins, where and why.",
    "games": "Let bots play and keep every decision, to learn from.",
    "editions": "List the editions with their switches.",
    "replay": "Step through a recorded game, check it, or draw it.",
    "verify": "See whether the luck of recorded games was what was promised.",
    "position": "Look at a position: board, seat to act, legal options.",
    "perft": "Count the decisions of a position, some levels deep.",
    "fuzz": "Play random games and check every invariant.",
    "bench": "Measure how fast the engine and the kernels are.",
    "warm": "Compile the fast kernels now, so that nobody waits for them later.",
}
EPILOG: Final = """\b
Examples:
  tsuro                                       play in the browser
  tsuro play                                  at the terminal: a friendly menu
  tsuro play --edition seas --seat human --seat cautious
  tsuro position --new phoenix --seats 3 | tsuro position -
  tsuro COMMAND --help                        more about a command"""


class FriendlyError(click.ClickException):
    """Bad input: one line with a stable code, exit status 2."""

    exit_code = 2

    def __init__(self, error: TsuroError) -> None:
        super().__init__(error.message)
        self.code = error.code

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"error [{self.code}]: {self.message}", file=file, err=True)


class BadUsage(click.UsageError):
    """An option, a value or a command that is not offered: said in the same way, with a hint."""

    code: Final = "bad_usage"

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"error [{self.code}]: {self.format_message()}", file=file, err=True)
        if self.ctx is not None:
            click.echo(
                f"`{self.ctx.command_path} --help` tells what there is.", file=file, err=True
            )


class LazyGroup(click.Group):
    """A sub-command is a module `tsuro.cli.<name>` with a `command`, imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"tsuro.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        _show_notices()
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise BadUsage(
                f"There is no command {args[0]!r}.{did_you_mean(args[0], COMMANDS)}", ctx
            )
        return super().resolve_command(ctx, args)

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        with _polite():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with _polite():
            return super().invoke(ctx)


@contextmanager
def _polite() -> Iterator[None]:
    """Every refusal, whoever makes it, is told with a code."""
    try:
        yield
    except TsuroError as error:
        raise FriendlyError(error) from None
    except click.UsageError as error:
        raise BadUsage(error.format_message(), error.ctx) from None


def _show_notices() -> None:
    """What the kernels have to say, such as that they are being compiled, goes to the user."""
    import logging

    class Notices(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            click.echo(record.getMessage(), err=True)

    logger = logging.getLogger("tsuro.fast")
    if not logger.handlers:
        logger.addHandler(Notices(logging.INFO))
        logger.setLevel(logging.INFO)


def _print_manual(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from tsuro.cli.manual import manual_page

        assert isinstance(ctx.command, click.Group)
        click.echo(manual_page(ctx.command, ctx, version=__version__), nl=False)
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="tsuro")
@click.option(
    "--man",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_manual,
    help="Print the manual page: tsuro --man | man -l -",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Tsuro and its relatives: lay tiles, follow your path, stay on the board.

    Without a command the game opens in the browser, as `tsuro serve` does.

    Five editions (classic, kosmos, pocket, seas, phoenix) for two to eight players. Results go to
    standard output and everything else to standard error; the exit status is 0 if all went well,
    1 if a check failed, 2 for bad input.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(import_module("tsuro.cli.serve").command)


def main() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Bytes that are no text, and signs a terminal cannot show, must not end in a crash.
            stream.reconfigure(errors="replace")
    cli(prog_name="tsuro")
