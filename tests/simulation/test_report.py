"""The page stands alone, is well formed, and shows what was counted."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.simulation.counting import small_run
from tsuro.core.state import Fate, Reason
from tsuro.editions.registry import EDITIONS
from tsuro.formats.svg.markup import text_of
from tsuro.simulation.page.charts import histogram, nice_step, spread
from tsuro.simulation.page.report import FATES, REASONS, report_of
from tsuro.simulation.page.rim import colour, outside, scale_of
from tsuro.simulation.page.style import FATE_SEATS, css
from tsuro.simulation.results import Results
from tsuro.simulation.run import Run
from tsuro.simulation.shares import share

COMMAND = "tsuro simulate --edition <x> --seed 1"
VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Notes elements, attributes and whether every one of them is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: dict[str, int] = {}
        self.attributes: list[tuple[str, str]] = []
        self.headings: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] = self.count.get(tag, 0) + 1
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self.open and self.open[-1] in ("h1", "h2"):
            self.headings.append(data)


def page_of(run: Run) -> tuple[str, Reader]:
    page = report_of(run, COMMAND)
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    return page, reader


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_page_stands_alone(edition: str) -> None:
    page, reader = page_of(small_run(edition, 3, games=8))
    names = {name for name, _ in reader.attributes}
    assert not names & {"src", "href", "xlink:href", "srcset", "action"}
    assert not re.search(r"url\(|@import|https?://", page)
    assert not reader.count.keys() & {"script", "link", "img", "iframe"}
    assert "prefers-color-scheme:dark" in page
    assert 'name="viewport"' in page


@pytest.mark.parametrize("edition", EDITIONS)
def test_everything_counted_is_shown(edition: str) -> None:
    run = small_run(edition, 3, games=8)
    results = Results(run.job, run.counters)
    page, reader = page_of(run)
    assert reader.headings[0] == f"{results.edition.title}: 8 games"
    for heading in ("Win share by seat", "How games end", "Win share by start place",
                    "Length of games", "Eliminations by turn", "Tiles"):  # fmt: skip
        assert heading in reader.headings
    for measure in results.measures:
        assert f"{measure.title.capitalize()} at the end" in reader.headings
    for each in results.tiles:
        assert f">{each.tile}<b>" in page
    for start in results.starts():
        assert f"<title>{start.place}: " in page
    assert sum("tile" in value.split() for name, value in reader.attributes if name == "class") == (
        len(results.tiles)
    )
    assert "seat 2" in page
    assert "seat 3" not in page
    assert "tsuro simulate --edition &lt;x&gt;" in page


def test_bars_tell_their_share_of_all_games_and_its_interval() -> None:
    """Rare values that are left out of a picture still count as games."""
    svg = histogram("Length", {7: 30, 8: 60}, "turns", of=100)
    for value, games in ((7, 30), (8, 60)):
        assert f"<title>{value}: {text_of(spread(share(games, 100), 2))}</title>" in svg
    page, _ = page_of(small_run("classic", 3, games=8))
    assert re.search(r"<title>\d+: [\d.]+% \([\d.]+–[\d.]+\)</title>", page)


@pytest.mark.parametrize(("games", "rows"), [(1, 2), (40, 11)])
def test_no_place_is_among_the_best_and_the_worst(games: int, rows: int) -> None:
    """A single game has fewer places than the list has room for."""
    page, _ = page_of(small_run("classic", 2, games=games))
    (table,) = re.findall(r"<th>place</th>.*?</table>", page)
    places = re.findall(r"<tr><td[^>]*>([^<]+)</td>", table)
    assert len(places) == len(set(places)) == rows
    assert ("⋮" in places) == (rows > 10)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_line_ends_between_a_number_and_its_percent_sign(edition: str) -> None:
    _, reader = page_of(small_run(edition, 3, games=8))
    signs = re.findall(r"\d(\D?)%", " ".join(reader.text))
    assert "\u202f" in signs
    assert not {sign for sign in signs if sign.isspace()} - {"\u202f"}


def test_a_run_that_was_stopped_says_so() -> None:
    stopped, _ = page_of(small_run("phoenix", 2, games=10, stop_at=6))
    assert "Stopped early: 6 of 10 games were played." in stopped
    complete, _ = page_of(small_run("classic", 3, games=8))
    assert 'class="warning"' not in complete


def test_one_game_is_enough_for_a_page() -> None:
    for edition in EDITIONS:
        page_of(small_run(edition, 2, games=1))


def test_every_fate_and_reason_has_words_and_a_colour() -> None:
    assert set(FATES) == set(FATE_SEATS) == set(Fate)
    assert set(REASONS) == set(Reason)
    assert all(f"--fate-{fate}:" in css("seas") for fate in Fate)


def test_chance_alone_stays_pale() -> None:
    run = small_run("classic", 3, games=8)
    starts = Results(run.job, run.counters).starts()
    mean, reach = scale_of(starts)
    assert mean == pytest.approx(1 / 3)
    assert reach >= max(abs(each.wins.value - mean) for each in starts if each.taken)
    assert outside(starts) <= 4
    assert "warm) 100%" in colour(mean + reach, mean, reach)
    assert "cool) 50%" in colour(mean - reach / 2, mean, reach)


@pytest.mark.parametrize(
    ("extent", "about", "step"), [(1, 4, 0.5), (35, 8, 5), (0.013, 4, 0.005), (100, 5, 20)]
)
def test_axes_are_cut_at_round_numbers(extent: float, about: int, step: float) -> None:
    assert nice_step(extent, about) == pytest.approx(step)
