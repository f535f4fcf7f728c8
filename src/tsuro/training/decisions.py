"""Every decision of many games of bots, as learners want them: what was seen, allowed and done.

Bots that are compiled with the games play a batch at a time; any other bot is asked game by game,
with the view that it gets at a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy

from tsuro.bots.base import require_fit
from tsuro.bots.guarded import GuardedBot
from tsuro.bots.local import make_local_bot
from tsuro.editions.registry import build_edition
from tsuro.errors import BadSetting
from tsuro.fast.families import require_kernel
from tsuro.simulation.job import Batch, Job
from tsuro.training.games import OPPONENTS, Games

GAMES_A_BATCH: Final = 400
"""Some fifteen thousand decisions, which take a hundred megabytes."""
ASKED: Final = -1
"""In place of a compiled bot: the seat's bot is asked in Python."""


@dataclass
class Decisions:
    """Some games, decision after decision; every column has a line for each of them."""

    first: int
    played: int
    columns: dict[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.columns["game"])


def plan_games(
    edition: str,
    *,
    seats: int,
    games: int,
    bots: Sequence[str],
    seed: int = 1,
    switches: Mapping[str, str] | None = None,
) -> Job:
    """Games that can be played; a single bot is for every seat."""
    if games < 1:
        raise BadSetting(f"At least one game must be played, not {games}.")
    built = build_edition(edition, seats=seats, switches=switches)
    require_kernel(built, "A collection of games", "take an edition that has one")
    specs = list(bots) * (seats if len(bots) == 1 else 1)
    if len(specs) != seats:
        raise BadSetting(f"There are {len(bots)} bots for {seats} seats: give one, or one each.")
    for spec in specs:
        if spec not in OPPONENTS:
            require_fit(make_local_bot(spec), built)
    return Job(edition, seats, tuple(built.switches.items()), tuple(specs), games, seed)


def play_batch(job: Job, batch: Batch) -> Decisions:
    """The decisions of some games of a job; the same wherever and whenever they are played."""
    games = Games(job.edition, batch.games, seed=job.seed, begin_at=batch.first)
    compiled = [OPPONENTS.index(spec) if spec in OPPONENTS else ASKED for spec in job.policies]
    steps: list[dict[str, Any]] = []
    while not (games.done | games.endless).all():
        seats, lines, masks = games.to_act, games.observe(), games.mask()
        actions = games.choices(compiled)
        waiting = ~games.endless & (seats >= 0)
        for index in numpy.flatnonzero(waiting & (actions < 0)):
            actions[index] = _asked(games, job, int(index), int(seats[index]))
        actions[~waiting] = -1
        steps.append(_told(games, waiting, seats, lines, masks, actions))
        games.step(actions)
    return _finished(games, batch, steps)


def _told(
    games: Games, waiting: Any, seats: Any, lines: Any, masks: Any, actions: Any
) -> dict[str, Any]:
    """The lines of one decision in each game that goes on."""
    return {
        "game": numpy.flatnonzero(waiting),
        "decision": games.played[waiting].astype("i4"),
        "seat": seats[waiting].astype("i1"),
        "observation": lines[waiting],
        "mask": masks[waiting],
        "action": actions[waiting].astype("i4"),
    }


def _finished(games: Games, batch: Batch, steps: list[dict[str, Any]]) -> Decisions:
    """All decisions in the order of the games, and what became of who made them."""
    columns = {name: numpy.concatenate([step[name] for step in steps]) for name in steps[0]}
    order = numpy.argsort(columns["game"], kind="stable")
    columns = {name: column[order] for name, column in columns.items()}
    game, seat = columns["game"], columns["seat"]
    columns["share"] = games.returns()[game, seat].astype("f4")
    columns["rank"] = games.ranks()[game, seat].astype("i1")
    columns["game"] = game + batch.first
    return Decisions(batch.first, batch.games, columns)


def _asked(games: Games, job: Job, index: int, seat: int) -> int:
    """The decision of a bot that is not compiled; what it fails is drawn by lot, as everywhere."""
    view = games.view(index, seat)
    assert view.decide is not None
    rng = Random(f"{job.seed} {games.stream(index)} {games.played[index]}")
    bot = _bot(job.policies[seat], seat)
    chosen = bot.choose(view, view.decide.options, rng)
    return games.encoding.index_of(games.edition, chosen)


@lru_cache(maxsize=64)
def _bot(spec: str, seat: int) -> GuardedBot:
    """Each seat has a bot of its own, kept from one batch to the next."""
    return GuardedBot(make_local_bot(spec))
