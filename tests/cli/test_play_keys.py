"""Playing with keys, on a screen that only remembers what it was shown."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console, RenderableType

from tsuro.bots.base import Clock, Explanation
from tsuro.bots.clocks import PATIENCE
from tsuro.bots.random_bot import RandomBot
from tsuro.cli.terminal.keys import play_with_keys
from tsuro.cli.terminal.menu import Menu, choose_game
from tsuro.cli.terminal.screen import Key, Keyboard, Screen
from tsuro.cli.terminal.table import TerminalTable, seat_players
from tsuro.core.actions import Decision, Keep
from tsuro.core.ids import Seat
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.engine.views import PlayerView
from tsuro.formats.record import parse_record
from tsuro.game import Game


class Typist(Keyboard):
    """Presses keys as told, texts at one go; when there are no more, the input has ended."""

    def __init__(self, keys: Iterable[Key | str]) -> None:
        self._keys: Iterator[Key | str] = iter(keys)
        self._text: list[str] = []

    def read(self) -> Key | str:
        if not self._text:
            try:
                key = next(self._keys)
            except StopIteration:
                raise EOFError from None
            if isinstance(key, Key):
                return key
            self._text = list(key)
        letter = self._text.pop(0)
        return Key.ENTER if letter == "\r" else letter

    def has_more(self) -> bool:
        return bool(self._text)

    def wait(self, seconds: float) -> Key | str | None:
        return None


class Memory(Screen):
    """Remembers every picture as plain lines, cut to the size of the window."""

    def __init__(self, keys: Iterable[Key | str], *, width: int = 110, height: int = 45) -> None:
        console = Console(width=width, height=height, file=StringIO())
        super().__init__(console, Typist(keys))
        self.frames: list[str] = []

    def show(self, picture: RenderableType) -> None:
        with self.console.capture() as captured:
            self.console.print(picture)
        self.frames.append("\n".join(captured.get().rstrip("\n").split("\n")[: self.height]))


def table_of(edition: str, *seats: str, seed: int = 5, adviser: str = "greedy") -> TerminalTable:
    switches = {"winds_of_change": "on"} if edition == "phoenix" else {}
    built = build_edition(edition, seats=len(seats), switches=switches)
    return TerminalTable(Game(built, seed=seed), seat_players(seats), adviser=adviser)


def play(
    table: TerminalTable,
    keys: Iterable[Key | str],
    *,
    record: Path | None = None,
    pause: float = 0,
    width: int = 110,
    height: int = 45,
) -> list[str]:
    screen = Memory(keys, width=width, height=height)
    play_with_keys(table, screen, record=record, pause=pause)
    return screen.frames


def random_person(table: TerminalTable, seed: int) -> Iterator[Key | str]:
    """Types whatever is legal, as long as the game goes on; then presses a key."""
    rng = Random(seed)
    while not table.game.over:
        yield f"{rng.choice(table.game.options)}\r"
    yield " "


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("width", "height"), [(110, 45), (80, 24)])
def test_prompts_are_always_in_sight(edition: str, width: int, height: int) -> None:
    table = table_of(edition, "human", "random", "random")
    frames = play(table, random_person(table, 3), width=width, height=height)
    assert table.game.over
    for frame in frames[:-1]:
        assert "Enter do it" in frame
        assert "q quit" in frame
        assert table.game.edition.title in frame
    assert "Press any key" in frames[-1]
    assert max(len(frame.split("\n")) for frame in frames) <= height


def test_eight_players_fit_on_the_screen() -> None:
    table = table_of("seas", "human", *("random",) * 7)
    frames = play(table, random_person(table, 3), width=110, height=40)
    assert all("Random 7" in frame for frame in frames)


def test_the_highlighted_choice_is_told_and_drawn() -> None:
    table = table_of("classic", "human", "random", seed=4)
    keys = [*"a1.0", Key.ENTER, Key.RIGHT, Key.RIGHT, Key.RIGHT]
    frames = play(table, keys)
    assert "◇" in frames[-1] or "×" in frames[-1]
    assert "you → " in frames[-1] or "you ✗ " in frames[-1]


def test_a_barred_placement_is_shown_with_its_rule_but_not_played() -> None:
    table = table_of("classic", "human", "random", seed=7)
    table.game.play("a1.0")
    table.let_bot_play()
    (barred, *_) = table.game.decide.barred
    before = table.game.actions
    frames = play(table, [*str(barred.action), Key.ENTER])
    assert "CL-9 forbids it: it would take your own pawn off the board" in _flat(frames[-1])
    assert f"{barred.action} is not allowed: CL-9." in frames[-1]
    assert table.game.actions == before


def _flat(frame: str) -> str:
    """The panel without the board and its line breaks."""
    return " ".join(" ".join(line[56:].split()) for line in frame.split("\n"))


def test_typing_can_be_corrected() -> None:
    table = table_of("classic", "human", "random", seed=7)
    frames = play(table, [*"b1.9", Key.BACKSPACE, "1", Key.ENTER])
    assert "No choice begins with 'b1.9'." in "\n".join(frames)
    assert str(table.game.state.pawns[0].stop) == "b1.1"


def test_escape_clears_and_half_a_notation_is_not_enough() -> None:
    table = table_of("classic", "human", "random", seed=7)
    frames = play(table, [*"b1.1", Key.ESCAPE, *"c2", Key.ESCAPE, *"f3", Key.ENTER])
    assert "'f3' is not a whole choice; did you mean f3.2?" in frames[-1]
    assert table.game.state.pawns[0].stop is None


def test_undo_goes_back_to_the_own_decision() -> None:
    table = table_of("classic", "random", "human", "random", seed=7)
    play(table, [*"b1.1", Key.ENTER, Key.ENTER, Key.ENTER])
    assert len([a for a in table.game.actions if not str(a).startswith("*")]) > 7
    frames = play(table, ["u", "u", "u", "u"])
    assert "There is no decision of yours to take back." in frames[-1]
    assert table.game.to_act == 1
    assert table.game.state.turn.number == 0
    again = play(table, [*"b1.1", Key.ENTER, "u"])
    assert "Taken back." in again[-1]


def test_undo_gives_the_same_luck_and_the_same_bots_again() -> None:
    table = table_of("classic", "human", "random", "random", seed=7)
    play(table, [*"b1.1", Key.ENTER, Key.ENTER])
    first = table.game.actions
    play(table, ["u", Key.ENTER])
    assert table.game.actions == first


def test_a_hint_highlights_the_best_option_and_says_why() -> None:
    table = table_of("classic", "human", "random", seed=7)
    hint = table.hint()
    frames = play(table, ["h"])
    assert f"Hint: {hint.action}. Enter does it." in frames[-1]
    assert hint.lines[0].startswith(f"{hint.action}: You ")
    assert hint.lines[0] in _flat(frames[-1])
    assert "(greedy)" in frames[-1]
    assert "(greedy)" not in play(table, ["h", "b", "1", ".", "1", Key.ENTER])[-1], "it goes away"


def test_help_and_resizing_and_unknown_keys_change_nothing() -> None:
    table = table_of("seas", "human", "random", seed=7)
    before = table.game.actions
    frames = play(table, ["?", "x", Key.RESIZE, Key.HOME, Key.TAB, Key.BACK_TAB])
    assert any("How to play" in frame and "Daikaiju sink tiles" in frame for frame in frames)
    assert table.game.actions == before


def test_leaving_asks_and_saves(tmp_path: Path) -> None:
    record = tmp_path / "g.tsr"
    table = table_of("classic", "human", "random", seed=7)
    frames = play(table, ["q", "n", *"b1.1", Key.ENTER, "q", "y"], record=record)
    assert "Leave the game?" in frames[-1]
    assert "b1.1" in record.read_text()
    assert parse_record(record.read_text()).result == "*"


def test_at_one_keyboard_hands_are_hidden_in_between() -> None:
    table = table_of("classic", "human:Ada", "human:Ben", seed=7)
    keys = [Key.ENTER, *"b1.1", Key.ENTER, "x", Key.ENTER, *"c1.1", Key.ENTER, Key.ENTER, "u"]
    frames = play(table, keys)
    covers = [frame for frame in frames if "Pass the keyboard to" in frame]
    assert "Ada (seat 0)" in covers[0]
    assert "Ben (seat 1)" in covers[1]
    for tile in (*table.game.state.hands[0], *table.game.state.hands[1]):
        assert all(tile not in cover for cover in covers)
    assert "Undo is for games against bots" in frames[-1]
    ada, ben = table.game.state.hands
    turns = [frame for frame in frames if "Ada: " in frame]
    assert all(tile in turns[-1] for tile in ada)
    assert all(tile not in turns[-1] for tile in ben)


def test_bots_are_watched_with_pauses() -> None:
    table = table_of("pocket", "random", "random", seed=7)
    frames = play(table, [Key.RESIZE, " "], pause=0.01)
    assert table.game.over
    assert "Random 1 plays ..." in frames[0]
    assert "Press any key" in frames[-1]


def failing(*says: str) -> str:
    """A bot that is a program which ends at once, with some last words."""
    words = "; ".join(f"print({each!r}, file=sys.stderr)" for each in says)
    return f'exec:{sys.executable} -c "import sys; {words}"'


@pytest.mark.usefixtures("patient")
def test_a_bot_that_fails_is_told_beside_the_board() -> None:
    table = table_of("classic", "human", failing("some", "last " * 100), seed=7)
    frames = play(table, random_person(table, 3))
    complaint = "Exec forfeits a decision to luck: crashed: ended by itself; it complained: some"
    assert complaint not in _flat(frames[0])
    for frame in frames[2:]:
        assert complaint in _flat(frame)
        assert "last ..." in _flat(frame)
    assert len(table.complaints) == 1
    assert table.forfeits[Seat(1)] > 2


class Adviser(RandomBot):
    """A bot of one's own that can say what it thinks."""


