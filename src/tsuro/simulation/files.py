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
from tsuro.simulation.sheets import Sheet, sheets_of


def summary_of(run: Run) -> dict[str, Any]:
    """Everything as plain values. Only `run` tells one machine from another."""
    results = Results(run.job, run.counters)
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
        "endless": run.counters["endless"][0],
        "complete": run.complete,
        "turns": _mean(results.turns),
        "decisions": _mean(results.decisions),
        "ties": _share(results.ties),
        "measures": {each.name: _mean(each.end) for each in results.measures},
        "tables": {sheet.name: sheet.records() for sheet in sheets_of(results)},
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


def csv_text(sheet: Sheet) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(sheet.columns)
    writer.writerows(sheet.rows)
    return text.getvalue()


def require_parquet() -> None:
    if find_spec("pyarrow") is None:
        raise BadSetting("Parquet needs pyarrow: install tsuro[simulation].")


def write_parquet(sheet: Sheet, path: Path) -> None:
    require_parquet()
    import pyarrow  # type: ignore[import-untyped]
    import pyarrow.parquet  # type: ignore[import-untyped]

    columns = {
        name: [row[number] for row in sheet.rows] for number, name in enumerate(sheet.columns)
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def files_of(run: Run) -> dict[str, str]:
    """The summary and every sheet by file name."""
    sheets = sheets_of(Results(run.job, run.counters))
    return {"summary.json": json_text(run)} | {
        f"{sheet.name}.csv": csv_text(sheet) for sheet in sheets
    }
