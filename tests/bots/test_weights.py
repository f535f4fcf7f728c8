"""The weights of the greedy judgement come from the edition that is judged."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tests.support.strangers import register
from tsuro.bots.greedy import GreedyBot
from tsuro.bots.judgement.weights import USUAL, weights_for
from tsuro.editions.registry import OURS, build_edition, edition_info
from tsuro.errors import EditionDataError
from tsuro.fast.families import FAMILIES, family_named, family_of


@pytest.mark.parametrize("name", OURS)
def test_our_editions_weigh_every_term_of_their_kernel(name: str) -> None:
    edition = build_edition(name, seats=2)
    own = edition_info(name).section("judgement")["weights"]
    assert list(own) == list(family_of(edition).features)
    assert tuple(own.values()) == weights_for(edition)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_term_can_be_set_and_has_a_usual_weight(family: str) -> None:
    terms = set(family_named(family).features)
    assert terms <= {each.name for each in fields(GreedyBot)}
    assert terms - {"near"} <= set(USUAL)


def test_a_given_weight_replaces_the_edition_s_own() -> None:
    edition = build_edition("classic", seats=2)
    terms = family_of(edition).features
    own = dict(zip(terms, weights_for(edition), strict=True))
    changed = dict(zip(terms, weights_for(edition, {"room": 9.0}), strict=True))
    assert changed == own | {"room": 9.0}


def test_an_edition_of_somebody_else_may_say_what_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    section = {"judgement": {"weights": {"room": 3, "near": -1.5}}}
    register(monkeypatch, "ours_judged", sections=section)
    edition = build_edition("ours_judged", seats=2)
    weights = dict(zip(family_of(edition).features, weights_for(edition), strict=True))
    assert (weights["room"], weights["near"]) == (3.0, -1.5)
    assert weights["exits"] == USUAL["exits"]


def test_an_edition_that_says_nothing_is_judged_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, "ours_unjudged")
    edition = build_edition("ours_unjudged", seats=2)
    terms = family_of(edition).features
    assert weights_for(edition) == tuple(USUAL.get(term, 0.0) for term in terms)


@pytest.mark.parametrize(
    ("weights", "complaint"),
    [
        ({"daring": 1.0}, "weighs 'daring', of which its kernel knows nothing: it knows won, out"),
        ({"room": "much"}, "gives 'room' the weight 'much', which is no number"),
        ({"room": True}, "gives 'room' the weight True, which is no number"),
    ],
)
def test_weights_that_make_no_sense_are_refused(
    weights: dict[str, object], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch, "ours_misjudged", sections={"judgement": {"weights": weights}})
    with pytest.raises(EditionDataError, match=f"The judgement of Our Tsuro {complaint}"):
        weights_for(build_edition("ours_misjudged", seats=2))
