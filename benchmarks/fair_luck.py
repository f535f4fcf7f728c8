"""Fair luck, many times over: does every game verify, twice, and is every deal as likely?

    python -m benchmarks.fair_luck verify --games 1000
    python -m benchmarks.fair_luck deals --deals 1000000

The first plays games of every edition, has `tsuro verify` and the page's own verifier look at each,
and then at games whose luck is that of another secret; both must name the same first event. The
second deals whole boxes of 35 tiles and rolls dice, and compares how often each tile came up at
each position with what is to be expected (chi-square). Ends with status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.support.fair_games import fair_game, fair_games, proof_of
from tools.verify_in_node import PageVerifier
from tsuro.core.actions import RollDice
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.formats.record import parse_record
from tsuro.rules.seas.spawning import BOTH_DICE
from tsuro.telling.luck import key_of, number_below, outcome_of
from tsuro.telling.verifying import verify

TILES = 35
BATCH = 10_000
PARTS = ("ada", "", "bob")
WRONG_EVERY = 10
"""Of so many games one is looked at with the luck of another secret as well."""


def verified(games: int) -> bool:
    sound = True
    with TemporaryDirectory() as folder, PageVerifier() as page:
        for edition in EDITIONS:
            began = perf_counter()
            files = list(_written(edition, games, Path(folder)))
            played = perf_counter()
            command = [sys.executable, "-m", "tsuro", "verify", *map(str, files)]
            said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
            checked = sum(": checked, " in line for line in said.splitlines())
            looked = perf_counter()
            verdicts = [page.verdict(file.read_text("utf-8")) for file in files]
            agreed = sum(verdict["checked"] for verdict in verdicts)
            events = sum(verdict["events"] for verdict in verdicts)
            wrong, named = _wrong(edition, games // WRONG_EVERY, page)
            sound &= checked == agreed == games and wrong == named
            print(
                f"{edition:8} {games} games, {events} events of luck: {checked} checked by "
                f"`tsuro verify`, {agreed} by the page; of {wrong} with other luck both name the "
                f"same first event in {named}; played in {played - began:.0f} s, verified in "
                f"{looked - played:.0f} s, by the page in {perf_counter() - looked:.0f} s",
                flush=True,
            )
    return sound


def _written(edition: str, games: int, folder: Path) -> Iterator[Path]:
    for number, record in enumerate(fair_games(edition, games)):
        file = folder / f"{edition}-{number:05}.tsr"
        file.write_text(record, encoding="utf-8")
        yield file


def _wrong(edition: str, games: int, page: PageVerifier) -> tuple[int, int]:
    """Games that claim another secret than theirs: how many, and in how many both agree where."""
    named = 0
    for number in range(games):
        built = build_edition(edition, seats=2 + number % 4)
        own, other = (
            proof_of(f"{edition} {number} {who}", built.seats) for who in ("own", "other")
        )
        record = fair_game(built, number, own)
        record = record.replace(own.secret, other.secret).replace(own.commitment, other.commitment)
        here, there = verify(parse_record(record)), page.verdict(record)
        if here.misfit is not None and there.get("misfit"):
            named += here.misfit.event == there["misfit"]["event"]
    return games, named


def dealt(first: int) -> tuple[list[Counter[int]], Counter[RollDice]]:
    """A batch of deals: how often each tile came up at each position, and each roll of two dice."""
    found: list[Counter[int]] = [Counter() for _ in range(TILES)]
    rolled: Counter[RollDice] = Counter()
    for number in range(first, first + BATCH):
        key = key_of(sha256(f"deal {number}".encode()).hexdigest(), PARTS)
        bag = list(range(TILES))
        for event, counter in enumerate(found):
            counter[bag.pop(number_below(key, event, len(bag)))] += 1
        roll = outcome_of(key, TILES, BOTH_DICE)
        assert isinstance(roll, RollDice)
        rolled[roll] += 1
    return found, rolled


def even(deals: int) -> bool:
    total: list[Counter[int]] = [Counter() for _ in range(TILES)]
    rolls: Counter[RollDice] = Counter()
    with ProcessPoolExecutor(max_workers=1) as pool:
        for number, (found, rolled) in enumerate(pool.map(dealt, range(0, deals, BATCH)), 1):
            for counter, more in zip(total, found, strict=True):
                counter.update(more)
            rolls.update(rolled)
            if number % 10 == 0:
                print(f"{number * BATCH} deals", file=sys.stderr, flush=True)
    shares = [_chance(list(counter.values()), deals, TILES) for counter in total]
    dice = _chance(list(rolls.values()), deals, len(BOTH_DICE))
    low = min(shares)
    print(
        f"{deals} deals of {TILES} tiles: over {TILES} positions the smallest p is {low:.4f} "
        f"(to be expected: about {1 / (TILES + 1):.4f}), the largest {max(shares):.4f}, "
        f"{sum(share < 0.05 for share in shares)} are below 0.05; two dice: p = {dice:.4f}"
    )
    return min(low * TILES, dice) > 0.001


def _chance(counts: list[int], total: int, kinds: int) -> float:
    """How likely counts at least as uneven are."""
    expected = total / kinds
    statistic = sum((count - expected) ** 2 / expected for count in counts)
    statistic += (kinds - len(counts)) * expected
    return 1 - NormalDist().cdf(_as_normal(statistic, kinds - 1))


def _as_normal(statistic: float, freedom: int) -> float:
    """Chi-square as a standard normal number, by Wilson and Hilferty: good to about 0.001."""
    spread = 2 / (9 * freedom)
    return (float((statistic / freedom) ** (1 / 3)) - (1 - spread)) / sqrt(spread)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["verify", "deals"])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=1_000_000)
    options = parser.parse_args()
    sound = verified(options.games) if options.what == "verify" else even(options.deals)
    sys.exit(not sound)


if __name__ == "__main__":
    main()
