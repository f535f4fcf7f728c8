"""The standings of an arena, as tables and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from tsuro.arena.chart import draw_chart
from tsuro.arena.sequential import SequentialTest, Verdict
from tsuro.arena.summary import Estimate, Standing, Summary
from tsuro.cli.common import console, plural, say, write_file
from tsuro.errors import BadSetting
from tsuro.raster import png_of, require_png

SUFFIXES = (".svg", ".png")
FEW_DEALS = 20
"""Resampling fewer than these does not show how much deals differ."""


def plot_files(names: Sequence[Path]) -> list[Path]:
    """The pictures asked for; a name without ending asks for both kinds."""
    files: list[Path] = []
    for name in names:
        if name.suffix in SUFFIXES:
            files.append(name)
        elif not name.suffix:
            files += [name.with_suffix(suffix) for suffix in SUFFIXES]
        else:
            raise BadSetting(f"{name}: a plot ends in .svg or .png.")
    if any(file.suffix == ".png" for file in files):
        require_png()
    return files


def draw_plots(summary: Summary, files: Sequence[Path]) -> None:
    svg = draw_chart(summary)
    for file in files:
        write_file(file, png_of(svg, width=1800) if file.suffix == ".png" else svg)
        say(f"Wrote {file}.")


def show_summary(summary: Summary) -> None:
    settings = summary.settings
    click.echo(
        f"{settings.edition}, {settings.seats} seats, seed {settings.seed}: "
        f"{plural(summary.games, 'game')} in {plural(summary.deals, 'deal')}. "
        f"A fair share is {_percent(settings.fair_share)}."
    )
    console().print(_standings_table(summary))
    click.echo("How often the row finishes before the column (* clear of 50 %):")
    console().print(_pairs_table(summary))
    if summary.fewest_deals < FEW_DEALS:
        met = "" if summary.fewest_deals == summary.deals else ", in which some bots met,"
        deals = plural(summary.fewest_deals, "deal")
        say(f"Intervals from only {deals}{met} are narrower than they should be.")
    for standing in summary.standings:
        if standing.forfeits:
            _tell_faults(standing)


def verdict_to_json(test: SequentialTest) -> dict[str, Any]:
    asked = test.hypotheses
    return {
        "verdict": test.verdict.value,
        "share0": round(asked.share0, 4),
        "share1": round(asked.share1, 4),
        "alpha": asked.alpha,
        "beta": asked.beta,
        "deals": test.deals,
        "share": round(test.mean, 4),
        "ratio": round(test.ratio, 3),
        "bounds": [round(bound, 3) for bound in asked.bounds],
    }


def show_test(test: SequentialTest, label: str) -> None:
    asked = test.hypotheses
    low, high = asked.bounds
    verdicts = {
        Verdict.ACCEPTED: f"its share is {_percent(asked.share1)} or more rather than "
        f"{_percent(asked.share0)} or less",
        Verdict.REJECTED: f"its share is {_percent(asked.share0)} or less rather than "
        f"{_percent(asked.share1)} or more",
        Verdict.OPEN: "no verdict yet; more games would tell",
    }
    click.echo(
        f"Sequential test of {label} after {plural(test.deals, 'deal')}: {test.verdict}, "
        f"{verdicts[test.verdict]} (share {_percent(test.mean)}, log likelihood ratio "
        f"{test.ratio:.2f} in {low:.2f} to {high:.2f})."
    )


def _standings_table(summary: Summary) -> Any:
    from rich.table import Table

    table = Table(box=None, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("bot", overflow="fold")
    forfeits = any(each.forfeits for each in summary.standings)
    headings = ("Elo", "95 %", "win share", "95 %", "place", "games", "ms")
    for heading in (*headings, "forfeits") if forfeits else headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for each in summary.standings:
        cells = [
            f"{each.elo.value:+.0f}",
            f"{each.elo.low:+.0f} … {each.elo.high:+.0f}",
            _percent(each.share.value),
            _interval(each.share),
            f"{each.place:.2f}",
            str(each.seats),
            f"{each.ms:.1f}",
        ]
        if forfeits:
            cells.append(str(each.forfeits))
        table.add_row(summary.settings.names[each.bot], *cells)
    return table


def _pairs_table(summary: Summary) -> Any:
    """Rows finish before columns so often; what is clear of one half stands out."""
    from rich.table import Table

    order = [standing.bot for standing in summary.standings]
    names = summary.settings.names
    table = Table(
        box=None,
        padding=(0, 2, 0, 0),
        header_style="bold",
    )
    table.add_column("", justify="right")
    table.add_column("", overflow="fold")
    for place, _ in enumerate(order, 1):
        table.add_column(str(place), justify="right", no_wrap=True)
    for place, one in enumerate(order, 1):
        cells = [_pair(summary.pairs.get((one, other))) for other in order]
        table.add_row(str(place), names[one], *cells)
    return table


def _pair(estimate: Estimate | None) -> str:
    if estimate is None:
        return "-"
    clear = estimate.low > 0.5 or estimate.high < 0.5
    return f"{_percent(estimate.value)}{'*' if clear else ' '}\n{_interval(estimate)} "


def _tell_faults(standing: Standing) -> None:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(standing.faults.items()))
    share = standing.forfeits / max(standing.decisions, 1)
    say(
        f"{standing.label} forfeited {standing.forfeits} of {standing.decisions} decisions "
        f"({_percent(share)}): {kinds}."
    )
    if standing.notes:
        say("  first: " + standing.notes[0].replace("\n", "\n    "))


def _interval(estimate: Estimate) -> str:
    return f"{100 * estimate.low:.1f} … {100 * estimate.high:.1f}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
