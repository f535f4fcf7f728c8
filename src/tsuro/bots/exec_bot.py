"""Bots in any language: a program that answers questions, one JSON text a line (docs/bots.md)."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tsuro._version import __version__
from tsuro.bots.base import Clock
from tsuro.bots.guarded import BotFault, FaultKind
from tsuro.bots.program import Ended, Program, Silent, TooMuch
from tsuro.core.actions import Decision
from tsuro.core.events import Event
from tsuro.core.tiles import pairs_of
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView
from tsuro.errors import UnknownBot
from tsuro.formats.wire.values import Json
from tsuro.formats.wire.views import edition_to_wire, view_to_wire

PROTOCOL = 2
"""Raised when a message changes its meaning; new fields alone do not raise it."""
BUDGET = 1000
"""Milliseconds for a decision if nobody sets a clock."""
GRACE = 0.5
"""Seconds beyond the budget before a decision is forfeited."""
START_UP = 10.0
"""Seconds in which a program must say hello."""
MOST_STALE = 100
"""Answers to earlier questions that are passed over at a decision."""
RESTARTS = 3
"""How often in a game a program is started again."""
IDLE_GAMES = 3
"""After so many games in a row without one good answer it is not started any more."""
INTERPRETERS = {".py": sys.executable, ".js": "node", ".mjs": "node"}
"""Who runs a script that is not executable itself."""


class ExecBot:
    """Plays by asking a program over its standard input and output.

    The program is started at the first decision and serves any number of games. Raises `BotFault`
    for every decision that the program fails; `GuardedBot` then decides at random.
    """

    def __init__(
        self, command: str, *, grace: float | None = None, start_up: float | None = None
    ) -> None:
        self.command = command
        self._words = command_words(command)
        self._grace = GRACE if grace is None else grace
        self._start_up = START_UP if start_up is None else start_up
        self._program: Program | None = None
        self._question = 0
        self._game: tuple[Edition, int | None, tuple[Event, ...]] | None = None
        """The game last asked about: edition, seat and what it had seen."""
        self._told_game = False
        self._starts_left = 0
        self._answered = True
        """Whether the present game had a good answer yet."""
        self._idle_games = 0

    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        seed = rng.getrandbits(32)
        budget = BUDGET if clock is None else max(1, int(clock.remaining() * 1000))
        self._follow(view)
        program = self._running()
        if not self._told_game:
            self._say(program, game_message(view))
            self._told_game = True
        self._question += 1
        self._say(program, choose_message(view, options, self._question, budget, seed))
        chosen = self._chosen(program, options, budget / 1000 + self._grace)
        self._answered = True
        return chosen

    def close(self) -> None:
        if self._program is not None:
            self._say(self._program, {"type": "quit"})
            self._program.stop()
            self._program = None

    def _follow(self, view: PlayerView) -> None:
        """Notice that another game has begun: this view does not go on from the last one."""
        before, self._game = self._game, (view.edition, view.viewer, view.events)
        if before is not None:
            edition, viewer, events = before
            known = len(events)
            if (
                (edition, viewer) == (view.edition, view.viewer)
                and len(view.events) > known
                and view.events[:known] == events
            ):
                return
        self._idle_games = 0 if self._answered else self._idle_games + 1
        self._starts_left = 1 + RESTARTS if self._answered else 1
        if self._idle_games >= IDLE_GAMES:
            self._starts_left = 0
        self._answered = self._told_game = False

    def _running(self) -> Program:
        if self._program is None:
            if self._starts_left == 0:
                raise BotFault(FaultKind.CRASHED, "not started again after its failures")
            self._starts_left -= 1
            try:
                self._program = Program(self._words)
            except OSError as error:
                self._starts_left = 0
                raise BotFault(FaultKind.CRASHED, f"cannot be started: {error}") from None
            self._told_game = False
            self._greet(self._program)
        return self._program

    def _greet(self, program: Program) -> None:
        self._say(program, {"type": "hello", "protocol": PROTOCOL, "from": f"tsuro {__version__}"})
        line = self._hear(program, self._start_up, "said no hello")
        answer = _parsed(line)
        if answer.get("type") != "hello" or answer.get("protocol") != PROTOCOL:
            self._starts_left = 0
            raise self._fault(
                FaultKind.NONSENSE,
                f"expected a hello of protocol {PROTOCOL}, not {_short(line)}",
                program,
            )

    def _chosen(self, program: Program, options: Sequence[Decision], wait: float) -> Decision:
        """The answer to the present question; late answers to earlier ones are passed over."""
        end = time.monotonic() + wait
        for _ in range(MOST_STALE):
            line = self._hear(program, end - time.monotonic(), f"gave no answer in {wait:.3g} s")
            answer = _parsed(line)
            number = answer.get("id")
            if answer.get("type") == "choice" and type(number) is int and number < self._question:
                continue
            if answer.get("type") != "choice" or number != self._question:
                raise BotFault(FaultKind.NONSENSE, f"answered {_short(line)}")
            for option in options:
                if str(option) == answer.get("action"):
                    return option
            raise BotFault(FaultKind.ILLEGAL, f"chose {_short(str(answer.get('action')))}")
        raise self._fault(FaultKind.NONSENSE, "answers without being asked", program)

    def _say(self, program: Program, message: Json) -> None:
        program.say(json.dumps(message, separators=(",", ":")))

    def _hear(self, program: Program, seconds: float, complaint: str) -> str:
        try:
            return program.hear(seconds)
        except Silent:
            raise self._fault(FaultKind.LATE, complaint, program) from None
        except Ended:
            raise self._fault(FaultKind.CRASHED, "ended by itself", program) from None
        except TooMuch:
            raise self._fault(FaultKind.NONSENSE, "talks without end", program) from None

    def _fault(self, kind: FaultKind, what: str, program: Program) -> BotFault:
        """The program is ended, as nobody knows what state it is in."""
        program.stop(at_once=kind is FaultKind.LATE)
        self._program = None
        words = program.complaints()
        return BotFault(kind, f"{what}; it complained:\n{words}" if words else what)


def game_message(view: PlayerView) -> Json:
    """What does not change during a game, the printed tiles included."""
    edition = view.edition
    tiles = {
        tile.id: [pairs_of(face.wiring) for face in tile.faces]
        for tile in edition.tiles.tiles.values()
    }
    return {
        "type": "new_game",
        "edition": edition_to_wire(edition),
        "seat": view.viewer,
        "tiles": tiles,
    }


def choose_message(
    view: PlayerView, options: Sequence[Decision], number: int, budget: int, seed: int
) -> Json:
    return {
        "type": "choose",
        "id": number,
        "ms": budget,
        "seed": seed,
        "options": [str(option) for option in options],
        "view": view_to_wire(view),
    }


def command_words(command: str) -> list[str]:
    """A command line as a list; refuses one that names no program."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise UnknownBot(f"exec:{command} cannot be read: {error}.") from None
    if not words:
        raise UnknownBot("exec: needs a program, such as exec:./mybot.py.")
    script = Path(words[0])
    if script.is_file() and not (os.access(script, os.X_OK) and os.name == "posix"):
        interpreter = INTERPRETERS.get(script.suffix)
        words = [*([interpreter] if interpreter else []), *words]
    if shutil.which(words[0]) is None:
        raise UnknownBot(f"There is no program {words[0]} to run.")
    return words


def _parsed(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
