"""What a teller remembers must not outlive what it tells of."""

from __future__ import annotations

from tsuro.core.ids import Seat
from tsuro.editions.registry import build_edition
from tsuro.telling.log import Chronicle
from tsuro.telling.match import Line, Match, lines_of
from tsuro.telling.teller import Teller


def test_a_move_that_was_taken_back_leaves_the_log() -> None:
    edition = build_edition("pocket", seats=2)
    match = Match(edition, first=0, seed="1", position=None)
    match.started = True
    dealt = match.luck()
    match.take_over(dealt, lines_of(dealt, None))
    teller = Teller(match, Chronicle(edition, ("Ada", "Bob")))
    keep = len(match.moves)

    def told(option: int) -> list[str]:
        """The log after seat 0 has chosen a start place."""
        assert match.decide is not None
        moves = match.decided(match.decide.options[option])
        match.take_over(moves, lines_of(moves, None))
        return [line.text for line in teller.log(Seat(1), "en", len(match.moves))]

    first = told(3)
    match.drop(keep, Line("undo", 0, "back", str(keep)))
    teller.forget(keep)
    second = told(7)
    assert first[:-1] == second[:-1]
    assert first[-1] != second[-1]
    assert [line.text for line in teller.log(Seat(1), "en", keep)] == first[:-1]
