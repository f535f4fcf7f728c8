"""A player whose decisions come from a trained policy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp
from random import Random
from typing import TYPE_CHECKING, Any

from tsuro.bots.base import WITHOUT_KERNEL, Clock, Explanation
from tsuro.bots.models.policies import Policy, load_policy
from tsuro.bots.ranges import check_ranges
from tsuro.core.actions import Decision
from tsuro.editions.edition import Edition
from tsuro.engine.views import PlayerView
from tsuro.errors import KernelError

if TYPE_CHECKING:
    from tsuro.encoding import Encoding

HOTTEST = 100.0


@dataclass(frozen=True)
class ModelBot:
    """`file` is the policy's; `temperature` 0 always takes the best, more makes it less sure."""

    file: str
    temperature: float = 0.0

    def __post_init__(self) -> None:
        check_ranges(self, temperature=(0, HOTTEST))
        _ = self.policy

    @cached_property
    def policy(self) -> Policy:
        return load_policy(self.file)

    def check_edition(self, edition: Edition) -> None:
        from tsuro.encoding import encoding_of
        from tsuro.fast import require_kernel

        require_kernel(edition, "A trained policy", WITHOUT_KERNEL)
        name = encoding_of(edition).name
        if self.policy.encoding not in (None, name):
            raise KernelError(
                f"{self.file} was trained with {self.policy.encoding} and cannot play "
                f"{edition.title}, which is {name}."
            )

    def choose(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random,
        clock: Clock | None = None,
    ) -> Decision:
        scores = self.scores(view, options)
        if self.temperature == 0:
            best, pairs = max(scores), zip(options, scores, strict=True)
            return rng.choice([option for option, score in pairs if score == best])
        return rng.choices(options, self._chances(scores))[0]

    def explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> Explanation:
        """In the order of the policy; the figures come from a few playouts."""
        from tsuro.bots.flat import appraise

        scores = dict(zip(options, self.scores(view, options), strict=True))
        luck = rng or Random(0)
        return appraise(view, options, luck, clock, order=scores.__getitem__, note="model")

    def scores(self, view: PlayerView, options: Sequence[Decision]) -> list[float]:
        """The policy's number for each option."""
        import numpy

        from tsuro.encoding import encoding_of

        self.check_edition(view.edition)
        encoding = encoding_of(view.edition)
        observation = numpy.frombuffer(encoding.observe(view), "u1")
        mask = numpy.frombuffer(encoding.mask(view), "u1")
        logits = numpy.asarray(self.policy.logits(observation, mask))
        self._require_numbers(logits, encoding)
        scores = [float(logits[encoding.index_of(view.edition, option)]) for option in options]
        if any(score != score for score in scores):
            raise KernelError(f"{self.file} gives something that is no number for a legal action.")
        return scores

    def _require_numbers(self, logits: Any, encoding: Encoding) -> None:
        """One number for every action."""
        if logits.shape != (encoding.actions,) or logits.dtype.kind not in "fiu":
            raise KernelError(
                f"{self.file} gives {logits.dtype} of the shape {logits.shape}, but "
                f"{encoding.name} needs {encoding.actions} numbers."
            )

    def _chances(self, scores: list[float]) -> list[float]:
        best = max(scores)
        return [exp((score - best) / self.temperature) for score in scores]
