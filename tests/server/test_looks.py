"""What the page looks like and tells is a matter of editions: it keeps no list of them."""

from __future__ import annotations

import re
from colorsys import rgb_to_hls
from itertools import combinations
from pathlib import Path

import pytest
from msgspec import to_builtins

from tsuro.editions.registry import OURS, build_edition, edition_info
from tsuro.editions.seas.printed import printed_seas
from tsuro.telling.introducing import game_info, page_theme

ROOT = Path(__file__).parents[2]
STYLES = ROOT / "frontend" / "src" / "styles" / "colours.css"
SOURCES = [
    path
    for folder in ("src/tsuro/server", "frontend/src")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".ts", ".svelte", ".css", ".html")
]
NAME = "|".join(OURS)
LOOKUP = re.compile(
    rf"""(?<!tsuro\.rules)["'.]({NAME})["'.]|^\s*({NAME}):|\bedition(\.id)?\s*[!=]==?\s""", re.M
)
"""A name of an edition as a text, as a part of a key, as a key, or a comparison with one. Rooms of
rules are no editions: anybody may compose with them."""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_neither_server_nor_page_looks_an_edition_up_by_its_name(path: Path) -> None:
    assert LOOKUP.search(path.read_text(encoding="utf-8")) is None


@pytest.mark.parametrize(
    "code",
    [
        'mood === "seas"',
        '  classic: ["lesson.lay"],',
        '"edition.kosmos": "Kosmos Tsuro",',
        '"switch.kosmos.piles": "piles",',
        "[data-mood='pocket'] {",
        "if edition.id == name:",
        "{:else if edition === each}",
    ],
)
def test_lookups_are_found(code: str) -> None:
    assert LOOKUP.search(code)


@pytest.mark.parametrize(("selector", "mode"), [(".page", "light"), (".page[data-dark]", "dark")])
def test_before_an_edition_is_on_show_the_page_looks_as_in_the_classic_game(
    selector: str, mode: str
) -> None:
    """So nothing changes colour when an edition without a look of its own comes on show."""
    block = STYLES.read_text(encoding="utf-8").partition(f"\n{selector} {{")[2].partition("}")[0]
    usual = {name: colour for name, colour in re.findall(r"--([\w-]+): (#\w+);", block)}
    theme = to_builtins(page_theme(edition_info("classic")))[mode]
    assert usual == {name.replace("_", "-"): colour for name, colour in theme.items()}


@pytest.mark.parametrize("name", OURS)
def test_every_edition_of_ours_says_all_of_its_look(name: str) -> None:
    own, usual = (edition_info(each).section("theme")["page"] for each in (name, "classic"))
    for mode in ("light", "dark"):
        assert own[mode].keys() == usual[mode].keys()


def test_what_is_drawn_differs_as_the_boxes_do() -> None:
    games = {name: game_info(build_edition(name, seats=3)) for name in OURS}
    themes = {name: game.theme for name, game in games.items()}
    assert {name for name, theme in themes.items() if theme.night} == {"kosmos", "seas", "phoenix"}
    assert {name for name, theme in themes.items() if theme.pawn == "ship"} == {"seas"}
    assert len({theme.motif for theme in themes.values()}) == len(OURS)
    assert {name for name, game in games.items() if game.starts_beside} == {"kosmos", "phoenix"}
    assert {name for name, game in games.items() if game.sea is not None} == {"seas"}


def luminance(colour: str) -> float:
    """As WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def shared_colours(*, night: bool) -> dict[str, str]:
    """What the style sheet gives to all editions alike: seats, danger, whose turn it is."""
    block = STYLES.read_text(encoding="utf-8").partition(":root")[2].partition("{")[2]
    day, _, rest = block.partition("}")
    shared = dict(re.findall(r"--([\w-]+): (#\w{6});", day))
    if night:
        later = rest.partition("[data-night] {")[2].partition("}")[0]
        shared |= dict(re.findall(r"--([\w-]+): (#\w{6});", later))
    return shared


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", OURS)
def test_everything_stands_out_in_every_mood(name: str, dark: bool) -> None:
    theme = page_theme(edition_info(name))
    colours = to_builtins(theme.dark if dark else theme.light)
    shared = shared_colours(night=dark)
    on_board = shared_colours(night=dark or theme.night)
    letters = [colours["ink"], colours["soft"], colours["accent"], shared["danger"], shared["turn"]]
    for ground in (colours["page"], colours["panel"]):
        assert [each for each in letters if contrast(each, ground) < 4.5] == []
    assert contrast(colours["on_accent"], colours["accent"]) >= 4.5
    assert contrast(colours["path"], colours["tile"]) >= 3
    assert contrast(colours["rim_ink"], colours["rim"]) >= 3
    trails = [on_board[f"seat-{seat}"] for seat in range(8)]
    assert [trail for trail in trails if contrast(trail, colours["tile"]) < 3] == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", OURS)
def test_danger_turn_and_brand_cannot_be_mistaken_for_each_other(name: str, dark: bool) -> None:
    theme = page_theme(edition_info(name))
    shared = shared_colours(night=dark)
    brand = (theme.dark if dark else theme.light).accent
    hues = [hue(each) for each in (brand, shared["danger"], shared["turn"])]
    for one, other in combinations(hues, 2):
        apart = abs(one - other)
        assert min(apart, 1 - apart) > 1 / 18, "twenty degrees of the colour wheel"


def hue(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return rgb_to_hls(red, green, blue)[0]


def test_the_lines_of_the_dice_are_those_that_are_played_with() -> None:
    sea = game_info(build_edition("seas", seats=3, switches={"daikaiju": "off"})).sea
    chart = printed_seas().chart
    assert sea is not None, "they are printed on the board, daikaiju or not"
    assert (tuple(sea.columns), tuple(sea.rows)) == (chart.columns, chart.rows)
    assert sea.arrows.keys() == chart.arrows.keys()
