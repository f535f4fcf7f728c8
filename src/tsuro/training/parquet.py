"""Decisions as a Parquet file, written while they are played."""

from __future__ import annotations

import heapq
import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tsuro._version import __version__
from tsuro.encoding import encoding_of
from tsuro.simulation.files import require_parquet
from tsuro.simulation.job import Job
from tsuro.training.decisions import Decisions


class DecisionsFile:
    """A file that parts are added to in any order, and that has them in that of their games.

    `observation` and `mask` are bytes of a fixed length, a line each: `numpy.frombuffer` of the
    whole column is the array again. What they mean is said by the encoding, which stands in the
    metadata with all that is needed to play the games again.
    """

    def __init__(self, path: Path, job: Job) -> None:
        require_parquet()
        import pyarrow  # type: ignore[import-untyped]
        import pyarrow.parquet  # type: ignore[import-untyped]

        encoding = encoding_of(job.edition)
        fields = [
            ("game", pyarrow.int64()),
            ("decision", pyarrow.int32()),
            ("seat", pyarrow.int8()),
            ("observation", pyarrow.binary(encoding.length)),
            ("mask", pyarrow.binary(encoding.actions)),
            ("action", pyarrow.int32()),
            ("share", pyarrow.float32()),
            ("rank", pyarrow.int8()),
        ]
        told = {
            "tsuro": __version__,
            "encoding": encoding.name,
            "edition": job.edition_id,
            "seats": str(job.seats),
            "switches": json.dumps(dict(job.switches)),
            "bots": json.dumps(job.policies),
            "games": str(job.games),
            "seed": str(job.seed),
        }
        self._schema = pyarrow.schema(fields, metadata=told)
        self._file = pyarrow.parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._next = 0
        self._early: list[tuple[int, Decisions]] = []
        self.games = 0
        self.decisions = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, part: Decisions) -> None:
        """Write a part as soon as all before it are written."""
        heapq.heappush(self._early, (part.first, part))
        while self._early and self._early[0][0] == self._next:
            _, part = heapq.heappop(self._early)
            self._file.write_table(self._table(part))
            self._next += part.played
            self.games += part.played
            self.decisions += len(part)

    def _table(self, part: Decisions) -> Any:
        import pyarrow

        arrays = []
        for each in self._schema:
            column = part.columns[each.name]
            if column.ndim == 2:
                width = pyarrow.py_buffer(column)
                arrays.append(pyarrow.Array.from_buffers(each.type, len(part), [None, width]))
            else:
                arrays.append(pyarrow.array(column, each.type))
        return pyarrow.Table.from_arrays(arrays, schema=self._schema)
