"""Finished games whose luck can be checked, played by whoever plays at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from random import Random
from types import MappingProxyType

from tsuro.core.asks import Chance, Decide
from tsuro.editions.edition import Edition
from tsuro.editions.registry import build_edition
from tsuro.engine.play import advance, begin
from tsuro.formats.record import format_record, record_of
from tsuro.telling.luck import Proof, luck_headers

USUAL: Mapping[str, str] = MappingProxyType({})


def proof_of(name: object, seats: int) -> Proof:
    """A secret and parts made from a name; every other seat adds nothing."""
    secret = sha256(f"secret {name}".encode()).hexdigest()
    parts = [f"part-{name}.{seat}" if seat % 2 == 0 else "" for seat in range(seats)]
    return Proof(secret, tuple(part.replace(" ", "_") for part in parts))


def fair_game(edition: Edition, name: object, proof: Proof | None = None) -> str:
    """The record of a game that is played to its end."""
    proof = proof or proof_of(name, edition.seats)
    chance, rng, actions = proof.chance(), Random(f"decisions {name}"), []
    step = begin(edition, first=rng.randrange(edition.seats))
    while step.ask is not None:
        ask = step.ask
        action = chance.pick(ask) if isinstance(ask, Chance) else rng.choice(ask.options)
        assert isinstance(ask, Chance | Decide)
        actions.append(action)
        step = advance(edition, step, action)
    return format_record(record_of(edition, actions, step.state, headers=luck_headers(proof)))


def fair_games(edition: str, count: int, switches: Mapping[str, str] = USUAL) -> Iterator[str]:
    """Games with all numbers of seats in turn."""
    for number in range(count):
        built = build_edition(edition, seats=2 + number % 4, switches=dict(switches))
        yield fair_game(built, f"{edition} {number}")
