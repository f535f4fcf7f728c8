"""Draw the pictures of the documentation: the same every time, from games played by a simple rule.

`make pictures` writes them to docs/images.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tsuro.core.actions import Decision
from tsuro.core.events import Event, PawnLost
from tsuro.engine.preview import preview
from tsuro.formats.svg import draw_svg
from tsuro.formats.svg.board import draw_board
from tsuro.formats.svg.ground import CELL
from tsuro.formats.svg.markup import box, group, joined, moved, tag, text_of
from tsuro.formats.svg.themes import theme_of
from tsuro.game import Game
from tsuro.raster import gif_of
from tsuro.rules.phoenix.soaring import PawnLeft

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
CANDIDATES = 10
"""Options looked at before each decision."""


@dataclass(frozen=True)
class Scene:
    """A game to be played up to a turn."""

    edition: str
    seats: int
    seed: int
    turn: int

    def play(self) -> Game:
        game = Game(self.edition, seats=self.seats, seed=self.seed)
        taste = Random(self.seed)
        while not game.over and game.state.turn.number < self.turn:
            game.play(peaceful(game, taste))
        return game


SCENES = (
    Scene("classic", seats=5, seed=13, turn=30),
    Scene("kosmos", seats=6, seed=18, turn=37),
    Scene("pocket", seats=2, seed=7, turn=16),
    Scene("seas", seats=4, seed=2, turn=42),
    Scene("phoenix", seats=4, seed=15, turn=31),
)
PREVIEW = Scene("classic", seats=4, seed=12, turn=20)
SHORT_GAME = Scene("classic", seats=3, seed=5, turn=99)


def peaceful(game: Game, taste: Random) -> Decision:
    """A random decision that costs nobody a pawn, if one is found quickly."""
    options = list(game.options)
    taste.shuffle(options)
    return min(options[:CANDIDATES], key=lambda option: losses(outlook(game, option)))


def outlook(game: Game, option: Decision) -> tuple[Event, ...]:
    return preview(game.edition, game.state, game.decide, option, viewer=game.to_act)


def losses(events: Sequence[Event]) -> int:
    return sum(isinstance(event, PawnLost | PawnLeft) for event in events)


def picture(game: Game, *, dark: bool) -> str:
    return draw_svg(game.edition, game.state, events=game.events, dark=dark)


def choice(game: Game) -> str:
    """A decision as the seat to act sees it: the longest safe way is drawn as a ghost."""

    def worth(events: Sequence[Event]) -> tuple[int, int]:
        return -losses(events), sum(len(getattr(event, "route", ())) for event in events)

    ghost = max((outlook(game, option) for option in game.options), key=worth)
    return draw_svg(game.edition, game.state, events=game.events, viewer=game.to_act, ghost=ghost)


def hero(games: Sequence[Game]) -> str:
    """Five moods side by side: a strip of each edition's board."""
    strip, height, gap = 300.0, 560.0, 10.0
    width = len(games) * (strip + gap) - gap
    shown = []
    for i, game in enumerate(games):
        theme = theme_of(game.edition.info, dark=game.edition.id in ("seas", "phoenix"))
        board = draw_board(game.edition, game.state, theme, events=game.events)
        scale = height / (game.edition.size * CELL)
        clip = f"tsuro-strip-{i}"
        left = i * (strip + gap)
        shown.append(
            tag("defs", tag("clipPath", box((left, 0), strip, height, rx=16), id=clip))
            + group(
                box((left, 0), strip, height, fill=theme.page),
                group(board, transform=moved(left + (strip - height) / 2, 0, scale=scale)),
                clip_path=f"url(#{clip})",
            )
        )
    return tag(
        "svg",
        tag("title", text_of("Tsuro in five moods")),
        tag("desc", text_of("Boards of the classic, Kosmos, Pocket, Seas and Phoenix editions.")),
        *shown,
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"0 0 {joined(width, height)}",
        width=width,
        height=height,
    )


def write(name: str, content: str | bytes, folder: Path) -> None:
    data = content.encode() if isinstance(content, str) else content
    (folder / name).write_bytes(data)
    print(f"{name:24} {len(data) // 1000:5} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=IMAGES, help="folder to write to")
    folder: Path = parser.parse_args().to
    folder.mkdir(parents=True, exist_ok=True)
    games = [scene.play() for scene in SCENES]
    for game in games:
        write(f"{game.edition.id}.svg", picture(game, dark=False), folder)
        write(f"{game.edition.id}-dark.svg", picture(game, dark=True), folder)
    write("choice.svg", choice(PREVIEW.play()), folder)
    write("hero.svg", hero(games), folder)
    short = SHORT_GAME.play()
    write("game.gif", gif_of(short.edition, short.steps, width=560, milliseconds=700), folder)


if __name__ == "__main__":
    main()
