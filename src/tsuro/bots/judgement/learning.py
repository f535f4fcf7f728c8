"""Games for a learned judgement and its fitting, from outside: what a trainer needs to know."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from tsuro.bots.judgement.weights import weights_for
from tsuro.fast.kernel import Kernel
from tsuro.fast.shared.seats import SEATS

GATHERING: Final = "tsuro.bots.judgement.gathering"
FITTING: Final = "tsuro.bots.judgement.fitting"
PILOTS: Final = 200
"""Games that tell how long games are."""
FIRST: Final = 40
"""Positions of the first of them are before this decision."""


@dataclass(frozen=True)
class Samples:
    """Positions: what is read of each seat, who is still in, and what every seat got in the end."""

    inputs: Any
    alive: Any
    gains: Any
    lengths: Any

    def usable(self) -> list[int]:
        """Positions with something to be learned: at least two seats in."""
        return [i for i, seats in enumerate(map(int, self.alive)) if seats & (seats - 1)]


class Harvest:
    """Games of one edition and number of seats."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._module = kernel.load(GATHERING)
        self._rows = kernel.new_rows(3, seed=0)
        width = kernel.family.most_options
        self._out = kernel.buffers.zeros("u2", width)
        self._further = kernel.buffers.zeros("u2", width)
        self.inputs = len(kernel.family.features) + len(kernel.family.outlook)

    def latest(self, seed: int) -> int:
        """The decision before which every position is: most games last so long."""
        lengths = sorted(map(int, self.gather(PILOTS, seed=seed).lengths))
        return lengths[int(0.9 * len(lengths))]

    def gather(self, games: int, *, seed: int, begin_at: int = 0, latest: int = FIRST) -> Samples:
        """One position of each game."""
        kernel = self.kernel
        buffers = kernel.buffers
        samples = Samples(
            buffers.zeros("f4", games * kernel.edition.seats * self.inputs),
            buffers.zeros("u1", games),
            buffers.zeros("f4", games * SEATS),
            buffers.zeros("i8", games),
        )
        self._module.gather(
            kernel.new_rows(1, seed=seed),
            kernel.luck(seed, begin_at, games),
            latest,
            self._rows,
            self._out,
            self._further,
            buffers.filled("f8", weights_for(kernel.edition)),
            buffers.filled("f8", [0.0] * len(kernel.family.features)),
            buffers.filled("f8", [0.0] * self.inputs),
            samples.inputs,
            samples.alive,
            samples.gains,
            samples.lengths,
        )
        return samples


class Fit:
    """A net that is being fitted to samples."""

    def __init__(self, kernel: Kernel, samples: Samples, *, width: int, seed: int) -> None:
        self._module = kernel.load(FITTING)
        self._buffers = kernel.buffers
        self._seats = kernel.edition.seats
        self._samples = samples
        inputs = len(kernel.family.features) + len(kernel.family.outlook)
        rng = Random(f"judgement {kernel.edition.id} {self._seats} {seed}")
        spread = inputs**-0.5
        net = [rng.gauss(0.0, spread) for _ in range(inputs * width)]
        net += [0.0] * width
        net += [rng.gauss(0.0, width**-0.5) for _ in range(width)]
        self.net = self._floats(net)
        self.means = self._floats([0.0] * len(net))
        self.squares = self._floats([0.0] * len(net))
        self.fades = self._floats([1.0, 1.0])
        self._slope = self._floats([0.0] * len(net))
        self._units = self._floats([0.0] * width * SEATS)
        self._shares = self._floats([0.0] * SEATS)

    def go_on(self, positions: list[int], rate: float) -> float:
        """Once through some positions; the mean loss on the way."""
        loss: float = self._module.fit(
            self._whole(positions),
            self._seats,
            self._samples.inputs,
            self._samples.alive,
            self._samples.gains,
            self.net,
            self._slope,
            self.means,
            self.squares,
            self.fades,
            self._units,
            self._shares,
            rate,
        )
        return loss

    def loss(self, positions: list[int]) -> float:
        """The mean loss on positions, for a net that stays as it is."""
        loss: float = self._module.loss_of(
            self._whole(positions),
            self._seats,
            self._samples.inputs,
            self._samples.alive,
            self._samples.gains,
            self.net,
            self._units,
            self._shares,
        )
        return loss

    def _floats(self, values: list[float]) -> Any:
        return self._buffers.filled("f8", values)

    def _whole(self, values: list[int]) -> Any:
        return self._buffers.filled("i8", values)
