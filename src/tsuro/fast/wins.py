"""How a win is counted that several seats may share: in whole parts, so that nothing is lost."""

from __future__ import annotations

from typing import Final

WHOLE_WIN: Final = 840
"""Parts of a win: divisible by every number of seats that may share it."""
