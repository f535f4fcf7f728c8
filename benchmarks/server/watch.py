"""What keeps an event loop from its work: collections of garbage, and long calls by their names."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from types import FrameType
from typing import Final

BEAT: Final = 0.005
"""Seconds between two beats of the loop's heart."""
LATE: Final = 0.010
"""A beat that comes later than this was held up."""
KEPT: Final = 20
SHOWN_CALLERS: Final = 3
ASLEEP: Final = "waiting for work (the process had no core, or another thread held it up)"


@dataclass
class Hold:
    """A time in which the loop did not get on."""

    seconds: float
    processor_seconds: float
    """Of the whole server; far less than `seconds` if the machine was busy with other programs."""
    collecting_seconds: float
    where: dict[str, int]
    """What was seen going on, and how often."""


@dataclass
class Collections:
    """Runs of the garbage collector on one generation."""

    count: int = 0
    seconds: float = 0.0
    longest: float = 0.0


@dataclass
class Watch:
    """A heart that beats in the loop, a thread that listens to it, and a hook of the collector."""

    holds: list[Hold] = field(default_factory=list)
    """Those that cost most CPU time."""
    late: int = 0
    longest: float = 0.0
    """Seconds of the longest hold, whatever its cause."""
    collections: dict[int, Collections] = field(default_factory=dict)
    _loop: asyncio.AbstractEventLoop | None = None
    _watched: int = 0
    _due: float = 0.0
    _processor: float = 0.0
    _collecting: float = 0.0
    _collection_began: float = 0.0
    _seen: list[str] = field(default_factory=list)

    def start(self) -> None:
        """To be called in the loop."""
        self._loop = asyncio.get_running_loop()
        self._watched = threading.get_ident()
        self._expect()
        gc.callbacks.append(self._collected)
        threading.Thread(target=self._listen, name="watch", daemon=True).start()

    def reset(self) -> None:
        """Forget what was seen so far: what counts begins now."""
        self.holds, self.late, self.longest, self.collections = [], 0, 0.0, {}

    def report(self) -> dict[str, object]:
        return {
            "late": self.late,
            "longest": self.longest,
            "holds": [asdict(hold) for hold in self.holds],
            "collections": {kind: asdict(found) for kind, found in self.collections.items()},
        }

    def _expect(self) -> None:
        assert self._loop is not None
        self._due = time.perf_counter() + BEAT
        self._processor = time.process_time()
        self._collecting = 0.0
        self._loop.call_later(BEAT, self._beat)

    def _beat(self) -> None:
        late = time.perf_counter() - self._due
        seen, self._seen = self._seen, []
        if late > LATE:
            self.late += 1
            used = time.process_time() - self._processor
            hold = Hold(late, used, self._collecting, dict(Counter(seen)))
            # By what the server itself has done: for a lack of cores it cannot help.
            worst = sorted([*self.holds, hold], key=lambda each: -each.processor_seconds)
            self.holds = worst[:KEPT]
            self.longest = max(self.longest, late)
        self._expect()

    def _listen(self) -> None:
        while True:
            time.sleep(BEAT)
            if time.perf_counter() > self._due + LATE:
                frame = sys._current_frames().get(self._watched)
                if frame is not None:
                    self._seen.append(place_of(frame))

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._collection_began = time.perf_counter()
            return
        took = time.perf_counter() - self._collection_began
        self._collecting += took
        kind = self.collections.setdefault(info["generation"], Collections())
        kind.count += 1
        kind.seconds += took
        kind.longest = max(kind.longest, took)


def place_of(frame: FrameType) -> str:
    """The innermost functions of the package, or whatever else is going on."""
    ours = [name for name in _names(frame) if name.startswith("tsuro.")]
    if ours:
        return " < ".join(name.removeprefix("tsuro.") for name in ours[:SHOWN_CALLERS])
    innermost = next(_names(frame))
    return ASLEEP if innermost.startswith("selectors.") else innermost


def _names(frame: FrameType | None) -> Iterator[str]:
    """From the innermost call outwards."""
    while frame is not None:
        yield f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_qualname}"
        frame = frame.f_back
