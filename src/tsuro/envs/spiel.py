"""Every edition as a game of OpenSpiel, with explicit chance, on the reference engine.

    import pyspiel, tsuro.envs.spiel
    game = pyspiel.load_game("tsuro_classic(players=3)")
    game = pyspiel.load_game("tsuro_phoenix(players=2,winds_of_change=on)")

Decisions have the indices of the edition's encoding;
outcomes of luck have the codes of its kernel. Returns are shares of the win, so they add up to 1. A
game with very many decisions is broken off and shared by those still in.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

import numpy
import pyspiel  # type: ignore[import-not-found]

from tsuro.arena.playing import MOST_DECISIONS
from tsuro.core.actions import Action, Draw, Swap
from tsuro.core.asks import Chance, Decide
from tsuro.core.events import Event, TileDrawn
from tsuro.core.ids import Seat
from tsuro.editions.edition import Edition
from tsuro.editions.registry import MAX_SEATS, MIN_SEATS, build_edition, edition_info
from tsuro.encoding import encoding_of
from tsuro.engine.determinize import determinize
from tsuro.engine.play import Step, advance, begin, waiting
from tsuro.engine.views import PlayerView, seen_events, view
from tsuro.errors import BadSetting
from tsuro.fast.families import family_of, with_kernel
from tsuro.formats.position import format_position

PREFIX: Final = "tsuro_"
PLAYERS: Final = "players"
NOBODY: Final = -1
"""Who acts when luck does."""


class TsuroGame(pyspiel.Game):  # type: ignore[misc]
    """One edition with a number of players and switches; each edition has a class of its own."""

    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given, kind = params or {}, self.kind
        switches = {name: str(value) for name, value in given.items() if name != PLAYERS}
        self.edition = build_edition(
            kind.short_name.removeprefix(PREFIX),
            seats=int(given.get(PLAYERS, MIN_SEATS)),
            switches=switches,
        )
        self.encoding = encoding_of(self.edition)
        self.longest = family_of(self.edition).longest
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=1 << 16,
            num_players=self.edition.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> TsuroState:
        return TsuroState(self)

    def make_py_observer(
        self, kind: Any = None, params: dict[str, Any] | None = None
    ) -> TsuroObserver:
        return TsuroObserver(
            self, kind or pyspiel.IIGObservationType(perfect_recall=False), params or {}
        )


class Past:
    """What has happened so far; shared by states that have it in common, and never copied."""

    def __init__(
        self,
        step: Step,
        before: Past | None = None,
        action: Action | None = None,
        number: int = 0,
    ) -> None:
        self.step = step
        self.before = before
        self.action = action
        """What led from the step before to this one."""
        self.number = number
        """Its index, or its code if luck did it."""
        self.decisions = 0
        self.length = 0
        if before is not None:
            self.decisions = before.decisions + isinstance(before.step.ask, Decide)
            self.length = before.length + 1

    def __deepcopy__(self, memo: dict[int, Any]) -> Past:
        return self

    def whole(self) -> list[Past]:
        """Everything since the opening, in order."""
        found: list[Past] = []
        at: Past | None = self
        while at is not None and at.before is not None:
            found.append(at)
            at = at.before
        return found[::-1]

    @property
    def actor(self) -> int:
        """The seat that acted last; nobody for luck."""
        assert self.before is not None
        ask = self.before.step.ask
        return ask.seat if isinstance(ask, Decide) else NOBODY

    def is_seen_by(self, player: int) -> bool:
        """Whether a player knows which action it was, and not only that there was one."""
        if isinstance(self.action, Swap):
            return self.actor == player
        if isinstance(self.action, Draw):
            return any(isinstance(e, TileDrawn) and e.seat == player for e in self.step.events)
        return True


class TsuroState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game."""

    def __init__(self, game: TsuroGame) -> None:
        super().__init__(game)
        self.past = Past(begin(game.edition))

    @property
    def edition(self) -> Edition:
        edition: Edition = self.get_game().edition
        return edition

    @property
    def step(self) -> Step:
        return self.past.step

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        ask = self.step.ask
        return ask.seat if isinstance(ask, Decide) else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        return self.step.ask is None or self.past.decisions >= MOST_DECISIONS

    def _legal_actions(self, player: int) -> list[int]:
        ask, encoding = self.step.ask, self.get_game().encoding
        assert isinstance(ask, Decide)
        return sorted(encoding.index_of(self.edition, option) for option in ask.options)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        ask = self.step.ask
        assert isinstance(ask, Chance)
        weights = sorted((self._code_of(outcome), weight) for outcome, weight in ask.outcomes)
        return [(code, weight / ask.total) for code, weight in weights]

    def _apply_action(self, number: int) -> None:
        action = self._action(number)
        self.past = Past(advance(self.edition, self.step, action), self.past, action, number)

    def _action_to_string(self, player: int, number: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self._outcome(number))
        return str(self.get_game().encoding.action_at(self.edition, number))

    def returns(self) -> list[float]:
        state = self.step.state
        if state.result is not None:
            winners = state.result.winners
        elif self.is_terminal():
            winners = state.live_seats()
        else:
            winners = ()
        return [(seat in winners) / max(1, len(winners)) for seat in range(state.seats)]

    def resample_from_infostate(self, player: int, sampler: Any) -> TsuroState:
        """A state that the player cannot tell from this one, each as likely as the others."""
        world = determinize(self.seen_by(player), Random(sampler()))
        other: TsuroState = self.clone()
        step = Step(world, self.step.events, waiting(self.edition, world))
        other.past = Past(step, self.past.before, self.past.action, self.past.number)
        return other

    def seen_by(self, player: int) -> PlayerView:
        """What a player may know now."""
        return view(self.edition, self.step.state, self.step.ask, viewer=Seat(player))

    def __str__(self) -> str:
        return format_position(self.edition, self.step.state)

    def _action(self, number: int) -> Action:
        if isinstance(self.step.ask, Chance):
            return self._outcome(number)
        action: Action = self.get_game().encoding.action_at(self.edition, number)
        return action

    def _outcome(self, code: int) -> Action:
        family = family_of(self.edition)
        return family.action_of(family.tables(self.edition), code)

    def _code_of(self, outcome: Action) -> int:
        family = family_of(self.edition)
        return family.code_of(family.tables(self.edition), outcome)


