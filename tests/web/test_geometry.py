"""Every kind of decision in windows of every size: nothing cut off, covered or astray."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.gallery import MOMENTS, SIZES, faults, measure, resize
from tests.web.person import FORESEEN, Person
from tests.web.test_every_decision import asked

Arrive = Callable[..., Person]
EDITIONS = sorted({moment.edition for moment in MOMENTS})
FEW_SIZES = ((320, 480), (390, 664), (844, 390), (1440, 900))
"""Other words and colours change little; words may be longer, though."""


@pytest.mark.parametrize(
    ("language", "dark", "sizes"), [("en", False, SIZES), ("de", True, FEW_SIZES)], ids=["en", "de"]
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_decision_fits_every_window(
    arrive: Arrive, edition: str, language: str, dark: bool, sizes: tuple[tuple[int, int], ...]
) -> None:
    person = arrive(language=language, dark=dark)
    found: list[str] = []
    for moment in MOMENTS:
        if moment.edition != edition:
            continue
        asked(person, moment.record, moment.step, moment.kind)
        for size in sizes:
            resize(person, size)
            wrong = faults(measure(person), size)
            found += [f"{moment.name} {size}: {each}" for each in wrong]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("size", [(390, 664), (844, 390), (1024, 768), (1440, 900)])
def test_turning_a_tile_moves_no_control(arrive: Arrive, size: tuple[int, int]) -> None:
    """Whatever is said of it: nothing, a fate, or that it is forbidden."""
    person = arrive()
    asked(person, "classic-3-00060", 28, "PlaceTile")
    resize(person, size)
    said: set[str] = set()

    def places() -> dict[str, tuple[float, float]]:
        return {
            each["words"]: (each["whole"]["left"], each["whole"]["top"])
            for each in measure(person)["controls"]
            if each["docked"]
        } | {"board": (measure(person)["board"]["left"], measure(person)["board"]["top"])}

    before = places()
    slots = person.page.locator(".slot:not(.idle)")
    tops = [slots.nth(n).evaluate("slot => slot.offsetTop") for n in range(slots.count())]
    for number in range(slots.count()):
        slots.nth(number).click()
        for _ in range(4):
            person.page.wait_for_selector(FORESEEN)
            said.add(person.page.locator(".prompt p").get_attribute("class") or "")
            assert places() == before
            assert tops == [
                slots.nth(n).evaluate("slot => slot.offsetTop") for n in range(slots.count())
            ]
            person.page.keyboard.press("r")
    assert len(said) > 1, "one message alone proves nothing"