class Liar(RandomBot):
    def explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> Explanation:
        told = super().explain(view, options, rng, clock)
        return replace(told, appraisals=(replace(told.appraisals[0], action=Keep()),))


class Muddled(RandomBot):
    def explain(
        self,
        view: PlayerView,
        options: Sequence[Decision],
        rng: Random | None = None,
        clock: Clock | None = None,
    ) -> Explanation:
        return None  # type: ignore[return-value]


def test_a_bot_of_ones_own_gives_hints() -> None:
    table = table_of("classic", "human", "random", adviser=f"python:{__name__}:Adviser")
    frames = play(table, ["h"])
    assert "Enter does it." in frames[-1]
    assert "(random)" in frames[-1]


@pytest.mark.parametrize(
    ("adviser", "says"),
    [("Liar", "ValueError: keep is not one of the options"), ("Muddled", "AttributeError")],
)
def test_a_bot_that_fails_to_give_a_hint_ends_nothing(adviser: str, says: str) -> None:
    table = table_of("classic", "human", "random", adviser=f"python:{__name__}:{adviser}")
    frames = play(table, ["h", *"a1.0", Key.ENTER, "q"])
    assert any(
        f"There is no hint, because its bot failed: {says}" in _flat(frame) for frame in frames
    )
    assert str(table.game.state.pawns[0].stop) == "a1.0"


