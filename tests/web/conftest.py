"""One server for all tests of the page, and a browser for each file of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.support.waiting import PATIENCE
from tests.web.browser import Running, build_page, launch, running_server
from tests.web.person import Person

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="session")
def running() -> Iterator[Running]:
    build_page()
    with running_server() as running:
        yield running


@pytest.fixture
def server(running: Running, request: pytest.FixtureRequest) -> str:
    """Its address; each test has luck of its own, the same in every run."""
    running.take_luck_of(request.node.nodeid)
    return running.address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each file: as long as it is there, its event loop runs in this thread, and tests of
    the server that come after it would find no room for theirs."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def arrive(browser: Browser, server: str) -> Iterator[Callable[..., Person]]:
    """Lets somebody come to the page; afterwards nothing may have gone wrong there."""
    people: list[Person] = []

    def come(**settings: Any) -> Person:
        people.append(Person.arrive(browser, server, **settings))
        return people[-1]

    yield come
    errors = [error for person in people for error in person.errors]
    for person in people:
        person.close()
    assert errors == []
