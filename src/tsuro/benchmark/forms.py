"""The forms in which a game is played and timed: the readable engine, the kernel, and its parts."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any, Final

from tsuro.benchmark.windows import Form
from tsuro.core.asks import Decide
from tsuro.editions.edition import Edition
from tsuro.engine.chance import SeededChance
from tsuro.engine.play import advance, begin
from tsuro.fast import NO_ACTION, Kernel, has_numba, kernel_of, require_kernel
from tsuro.fast.shared.layout import NONE

CLONES: Final = "tsuro.benchmark.clones"
BATCHES: Final = (1, 256, 4096)
"""Sizes of the batches that are stepped from outside."""
PLAYED: Final = 2000
"""Games that a compiled loop plays at a time."""
THREADED: Final = 50_000
"""Games that threads share: so many that starting the threads does not count."""
ROWS: Final = 256
"""Positions for which options are listed, or that are stepped in batches: they fit into the
caches."""
SAMPLED: Final = 2048
"""Games from which such positions are taken."""
COPIED: Final = 4

UNITS: Final[dict[str, str]] = {
    "reference": "random games on the readable engine",
    "interpreted": "random games on the kernel, run by Python as it stands",
    "compiled": "random games on the compiled kernel, one after the other",
    "legal": "listing the options of a position, compiled",
    "clone": "copying a position, compiled",
    "step_1": "a game in its middle stepped from Python: options, choice, check, step",
    "step_256": "the same for 256 games in one call",
    "step_4096": "the same for 4096 games in one call",
    "one_thread": "a batch of random games that are kept, by the clock",
    "two_threads": "the same on two threads, by the clock",
}
"""What is measured, by name."""


def forms_of(edition: Edition) -> list[Form]:
    """Every form there is for an edition on this computer."""
    require_kernel(edition, "The benchmark", "measure an edition that has one")
    rng = Random(f"{edition.id} {edition.seats}")
    forms = [_reference(edition, rng), _interpreted(edition)]
    if has_numba():
        kernel = kernel_of(edition, CLONES, ready="compiled")
        forms += [_compiled(kernel), _legal(kernel, rng), _clone(kernel, rng)]
        forms += [_steps(kernel, size, rng) for size in BATCHES]
        forms += [_threads(kernel, name, n) for n, name in enumerate(("one", "two"), start=1)]
    return forms


def _reference(edition: Edition, rng: Random) -> Form:
    def work(chance: SeededChance) -> int:
        decisions = 0
        step = begin(edition)
        while step.ask is not None:
            if isinstance(step.ask, Decide):
                step = advance(edition, step, rng.choice(step.ask.options))
                decisions += 1
            else:
                step = advance(edition, step, chance.pick(step.ask))
        return decisions

    return Form("reference", lambda: SeededChance(rng.random().hex()), work)


def _interpreted(edition: Edition) -> Form:
    kernel = kernel_of(edition, ready="plain")
    seeds = count()

    def work(rows: Any) -> int:
        return sum(kernel.playout_batch(rows))

    return Form("interpreted", lambda: kernel.new_rows(3, seed=next(seeds)), work)


def _compiled(kernel: Kernel) -> Form:
    """One row that is set back to the opening for each game: the kernel and nothing else."""
    import numpy

    rows, spare = kernel.new_rows(1, seed=1), kernel.new_rows(1, seed=0)
    out = numpy.zeros(kernel.family.most_options, numpy.uint16)
    wins = numpy.zeros(8, numpy.int64)

    def work(games: int) -> int:
        return int(kernel.loops.rollouts(rows, 0, NONE, games, spare, 0, out, wins))

    return Form("compiled", lambda: PLAYED // 10, work)


def _legal(kernel: Kernel, rng: Random) -> Form:
    rows = _middle(kernel, rng)
    answer = kernel.legal_batch(rows)

    def work(times: int) -> int:
        for _ in range(times):
            kernel.loops.legal_rows(rows, 0, len(rows), *answer)
        return times * len(rows)

    return Form("legal", lambda: 20, work)


def _clone(kernel: Kernel, rng: Random) -> Form:
    """Few rows, which stay in the nearest cache as they do in a search."""
    rows, copies = _middle(kernel, rng)[:COPIED].copy(), _middle(kernel, rng)[:COPIED].copy()
    clones = kernel.load(CLONES)

    def work(times: int) -> int:
        clones.clone_rows(copies, rows, COPIED, times)
        return times * COPIED

    return Form("clone", lambda: 1000, work)


def _middle(kernel: Kernel, rng: Random, count: int = ROWS) -> Any:
    """Positions from the middle of games in which somebody has to decide."""
    import numpy

    rows = kernel.new_rows(SAMPLED, seed=rng.getrandbits(32))
    kernel.roll_batch(rows)
    luck = numpy.random.default_rng(rng.getrandbits(32))
    for _ in range(4 * kernel.edition.seats):
        step_at_random(kernel, rows, luck)
    _, counts = kernel.legal_batch(rows)
    running = rows[counts > 0]
    assert len(running), "no game lasts long enough to have a middle"
    return numpy.resize(running, count)


def _steps(kernel: Kernel, size: int, rng: Random) -> Form:
    """The guarded way: options listed, one chosen by numpy, checked and played.

    Every position is stepped once: after that some games would be over, and slow down the rest.
    """
    import numpy

    rows = _middle(kernel, rng, max(size, ROWS))

    def prepare() -> Any:
        batches = [rows[i : i + size].copy() for i in range(0, len(rows), size)]
        return batches, numpy.random.default_rng(rng.getrandbits(32))

    def work(context: Any) -> int:
        batches, luck = context
        return sum(step_at_random(kernel, batch, luck) for batch in batches)

    return Form(f"step_{size}", prepare, work)


def step_at_random(kernel: Kernel, rows: Any, luck: Any) -> int:
    """One decision in every game under way; returns how many there were."""
    import numpy

    codes, counts = kernel.legal_batch(rows)
    picks = (luck.random(len(counts)) * counts).astype(numpy.int64)
    chosen = codes[numpy.arange(len(counts)), picks]
    chosen[counts == 0] = NO_ACTION
    kernel.step_batch(rows, chosen)
    return int((counts > 0).sum())


def _threads(kernel: Kernel, name: str, threads: int) -> Form:
    seeds = count()

    def prepare() -> Any:
        # Rows kept for every line of the benchmark would fill more than a gigabyte.
        return kernel.new_rows(THREADED, seed=0), next(seeds)

    def work(context: Any) -> int:
        rows, seed = context
        return int(kernel.fresh_playouts(rows, seed=seed, threads=threads).sum())

    return Form(f"{name}_thread{'s' * (threads > 1)}", prepare, work, threads)
