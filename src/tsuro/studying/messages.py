"""Analyses on the wire: what is asked, and the JSON lines that come while it is worked out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from tsuro.core.actions import Decision
from tsuro.formats.wire.bounds import Bounds
from tsuro.formats.wire.schema import Inward
from tsuro.formats.wire.values import Tagged
from tsuro.telling.messages import Ghost, TableId, Version


@dataclass(frozen=True, slots=True, kw_only=True)
class Study(Inward):
    """Of a table or of the text of a record: one position, or all decisions in short."""

    table: TableId | None = None
    record: Annotated[str, Bounds(most=262_144)] | None = None
    at: Version | None = None
    """Steps before the position; null for the present one."""
    scan: bool = False
    """Look at every decision for a moment instead, to find where the most was lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What is thought of one option."""

    option: Decision
    ghost: Ghost
    shares: list[float]
    """The share of the win each seat may expect if it is taken."""
    errors: list[float]
    """Standard errors of the shares."""
    visits: int
    survival: float
    """The chance that the deciding seat is still in when its next turn comes."""
    line: list[str]
    """The play that is expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Studied(Tagged):
    """A position as far as it is known by now; the next line of the answer knows more."""

    at: int
    """Steps before the decision that was looked at: at `at` itself, or the next one after it."""
    seat: int | None
    """Who decides there; null if the game is over."""
    shares: list[float]
    """The share of the win each seat may expect, as the deciding seat can know it."""
    options: list[Estimate]
    """The best ones, best first; none where the asker may not know them."""
    played: Estimate | None
    """The option that was taken in the game."""
    loss: float | None
    """How much of the win the deciding seat gave away by it."""
    error: float | None
    """The standard error of the loss."""
    visits: int
    note: str
    """How it was found out."""
    progress: float
    """From 0 to 1; with 1 nothing more comes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned(Tagged):
    """A decision of the game, looked at for a moment; those that seem dearest come once more."""

    at: int
    seat: int
    shares: list[float]
    played: str | None
    """Null where the asker may not know it."""
    best: str | None
    loss: float | None
    error: float | None
    confirmed: bool
    """Whether the loss was found again by a second look; the first tends to see too much."""
    progress: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed(Tagged):
    """Nothing more comes."""

    code: str
    message: str


StudyLine = Studied | Scanned | Failed
