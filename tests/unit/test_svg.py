"""Pictures are well-formed, complete, and tell no secrets."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tests.support.boxes import lanterns_elsewhere
from tests.support.games import play_game
from tests.support.pictures import SAMPLES, ghosts, sample
from tests.support.tables import Table
from tsuro.core.asks import Decide
from tsuro.core.events import PawnLost, PawnMoved
from tsuro.core.geometry import Cell, Stop
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import Status
from tsuro.editions.data_table import checked
from tsuro.editions.phoenix.printed import read_phoenix
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.preview import preview
from tsuro.engine.views import seen_state
from tsuro.formats.scene import trails_of
from tsuro.formats.svg import draw_svg
from tsuro.formats.svg.curves import curve, inward, place_of, quiet_spot
from tsuro.formats.svg.lettering import lettering
from tsuro.formats.svg.markup import number, tag, text_of
from tsuro.formats.svg.themes import LANTERNS, theme_of
from tsuro.rules.phoenix.lanterns import Lanterns

SVG = "{http://www.w3.org/2000/svg}"


def titles(picture: ElementTree.Element) -> list[str]:
    return [str(each.text) for each in picture.iter(f"{SVG}title")]


@pytest.mark.parametrize(("name", "seats", "decisions"), SAMPLES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_position_makes_a_well_formed_picture(
    name: str, seats: int, decisions: int | None, dark: bool
) -> None:
    game = sample(name, seats, decisions)
    text = draw_svg(game.edition, game.state, events=game.events, dark=dark)
    picture = ElementTree.fromstring(text)
    assert picture.tag == f"{SVG}svg"
    assert picture.get("role") == "img"
    assert [each.tag for each in picture[:2]] == [f"{SVG}title", f"{SVG}desc"]
    defined = {each.get("id") for each in picture.iter() if each.get("id")}
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= defined
    assert "href" not in text
    assert "<text" not in text
    assert "nan" not in text
    shown = [pawn for pawn in game.state.pawns if pawn.status in (Status.ON, Status.WAITING)]
    assert [each for each in titles(picture) if each.startswith("seat ")] == [
        f"seat {pawn.seat}" for pawn in shown
    ]


@pytest.mark.parametrize("name", EDITIONS)
def test_a_view_shows_only_what_its_viewer_may_see(name: str) -> None:
    game = play_game(build_edition(name, seats=4), seed=1, decisions=14, care=1)
    text = draw_svg(game.edition, game.state, events=game.events, viewer=2)
    hand = [tile for tile in game.state.hands[2] for _ in game.edition.tiles[tile].faces]
    named = [each for each in titles(ElementTree.fromstring(text)) if each in game.edition.tiles]
    assert named == hand
    assert text == draw_svg(game.edition, seen_state(game.state, Seat(2)), events=game.events)
    spectator = draw_svg(game.edition, seen_state(game.state, None))
    assert not any(each in game.edition.tiles for each in titles(ElementTree.fromstring(spectator)))


def test_the_same_position_gives_the_same_picture() -> None:
    edition = build_edition("phoenix", seats=3)
    one, other = (play_game(edition, seed=5, decisions=30) for _ in range(2))
    assert draw_svg(edition, one.state) == draw_svg(edition, other.state)


def test_size_title_and_furniture() -> None:
    edition = build_edition("classic", seats=2)
    state = play_game(edition, seed=1, decisions=5).state
    awkward = '<Ink> & "paper" \'n\x07 墨'
    picture = ElementTree.fromstring(draw_svg(edition, state, title=awkward, width=500))
    assert picture[0].text == awkward.replace("\x07", "")
    assert picture.get("width") == "500"
    _, _, width, height = map(float, str(picture.get("viewBox")).split())
    assert float(str(picture.get("height"))) == pytest.approx(500 * height / width, abs=0.01)
    bare = ElementTree.fromstring(draw_svg(edition, state, furniture=False))
    assert bare.get("width") == bare.get("height")
    assert "Classic Tsuro, turn" in str(bare[0].text)


@pytest.mark.parametrize("first", [0, 1])
def test_words_count_seats_as_pawns_do(first: int) -> None:
    edition = build_edition("classic", seats=2)
    state = play_game(edition, seed=1, decisions=5).state
    picture = ElementTree.fromstring(draw_svg(edition, state, first_seat=first))
    assert str(picture[0].text).endswith(f"seat {state.turn.seat + first}")
    for pawn in state.pawns:
        assert f"seat {pawn.seat + first} faces" in str(picture[1].text)
    over = play_game(edition, seed=1).state
    assert over.result is not None
    (winner,) = over.result.winners
    picture = ElementTree.fromstring(draw_svg(edition, over, first_seat=first))
    assert str(picture[0].text).endswith(f"won by {winner + first}")


def test_a_move_to_come_is_dashed_with_its_tile_and_the_pawn_where_it_would_stand() -> None:
    table = Table("classic", pawns=["c1.0", "f6.4"], hands=["T35", ""])
    assert isinstance(table.step.ask, Decide)
    for option in table.decide.options:
        events = preview(table.edition, table.state, table.decide, option, viewer=Seat(0))
        text = draw_svg(table.edition, table.state, ghost=events)
        plain = draw_svg(table.edition, table.state)
        assert 'stroke-dasharray="10 8"' in text
        assert 'stroke-dasharray="10 8"' not in plain
        moved = [each for each in events if isinstance(each, PawnMoved)]
        lost = [each for each in events if isinstance(each, PawnLost)]
        standing = sum(each == "seat 0" for each in titles(ElementTree.fromstring(text)))
        assert standing == 1 + len(moved) - len(lost)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_option_can_be_drawn_as_a_ghost(name: str) -> None:
    for decisions in (0, 12, 25):
        game = play_game(build_edition(name, seats=3), seed=3, decisions=decisions, care=1)
        for events in ghosts(game)[:20]:
            picture = draw_svg(game.edition, game.state, ghost=events)
            ElementTree.fromstring(picture)


def test_a_start_place_to_come_is_drawn() -> None:
    game = play_game(build_edition("kosmos", seats=3), seed=3, decisions=0)
    text = draw_svg(game.edition, game.state, ghost=ghosts(game)[0])
    assert "seat 0" in titles(ElementTree.fromstring(text))


def test_trails_run_from_the_start_mark_to_the_pawn() -> None:
    table = Table(
        "classic",
        pawns=["c3.0<c2", "f6.4"],
        board={"c1": "T35/0", "c2": "T35/0"},
        hands=["T01", "T02"],
    )
    (trail,) = trails_of(table.edition, table.state, ())
    assert trail.seat == 0
    assert trail.crossings[-1].cell == Cell(2, 1)
    colour = theme_of(EDITIONS["classic"], dark=False).seats[0]
    with_trail = draw_svg(table.edition, table.state, furniture=False).count(colour)
    without = replace(table.state, pawns=(replace(table.state.pawns[0], stop=Stop(Cell(5, 0), 0)),
                                          table.state.pawns[1]))  # fmt: skip
    assert with_trail > draw_svg(table.edition, without, furniture=False).count(colour)


def test_the_events_of_a_game_keep_the_trails_of_lost_pawns() -> None:
    game = next(
        each
        for seed in range(20)
        if (each := play_game(build_edition("classic", seats=4), seed=seed)).state.exits
    )
    faded = [each for each in trails_of(game.edition, game.state, game.events) if each.faded]
    assert faded
    assert not [each for each in trails_of(game.edition, game.state, ()) if each.faded]


def test_ships_that_share_a_front_are_drawn_apart() -> None:
    table = Table(
        "seas",
        pawns=["c3.0<c2", "c3.0<c2"],
        hands=["T01", "T02"],
        switches={"daikaiju": "off"},
    )
    text = draw_svg(table.edition, table.state, furniture=False)
    places = re.findall(r'<title>seat \d</title><g transform="(translate\([^)]*\))', text)
    assert len(set(places)) == 2


def test_stars_on_the_board_are_drawn() -> None:
    game = play_game(build_edition("phoenix", seats=3), seed=2, decisions=6)
    lanterns = game.state.part(Lanterns)
    starred = game.state.with_part(replace(lanterns, stars=(lanterns.markers[0][0],)))
    gold = "#f6c945"
    assert (
        draw_svg(game.edition, starred).count(gold)
        == draw_svg(game.edition, game.state).count(gold) + 1
    )


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_trails_and_letters_stand_out(name: str, dark: bool) -> None:
    theme = theme_of(EDITIONS[name], dark=dark)

    def contrast(one: str, other: str) -> float:
        low, high = sorted((luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)

    assert len(set(theme.seats)) == 8
    assert all(contrast(seat, theme.tile) >= 1.9 for seat in theme.seats)
    assert contrast(theme.path, theme.tile) < contrast(theme.ink, theme.tile) / 2
    assert contrast(theme.ink, theme.page) >= 7
    assert contrast(theme.faint, theme.page) >= 3


def test_an_edition_without_a_mood_is_drawn_like_the_classic_game() -> None:
    house_rules = replace(EDITIONS["classic"], id="house_rules", home="")
    classic = theme_of(EDITIONS["classic"], dark=True)
    assert theme_of(house_rules, dark=True) == replace(classic, name="house_rules")


@pytest.mark.parametrize("pair", [(0, 1), (0, 5), (1, 2), (0, 4), (8, 10), (3, 11), (8, 9)])
def test_curves_meet_the_border_at_right_angles_and_stay_on_the_tile(pair: tuple[int, int]) -> None:
    drawn = curve(*pair)
    assert (drawn.start, drawn.end) == (place_of(pair[0]), place_of(pair[1]))
    into = inward(pair[0])
    away = (drawn.first[0] - drawn.start[0], drawn.first[1] - drawn.start[1])
    assert away[0] * into[1] - away[1] * into[0] == pytest.approx(0, abs=1e-9)
    assert all(-1e-9 <= x <= 1 + 1e-9 and -1e-9 <= y <= 1 + 1e-9 for x, y in drawn.line())


def test_icons_keep_clear_of_paths() -> None:
    tiles = build_edition("phoenix", seats=2).tiles
    for tile in tiles.tiles.values():
        for face in tile.faces:
            x, y = quiet_spot(face.wiring)
            for entry, leave in enumerate(face.wiring):
                if entry < leave:
                    line = curve(entry, leave).line()
                    assert min(math.dist((x, y), dot) for dot in line) > 0.08


def test_letters_without_a_drawing_become_spaces() -> None:
    def drawn(text: str) -> int:
        return lettering(text, 0, 0, height=10, colour="#000000").count("<path")

    assert drawn("É, 墨!") == 3
    assert drawn("G3") == 2


def test_markup_is_escaped_and_numbers_are_short() -> None:
    assert tag("a", label='<"&') == '<a label="&lt;&quot;&amp;"/>'
    assert text_of("<b> & \x00") == "&lt;b&gt; &amp; "
    assert [number(value) for value in (1.0, -0.001, 2.5, 1 / 3)] == ["1", "0", "2.5", "0.33"]


def test_a_tile_in_hand_shows_its_lantern() -> None:
    """With the present tiles no tile that can be in a hand has one."""
    edition = build_edition("phoenix", seats=2)
    state = replace(edition.opening(Seat(0)), hands=((TileId("E01"),), ()))
    other = replace(edition, tiles=checked(read_phoenix, lanterns_elsewhere()).tiles)
    assert LANTERNS["orange"] not in draw_svg(edition, state)
    assert LANTERNS["orange"] in draw_svg(other, state)
