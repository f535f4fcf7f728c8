"""Analysis: who may have it, what it tells, what it hides, and that it stops when told to."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from tests.server.house import House, Json, Person, new_table, play_on
from tests.server.test_leaks import TILE, tiles_in
from tests.support.schemas import validator
from tests.support.waiting import AGES, until
from tsuro.bots import clocks
from tsuro.bots.base import Appraisal, Explanation
from tsuro.bots.clocks import Countdown
from tsuro.core.actions import Decision, Keep, Stay
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat
from tsuro.editions.registry import EDITIONS
from tsuro.engine.determinize import determinize
from tsuro.engine.play import advance, resume
from tsuro.engine.views import seen_state
from tsuro.game import Game
from tsuro.server.settings import UNLIMITED, Settings
from tsuro.server.thinking.appraising import appraise, imagine
from tsuro.server.thinking.bots import Question
from tsuro.server.thinking.study import hidden_decision
from tsuro.studying.analysis import SHOWN, SUSPECTS
from tsuro.studying.joining import JoinedExplanations, loss_of
from tsuro.studying.subject import Subject
from tsuro.telling.match import Match
from tsuro.telling.viewers import EVERYTHING

PROMISED = validator("StudyLine")
QUICK = "random"
"""Judges at once and knows nothing: enough to see how analyses are asked for and told."""


@pytest.fixture(scope="module")
def room() -> Iterator[House]:
    with House(Settings(limits=UNLIMITED, study_bot=QUICK)) as house:
        yield house


def lines(person: Person, **request: object) -> list[Json]:
    """A whole analysis, every line of which fits the schema."""
    with person.http.stream("POST", "/api/study", json=request) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/x-ndjson"
        found = list(answer.iter_lines())
    for line in found:
        PROMISED.validate(json.loads(line))
    return [json.loads(line) for line in found]


def finished_game(house: House, person: Person, edition: str, seats: str) -> tuple[str, Match]:
    table = person.create(edition, seats)
    play_on([person.sit(table)], Random(edition))
    return table, house.hall.tables._loaded[table].match


def decisions(match: Match) -> list[int]:
    return [n for n, move in enumerate(match.moves) if move.seat is not None]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_finished_game_is_analysed_for_anybody(room: House, edition: str) -> None:
    ada, eve = room.person(), room.program()
    table, match = finished_game(room, ada, edition, "you random random")
    at = decisions(match)[-1]
    *_, last = lines(eve, table=table, at=at)
    move = match.moves[at]
    options = match.asked(at).options  # type: ignore[union-attr]
    assert (last["at"], last["seat"], last["progress"]) == (at, move.seat, 1.0)
    assert len(last["options"]) == min(len(options), SHOWN)
    assert last["played"]["option"]["notation"] == str(move.action)
    assert sum(last["shares"]) == pytest.approx(1, abs=0.001)
    for option in (*last["options"], last["played"]):
        assert len(option["shares"]) == len(option["errors"]) == 3
        assert option["line"][0] == option["option"]["notation"]
        assert set(option["ghost"]) == {"moves", "events"}


def test_eight_seats_and_the_end_of_the_game(room: House) -> None:
    ada = room.person()
    table, match = finished_game(room, ada, "seas", "you" + " random" * 7)
    (over,) = lines(ada, table=table)
    assert "seat" not in over
    assert [seat for seat, share in enumerate(over["shares"]) if share] == list(
        match.state.result.winners  # type: ignore[union-attr]
    )
    first = lines(ada, table=table, at=0)[-1]
    assert len(first["shares"]) == 8
    assert first["at"] == decisions(match)[0], "luck comes first: the next decision is meant"


def test_a_scan_tells_of_every_decision_in_turn(room: House) -> None:
    ada = room.person()
    table, match = finished_game(room, ada, "pocket", "you random")
    found = lines(ada, table=table, scan=True)
    first = [line for line in found if not line["confirmed"]]
    again = found[len(first) :]
    assert [line["at"] for line in first] == decisions(match)
    assert [line["played"] for line in first] == [
        str(match.moves[at].action) for at in decisions(match)
    ]
    assert all("loss" in line and line["best"] for line in found)
    assert all(line["confirmed"] for line in again)
    assert len(again) <= SUSPECTS
    best = {line["at"]: line["best"] for line in first}
    assert all(best[line["at"]] == line["best"] != line["played"] for line in again)
    progress = [line["progress"] for line in found]
    assert progress == sorted(progress)
    assert progress[-1] <= 1.0


def test_a_second_look_judges_the_first_favourite_anew(
    room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loss that only luck showed in the first look is gone after the second."""
    ada = room.person()
    table, match = finished_game(room, ada, "pocket", "you random")
    looks: Counter[Decide] = Counter()

    async def think(work: object, question: Question, _: float, **__: object) -> Explanation:
        """At first the last option seems best by far, later the first one does."""
        decide = question.decide
        looks[decide] += 1
        share = [0.2] * len(decide.options)
        if looks[decide] == 1:
            share[-1] = 0.8
        else:
            share[0] = 0.5
        return explained(
            decide.seat, *((o, s, 0.01, 9) for o, s in zip(decide.options, share, strict=True))
        )

    monkeypatch.setattr(room.hall.studies._workers, "run", think)
    found = lines(ada, table=table, scan=True)
    first = [line for line in found if not line["confirmed"]]
    again = [line for line in found if line["confirmed"]]
    assert max(line["loss"] for line in first) == pytest.approx(0.6)
    assert again
    assert {line["loss"] for line in again} == {0.0}
    assert len(first) == len(decisions(match))


