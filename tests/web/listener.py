"""Somebody who sees nothing: knows the page by roles, names and announcements alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from playwright.sync_api import Locator, Page, expect

NODE: Final = re.compile(
    r"""^(?P<depth> *)- '?(?P<role>\w+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<rest>.*)$"""
)
SAID: Final = "Announcements"
HAND: Final = "Your hand"
PLACES: Final = "Places to choose from"
PILES: Final = "Piles to draw from"
OTHERS: Final = "Other choices"
GROUPS: Final = (PLACES, PILES, HAND, OTHERS)
"""Where decisions are made."""
LYING: Final = "Tile before your pawn"
OVER: Final = "The game is over"
DECISIONS: Final = 300
LOST: Final = re.compile(r"\bYou: (?!still on the board)")
BARRED: Final = "Not allowed"
AGAIN: Final = "\u200b"
"""What the page adds to a sentence that it says once more."""


@dataclass(frozen=True)
class Node:
    """What a screen reader knows of one thing on the page."""

    role: str
    name: str
    within: tuple[str, ...]
    """Names of what is around it."""
    disabled: bool
    pressed: bool


@dataclass
class Listener:
    page: Page
    heard: list[str] = field(default_factory=list)
    """What was announced of tiles and places."""

    def hear(self) -> list[Node]:
        """The whole page, as it is read out."""
        nodes: list[Node] = []
        around: list[tuple[int, str]] = []
        for line in self.page.locator("body").aria_snapshot().splitlines():
            found = NODE.match(line)
            if found is None:
                continue
            depth, name, rest = len(found["depth"]), found["name"] or "", found["rest"]
            name = name.replace("''", "'").replace('\\"', '"')
            while around and around[-1][0] >= depth:
                around.pop()
            within = tuple(each for _, each in around)
            disabled, pressed = "[disabled]" in rest, "[pressed]" in rest
            nodes.append(Node(found["role"], name, within, disabled, pressed))
            around.append((depth, name))
        return nodes

    def buttons(self, within: str = "") -> list[Node]:
        """What can be pressed, in a group or anywhere."""
        return [
            node
            for node in self.hear()
            if node.role == "button" and not node.disabled and (not within or within in node.within)
        ]

    def press(self, name: str) -> None:
        """As a screen reader presses: without a pointer."""
        button = self.page.get_by_role("button", name=name, exact=True)
        button.focus()
        self.page.keyboard.press("Enter")

    @property
    def voice(self) -> Locator:
        return self.page.get_by_role("status", name=SAID)

    @property
    def said(self) -> str:
        return self.voice.text_content() or ""

    def describe(self) -> str:
        """Asks by key what is held or pointed at, until that is known."""
        self.page.keyboard.press("d")
        self.heard.append(self.said.rstrip(AGAIN))
        return self.heard[-1]

    def wait_to_be_asked(self) -> bool:
        """Whether a decision is to be made; False once the game is over."""
        ready = self.page.get_by_role("region", name=OVER)
        for group in GROUPS:
            choices = self.page.get_by_role("group", name=group, exact=True)
            ready = ready.or_(choices.get_by_role("button", disabled=False))
        ready.first.wait_for(state="attached")
        return all(node.name != OVER for node in self.hear())

    def play_on(self) -> None:
        for _ in range(DECISIONS):
            if not self.wait_to_be_asked():
                return
            self.decide()
        raise AssertionError("the game does not end")

    def decide(self) -> None:
        groups = {name: self.buttons(name) for name in GROUPS}
        if groups[PLACES]:
            self.point(groups[PLACES])
        elif groups[PILES]:
            self.press(groups[PILES][0].name)
        elif groups[HAND]:
            self.lay(groups[HAND])
        else:
            self.press(groups[OTHERS][0].name)

    def point(self, places: list[Node]) -> None:
        """Asks about places, from the middle on, until one is not said to be the end."""
        middle = len(places) // 2
        for place in (*places[middle:], *places[:middle]):
            if place.pressed:
                said = self.describe()
            else:
                before = self.said
                self.press(place.name)
                said = self.listen(before)
            if not LOST.search(said):
                break
        self.press("Play")

    def lay(self, tiles: list[Node]) -> None:
        """Turns one tile after the other until one is said to stay on the board."""
        allowed: tuple[int, int] | None = None
        for number in range(len(tiles)):
            said = self.take(number)
            for turns in range(4):
                if BARRED not in said:
                    allowed = allowed or (number, turns)
                    if not LOST.search(said):
                        return self.press("Play")
                said = self.turn()
        assert allowed is not None, "nothing that can be played was announced"
        self.take(allowed[0])
        for _ in range(allowed[1]):
            self.turn()
        self.press("Play")

    def take(self, number: int) -> str:
        tile = self.buttons(HAND)[number]
        if tile.pressed or tile.name.startswith(LYING):
            return self.describe()
        before = self.said
        self.press(tile.name)
        return self.listen(before)

    def turn(self) -> str:
        before = self.said
        self.press("Turn right")
        return self.listen(before)

    def listen(self, before: str) -> str:
        """The next announcement."""
        expect(self.voice).not_to_have_text(before)
        self.heard.append(self.said.rstrip(AGAIN))
        return self.heard[-1]
