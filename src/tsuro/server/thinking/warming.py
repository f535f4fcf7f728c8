"""Compiling what the bots need while the first guests look around.

Another process fills the cache of kernels; a bot that is asked to move meanwhile plays on the plain
kernel (`tsuro.fast.kernel_of`).
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import Final

from tsuro.bots.search.endgame import SOLVER
from tsuro.bots.search.tree import DESCENT
from tsuro.fast.compiling.background import may_warm

COMMAND: Final = (
    *("-m", "tsuro", "warm", "--background"),
    *("--template", DESCENT, "--template", SOLVER),
)


class Warmer:
    """One process, started once; it ends with the server at the latest."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def run(self) -> int | None:
        """Returns the exit status, or None where nothing can or may be compiled."""
        if find_spec("numba") is None or not may_warm():
            return None
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *COMMAND,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        return await self._process.wait()

    async def close(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()
