"""A table as it is stored: who sits where and what was agreed; the moves are in the log."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from tsuro.core.ids import Seat
from tsuro.core.state import Result
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.telling.introducing import titles_of
from tsuro.telling.luck import Proof
from tsuro.telling.messages import BranchInfo, ClockRule, LuckInfo, SeatInfo, TableInfo
from tsuro.telling.refusals import Refusal

NAME_LENGTH: Final = 24
Status = Literal["waiting", "playing", "finished"]


@dataclass(slots=True, kw_only=True)
class Seating:
    kind: Literal["open", "person", "bot"]
    name: str = ""
    owner: str | None = None
    """Hash of the secret this seat belongs to; with a bot: who may take it back."""
    bot: str | None = None
    hotseat: bool = False
    part: str | None = ""
    """What its person added to the luck; None while it is awaited."""

    def release(self) -> None:
        """Make the seat free for anybody."""
        self.kind, self.owner, self.bot, self.name = "open", None, None, ""
        self.hotseat = False
        self.part = ""


@dataclass(slots=True, kw_only=True)
class TableDocument:
    id: str
    edition: str
    switches: dict[str, str]
    seats: list[Seating]
    first: int
    seed: str
    """Where luck comes from that cannot be checked; nobody is ever shown it."""
    secret: str | None = None
    """Where luck comes from together with what the seats added; shown when the game is over."""
    public: bool
    clock: ClockRule | None
    creator: str | None
    status: Status = "waiting"
    rematch: str | None = None
    branched_from: BranchInfo | None = None
    position: str | None = None
    """Where a what-if of an unfinished game begins."""
    others_play_on: bool = False
    """Whether this is a what-if of a game that other people were still playing: not analysed."""
    lesson: bool = False
    """Whether this is a step of a tutorial: only whoever learns decides, and nobody lists it."""
    rules_version: int = 1
    """The rules the game was begun under; tables from before this was noted follow version 1."""

    def build(self) -> Edition:
        return build_edition(
            self.edition,
            seats=len(self.seats),
            switches=self.switches,
            rules_version=self.rules_version,
        )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def bots(self) -> frozenset[int]:
        """Seats that nobody can take back; one whose owner only ran out of time is a person's."""
        return frozenset(
            n for n, seat in enumerate(self.seats) if seat.kind == "bot" and seat.owner is None
        )

    def owned(self, identity: Collection[str]) -> list[int]:
        """The seats that belong to somebody, by the hashes of the secrets they hold."""
        return [
            n
            for n, seat in enumerate(self.seats)
            if seat.kind == "person" and seat.owner in identity
        ]

    @property
    def proof(self) -> Proof | None:
        """What the luck is derived from, where it can be checked."""
        if self.secret is None:
            return None
        return Proof(self.secret, tuple(seat.part or "" for seat in self.seats))

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def awaited(self) -> list[int]:
        """Seats that have been asked to add to the luck, and have not yet."""
        return [n for n, seat in enumerate(self.seats) if seat.part is None]

    @property
    def people(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.kind == "person"]

    def seat(self, number: int) -> Seating:
        if not 0 <= number < len(self.seats):
            raise Refusal("no_such_seat", f"This table has the seats 0 to {len(self.seats) - 1}.")
        return self.seats[number]

    def alone(self, identity: Collection[str]) -> int | None:
        """The seat of somebody who plays against bots only, none of which a person may take back.

        Only here lines of a running game may be tried out: nobody else is harmed by it.
        """
        people = [n for n in range(len(self.seats)) if n not in self.bots]
        return people[0] if len(people) == 1 and people == self.owned(identity) else None


def clean_name(name: str) -> str:
    """A name fit for one line: no control or direction characters, no runs of blanks, not long."""
    kept = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", name)
        if char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return " ".join(kept.split())[:NAME_LENGTH].strip()


def seat_infos(
    seats: Sequence[Seating],
    *,
    connected: Collection[int],
    yours: Collection[int],
    away: Mapping[int, int] = MappingProxyType({}),
) -> list[SeatInfo]:
    return [
        SeatInfo(
            n=n,
            kind=seat.kind,
            name=seat.name,
            bot=seat.bot,
            connected=n in connected or seat.kind == "bot",
            away=away.get(n),
            yours=n in yours,
            reclaimable=seat.kind == "bot" and seat.owner is not None,
            hotseat=seat.hotseat,
        )
        for n, seat in enumerate(seats)
    ]


def luck_info(document: TableDocument) -> LuckInfo | None:
    """What anybody may know of the luck of a table: its secret only when nothing is to come."""
    proof = document.proof
    if proof is None:
        return None
    return LuckInfo(
        commitment=proof.commitment,
        secret=proof.secret if document.status == "finished" else None,
        parts=[seat.part for seat in document.seats],
    )


def table_info(
    document: TableDocument,
    identity: Collection[str],
    *,
    version: int = 0,
    result: Result | None = None,
    connected: Collection[int] = (),
    away: Mapping[int, int] = MappingProxyType({}),
    to_act: Seat | None = None,
    guesses: Collection[int] = (),
    spectators: int = 0,
    can_branch: bool = False,
    can_study: bool = False,
) -> TableInfo:
    """What anybody with the link may know of a table, as seen by one of them."""
    counts = [sum(guess == n for guess in guesses) for n in range(len(document.seats))]
    edition = document.build()
    titles = titles_of(edition)
    return TableInfo(
        id=document.id,
        edition=document.edition,
        title=edition.title,
        heading=titles.heading,
        switches=document.switches,
        switched=titles.switched,
        state=document.status,
        seats=seat_infos(
            document.seats, connected=connected, yours=document.owned(identity), away=away
        ),
        first=document.first,
        public=document.public,
        clock=document.clock,
        to_act=to_act,
        version=version,
        result=result,
        rematch=document.rematch,
        branched_from=document.branched_from,
        luck=luck_info(document),
        creator=document.creator is not None and document.creator in identity,
        can_branch=can_branch,
        can_study=can_study,
        guesses=counts,
        spectators=spectators,
    )
