"""Where a server's luck comes from: nobody can foretell it; tests put their own in its place."""

from __future__ import annotations

import secrets

SEED_BITS = 64


def game_seed() -> str:
    """The seed of a new game's deals and dice."""
    return secrets.token_hex(16)


def thinking_seed() -> int:
    """The seed of one bot's decision, or of one guess at hidden tiles."""
    return secrets.randbits(SEED_BITS)
