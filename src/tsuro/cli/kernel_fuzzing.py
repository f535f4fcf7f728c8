"""Random games played by a kernel and by the reference at once; one `Case` is one game."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Final

from tsuro.cli.fuzzing import Case, Verdict
from tsuro.core.state import Reason
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.errors import TsuroError
from tsuro.fast import Kernel, kernel_of
from tsuro.fast.equality import (
    Difference,
    Duel,
    replay_kernel_game,
    replay_late_game,
    replay_reference_game,
)
from tsuro.fast.late import RARE, endings_of
from tsuro.formats.position import format_position

LATE: Final = 6
"""About one game in so many begins near a rare ending, where there is one."""
CONVERTED: Final = 20
"""After about one action in so many the game goes on with a record made from the state."""
BY_KERNEL, BY_REFERENCE, BY_CAREFUL_REFERENCE = range(3)
"""Who plays, to be replayed by the other one."""


def play_kernel_case(case: Case) -> Verdict:
    """Play one game both ways; whatever goes wrong is told, not raised."""
    duel: Duel | None = None
    try:
        for now in _game(case):
            duel = now
    except (Difference, TsuroError) as fault:
        return _fault(case, duel, str(fault))
    except Exception as error:  # Any crash is a finding.
        last = traceback.extract_tb(error.__traceback__)[-1]
        return _fault(case, duel, f"{type(error).__name__}: {error} ({last.name}, {last.lineno})")
    assert duel is not None
    assert duel.step.state.result is not None
    return Verdict(case, duel.step.state.result.reason.value, duel.actions)


def _game(case: Case) -> Iterator[Duel]:
    """Everything about a game follows from its seed."""
    rng = Random(f"kernel {case.seed}")
    first = rng.randrange(case.seats)
    player = rng.choice((BY_KERNEL, BY_REFERENCE, BY_CAREFUL_REFERENCE))
    kernel = _kernel(case)
    if is_late(case):
        game = replay_late_game(kernel, rng, first=first)
    elif player == BY_KERNEL:
        game = replay_kernel_game(kernel, seed=case.seed, first=first)
    else:
        careful = player == BY_CAREFUL_REFERENCE
        game = replay_reference_game(kernel, rng, first=first, careful=careful)
    for duel in game:
        if rng.randrange(CONVERTED) == 0:
            duel.convert()
        yield duel


def is_late(case: Case) -> bool:
    """Whether a game begins near one of the endings that hardly any game comes to."""
    rare = RARE & endings_of(_edition(case))
    return bool(rare) and Random(f"late {case.seed}").randrange(LATE) == 0


def endings_told(verdicts: Sequence[Verdict]) -> str:
    """Which endings were reached and which were not, of those that the editions played have."""
    reached = {(verdict.case.edition, verdict.ending) for verdict in verdicts}
    possible = dict.fromkeys(
        (verdict.case.edition, reason)
        for verdict in verdicts
        for reason in Reason
        if reason in endings_of(_edition(verdict.case))
    )
    missing = [
        f"{edition} {reason}" for edition, reason in possible if (edition, reason) not in reached
    ]
    if not missing:
        return f"All {len(possible)} endings were reached."
    found = len(possible) - len(missing)
    return f"{found} of {len(possible)} endings were reached, not: {', '.join(missing)}."


def _edition(case: Case) -> Edition:
    return build_edition(case.edition, seats=case.seats, switches=dict(case.switches))


def _kernel(case: Case) -> Kernel:
    return kernel_of(_edition(case))


def _fault(case: Case, duel: Duel | None, what: str) -> Verdict:
    """The position is that of the reference."""
    if duel is None:
        return Verdict(case, None, 0, what)
    position = format_position(duel.kernel.edition, duel.step.state)
    return Verdict(case, None, duel.actions, what, position)


def compile_for(cases: Sequence[Case]) -> None:
    """See to it that the workers find their code in the cache: a game with each layout of rows."""
    done = set()
    for case in cases:
        kernel = _kernel(case)
        code = kernel.family.room, kernel.layout.name
        if code not in done:
            done.add(code)
            with suppress(Exception):  # It will be told when the game is played.
                kernel.logged_batch(kernel.new_rows(1, seed=0))
            play_kernel_case(case)
