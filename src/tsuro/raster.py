"""Pictures for programs that cannot show SVG: PNG files and animated GIFs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from io import BytesIO
from types import ModuleType
from typing import TYPE_CHECKING, Final

from tsuro.core.events import Event, PawnMoved, StartTaken
from tsuro.editions.edition import Edition
from tsuro.engine.play import Step
from tsuro.errors import TsuroError
from tsuro.formats.svg import draw_svg

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS: Final = 256
STAGES: Final = 8
"""Pictures from which the colours of an animation are taken."""
LAST_FRAME: Final = 4
"""How many times longer the last picture stays."""


class PicturesMissing(TsuroError):
    """The `pictures` extra is not installed."""

    code = "pictures_missing"


def require_png() -> None:
    """Find out before the work, not after it, that no PNG can be made of it."""
    _extra("resvg_py")


def png_of(svg: str, *, width: int | None = None) -> bytes:
    """A PNG of an SVG picture, `width` pixels wide or in its own size."""
    resvg = _extra("resvg_py")
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def gif_of(
    edition: Edition,
    steps: Sequence[Step],
    *,
    width: int = 640,
    milliseconds: int = 600,
    dark: bool = False,
    furniture: bool = True,
) -> bytes:
    """A game as an animation: one picture for each step in which a pawn was set or moved.

    Trails of lost pawns stay, and the last picture lingers.
    """
    history: list[Event] = []
    frames: list[Image] = []
    for step in (*steps[:-1], None):
        last = step is None
        shown = steps[-1] if step is None else step
        history += shown.events
        if last or _worth_showing(shown.events):
            svg = draw_svg(edition, shown.state, events=history, dark=dark, furniture=furniture)
            frames.append(_image(png_of(svg, width=width)))
    return _animated(frames, milliseconds)


def _worth_showing(events: Iterable[Event]) -> bool:
    return any(isinstance(event, StartTaken | PawnMoved) for event in events)


def _extra(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError:
        raise PicturesMissing(
            "PNG and GIF pictures need an extra: install tsuro[pictures]."
        ) from None


def _image(png: bytes) -> Image:
    return _extra("PIL.Image").open(BytesIO(png)).convert("RGB")  # type: ignore[no-any-return]


def _animated(frames: Sequence[Image], milliseconds: int) -> bytes:
    """All frames share one palette, taken from all stages, so that colours do not flicker."""
    stages = [frames[i * (len(frames) - 1) // (STAGES - 1)] for i in range(STAGES)]
    width, height = stages[0].size
    pillow = _extra("PIL.Image")
    sheet = pillow.new("RGB", (width, height * STAGES))
    for i, stage in enumerate(stages):
        sheet.paste(stage, (0, i * height))
    palette = sheet.quantize(colors=COLOURS)
    indexed = [frame.quantize(palette=palette, dither=pillow.Dither.NONE) for frame in frames]
    output = BytesIO()
    indexed[0].save(
        output,
        format="GIF",
        save_all=True,
        append_images=indexed[1:],
        duration=[milliseconds] * (len(frames) - 1) + [milliseconds * LAST_FRAME],
        loop=0,
        optimize=True,
    )
    return output.getvalue()
