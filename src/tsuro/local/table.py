"""One table of a device: its game, its seats, and those who look at it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Final

from tsuro.core.ids import Seat
from tsuro.engine.course import Move
from tsuro.formats.wire.values import Tagged
from tsuro.local.bots import SIMPLE, decided
from tsuro.local.keeping import kept_text, replayed
from tsuro.telling import standing
from tsuro.telling.documents import TableDocument, table_info
from tsuro.telling.foresight import Foresight
from tsuro.telling.introducing import introduced
from tsuro.telling.log import Chronicle, Speech
from tsuro.telling.match import Line, lines_of
from tsuro.telling.messages import (
    PROTOCOL,
    Ack,
    Act,
    ClientMessage,
    Foresee,
    Ghosts,
    Guess,
    Hello,
    Look,
    Ping,
    Pong,
    Refresh,
    Shown,
    Speak,
    TableChanged,
    TableInfo,
    Undo,
    Welcome,
)
from tsuro.telling.refusals import Refusal, stale
from tsuro.telling.teller import Teller

ME: Final = frozenset({"me"})
"""Whoever holds the device holds all seats of people."""


@dataclass(slots=True, eq=False)
class Link:
    """Somebody who looks at the table; what they are told gathers in `told`."""

    number: int
    speech: Speech = field(default_factory=Speech)
    looking: Seat | None = None
    greeted: bool = False
    told: list[Tagged] = field(default_factory=list)

    def send(self, message: Tagged) -> None:
        self.told.append(message)


class LocalTable:
    def __init__(self, document: TableDocument, lines: Sequence[Line]) -> None:
        self.document = document
        self.match = replayed(document, lines)
        self.links: dict[int, Link] = {}
        self.changed = False
        """Whether there is something to be kept before anybody is told."""
        self._lines = list(lines)
        self._teller = self._new_teller()
        self._foresight: tuple[int, Foresight] | None = None
        """What has been tried out of the decision of a version."""

    def _new_teller(self) -> Teller:
        return Teller(self.match, Chronicle(self.match.edition, self.document.names))

    @property
    def id(self) -> str:
        return self.document.id

    @property
    def text(self) -> str:
        """All of it, to be kept."""
        return kept_text(self.document, self._lines)

    def begin(self) -> None:
        """Deal; every seat of a device is taken from the beginning."""
        self.document.status = "playing"
        self.match.started = True
        self._play(self.match.luck(), command=None)
        self.changed = True

    def info(self) -> TableInfo:
        decide = self.match.decide
        return table_info(
            self.document,
            ME,
            version=self.match.version,
            result=self.match.state.result,
            connected=self.document.people,
            to_act=None if decide is None else decide.seat,
            can_branch=standing.can_branch(self.document, self.match, ME),
            can_study=standing.can_study(self.document, self.match, ME),
        )

    def obey(self, link: Link, message: ClientMessage) -> None:
        """Carry out what a client says."""
        if not link.greeted and not isinstance(message, Hello):
            raise Refusal("bad_protocol", "The first message must be hello.")
        match message:
            case Hello():
                self._greet(link, message)
            case Act():
                self._act(link, message)
            case Undo():
                self._undo(link, message)
            case Foresee():
                self._foresee(link, message)
            case _:
                self._oblige(link, message)

    def _oblige(self, link: Link, message: Look | Speak | Refresh | Guess | Ping) -> None:
        """What concerns nobody's game."""
        match message:
            case Look():
                self._look(link, message)
            case Speak():
                link.speech = Speech(message.language, message.exact)
                link.send(self._shown(link))
            case Refresh():
                link.send(self._shown(link))
            case Guess():
                raise Refusal("guess_refused", "Only onlookers guess; here there are none.")
            case Ping():
                link.send(Pong())

    def _greet(self, link: Link, hello: Hello) -> None:
        if link.greeted:
            raise Refusal("bad_protocol", "Hello has been said already.")
        if hello.protocol != PROTOCOL:
            raise Refusal("bad_protocol", f"This table speaks protocol {PROTOCOL}.")
        link.greeted, link.speech = True, Speech(hello.language, hello.exact)
        link.looking = self._usual_look(link)
        game, tiles = introduced(self.match.edition)
        link.send(
            Welcome(
                protocol=PROTOCOL,
                table=self.info(),
                you=self.document.owned(ME),
                game=game,
                tiles=tiles,
                shown=self._shown(link),
            )
        )

    def _usual_look(self, link: Link) -> Seat | None:
        owned = self.document.owned(ME)
        if len(owned) == 1:
            return Seat(owned[0])
        return link.looking if link.looking in owned else None

    def _act(self, link: Link, message: Act) -> None:
        """Play a decision; one that was played already is only answered."""
        done = standing.done_before(self.document, self.match, ME, message)
        if done is not None:
            link.send(Ack(id=message.id, version=done))
            return
        moves = self.match.chosen(message.seat, message.action)
        self._play(moves, command=message.id, answers=link)

    def _undo(self, link: Link, message: Undo) -> None:
        done = standing.done_before(self.document, self.match, ME, message)
        if done is not None:
            link.send(Ack(id=message.id, version=done))
            return
        keep = standing.undo_to(self.document, self.match, message.seat)
        line = Line("undo", message.seat, message.id, str(keep))
        self._lines.append(line)
        self.match.drop(keep, line)
        self.changed = True
        self._teller.forget(keep)
        link.send(Ack(id=message.id, version=self.match.version))
        for each in self._greeted():
            each.send(self._shown(each))

    def _foresee(self, link: Link, message: Foresee) -> None:
        """Show whoever decides what options would do."""
        decide, version = self.match.decide, self.match.version
        if message.version != version:
            raise stale(message.version, version)
        if decide is None or link.looking != decide.seat:
            raise Refusal("not_your_turn", "Only the seat that decides is shown its options.")
        if self._foresight is None or self._foresight[0] != version:
            of = Foresight.of(self.match.edition, self.match.state, decide)
            self._foresight = version, of
        foresight = self._foresight[1]
        wanted = foresight.asked_for(message.actions, decide.rule)
        ghosts = {notation: foresight.ghost(notation) for notation in wanted}
        link.send(Ghosts(version=version, ghosts=ghosts))

    def _look(self, link: Link, message: Look) -> None:
        if message.seat is not None and message.seat not in self.document.owned(ME):
            raise Refusal("not_your_seat", f"Seat {message.seat} is not yours.")
        link.looking = None if message.seat is None else Seat(message.seat)
        link.send(self._shown(link))

    def _shown(self, link: Link) -> Shown:
        undo = standing.may_undo(self.document, self.match, link.looking)
        return self._teller.shown(link.looking, link.speech, clock=None, undo=undo)

    def _play(
        self, moves: Sequence[Move], *, command: str | None, answers: Link | None = None
    ) -> None:
        lines = lines_of(moves, command)
        out = len(self.match.state.exits)
        self.match.take_over(moves, lines)
        self._lines += lines
        self.changed = True
        if self.match.over:
            self.document.status = "finished"
        self._tell_played(len(self.match.moves) - len(moves), answers, command)
        if self.match.over or len(self.match.state.exits) > out:
            # Whoever is out may do other things now.
            self.tell_all(TableChanged(table=self.info()))

    def _tell_played(self, start: int, answers: Link | None, command: str | None) -> None:
        """One message a decision, as each of them may know it."""
        for end in self.match.decision_ends(start):
            telling = self._teller.telling(start, end)
            for link in self._greeted():
                message = telling.message(
                    link.looking,
                    link.speech,
                    answers=command if link is answers else None,
                    clock=None,
                    undo=standing.may_undo(self.document, self.match, link.looking),
                )
                link.send(message)
            start = end

    def tell_all(self, message: Tagged) -> None:
        for link in self._greeted():
            link.send(message)

    def _greeted(self) -> Iterable[Link]:
        return [link for link in self.links.values() if link.greeted]

    @property
    def awaits_bot(self) -> bool:
        """Whether a bot is to decide; in a lesson what was done stays to be looked at."""
        decide = self.match.decide
        if decide is None or self.document.lesson:
            return False
        return self.document.seats[decide.seat].kind == "bot"

    def let_bot_decide(self, seed: int) -> None:
        decide = self.match.decide
        assert decide is not None
        action = decided(self.document.seats[decide.seat].bot or SIMPLE, self.match, seed)
        self._play(self.match.chosen(decide.seat, action), command=None)

    def leave(self, seat: int) -> None:
        """A bot plays on for somebody who has had enough."""
        draft = deepcopy(self.document)
        standing.given_up(draft, seat, ME, SIMPLE)
        self.reseat(draft)

    def reseat(self, document: TableDocument) -> None:
        self.document = document
        self.changed = True
        self._teller = self._new_teller()
        for link in self._greeted():
            looking = self._usual_look(link)
            if looking != link.looking:
                link.looking = looking
                link.send(self._shown(link))
        self.tell_all(TableChanged(table=self.info()))
