"""What a person reads and sees at the terminal when a decision is to be made."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.text import Text

from tests.cli.recorded import decisions, golden_games, table_where
from tests.cli.test_play_keys import Memory, play, table_of
from tsuro.cli.terminal.lessons import help_pages
from tsuro.cli.terminal.lines import play_with_lines
from tsuro.cli.terminal.pages import page
from tsuro.cli.terminal.screen import Key
from tsuro.cli.terminal.table import TerminalTable
from tsuro.cli.terminal.trays import Group, Tray
from tsuro.cli.terminal.words import FLIPS, QUESTIONS, effect, ghost, question, standing
from tsuro.core.actions import Flip, Keep, Relocate, Stay, Swap, Withdraw
from tsuro.core.asks import Decide
from tsuro.core.ids import Seat, TileId
from tsuro.core.state import GameState
from tsuro.core.tiles import Laid
from tsuro.editions.registry import EDITIONS, build_edition
from tsuro.formats.ascii import draw_text, draw_tile_text
from tsuro.formats.ascii.layout import FULL, SCALES
from tsuro.formats.prose import EnglishNarrator
from tsuro.rules.exchange import Exchange
from tsuro.rules.seas.daikaiju import watch_of

SIZES = [(110, 45), (80, 24)]


def flat(frame: str) -> str:
    return " ".join(frame.split())


def swapping(edition: str = "classic") -> TerminalTable:
    return table_where(edition, lambda _, decide: Keep() in decide.options)


def withdrawing(immolate: str) -> TerminalTable:
    """A table at which a pawn may be taken off; the records have both settings of the switch."""
    _, _, state, decide = next(
        found
        for found in decisions("phoenix")
        if Withdraw() in found[3].options and found[0].edition.switches["immolate"] == immolate
    )
    return table_where("phoenix", lambda one, other: (one, other) == (state, decide))


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("edition", ["classic", "seas"])
def test_the_eliminated_hand_is_pictured(edition: str, width: int, height: int) -> None:
    table = swapping(edition)
    exchange = table.game.state.part(Exchange)
    frame = play(table, [], width=width, height=height)[-1]
    assert "Your tiles" in frame
    for loser in exchange.losers:
        assert f"{table.names[loser]}’s tiles" in frame
    for tile in (*exchange.mine, *(tile for _, tile in exchange.pool)):
        assert tile in frame
        assert any(
            all(
                line in frame
                for line in draw_tile_text(table.game.edition, Laid(tile, 0), scale=scale)
            )
            for scale in SCALES
        )
    assert "q quit" in frame
    assert len(frame.split("\n")) <= height


def test_the_highlighted_swap_is_marked_on_both_sides() -> None:
    table = swapping()
    frame = play(table, [Key.TAB, Key.RIGHT])[-1]
    swap = table.game.options[2]
    assert isinstance(swap, Swap)
    assert f"▸{swap.give}◂" in frame
    assert f"▸{swap.take}◂" in frame


def test_many_hands_leave_room_for_the_highlighted_tiles_only() -> None:
    edition = build_edition("classic", seats=8)
    tiles = [Laid(TileId(f"T{number:02}"), 0) for number in range(1, 25)]
    groups = [Group(tuple(tiles[n : n + 3]), heading=f"{n}") for n in range(0, 24, 3)]
    groups[0] = Group(groups[0].tiles, tiles[1], "Yours")
    tray = Tray(edition, tuple(groups))
    every = tray.pictures(FULL, width=80)
    assert len(every) == 28, "six tiles in each of four rows, with headings"
    assert all(line.cell_len <= 80 for line in every)
    few = _text(tray.chosen_only().pictures(FULL, width=80))
    assert "▸T02◂" in few
    assert "T03" not in few


def test_a_hand_wider_than_the_window_goes_on_below() -> None:
    edition = build_edition("classic", seats=2)
    tiles = tuple(Laid(TileId(f"T{number:02}"), 0) for number in range(1, 8))
    lines = Tray(edition, (Group(tiles),)).pictures(FULL, width=44)
    assert max(line.cell_len for line in lines) <= 44
    assert all(laid.tile in _text(lines) for laid in tiles)


def _text(lines: list[Text]) -> str:
    return "\n".join(line.plain for line in lines)


def test_the_text_board_draws_the_hand_to_take_from_for_its_taker_only() -> None:
    game = swapping().game
    taker = game.to_act
    (loser,) = game.state.part(Exchange).losers
    drawn = draw_text(game.edition, game.state, viewer=taker)
    assert f"hand of seat {loser}" in drawn
    assert all(tile in drawn for tile in game.state.hands[loser])
    for seat in map(Seat, range(game.edition.seats)):
        if seat != taker:
            other = draw_text(game.edition, game.state, viewer=seat)
            assert not any(tile in other for tile in game.state.hands[loser])
            assert (f"hand of seat {loser}" in other) == (seat == loser)


def test_a_ship_before_a_daikaiju_must_move_and_one_that_was_passed_may() -> None:
    forced = table_where("seas", lambda _, decide: isinstance(decide.options[0], Relocate)).game
    assert "must go to another mark" in question(forced.state, forced.decide)
    assert "may" not in question(forced.state, forced.decide)
    free = table_where("seas", lambda _, decide: Stay() in decide.options)
    asked = question(free.game.state, free.game.decide)
    assert "you may go to another mark of this side, or stay" in asked
    assert "Tab: go to another mark" in play(free, [])[-1]
    # Where the ship has to go away no tile can be laid.
    assert "+" not in draw_text(forced.edition, forced.state).replace(" + ", "")


def test_a_flip_is_asked_with_its_reason() -> None:
    asked = {
        question(state, decide).replace(str(decide.options[0].cell), "{cell}")
        for _, _, state, decide in decisions("phoenix")
        if isinstance(decide.options[0], Flip)
    }
    assert asked == set(FLIPS.values())


@pytest.mark.parametrize("switch", ["next_turn", "same_turn"])
def test_withdrawing_says_what_it_costs(switch: str) -> None:
    edition = build_edition("phoenix", seats=2, switches={"immolate": switch})
    said = effect(EnglishNarrator(edition, ["Ada", "Ben"]), Withdraw(), ())
    assert "Life token" in said
    assert "your tiles are discarded" in said
    assert ("your turn ends here" in said) == (switch == "next_turn")
    assert ("you rise at once" in said) == (switch == "same_turn")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_withdrawing_is_explained_on_the_screen(width: int, height: int) -> None:
    frame = flat(play(withdrawing("same_turn"), [Key.TAB], width=width, height=height)[-1])
    assert "Life token" in frame
    assert "Enter do it" in frame


def test_withdrawing_is_explained_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("options\n"))
    play_with_lines(withdrawing("same_turn"), record=None)
    assert "withdraw: your tiles are discarded" in capsys.readouterr().err


def test_dice_are_shown_with_their_sum() -> None:
    def quiet(state: GameState, decide: Decide) -> bool:
        dice = watch_of(state).dice if "watch" in {part.key for part in state.parts} else None
        return dice is not None and sum(dice) not in (6, 7, 8)

    table = table_where("seas", quiet)
    gold, blue = watch_of(table.game.state).dice or (0, 0)
    frame = flat(play(table, [], width=110, height=45)[-1])
    assert f"dice g{gold} + b{blue} = {gold + blue}" in frame
    assert f"The dice showed {gold} + {blue} = {gold + blue}: the daikaiju" in frame


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_title_says_which_switches_are_on(edition: str) -> None:
    frame = flat(play(table_of(edition, "human", "random"), [], width=120, height=45)[-1])
    assert ("Tsuro: Phoenix Rising · Winds of Change · set-up" in frame) == (edition == "phoenix")


def lesson(name: str, **switches: str) -> str:
    """The first page of help."""
    (_, lines), _ = help_pages(build_edition(name, seats=2, switches=switches))
    return " ".join(lines)


def test_the_phoenix_help_tells_what_is_special_and_claims_no_bans() -> None:
    told = lesson("phoenix")
    for word in ("rises", "Life token", "the round is played to its end", "Nothing is forbidden"):
        assert word in told
    assert "Winds of Change" not in told
    winds = lesson("phoenix", winds_of_change="on")
    assert "Winds of Change" in winds
    assert "loop takes nobody off" in winds


@pytest.mark.parametrize("edition", EDITIONS)
def test_help_speaks_of_bans_where_there_are_some(edition: str) -> None:
    """As the recorded games show."""
    barred = any(decide.barred for _, _, _, decide in decisions(edition))
    assert ("are forbidden" in lesson(edition)) == barred


@pytest.mark.parametrize("edition", EDITIONS)
def test_help_fits_a_small_window(edition: str) -> None:
    switches = {"winds_of_change": "on"} if edition == "phoenix" else {}
    screen = Memory([], width=80, height=24)
    for title, lines in help_pages(build_edition(edition, seats=2, switches=switches)):
        with screen.console.capture() as captured:
            screen.console.print(page(title, lines, "any key"))
        assert len(captured.get().rstrip("\n").split("\n")) <= 24


def test_leaving_the_board_is_told_from_being_out() -> None:
    said: set[str] = set()
    for record, _, state, decide in decisions("phoenix"):
        narrator = EnglishNarrator(record.edition, [f"Seat {n}" for n in range(8)])
        for option in decide.options[::7]:
            told = effect(narrator, option, ghost(narrator, state, decide, option))
            said |= {each for each in (", to rise again", ", out") if each in told}
            assert "stranded" not in told, "the one is reason enough"
        if len(said) == 2:
            return
    pytest.fail(f"only {said} was ever said")


def test_every_question_is_a_question_or_says_what_to_do() -> None:
    assert all(each[-1] in "?." for each in (*QUESTIONS.values(), *FLIPS.values()))


def test_a_phoenix_out_of_the_game_had_no_way_to_rise() -> None:
    said = {
        standing(state, exit.seat)
        for edition in ("phoenix", "seas")
        for _, steps in golden_games(edition)
        for state in (steps[-1].state,)
        for exit in state.exits
    }
    assert any(each.endswith(": no way to rise") for each in said)
    assert any(each.endswith(": stranded") for each in said), "a ship that found no mark"
