"""The editions there are, by name; light enough to be read before anything is played."""

from __future__ import annotations

from typing import Final

TITLES: Final = {
    "classic": "Classic Tsuro",
    "kosmos": "Kosmos Tsuro",
    "pocket": "Pocket Tsuro",
    "seas": "Tsuro of the Seas",
    "phoenix": "Tsuro: Phoenix Rising",
}
"""What each edition is called. `tsuro.editions.<name>` holds it, as `<NAME>`."""
MIN_SEATS: Final = 2
MAX_SEATS: Final = 8
