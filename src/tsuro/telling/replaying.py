"""Looking back: a game step by step as a viewer saw it, and its record."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.core.ids import Seat
from tsuro.formats.record import Record, format_record, name_headers, parse_record, record_of
from tsuro.formats.svg import draw_svg
from tsuro.telling.bilingual import switches_in_words
from tsuro.telling.documents import Seating, TableDocument, clean_name, seat_infos
from tsuro.telling.introducing import introduced
from tsuro.telling.log import Chronicle, Speech
from tsuro.telling.luck import is_hash, luck_headers, proof_in
from tsuro.telling.match import Match
from tsuro.telling.messages import Language, LuckInfo, SeatInfo, TableInfo
from tsuro.telling.position import Ends, ends_after, view_of
from tsuro.telling.refusals import Refusal
from tsuro.telling.requests import Replay, ReplayStep
from tsuro.telling.viewers import EVERYTHING, Viewer, action_for, events_for, state_for


def viewer_of(match: Match, owned: list[int]) -> Viewer:
    """Everything of a finished game; of a running one what the viewer's own seat has seen.

    Whoever holds several seats is shown none of their hands: the device is passed around.
    """
    if match.over:
        return EVERYTHING
    return Seat(owned[0]) if len(owned) == 1 else None


def replay_of_table(
    info: TableInfo, match: Match, names: tuple[str, ...], viewer: Viewer, language: Language
) -> Replay:
    game, tiles = introduced(match.edition)
    return Replay(
        table=info,
        edition=info.edition,
        switched=info.switched,
        game=game,
        seats=info.seats,
        tiles=tiles,
        complete=viewer == EVERYTHING,
        luck=info.luck,
        steps=list(replay_steps(match, names, viewer, language)),
    )


def bounded_record(text: str, most: int | None) -> Record:
    record = parse_record(text)
    if most is not None and len(record.actions) > most:
        raise Refusal("too_large", f"The record has more than {most} actions.")
    return record


def replay_of_record(text: str, language: Language, most: int | None = None) -> Replay:
    """A game that was written down; one of more than `most` actions is refused unplayed."""
    record = bounded_record(text, most)
    names = tuple(clean_name(name or "") for name in record.names)
    game, tiles = introduced(record.edition)
    return Replay(
        table=None,
        edition=record.edition.id,
        switched=switches_in_words(record.edition),
        game=game,
        seats=_record_seats(names),
        tiles=tiles,
        complete=True,
        luck=_record_luck(record),
        steps=list(replay_steps(Match.of_record(record), names, EVERYTHING, language)),
    )


def replay_steps(
    match: Match, names: tuple[str, ...], viewer: Viewer, language: Language
) -> Iterator[ReplayStep]:
    """The whole game so far as a viewer saw it, the opening first."""
    chronicle, speech = Chronicle(match.edition, names), Speech(language, exact=True)
    ends: Ends = {}
    for n in range(len(match.moves) + 1):
        step, move = match.before(n), match.moves[n - 1] if n else None
        events = events_for(step.events, viewer)
        ends = ends_after(ends, step.events)
        seat = None if move is None else move.seat
        yield ReplayStep(
            n=n,
            seat=seat,
            action=None if move is None else action_for(move, events),
            events=events,
            view=view_of(step.state, viewer, ends),
            log=chronicle.lines(n, seat, events, speech),
        )


def _record_luck(record: Record) -> LuckInfo | None:
    """What a record says of its luck, be it true or not."""
    names = ("LuckSecret", "LuckCommitment")
    if "Luck" not in record.headers or not all(is_hash(record.headers.get(n, "")) for n in names):
        return None
    proof = proof_in(record.headers, record.edition.seats)
    commitment = record.headers["LuckCommitment"]
    return LuckInfo(commitment=commitment, secret=proof.secret, parts=list(proof.parts))


def _record_seats(names: tuple[str, ...]) -> list[SeatInfo]:
    """Nobody is away from a game that is read from a file, and nobody is called a bot."""
    seats = [Seating(kind="person", name=name) for name in names]
    return seat_infos(seats, connected=range(len(seats)), yours=())


def record_text(match: Match, document: TableDocument) -> str:
    """The record of a finished game."""
    if document.position is not None:
        raise Refusal("no_record", "A what-if of an unfinished game has no beginning to record.")
    actions = [move.action for move in match.moves]
    headers = name_headers(document.names)
    if document.proof is not None and match.over:
        headers |= luck_headers(document.proof)
    return format_record(record_of(match.edition, actions, match.state, headers=headers))


def picture(match: Match, at: int, viewer: Viewer, *, dark: bool) -> str:
    """The board after `at` steps as a viewer sees it, trails of lost pawns included."""
    if at > len(match.moves):
        raise Refusal("no_such_step", f"The game has {len(match.moves)} steps, not {at}.")
    steps = (match.opening, *(move.step for move in match.moves[:at]))
    events = [event for step in steps for event in events_for(step.events, viewer)]
    state = state_for(match.before(at).state, viewer)
    return draw_svg(match.edition, state, events=events, dark=dark, first_seat=1)
