"""The spaces of an encoding, and pictures of what a seat sees."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

import numpy
from gymnasium.spaces import Box, Discrete

from tsuro.encoding import Encoding
from tsuro.engine.views import PlayerView
from tsuro.errors import BadSetting, did_you_mean
from tsuro.formats.ascii import draw_text
from tsuro.formats.svg import draw_svg
from tsuro.raster import png_of, require_png

RENDER_MODES: Final = ("human", "ansi", "rgb_array", "svg")
"""On the terminal, as text, as rows of pixels, as SVG."""
ILLEGAL: Final = ("refuse", "replace")
WIDTH: Final = 480
"""Pixels of a picture; how high it is depends on the edition."""


def numbers_space(encoding: Encoding) -> Box:
    """What a seat may know: bytes, planes first."""
    return Box(0, 255, (encoding.length,), numpy.uint8)


def actions_space(encoding: Encoding, *, more: int = 0) -> Discrete:
    return Discrete(encoding.actions + more)


def picture_space(view: PlayerView) -> Box:
    """Pictures of all positions of an edition have the same size."""
    return Box(0, 255, shown(view, "rgb_array").shape, numpy.uint8)


def check_mode(mode: str | None) -> str | None:
    """One of the ways to show a game, or none."""
    if mode is not None and mode not in RENDER_MODES:
        guess = did_you_mean(str(mode), RENDER_MODES)
        raise BadSetting(
            f"A game cannot be shown as {mode!r}.{guess} There are: {', '.join(RENDER_MODES)}."
        )
    if mode == "rgb_array":
        require_png()
    return mode


def check_illegal(way: str) -> str:
    """What becomes of an action that is not legal."""
    if way not in ILLEGAL:
        raise BadSetting(f"Illegal actions can be treated as {' or '.join(ILLEGAL)}, not {way!r}.")
    return way


def shown(view: PlayerView, mode: str) -> Any:
    """What a view shows, the own hand included: as text, as SVG, or as rows of pixels."""
    if mode in ("ansi", "human"):
        text = draw_text(view.edition, view.state, viewer=view.viewer)
        return print(text) if mode == "human" else text
    svg = draw_svg(view.edition, view.state, viewer=view.viewer)
    return svg if mode == "svg" else pixels_of(svg)


def pixels_of(svg: str) -> Any:
    """An SVG as rows of pixels, red, green and blue."""
    from PIL import Image

    with Image.open(BytesIO(png_of(svg, width=WIDTH))) as picture:
        return numpy.asarray(picture.convert("RGB"), numpy.uint8)
