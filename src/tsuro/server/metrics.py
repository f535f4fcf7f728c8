"""What an operator can watch, in the form that Prometheus reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from tsuro.server.clock import Alarm, Timekeeper

if TYPE_CHECKING:
    from tsuro.server.hall import Hall

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
TICK: Final = 1.0
"""Seconds between two looks at how late the event loop is."""


class Metrics:
    def __init__(self, hall: Hall, time: Timekeeper) -> None:
        self.registry = CollectorRegistry()
        self._time = time
        self._alarm: Alarm | None = None
        self.moves = Counter(
            "tsuro_moves", "Rows written to the logs of games.", registry=self.registry
        )
        self._refusals = Counter(
            "tsuro_refusals", "Requests and messages refused.", ["code"], registry=self.registry
        )
        self.commit = self._histogram("tsuro_commit_seconds", "From its first write to disk.")
        self.telling = self._histogram("tsuro_telling_seconds", "Making what everybody is told.")
        self.lag = self._histogram("tsuro_loop_lag_seconds", "How late the event loop is.")
        self.registry.register(_Present(hall))

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, buckets=SECONDS, registry=self.registry)

    def played(self, rows: int) -> None:
        self.moves.inc(rows)

    def told(self, seconds: float) -> None:
        self.telling.observe(seconds)

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def start(self) -> None:
        """Begin to look at the event loop."""
        due = self._time.now() + TICK

        def look() -> None:
            self.lag.observe(max(0.0, self._time.now() - due))
            self.start()

        self._alarm = self._time.call_at(due, look)

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Present:
    """Figures that are looked up at the moment somebody asks."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def collect(self) -> Iterator[Metric]:
        hall, store = self._hall, self._hall.store
        gauges: tuple[tuple[str, str, Callable[[], float]], ...] = (
            ("tables", "Tables in memory.", lambda: len(hall.tables)),
            ("tables_set_aside", "Tables that cannot be read.", lambda: hall.tables.set_aside),
            ("sockets", "Connections of players and onlookers.", lambda: hall.budgets.connected),
            ("store_queue", "Work waiting for the disk.", lambda: store.waiting),
            ("bots_waiting", "Decisions no bot thinks about yet.", lambda: hall.bots.waiting),
            ("studies", "Analyses going on.", lambda: hall.studies.going),
            ("records_waiting", "Games that wait to be read.", lambda: hall.reader.waiting),
            ("pictures_waiting", "Animations not drawn yet.", lambda: hall.animations.waiting),
            ("standing", "Connections that ask, or say nothing.", lambda: len(hall.door)),
            ("ready", "Whether all games have been taken up again.", lambda: hall.ready),
            ("store_failing", "Whether the last commit failed.", lambda: store.failing),
        )
        for name, about, value in gauges:
            yield GaugeMetricFamily(f"tsuro_{name}", about, value=float(value()))
        counters = (
            ("commits", "Commits to disk.", store.commits),
            ("writes", "Pieces of work done by the store.", store.writes),
            ("store_failures", "Work the disk refused.", store.failures),
            ("shown_out", "Connections that had to go for want of room.", hall.door.shown_out),
            ("delayed", "Connections from addresses that came too often.", hall.door.delayed),
        )
        for name, about, number in counters:
            yield CounterMetricFamily(f"tsuro_{name}", about, value=float(number))