def test_a_record_is_analysed_as_a_finished_game_is(room: House) -> None:
    ada = room.person()
    table, match = finished_game(room, ada, "kosmos", "you random")
    record = ada.http.get(f"/api/tables/{table}/record").text
    at = decisions(match)[3]
    told = lines(room.program(), record=record, at=at)[-1]
    assert (told["at"], told["played"]["option"]["notation"]) == (at, str(match.moves[at].action))
    assert len(lines(ada, record=record, scan=True)) >= len(decisions(match))
    assert ada.refused("POST", "/api/study", {"record": "nonsense"}) == (400, "bad_record")
    assert ada.refused("POST", "/api/study", {}) == (400, "bad_request")
    both = {"record": record, "table": table}
    assert ada.refused("POST", "/api/study", both) == (400, "bad_request")
    assert ada.refused("POST", "/api/study", {"table": table, "at": 9999}) == (404, "no_such_step")
    assert ada.refused("POST", "/api/study", {"table": "nowhere"}) == (404, "no_such_table")


def test_a_hint_is_for_who_plays_against_bots_alone(room: House) -> None:
    ada, eve = room.person(), room.person()
    table = ada.create("classic", "you random random")
    sitting = ada.sit(table)
    assert sitting.welcome["table"]["can_study"]
    assert sitting.until_asked()
    hint = lines(ada, table=table)[-1]
    assert hint["seat"] == 0
    assert {option["option"]["notation"] for option in hint["options"]} <= set(sitting.options())
    assert "played" not in hint
    assert eve.refused("POST", "/api/study", {"table": table}) == (409, "study_refused")
    assert room.program().refused("POST", "/api/study", {"table": table})[1] == "study_refused"
    assert not eve.get(f"/api/tables/{table}")["can_study"]


def two_people(room: House) -> tuple[Person, Person, str]:
    ada, bob = room.person(), room.person()
    table = ada.create("classic", "you open random")
    bob.post(f"/api/tables/{table}/seats/1/claim", {})
    return ada, bob, table


def refused_everything(person: Person, table: str) -> bool:
    """Whether neither the present, nor the past, nor a scan of a game is to be had."""
    asked = ({"table": table}, {"table": table, "at": 0}, {"table": table, "scan": True})
    refusals = [person.refused("POST", "/api/study", each) for each in asked]
    return refusals == [(409, "study_refused")] * 3


def test_never_about_a_running_game_with_people(room: House) -> None:
    ada, bob, table = two_people(room)
    sittings = [ada.sit(table), bob.sit(table)]
    play_on(sittings, Random(3), moves=2)
    for person in (ada, bob, room.person(), room.program()):
        assert refused_everything(person, table)
        assert not person.get(f"/api/tables/{table}")["can_study"]
    play_on(sittings, Random(3))
    assert "seat" not in lines(bob, table=table)[-1]
    assert bob.get(f"/api/tables/{table}")["can_study"]


def test_nor_for_somebody_who_is_out_of_it(room: House) -> None:
    for attempt in range(20):
        ada, bob, table = two_people(room)
        sittings = [ada.sit(table), bob.sit(table)]
        match = room.hall.tables._loaded[table].match
        rng = Random(attempt)
        while not match.over and all(match.state.is_in(Seat(seat)) for seat in (0, 1)):
            play_on(sittings, rng, moves=1)
        still_in = next(
            (each for each in sittings if match.state.is_in(each.welcome["you"][0])), None
        )
        if not match.over and still_in is not None and still_in.until_asked():
            assert refused_everything(ada, table)
            assert refused_everything(bob, table)
            assert_no_way_round(bob if still_in is sittings[0] else ada, table)
            return
    raise AssertionError("every game was over at once")


