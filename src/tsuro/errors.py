"""Every way the library says no.

TsuroError
├── UnknownEdition          no edition of that name
├── BadSetting              a switch, a value, a seat or a seat count that is not offered
├── IllegalAction           an action that the waiting ask does not offer
├── GameOver                an action after the result
├── Unplayable              a state that nobody can play on from
├── NotationError           text that cannot be read; names the column
│   ├── PositionError       a position line that cannot be read or cannot be
│   └── RecordError         a game record that cannot be read
│       └── ReplayMismatch  a record that reads well but does not replay to what it claims
├── EditionDataError        printed facts (TOML) that contradict the rulebook's counts
├── Misfit                  (formats.wire.reading) a value from outside of another form than wanted
├── KernelError             a game, a code or a batch that a compiled kernel cannot take
├── UnknownBot              no bot of that name, or a setting it does not have
├── BotFault                (bots.guarded) a bot that failed a decision
├── ArenaError              (arena.settings) an arena that cannot be held as asked
├── ClusterError            (simulation.connecting) a cluster that cannot be reached
├── Refusal                 (telling.refusals) a request that the server does not carry out
│   └── NotWritten          (server.storage.postgres.store) changes of which none is in the database
├── Overdue                 (server.thinking.workers) work in a process that took longer than it may
├── StorageTrouble          (server.storage.trouble) games that cannot be kept where they should be
├── CannotListen            (server.run) an address or port that the system does not give
├── CannotRead              (cli.common) a file that is not there, or no text
├── CannotWrite             (cli.common) a file or folder that cannot be made
├── PicturesMissing         (raster) the `pictures` extra is not installed
└── EnvsMissing             (envs.registry) an extra to train with is not installed

Each carries a stable `code` for programs and a sentence for people. Those of one layer only are
defined there, in the module named in brackets.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A question to end a refusal with, if a known name is nearly the one given; else nothing."""
    guess = get_close_matches(name.lower(), list(known), n=1)
    return f" Did you mean {guess[0]}?" if guess else ""


class TsuroError(Exception):
    """Root of the tree: bad input, said politely."""

    code: str = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[object, ...]:
        """Come whole out of another process, whatever an error is made from."""
        return _as_it_was, (type(self), self.args, dict(vars(self)))


def _as_it_was(
    kind: type[TsuroError], arguments: tuple[object, ...], fields: dict[str, object]
) -> TsuroError:
    error = kind.__new__(kind, *arguments)
    error.__setstate__(fields)
    return error


class UnknownEdition(TsuroError):
    """No edition of that name."""

    code = "unknown_edition"


class BadSetting(TsuroError):
    """A switch, a value, a seat or a number of seats that is not offered."""

    code = "bad_setting"


class IllegalAction(TsuroError):
    """`rule` is the number of the rule that forbids the action, where one does."""

    code = "illegal_action"

    def __init__(self, message: str, *, rule: str | None = None) -> None:
        super().__init__(message)
        self.rule = rule


class GameOver(TsuroError):
    """An action after the result."""

    code = "game_over"


class Unplayable(TsuroError):
    """It hides tiles, belongs to another edition, or nothing will ever be asked in it again."""

    code = "unplayable"


class NotationError(TsuroError):
    """`column` counts from 1 in the offending line; `line` likewise where there are several."""

    code = "bad_notation"

    def __init__(self, message: str, *, column: int, line: int | None = None) -> None:
        where = f"column {column}" if line is None else f"line {line}, column {column}"
        super().__init__(f"{where}: {message}")
        self.reason = message
        """The complaint without its place."""
        self.column = column
        self.line = line


class PositionError(NotationError):
    """A position line that cannot be read, or that no game can come to."""

    code = "bad_position"


class RecordError(NotationError):
    """A record that cannot be read."""

    code = "bad_record"


class ReplayMismatch(RecordError):
    """A record that reads well but does not replay to what it claims."""

    code = "replay_mismatch"


class EditionDataError(TsuroError):
    """Printed facts that contradict the counts of the rulebook."""

    code = "bad_edition_data"


class KernelError(TsuroError):
    """A game, a code or a batch that a compiled kernel cannot take."""

    code = "kernel"


class UnknownBot(TsuroError):
    """No bot of that name, or a setting that it does not have."""

    code = "unknown_bot"
