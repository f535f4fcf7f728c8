"""PNG and GIF export."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from types import ModuleType

import pytest
from PIL import Image

from tests.support.games import play_game
from tsuro import raster
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.formats.svg import draw_svg


@pytest.mark.parametrize("name", EDITIONS)
def test_a_png_is_as_wide_as_asked_and_not_empty(name: str) -> None:
    game = play_game(build_edition(name, seats=3), seed=1, decisions=15, care=1)
    svg = draw_svg(game.edition, game.state, events=game.events)
    with Image.open(BytesIO(raster.png_of(svg, width=480))) as picture:
        assert picture.format == "PNG"
        assert picture.width == 480
        colours = picture.convert("RGB").getcolors(maxcolors=480 * 480)
    assert colours is not None
    assert len(colours) > 30


def test_a_png_has_the_size_of_the_picture_by_default() -> None:
    edition = build_edition("classic", seats=2)
    svg = draw_svg(edition, play_game(edition, seed=1, decisions=2).state, width=300)
    with Image.open(BytesIO(raster.png_of(svg))) as picture:
        assert picture.width == 300


def test_an_animation_has_a_frame_for_every_move_and_lingers_on_the_last() -> None:
    game = play_game(build_edition("classic", seats=3), seed=2, decisions=8, care=1)
    data = raster.gif_of(game.edition, game.steps, width=200, milliseconds=100, furniture=False)
    with Image.open(BytesIO(data)) as picture:
        assert picture.format == "GIF"
        assert picture.size == (200, 200)
        frames = getattr(picture, "n_frames", 1)
        durations = []
        for frame in range(frames):
            picture.seek(frame)
            durations.append(picture.info["duration"])
    assert frames >= 8
    assert durations[0] == 100
    assert durations[-1] == 400


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> ModuleType:
        if name == "resvg_py":
            raise ImportError(name)
        return import_module(name)

    monkeypatch.setattr(raster, "import_module", missing)
    with pytest.raises(raster.PicturesMissing, match=r"install tsuro\[pictures\]") as caught:
        raster.png_of("<svg/>")
    assert caught.value.code == "pictures_missing"
