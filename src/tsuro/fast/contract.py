"""What every kernel offers, and which module of its room has it.

Templates take these functions from whichever kernel they are loaded for (`compile.load`), so each
has the same name, the same module and the same meaning in every room.
"""

from __future__ import annotations

from typing import Final

OFFERED: Final = {
    "deal_unseen": "hands",
    "features": "features",
    "is_luck": "play",
    "is_over": "options",
    "is_possible": "play",
    "laid_tile": "facts",
    "legal": "options",
    "measure": "facts",
    "outcomes": "outcomes",
    "play": "play",
    "play_outcome": "play",
    "presence": "facts",
    "roll": "play",
    "start_place": "facts",
    "to_act": "options",
}
"""Modules by function."""
