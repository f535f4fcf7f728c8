"""Tutorials: every step is played against the rules, and at a table like any other."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.server.house import House
from tsuro.core.asks import Chance, Decide
from tsuro.core.events import Event, PawnLost, PawnMoved
from tsuro.core.ids import Seat
from tsuro.editions.registry import EDITIONS, OURS
from tsuro.engine.preview import foresee
from tsuro.errors import EditionDataError
from tsuro.rules.phoenix.soaring import PawnLeft
from tsuro.telling.lessons import TaughtStep, lessons_of, taught
from tsuro.telling.match import Match
from tsuro.telling.opening import LESSON_SEED

BLANKS = {"turn", "pick", "flip", "confirm"}
"""What the page puts into words for mouse or finger."""


def walked(name: str) -> list[tuple[TaughtStep, Match]]:
    """Every step with the game as it stands there; where one goes on, the first choice was made."""
    found: list[tuple[TaughtStep, Match]] = []
    match: Match | None = None
    for step in taught(EDITIONS[name]):
        if step.position is not None:
            seats = int(step.position.split()[0].split("/")[1])
            edition = EDITIONS[name].build(seats, EDITIONS[name].defaults())
            match = Match(edition, first=0, seed=LESSON_SEED, position=step.position)
            match.started = True
        else:
            assert match is not None
            before = found[-1][0]
            decide = match.decide
            assert decide is not None
            match = match.snapshot()
            action = (before.accepted or [str(decide.options[0])])[0]
            moves = match.chosen(0, action)
            match.take_over(moves, [])
        found.append((step, match))
    return found


def losses(events: tuple[Event, ...], pawns: int) -> set[int]:
    return {each.pawn // pawns for each in events if isinstance(each, PawnLost | PawnLeft)}


@pytest.mark.parametrize("name", OURS)
def test_a_tutorial_has_five_to_eight_steps_in_both_languages(name: str) -> None:
    steps = taught(EDITIONS[name])
    assert 5 <= len(steps) <= 8
    for step in steps:
        for english, german in (
            (step.en.say, step.de.say),
            (step.en.done, step.de.done),
            (step.en.hint, step.de.hint),
        ):
            assert bool(english) == bool(german)
            assert english != german or not english
            blanks = set(re.findall(r"\{(\w+)\}", english))
            assert blanks == set(re.findall(r"\{(\w+)\}", german))
            assert blanks <= BLANKS
            # What a finger cannot do is said by the page, to those who have a mouse.
            assert not re.search(r"\b(click|press|klick|Taste)", english + german, re.IGNORECASE)
        assert bool(step.en.hint) == (step.accepted is not None)


@pytest.mark.parametrize("name", OURS)
def test_every_step_asks_whoever_learns_and_accepts_exactly_what_it_says(name: str) -> None:
    for step, match in walked(name):
        decide = match.decide
        assert isinstance(decide, Decide), step.en.say
        assert decide.seat == Seat(0)
        if step.accepted is None:
            assert step.brings is None
            continue
        edition, right = match.edition, []
        for option in decide.options:
            events = foresee(edition, match.state, option)
            kinds = {type(event).__name__ for event in events}
            far = max((len(e.route) for e in events if isinstance(e, PawnMoved)), default=0)
            safe = 0 not in losses(events, edition.pawns_per_seat)
            if safe and kinds >= set(step.brings or ()) and far >= step.far:
                right.append(str(option))
        assert step.accepted == right
        assert len(right) < len(decide.options)


@pytest.mark.parametrize("name", OURS)
def test_every_step_can_be_played_whatever_is_accepted(name: str) -> None:
    for step, match in walked(name):
        decide = match.decide
        assert decide is not None
        for action in step.accepted or map(str, decide.options):
            moves = match.chosen(0, action)
            assert not isinstance(moves[-1].step.ask, Chance)


@pytest.mark.parametrize("name", OURS)
def test_a_lesson_is_a_table_where_only_the_learner_decides(house: House, name: str) -> None:
    ada = house.person()
    steps = ada.get(f"/api/editions/{name}/lessons")
    summary = {each["id"]: each for each in ada.get("/api/editions")}[name]
    assert summary["lessons"] == len(steps)
    sitting = None
    for number, step in enumerate(steps):
        if step["begins"]:
            table = ada.post("/api/lessons", {"edition": name, "step": number})["table"]
            sitting = ada.sit(table)
            sitting.until_asked()
        assert sitting is not None
        options = sitting.options()
        chosen = step.get("accepted", options)[0]
        assert chosen in options
        before = sitting.version
        sitting.act(chosen)
        assert sitting.version > before
    assert all(each["id"] != table for each in ada.get("/api/tables"))
    assert ada.get("/api/my/tables") == []


def test_what_is_no_lesson_is_refused(house: House) -> None:
    ada = house.person()
    for body, code in (
        ({"edition": "classic", "step": 20}, "no_such_step"),
        ({"edition": "nothing", "step": 0}, "unknown_edition"),
    ):
        answer = ada.http.post("/api/lessons", json=body)
        assert answer.json()["error"]["code"] == code


def test_an_edition_without_lessons_has_none_and_a_bad_section_is_refused() -> None:
    plain = replace(EDITIONS["classic"], home="", sections={})
    assert lessons_of(plain) == []
    words = {"say": "Play.", "done": "Done."}
    for section in (
        {"steps": [{"en": words}]},
        {"steps": [{"en": words, "de": words}]},
        {"steps": "none"},
    ):
        with pytest.raises(EditionDataError):
            taught(replace(plain, sections={"lessons": section}))
