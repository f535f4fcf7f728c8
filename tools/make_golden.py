"""Add to tests/golden what its records do not show yet: `python -m tools.make_golden`.

Together they must show every ending, every way to lose a pawn, every kind of action and event,
every option and every number of seats. Records that are there are never changed or removed; after
a change of the rules, delete those that no longer replay and run this again. It may take minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

from tests.support.games import Played, play_game
from tests.support.golden import Feature, demanded, shown
from tools.golden_search import GOALS
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition
from tsuro.formats.record import parse_record, record_of

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden"


def games_by_dice() -> Iterator[tuple[str, Played]]:
    """Games of all editions, options and numbers of seats, careful and reckless."""
    for seed in count():
        rng = Random(seed)
        info = rng.choice(list(EDITIONS.values()))
        edition = build_edition(
            info.id,
            seats=rng.randint(MIN_SEATS, MAX_SEATS),
            switches={option.name: rng.choice(option.values) for option in info.switches},
        )
        first = rng.randrange(edition.seats)
        care = rng.choice((0.0, 0.8, 1.0))
        yield f"dice{seed}", play_game(edition, seed=seed, first=first, care=care)


def features(game: Played) -> set[Feature]:
    return set(shown(game.edition, game.actions, game.steps))


def shown_already() -> set[Feature]:
    found = set[Feature]()
    for path in GOLDEN.glob("*.tsr"):
        record = parse_record(path.read_text(encoding="utf-8"))
        found.update(shown(record.edition, record.actions, record.steps()))
    return found


def wanted(missing: set[Feature]) -> Iterator[tuple[str, Played]]:
    """Games that show something missing, which shrinks accordingly."""
    for goal, search in GOALS.items():
        if goal in missing:
            game = next(game for game in search() if goal in features(game))
            missing -= features(game)
            yield goal[-1], game
    for name, game in games_by_dice():
        if not missing:
            return
        if features(game) & missing:
            missing -= features(game)
            yield name, game


def main() -> None:
    for name, game in wanted(demanded() - shown_already()):
        path = GOLDEN / f"{game.edition.id}-{game.edition.seats}-{name}.tsr"
        record = record_of(game.edition, game.actions, game.state)
        with path.open("x", encoding="utf-8") as file:
            file.write(str(record))
        print(f"added {path.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
