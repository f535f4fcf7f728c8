"""Playing and counting games from outside: arrays for the census, and its record afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tsuro.errors import KernelError
from tsuro.fast.checks import whole_number
from tsuro.fast.kernel import Kernel
from tsuro.fast.templates.census_record import (
    DECISIONS,
    LAYOUT,
    MOST_MEASURES,
    NOTE,
    SET_UP,
    Census,
)
from tsuro.fast.templates.policies import POLICIES, ROWS

CENSUS: Final = "tsuro.fast.templates.census"


def count(kernel: Kernel, policies: Sequence[int], *, seed: int, first: int, games: int) -> Census:
    """Play the games `first`, `first + 1` ... of a seed, with a policy for each seat.

    Compiled or plain, the games are the same.
    """
    if len(policies) != kernel.edition.seats:
        raise KernelError(
            f"There are {len(policies)} policies for {kernel.edition.seats} seats: give one each."
        )
    for policy in policies:
        whole_number(policy, "A policy", least=0, most=len(POLICIES) - 1)
    room = kernel.buffers
    census = room.records(LAYOUT, 1)
    kernel.load(CENSUS).count_games(
        room.records(kernel.layout, ROWS),
        kernel.new_rows(1, seed=seed),
        kernel.luck(seed, first, games),
        room.filled("i8", policies),
        room.zeros("u2", kernel.family.most_options),
        room.zeros("u2", kernel.family.most_options),
        room.zeros("i8", NOTE * DECISIONS),
        room.zeros("i8", SET_UP),
        room.zeros("i8", MOST_MEASURES),
        census,
    )
    return LAYOUT.unpack(census, 0) if kernel.compiled else LAYOUT.copy(census[0])