def assert_no_way_round(out: Person, table: str) -> None:
    """Who is out may try other lines, but has them analysed no more than the game itself."""
    for _ in ("a what-if", "a what-if of the what-if"):
        seats = new_table("", "you bot bot")["seats"]
        table = out.post("/api/branches", {"table": table, "at": 0, "seats": seats})["table"]
        assert not out.get(f"/api/tables/{table}")["can_study"]
        assert refused_everything(out, table)
        play_on([out.sit(table)], Random(1))
        assert refused_everything(out, table)


def test_nor_several_people_on_one_device(room: House) -> None:
    ada = room.person()
    table = ada.create("classic", "you hotseat random")
    ada.sit(table)
    assert refused_everything(ada, table)


def test_nor_before_the_game_has_begun(room: House) -> None:
    ada = room.person()
    assert refused_everything(ada, ada.create("classic", "you open"))


def test_a_seat_that_somebody_may_take_back_is_a_person(room: House) -> None:
    """Else a player could wait for the others' clocks to run out and look things up meanwhile."""
    ada, bob, table = two_people(room)
    loaded = room.hall.tables._loaded[table]
    draft = loaded.draft()
    draft.seats[1].kind, draft.seats[1].bot = "bot", "random"
    loaded.document = draft
    assert refused_everything(ada, table)
    branch = {"table": table, "at": 0, "seats": new_table("", "you bot bot")["seats"]}
    assert ada.refused("POST", "/api/branches", branch) == (409, "still_running")
    assert ada.refused("GET", f"/api/tables/{table}/record") == (409, "still_running")
    bob.post(f"/api/tables/{table}/seats/1/reclaim")
    bob.post(f"/api/tables/{table}/seats/1/leave")
    assert ada.get(f"/api/tables/{table}")["can_study"], "who has left for good is no person"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_running_game_tells_no_hidden_tile(room: House, edition: str) -> None:
    """Raw bytes: analyses of bots' decisions name neither their tiles nor what they played."""
    ada = room.person()
    table = running_game(ada, edition)
    match = room.hall.tables._loaded[table].match
    known = set()
    for move in match.moves:
        known |= tiles_in(seen_state(move.step.state, Seat(0)))
    of_bots = 0
    for line in lines(ada, table=table, scan=True):
        assert set(TILE.findall(json.dumps(line))) <= known
        if line["seat"] != 0:
            of_bots += 1
            assert not {"played", "best", "loss"} & set(line)
            assert sum(line["shares"]) == pytest.approx(1, abs=0.001)
            told = lines(ada, table=table, at=line["at"])[-1]
            assert told["options"] == []
            assert "played" not in told
    assert of_bots


def running_game(person: Person, edition: str) -> str:
    """A table at which a person has decided a few times and must decide again."""
    for attempt in range(20):
        table = person.create(edition, "you random random")
        sitting = person.sit(table)
        play_on([sitting], Random(f"{edition} {attempt}"), moves=3)
        if sitting.until_asked():
            return table
    raise AssertionError("all games were short")


def test_the_judge_is_shown_only_what_the_deciding_seat_may_know(room: House) -> None:
    ada = room.person()
    _, match = finished_game(room, ada, "classic", "you random random")
    subject = Subject(match, EVERYTHING)
    for at in decisions(match):
        seen = subject.view(at)
        seat = match.moves[at].seat
        assert seen.viewer == seat
        assert seen.state == seen_state(match.before(at).state, seat)


def test_an_imagined_position_depends_on_nothing_but_the_onlooker() -> None:
    """The bot's hand is exchanged for others that fit: what is asked stays the same."""
    game = Game("classic", seats=3, seed=4)
    while game.to_act != 1:
        game.play(game.options[0])
    subject = Subject(beginning_with(game), Seat(0))
    decision = hidden_decision(subject, 0, QUICK)
    assert decision.state == seen_state(game.state, Seat(0))
    other = determinize(game.view(0), Random(1))
    assert other.hands[1] != game.state.hands[1]
    subject.match.opening = resume(game.edition, other)
    assert replace(hidden_decision(subject, 0, QUICK), seed=decision.seed) == decision
    told = imagine(decision, AGES)
    assert told == imagine(decision, AGES)
    assert told.seat == 1
    assert told.appraisals == ()


