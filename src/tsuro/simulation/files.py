"""A result as files: JSON, CSV, and Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
import io
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tsuro._version import __version__
from tsuro.errors import BadSetting
from tsuro.simulation.results import Results
from tsuro.simulation.run import Run
from tsuro.simulation.shares import Mean, Share
from tsuro.simulation.tables import Table, tables_of


def summary_of(run: Run) -> dict[str, Any]:
    """Everything as plain values. Only `run` tells one machine from another."""
    results = Results(run.job, run.tally)
    job = run.job
    return {
        "job": {
            "edition": job.edition_id,
            "seats": job.seats,
            "switches": dict(job.switches),
            "policies": list(job.policies),
            "games": job.games,
            "seed": job.seed,
        },
        "games": results.games,
        "endless": run.tally["endless"][0],
        "complete": run.complete,
        "turns": _mean(results.turns),
        "decisions": _mean(results.decisions),
        "ties": _share(results.ties),
        "measures": {each.name: _mean(each.end) for each in results.measures},
        "tables": {table.name: table.records() for table in tables_of(results)},
        "run": {
            "version": __version__,
            "seconds": round(run.seconds, 3),
            "games_per_second": round(run.speed, 1),
            "workers": run.workers,
            "engine": run.engine,
            "trouble": run.trouble,
        },
    }


def _share(share: Share) -> dict[str, float]:
    return {"share": share.value, "low": share.low, "high": share.high}


def _mean(mean: Mean) -> dict[str, float]:
    five, median, ninety_five = mean.quantiles
    return {
        "mean": mean.value,
        "low": mean.low,
        "high": mean.high,
        "quantile_5": five,
        "median": median,
        "quantile_95": ninety_five,
    }


def json_text(run: Run) -> str:
    return json.dumps(summary_of(run), indent=1, ensure_ascii=False) + "\n"


def csv_text(table: Table) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return text.getvalue()


def require_parquet() -> None:
    if find_spec("pyarrow") is None:
        raise BadSetting("Parquet needs pyarrow: install tsuro[simulation].")


def write_parquet(table: Table, path: Path) -> None:
    require_parquet()
    import pyarrow  # type: ignore[import-untyped]
    import pyarrow.parquet  # type: ignore[import-untyped]

    columns = {
        name: [row[number] for row in table.rows] for number, name in enumerate(table.columns)
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def files_of(run: Run) -> dict[str, str]:
    """The summary and every table by file name."""
    tables = tables_of(Results(run.job, run.tally))
    return {"summary.json": json_text(run)} | {
        f"{table.name}.csv": csv_text(table) for table in tables
    }
