"""Somebody who plays through the page as a person would: looks, points, turns and clicks."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.support.waiting import PATIENCE

WIDE: Final = {"width": 1440, "height": 900}
PHONE: Final = {"width": 390, "height": 844}
DECISIONS: Final = 400
CONTROLS: Final = (".curtain", ".target", ".pile", "[data-swap]", ".slot:not(.idle)")
"""What decisions are made with; the first that is there counts."""
FIRST_CONTROL: Final = "controls => controls.find((each) => document.querySelector(each)) ?? null"
FORESEEN: Final = ".prompt[aria-busy=false]"
"""What is held up has been foreseen, as far as it can be."""
OUTLOOK: Final = """() => [
  document.querySelector(".play")?.getAttribute("aria-disabled") === "false",
  [...document.querySelectorAll('.fates .lost')].some((each) => /you/i.test(each.textContent)),
]"""
"""Asked at once: every question to a browser takes its time."""


@dataclass
class Person:
    page: Page
    address: str
    errors: list[str] = field(default_factory=list)
    """What the page complained of; empty if all is well."""
    confirms: bool = True
    """Whether the page asks before a move is played."""
    kinds: set[str] = field(default_factory=set)
    """Controls that were used."""

    @classmethod
    def arrive(
        cls,
        browser: Browser,
        address: str,
        *,
        size: dict[str, int] | None = None,
        scale: float = 1,
        confirm: bool = True,
        **settings: Any,
    ) -> Person:
        context = new_context(browser, size or WIDE, {"confirm": confirm, **settings}, scale)
        person = cls(context.new_page(), address, confirms=confirm)
        person.page.set_default_timeout(1000 * PATIENCE)
        person.page.on("pageerror", lambda error: person.errors.append(str(error)))
        return person

    def go_home(self) -> None:
        self.page.goto(self.address)
        expect(self.page.get_by_role("heading", name="Tsuro", exact=True)).to_be_visible()

    def start(self, edition: str) -> str:
        """Two clicks at most from home to a game against bots; the table's name."""
        self.go_home()
        self.page.click(f"[data-edition={edition}]")
        self.page.wait_for_selector("main.table svg.board")
        return self.table

    @property
    def table(self) -> str:
        return self.page.url.split("#/t/")[1]

    @property
    def over(self) -> bool:
        return self.page.locator("[data-testid=verdict]").count() > 0

    @property
    def is_out(self) -> bool:
        return self.page.get_by_role("heading", name="You are out").count() > 0

    def wait_to_be_asked(self) -> bool:
        """Whether a decision is to be made; False once the game is over."""
        ready = "main[data-asked=true], [data-testid=verdict], .curtain"
        self.page.wait_for_selector(ready)
        return not self.over

    def wait_for_either(self) -> bool:
        """Whether this or the second seat must decide; False once the game is over."""
        either = "main[data-asked=true], [data-testid=verdict], .players li.active:nth-child(2)"
        self.page.wait_for_selector(either)
        return not self.over

    def follow(self, other: Person) -> None:
        """Waits until this page shows what the other has come to: until then it shows the past."""
        self.page.wait_for_function(
            "step => Number(document.querySelector('main').dataset.step) >= Number(step)",
            arg=other.step,
        )

    @property
    def is_asked(self) -> bool:
        return self.page.locator("main[data-asked=true]").count() > 0

    def play_on(self, decisions: int = DECISIONS) -> None:
        """Decides by mouse until the game is over or enough has been decided."""
        for _ in range(decisions):
            if not self.wait_to_be_asked():
                return
            self.decide()

    def decide(self) -> None:
        step = self.step
        match self.page.evaluate(FIRST_CONTROL, CONTROLS):
            case ".curtain":
                self.page.locator(".curtain button").click()
            case ".target":
                self.point()
            case ".pile":
                self.use("piles").page.locator(".pile").first.click()
            case "[data-swap]":
                self.exchange()
            case ".slot:not(.idle)":
                self.lay()
            case _:
                self.use("buttons").page.locator(".actions [data-action]").first.click()
        self.page.wait_for_function(
            "step => document.querySelector('main').dataset.step !== step"
            " || document.querySelector('main').dataset.asked === 'true'",
            arg=step,
        )

    @property
    def step(self) -> str:
        return self.page.locator("main").get_attribute("data-step") or ""

    def use(self, kind: str) -> Person:
        self.kinds.add(kind)
        return self

    def point(self) -> None:
        """Chooses a place on the board, looks at it, and confirms."""
        targets = self.page.locator(".target")
        target = targets.nth(targets.count() // 2)
        shape = (target.get_attribute("class") or "").split()[1]
        self.use(shape)
        target.locator(".spot, .area, .handle circle").first.click()
        if self.confirms:
            self.press_play()

    def press_play(self) -> None:
        self.page.locator(".play").click()

    def exchange(self) -> None:
        self.use("exchange")
        self.page.locator("[data-swap=give]").first.click()
        self.page.locator("[data-swap=take]").first.click()
        button = self.page.locator(".play")
        if button.is_enabled():
            button.click()
        else:
            self.page.locator("[data-action=keep]").click()

    def lay(self) -> None:
        """Tries tiles and turns until one keeps the own pawn on the board, else any allowed one."""
        slots = self.page.locator(".slot:not(.idle)")
        allowed: tuple[int, int] | None = None
        for number in range(slots.count()):
            if self._pick(slots.nth(number)) == "turn":
                self.use("turn")
            for turns in range(4):
                can_play, lost = self.outlook
                if can_play and allowed is None:
                    allowed = (number, turns)
                if can_play and not lost:
                    return self.use("tile").press_play()
                self.page.keyboard.press("r")
        assert allowed is not None, "no placement can be played"
        number, turns = allowed
        self._pick(slots.nth(number))
        for _ in range(4):
            if self.can_play:
                return self.use("tile").press_play()
            self.page.keyboard.press("r")
        raise AssertionError("the allowed placement was not found again")

    def hold_up(self) -> bool:
        """Holds a tile over its cell in a way that is safe; False if none is, or none is asked."""
        if not self.page.locator(".play").count():
            return False
        slots = self.page.locator(".slot:not(.idle)")
        for number in range(slots.count()):
            self._pick(slots.nth(number))
            for _ in range(4):
                if self.outlook == (True, False):
                    return True
                self.page.keyboard.press("r")
        return False

    @property
    def held(self) -> str:
        """What lies over its cell, and how it is turned."""
        return str(self.page.locator("svg.board .held .turning").evaluate("it => it.outerHTML"))

    def _pick(self, slot: Locator) -> str:
        if slot.get_attribute("data-tile") is None:
            return "turn"
        if slot.get_attribute("aria-pressed") != "true":
            slot.click()
        return "tile"

    @property
    def can_play(self) -> bool:
        return self.page.locator(".play").is_enabled()

    @property
    def outlook(self) -> tuple[bool, bool]:
        """Whether what is held up can be played, and whether the own pawn would be lost."""
        self.page.wait_for_selector(FORESEEN)
        can_play, lost = self.page.evaluate(OUTLOOK)
        return can_play, lost

    def close(self) -> None:
        self.page.context.close()


def new_context(
    browser: Browser, size: dict[str, int], settings: dict[str, Any], scale: float = 1
) -> BrowserContext:
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        device_scale_factor=scale,
        locale="en",
        has_touch=size == PHONE,
        color_scheme="dark" if settings.pop("dark", False) else "light",
        reduced_motion="reduce",
    )
    wanted = {"language": "en", "guideSeen": True, "opponents": 2, **settings}
    context.add_init_script(
        f"localStorage.getItem('tsuro.settings')"
        f" || localStorage.setItem('tsuro.settings', {json.dumps(json.dumps(wanted))})"
    )
    return context