class Choosy:
    """Notes how many options it was given, and whether it had a clock."""

    given: list[int] = []  # noqa: RUF012 - shared on purpose.
    timed: set[bool] = set()  # noqa: RUF012

    def choose(
        self, view: PlayerView, options: Sequence[Decision], rng: Random, clock: Clock | None = None
    ) -> Decision:
        self.given.append(len(options))
        self.timed.add(clock is not None and clock.remaining() <= PATIENCE)
        return rng.choice(options)


@pytest.mark.parametrize(("other", "hurried"), [("human", True), ("random", False)])
def test_bots_have_a_clock_where_a_person_waits(other: str, hurried: bool) -> None:
    """Else a search by iterations has its kernel compiled while somebody looks on."""
    table = table_of("classic", f"python:{__name__}:Choosy", other)
    Choosy.timed.clear()
    table.let_bot_play()
    assert Choosy.timed == {hurried}


def test_a_bot_without_a_choice_is_not_asked() -> None:
    table = table_of("classic", *(f"python:{__name__}:Choosy",) * 3, seed=2)
    offered = []
    Choosy.given.clear()
    while not table.game.over:
        offered.append(len(table.game.options))
        table.let_bot_play()
    assert 1 in offered
    assert Choosy.given == [count for count in offered if count > 1]


def test_the_menu() -> None:
    menu = Menu()
    for key in (Key.UP, Key.DOWN, Key.DOWN, Key.LEFT, Key.LEFT, "x", Key.RESIZE):
        menu.press(key)
    assert (menu.name, menu.opponents) == ("kosmos", 7)
    menu.press("3")
    assert menu.opponents == 3
    menu.press("9")
    menu.press(Key.RIGHT)
    assert menu.opponents == 4
    for key, level in ((Key.TAB, "tricky"), (Key.TAB, "dragon"), (Key.BACK_TAB, "tricky")):
        menu.press(key)
        assert menu.level == level
    assert choose_game(Memory([Key.ESCAPE])) is None
    chosen = choose_game(Memory([Key.ENTER]))
    assert chosen is not None
    assert (chosen.name, chosen.opponents, chosen.level) == ("classic", 2, "clever")
