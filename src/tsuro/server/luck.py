"""Where a server's luck comes from: nobody can foretell it; tests put their own in its place."""

from __future__ import annotations

import secrets

SEED_BITS = 64
SECRET_BYTES = 32


def game_seed() -> str:
    """The seed of a new game's deals and dice."""
    return secrets.token_hex(16)


def game_secret() -> str | None:
    """What the luck of a new game is made of; None where luck cannot be checked."""
    return secrets.token_hex(SECRET_BYTES)


def thinking_seed() -> int:
    """The seed of one bot's decision, or of one guess at hidden tiles."""
    return secrets.randbits(SEED_BITS)
