"""Learn a judgement for an edition from games that play themselves in its kernel.

    make train-judgement ARGS="classic --seats 2 4"
    make train-judgement ARGS="classic --seats 2 --games 50000 --epochs 4 --out build/try.toml"

For each number of seats: games of the greedy judgement, of each a position with what came of it;
then a small net is fitted to nine tenths of them and checked on the rest. The nets go to
`learned.toml` in the home of the edition; those for other numbers of seats stay as they are. The
same arguments give the same file on the same machine. What is done is kept in build/judgement: an
interrupted run goes on after the last whole epoch. `--picture` draws the learning curves.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from math import cos, log, pi
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from tsuro.bots.judgement.learned import FORMAT, LEARNED, inputs_of, written
from tsuro.bots.judgement.learning import Fit, Harvest, Samples
from tsuro.editions.registry import build_edition
from tsuro.fast import Kernel, kernel_of
from tsuro.fast.families import family_of, with_kernel
from tsuro.formats.svg.markup import box, path, tag, text_of

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "tsuro"
CHUNK: Final = 20_000
"""Games gathered between two looks at the progress bar."""
RATE: Final = 0.01
"""Of the first epoch; the last ends near nothing."""
PILOT: Final = 1_000_000
"""Added to the seed for the games that only tell how long games are."""
COLOURS: Final = ("#8c2d19", "#1f5f7a", "#5b7f2b", "#8a6d1d", "#5a3c82", "#2c6e5a", "#7a3b5e")


@dataclass(frozen=True)
class Plan:
    """What decides a net, beside the code."""

    edition: str
    seats: int
    games: int
    epochs: int
    width: int
    seed: int

    def name(self, code: str) -> str:
        key = json.dumps([asdict(self), code])
        return f"{self.edition}-{self.seats}-{sha256(key.encode()).hexdigest()[:12]}"


@dataclass
class Course:
    """How far a fit has come: after each epoch the losses on what it learned from and on the rest,
    and everything it takes to go on."""

    even: float
    """The loss of who gives every seat still in the same share."""
    learned: list[float]
    held: list[float]
    numbers: dict[str, list[float]]

    def save(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        new.write_text(json.dumps(asdict(self)), encoding="utf-8")
        new.replace(file)

    @classmethod
    def read(cls, file: Path) -> Course:
        return cls(**json.loads(file.read_text(encoding="utf-8")))


Tell = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


def train(kernel: Kernel, plan: Plan, file: Path, tell: Tell) -> Course:
    """The whole course of a plan, from where a file says it is."""
    begun = Course.read(file) if file.exists() else None
    if begun is not None and len(begun.held) >= plan.epochs:
        return begun
    samples = gather(kernel, plan, tell)
    usable = samples.usable()
    held, positions = usable[: len(usable) // 10], usable[len(usable) // 10 :]
    fit = Fit(kernel, samples, width=plan.width, seed=plan.seed)
    course = begun or Course(even_loss(samples, held), [], [], {})
    restore(fit, course.numbers)
    for epoch in range(len(course.held), plan.epochs):
        order = list(positions)
        Random(f"order {plan.seed} {epoch}").shuffle(order)
        rate = RATE * (1 + cos(pi * epoch / plan.epochs)) / 2
        course.learned.append(fit.go_on(order, rate))
        course.held.append(fit.loss(held))
        course.numbers = stored(fit)
        course.save(file)
        tell("learning", epoch + 1, plan.epochs)
    return course


def gather(kernel: Kernel, plan: Plan, tell: Tell) -> Samples:
    """All positions of a plan."""
    harvest = Harvest(kernel)
    latest = harvest.latest(plan.seed + PILOT)
    parts = []
    for first in range(0, plan.games, CHUNK):
        count = min(CHUNK, plan.games - first)
        parts.append(harvest.gather(count, seed=plan.seed, begin_at=first, latest=latest))
        tell("playing", first + count, plan.games)
    return Samples(
        joined(kernel, [part.inputs for part in parts]),
        joined(kernel, [part.alive for part in parts]),
        joined(kernel, [part.gains for part in parts]),
        joined(kernel, [part.lengths for part in parts]),
    )


def joined(kernel: Kernel, parts: Sequence[Any]) -> Any:
    if not kernel.compiled:
        return [number for part in parts for number in part]
    import numpy

    return numpy.concatenate(parts)


def even_loss(samples: Samples, positions: Iterable[int]) -> float:
    losses = [log(int(samples.alive[position]).bit_count()) for position in positions]
    return sum(losses) / max(len(losses), 1)


KEPT: Final = ("net", "means", "squares", "fades")


def stored(fit: Fit) -> dict[str, list[float]]:
    return {name: [float(number) for number in getattr(fit, name)] for name in KEPT}


def restore(fit: Fit, numbers: Mapping[str, Sequence[float]]) -> None:
    for name, values in numbers.items():
        for place, number in enumerate(values):
            getattr(fit, name)[place] = number


def write(file: Path, inputs: Sequence[str], nets: Mapping[int, Mapping[str, Any]]) -> None:
    """The file of an edition; its nets for other numbers of seats stay, if they read the same."""
    before = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    kept = before.get("seats", {}) if before.get("inputs") == list(inputs) else {}
    every = {int(seats): net for seats, net in kept.items()} | dict(nets)
    lines = [
        '# Written by `make train-judgement`; the format is described in "How the bots think".',
        f"format = {FORMAT}",
        "inputs = [",
        *(f'    "{name}",' for name in inputs),
        "]",
    ]
    for seats in sorted(every):
        net = every[seats]
        lines += ["", f"[seats.{seats}]", f"width = {net['width']}"]
        lines += [f'sha256 = "{net["sha256"]}"', "net = '''"]
        lines += [*wrap("".join(net["net"].split()), 100), "'''"]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


WIDE, HIGH, EDGE = 640.0, 320.0, 48.0


def draw(courses: Mapping[int, Course], title: str) -> str:
    """Learning curves: the loss on positions that were not learned from, in parts of even shares,
    epoch by epoch; the lower the better."""
    curves = {seats: [loss / each.even for loss in each.held] for seats, each in courses.items()}
    lowest = min(min(curve) for curve in curves.values())
    epochs = max(len(curve) for curve in curves.values())

    def at(epoch: int, part: float) -> tuple[float, float]:
        x = EDGE + (WIDE - 2 * EDGE) * (epoch + 1) / epochs
        return x, HIGH - EDGE - (HIGH - 2 * EDGE) * (part - lowest) / (1.0 - lowest)

    drawn = [box((0, 0), WIDE, HIGH, fill="#f6f1e4")]
    for number, (seats, curve) in enumerate(sorted(curves.items())):
        points = [(EDGE, EDGE), *(at(epoch, part) for epoch, part in enumerate(curve))]
        way = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        colour = COLOURS[number % len(COLOURS)]
        drawn.append(path(way, fill="none", stroke=colour, stroke_width=2.5))
        told = f"{seats} seats: {100 * curve[-1]:.1f} % of the loss of even shares"
        drawn.append(label(told, (WIDE - EDGE - 300, EDGE + 22.0 * number), colour))
    drawn.append(label(title, (EDGE, EDGE / 2 + 6), "#333333"))
    drawn.append(label(f"{epochs} epochs", (WIDE - 2 * EDGE, HIGH - EDGE / 2), "#333333"))
    view = f"0 0 {WIDE:.0f} {HIGH:.0f}"
    return tag("svg", tag("title", text_of(title)), *drawn, xmlns=SVG, viewBox=view) + "\n"


SVG: Final = "http://www.w3.org/2000/svg"


def label(words: str, place: tuple[float, float], colour: str) -> str:
    x, y = place
    return tag(
        "text",
        text_of(words),
        x=f"{x:.0f}",
        y=f"{y:.0f}",
        fill=colour,
        font_family="sans-serif",
        font_size=14,
    )


def code_of(source: Path) -> str:
    """A name for the code that decides what is learned."""
    digest = sha256(Path(__file__).read_bytes())
    for package in ("bots/judgement", "fast"):
        for file in sorted((source / package).rglob("*.py")):
            digest.update(file.read_bytes())
    for file in sorted((source / "editions").rglob("judgement.toml")):
        digest.update(json.dumps(tomllib.loads(file.read_text("utf-8")).get("weights")).encode())
    return digest.hexdigest()


def learn(plan: Plan, code: str, progress: Progress) -> Course:
    """The course of a plan, told to a progress bar."""
    kernel = kernel_of(build_edition(plan.edition, seats=plan.seats))
    title = f"{plan.edition}, {plan.seats} seats"
    task = progress.add_task(title)

    def tell(what: str, done: int, total: int) -> None:
        progress.update(task, description=f"{title}: {what}", completed=done, total=total)

    file = ROOT / "build" / "judgement" / f"{plan.name(code)}.json"
    course = train(kernel, plan, file, tell)
    progress.console.print(
        f"{title}: loss {course.held[-1]:.4f} on positions kept back, "
        f"{course.learned[-1]:.4f} on the others, {course.even:.4f} for even shares"
    )
    return course


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("edition", choices=with_kernel())
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--games", type=int, default=200_000, help="for each number of seats")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--width", type=int, default=16, help="of the hidden layer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="instead of the file in the home of the edition")
    parser.add_argument("--picture", type=Path, help="an SVG of the learning curves")
    given = parser.parse_args()
    code = code_of(SOURCE)
    courses: dict[int, Course] = {}
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        for seats in given.seats:
            plan = Plan(given.edition, seats, given.games, given.epochs, given.width, given.seed)
            courses[seats] = learn(plan, code, progress)
    inputs = inputs_of(family_of(build_edition(given.edition, seats=given.seats[0])))
    nets = {seats: written(each.numbers["net"], given.width) for seats, each in courses.items()}
    write(given.out or SOURCE / "editions" / given.edition / f"{LEARNED}.toml", inputs, nets)
    if given.picture:
        title = f"A learned judgement for {given.edition}"
        given.picture.write_text(draw(courses, title), encoding="utf-8")


if __name__ == "__main__":
    main()