def test_the_analysis_stops_when_nobody_listens(
    room: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = room.person()
    table, match = finished_game(room, ada, "classic", "you random random")
    studies = room.hall.studies
    spells: list[object] = []
    given_up: list[bool] = []

    async def think(
        work: Callable[..., Explanation], question: Question, _: float, **__: object
    ) -> Explanation:
        """The first spell is over at once, the second lasts until it is given up."""
        spells.append(work)
        if len(spells) > 1:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                given_up.append(True)
                raise
        return appraise(question, 0)

    monkeypatch.setattr(studies._workers, "run", think)
    for request in ({"scan": True}, {"at": decisions(match)[0]}):
        spells.clear()
        given_up.clear()
        body = {"table": table, **request}
        with ada.http.stream("POST", "/api/study", json=body) as answer:
            lines = answer.iter_lines()  # once forgotten, it closes the connection
            next(lines)
            assert studies.going == 1
            until(lambda: len(spells) == 2, "the second spell begins")
        until(lambda: studies.going == 0, "the analysis is given up")
        assert given_up == [True]
        assert len(spells) == 2


def test_only_so_many_analyses_at_once_from_one_address() -> None:
    limits = replace(UNLIMITED, studies_at_once=1)
    with House(Settings(limits=limits, study_bot=QUICK)) as house:
        ada = house.person()
        table, _ = finished_game(house, ada, "pocket", "you random")
        with house.hall.studies.seated("127.0.0.1"):
            refusal = ada.refused("POST", "/api/study", {"table": table})
        assert refusal == (429, "too_many_requests")
        assert lines(ada, table=table)


def test_a_judge_that_fails_is_reported_and_the_server_lives_on() -> None:
    with House(Settings(limits=UNLIMITED, study_bot="nobody")) as house:
        ada = house.person()
        table, match = finished_game(house, ada, "pocket", "you random")
        (failed,) = lines(ada, table=table, at=decisions(match)[0])
        assert (failed["type"], failed["code"]) == ("failed", "unknown_bot")
        until(lambda: house.hall.studies.going == 0, "its place is free again")
        assert ada.get("/api/bots")


def test_the_usual_judge_marks_the_loss_of_a_suicide() -> None:
    """The real search where one wrong tile loses the game; as many iterations on any machine."""
    game = Game("pocket", seats=2, seed=0)
    deadly = [option for option in game.options if loses(game, option)]
    while not deadly:
        game.play(game.options[0])
        deadly = [option for option in game.options if loses(game, option)]
    subject = Subject(beginning_with(game), EVERYTHING)
    judge = Settings().study_bot.partition(":")[0]
    question = Question.of(f"{judge}:iterations=100", subject.view(0))
    joined = JoinedExplanations()
    joined.add(appraise(question, AGES))
    seat = question.decide.seat
    ranked = joined.ranked(seat)
    assert ranked[0].action not in deadly
    played = next(each for each in ranked if each.action == deadly[0])
    loss, error = loss_of(ranked[0], played, seat)
    assert loss > 2 * error


def loses(game: Game, option: Decision) -> bool:
    """Whether an option puts the seat out of the game at once."""
    seat = game.to_act
    assert seat is not None
    after = advance(game.edition, game.steps[-1], option).state
    result = after.result
    return not after.is_in(seat) if result is None else seat not in result.winners


def beginning_with(game: Game) -> Match:
    """A match whose first position is the present one of a game."""
    match = Match(game.edition, first=0, seed="", position=None)
    match.opening = game.steps[-1]
    return match


def explained(seat: int, *options: tuple[Decision, float, float, int]) -> Explanation:
    appraisals = tuple(
        Appraisal(action, (share, 1 - share), (error, error), visits, 0.5, (action,))
        for action, share, error, visits in options
    )
    return Explanation(Seat(seat), appraisals[0].shares, appraisals, "")


def test_spells_are_put_together_by_games() -> None:
    joined = JoinedExplanations()
    joined.add(explained(0, (Keep(), 0.2, 0.1, 100), (Stay(), 0.5, 0.3, 4)))
    joined.add(explained(0, (Keep(), 0.6, 0.1, 300), (Stay(), 0.1, 0.3, 4)))
    keep, stay = joined.ranked(Seat(0))
    assert keep.action == Keep()
    assert keep.visits == 400
    assert keep.shares == pytest.approx((0.5, 0.5))
    assert keep.errors[0] == pytest.approx(0.1 * (1 + 9) ** 0.5 / 4)
    assert joined.shares(Seat(0)) == keep.shares
    assert stay.shares[0] == pytest.approx(0.3)
    assert loss_of(keep, stay, Seat(0))[0] == pytest.approx(0.2)
    assert loss_of(keep, keep, Seat(0)) == (0.0, 0.0)


def test_an_option_hardly_tried_does_not_come_out_on_top() -> None:
    joined = JoinedExplanations()
    joined.add(explained(0, (Stay(), 1.0, 0.6, 1), (Keep(), 0.5, 0.01, 2000)))
    assert joined.ranked(Seat(0))[0].action == Keep()


def test_a_spell_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [7.0]
    monkeypatch.setattr(clocks, "monotonic", lambda: now[0])
    spell = Countdown(100)
    now[0] += 98
    assert spell.remaining() == 2
    now[0] += 3
    assert spell.remaining() == 0
