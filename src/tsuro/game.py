"""A game as a person or a script plays it: the engine, its luck and its history in one object."""

from __future__ import annotations

from collections.abc import Mapping
from random import SystemRandom

from tsuro.core.actions import Action, Decision
from tsuro.core.asks import Decide
from tsuro.core.events import Event
from tsuro.core.ids import Seat
from tsuro.core.state import GameState, Result
from tsuro.editions.edition import Edition
from tsuro.editions.registry import MIN_SEATS, build_edition
from tsuro.engine.chance import ChanceSource, SeededChance
from tsuro.engine.course import Course
from tsuro.engine.play import Step, begin, resume
from tsuro.engine.views import PlayerView, view
from tsuro.errors import BadSetting, GameOver, TsuroError, Unplayable
from tsuro.formats.ascii import draw_text
from tsuro.formats.notation import parse_action
from tsuro.formats.position import Position, format_position
from tsuro.formats.record import Record, record_of

SEED_BITS = 32


class Game:
    """Play any edition; luck is drawn as it is needed.

    ```python
    >>> game = Game("classic", seats=3, seed=7)
    >>> while not game.over:
    ...     game.play(game.options[0])
    >>> len(game.result.winners) >= 1
    True

    ```
    """

    def __init__(
        self,
        edition: str | Edition,
        *,
        seats: int | None = None,
        seed: int | None = None,
        first: int = 0,
        chance: ChanceSource | None = None,
        **switches: str,
    ) -> None:
        """An edition by name, for two seats unless told otherwise, or one that is built already.

        Switches are those of the edition, such as `winds_of_change="on"`.
        """
        if not isinstance(edition, Edition):
            edition = build_edition(
                edition, seats=MIN_SEATS if seats is None else seats, switches=switches
            )
        else:
            _refuse_contradictions(edition, seats, switches)
        if seed is not None and type(seed) is not int:
            raise BadSetting(f"A seed must be a whole number, not {seed!r}.")
        if chance is not None and not (hasattr(chance, "pick") and hasattr(chance, "copy")):
            raise BadSetting(f"Luck must come from a ChanceSource, not {chance!r}.")
        self.edition = edition
        self.seed = SystemRandom().getrandbits(SEED_BITS) if seed is None else seed
        luck = chance if chance is not None else SeededChance(self.seed)
        self._course = Course(edition, begin(edition, first=first), luck)
        self._course.take(self._course.luck())
        self._undo: list[tuple[int, ChanceSource]] = []
        self._has_record = True

    @classmethod
    def from_position(cls, position: Position, *, seed: int | None = None) -> Game:
        """Go on from a position; what came before is unknown, so such a game has no record."""
        if not isinstance(position, Position):
            raise BadSetting(f"A position is wanted, such as parse_position reads: {position!r}.")
        if not position.is_full:
            raise Unplayable("This position hides tiles, so nobody can play on from it.")
        game = cls(position.edition, seed=seed)
        game._course = Course(
            position.edition, resume(position.edition, position.state), SeededChance(game.seed)
        )
        game._course.take(game._course.luck())
        game._has_record = False
        return game

    @classmethod
    def from_record(
        cls, record: Record, *, decisions: int | None = None, seed: int | None = None
    ) -> Game:
        """A recorded game after some of its decisions, all if not told; what follows is new luck.

        ```python
        >>> game = Game("classic", seats=2, seed=7)
        >>> game.play("a1.0")
        >>> Game.from_record(game.record()).actions == game.actions
        True

        ```
        """
        if not isinstance(record, Record):
            raise BadSetting(f"A record is wanted, such as parse_record reads, not {record!r}.")
        record.steps()
        made = sum(isinstance(action, Decision) for action in record.actions)
        wanted = made if decisions is None else decisions
        if type(wanted) is not int or not 0 <= wanted <= made:
            raise BadSetting(f"The record has {made} decisions, so not {wanted!r} of them.")
        game = cls(record.edition, seed=seed, first=record.first)
        course = game._course
        course.keep(0)
        course.chance = SeededChance(game.seed)
        for action in record.actions:
            if isinstance(action, Decision):
                if len(game._undo) == wanted:
                    break
                game._undo.append((len(course.moves), course.chance.copy()))
            course.take([course.made(action)])
        course.take(course.luck())
        return game

    @property
    def state(self) -> GameState:
        return self._course.state

    @property
    def over(self) -> bool:
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        return self.state.result

    @property
    def decide(self) -> Decide:
        """The decision the game waits for."""
        ask = self._course.step.ask
        if not isinstance(ask, Decide):
            raise GameOver("The game is over; there is nothing to decide.")
        return ask

    @property
    def options(self) -> tuple[Decision, ...]:
        """Every legal decision of the seat to act; none once the game is over."""
        return () if self.over else self.decide.options

    @property
    def to_act(self) -> Seat | None:
        return None if self.over else self.decide.seat

    @property
    def actions(self) -> tuple[Action, ...]:
        """All decisions and outcomes so far."""
        return tuple(move.action for move in self._course.moves)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The opening and the step after each action."""
        return (self._course.opening, *(move.step for move in self._course.moves))

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for step in self.steps for event in step.events)

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last decision brought about, luck included."""
        since = self._undo[-1][0] + 1 if self._undo else 0
        return tuple(event for step in self.steps[since:] for event in step.events)

    def play(self, action: Decision | str) -> None:
        """Carry out a decision, given as an option or in notation; then luck does its part."""
        chosen = parse_action(action) if isinstance(action, str) else action
        course = self._course
        before = course.chance.copy()
        try:
            moves = course.decided(chosen)
        except BaseException:
            # A refused decision, or luck that somebody else makes and that failed: then nothing
            # has been played.
            course.chance = before
            raise
        self._undo.append((len(course.moves), before))
        course.take(moves)

    def undo(self) -> None:
        """Take back the last decision and the luck that followed it."""
        if not self._undo:
            raise TsuroError("There is no decision to take back.")
        length, self._course.chance = self._undo.pop()
        self._course.keep(length)

    def view(self, viewer: int | None) -> PlayerView:
        """What a seat knows; None is a spectator."""
        last = self._course.step
        seat = None if viewer is None else Seat(viewer)
        return view(self.edition, last.state, last.ask, viewer=seat, events=self.events)

    def position(self) -> Position:
        return Position(self.edition, self.state)

    def record(self, **headers: str) -> Record:
        """Everything that was decided and what luck did; `tsuro.parse_record` reads its text."""
        if not self._has_record:
            raise BadSetting("A game that was begun at a position has no record of what led there.")
        return record_of(self.edition, self.actions, self.state, headers=headers)

    def __str__(self) -> str:
        return draw_text(self.edition, self.state)

    def __repr__(self) -> str:
        return f"<Game {format_position(self.edition, self.state)}>"

    def _repr_svg_(self) -> str:
        # Drawing is a large part of the library: whoever draws nothing need not wait for it.
        from tsuro.formats.svg import draw_svg

        return draw_svg(self.edition, self.state, events=self.last_events)


def _refuse_contradictions(
    edition: Edition, seats: int | None, switches: Mapping[str, str]
) -> None:
    """An edition that is built already has its seats and switches."""
    if seats is not None and (type(seats) is not int or seats != edition.seats):
        raise BadSetting(
            f"The edition given is for {edition.seats} seats, not {seats!r}: leave the seats out, "
            "or give the name of the edition."
        )
    for name, value in switches.items():
        if edition.switches.get(name) != value:
            raise BadSetting(
                f"{name}={value!r} contradicts the edition given, which is played with "
                f"{dict(edition.switches)}: leave the switches out, or give its name."
            )