class TsuroObserver:
    """What a player sees, as OpenSpiel wants it: pieces of one array, and a text.

    `board` are the planes of the encoding and `facts` its entries. With perfect recall `past` tells
    of every action since the opening who did it, as a seat counted from the player's own and 0 for
    luck, and which it was: 1 + its number, or 0 if the player does not know.
    """

    def __init__(self, game: TsuroGame, kind: Any, params: dict[str, Any]) -> None:
        if params:
            raise BadSetting(f"An observation of Tsuro has no settings, not {params}.")
        self._game, self._kind = game, kind
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        encoding = game.encoding
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (game.edition.seats,))]
        if self._private and kind.public_info:
            pieces += [("board", encoding.planes), ("facts", (encoding.outline.entry_count,))]
            if kind.perfect_recall:
                pieces.append(("past", (game.longest, 2)))
        sizes = [int(numpy.prod(shape)) for _, shape in pieces]
        self.tensor = numpy.zeros(sum(sizes), numpy.float32)
        self.dict: dict[str, Any] = {}
        begin_at = 0
        for (name, shape), size in zip(pieces, sizes, strict=True):
            self.dict[name] = self.tensor[begin_at : begin_at + size].reshape(shape)
            begin_at += size

    def set_from(self, state: TsuroState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if "board" in self.dict:
            line = self._game.encoding.observe(state.seen_by(player))
            numbers = numpy.frombuffer(line, "u1")
            board = self.dict["board"].size
            self.dict["board"].ravel()[:] = numbers[:board]
            self.dict["facts"][:] = numbers[board:]
        if "past" in self.dict:
            for line_number, moment in enumerate(state.past.whole()[: self._game.longest]):
                self.dict["past"][line_number] = self._told(state, moment, player)

    def string_from(self, state: TsuroState, player: int) -> str:
        """The position as the player sees it; with perfect recall, all that it has seen happen."""
        if not self._private:
            return _public(state)
        hand = " ".join(state.seen_by(player).hand)
        if not self._kind.public_info:
            return f"hand {hand}"
        text = f"seat {player}: {format_position(state.edition, state.seen_by(player).state)}"
        if not self._kind.perfect_recall:
            return text
        events: list[Event] = []
        for moment in state.past.whole():
            events += seen_events(moment.step.events, Seat(player))
        return "\n".join([text, *map(repr, events)])

    def _told(self, state: TsuroState, moment: Past, player: int) -> tuple[int, int]:
        """Who did something, and what, as far as the player knows."""
        actor = moment.actor
        who = 0 if actor == NOBODY else 1 + (actor - player) % state.edition.seats
        return who, 1 + moment.number if moment.is_seen_by(player) else 0


def _public(state: TsuroState) -> str:
    """The position as a spectator sees it."""
    seen = view(state.edition, state.step.state, state.step.ask, viewer=None)
    return format_position(state.edition, seen.state)


def register(edition: str) -> None:
    """Make an edition known to OpenSpiel as `tsuro_<edition>`."""
    kind = pyspiel.GameType(
        short_name=PREFIX + edition,
        long_name=edition_info(edition).title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_SEATS,
        min_num_players=MIN_SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={PLAYERS: MIN_SEATS, **_defaults(edition)},
        default_loadable=True,
    )
    # A class, because OpenSpiel lets go of what is registered when Python itself has gone: a class
    # outlives that, a function would not.
    pyspiel.register_game(kind, type(f"Tsuro_{edition}", (TsuroGame,), {"kind": kind}))


def _defaults(edition: str) -> dict[str, str | int]:
    """Switches as they are set unless somebody asks for more; digits are numbers to OpenSpiel."""
    defaults = edition_info(edition).defaults()
    return {name: int(text) if text.isdigit() else text for name, text in defaults.items()}


_KNOWN = set(pyspiel.registered_names())
for _edition in with_kernel():
    if PREFIX + _edition not in _KNOWN:
        register(_edition)
