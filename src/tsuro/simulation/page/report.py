"""The page of a result: one file that needs nothing else, to be read on a screen or a phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from tsuro.core.ids import TileId
from tsuro.core.state import Fate, Reason
from tsuro.core.tiles import Laid
from tsuro.editions.edition import Edition
from tsuro.formats.svg.ground import CELL, enso
from tsuro.formats.svg.markup import joined, tag
from tsuro.formats.svg.tiles import whole_tile
from tsuro.simulation.page import charts
from tsuro.simulation.page.charts import between, digits_for, give_or_take, percent, spread
from tsuro.simulation.page.rim import draw_rim, outside, scale_of
from tsuro.simulation.page.style import css, fate_colour, themed
from tsuro.simulation.results import Measure, Results, StartResult, TileResult
from tsuro.simulation.run import Run
from tsuro.simulation.shares import Mean, Share

FATES: Final = {
    Fate.EDGE: "off the board",
    Fate.COLLISION: "collision",
    Fate.LOOP: "loop",
    Fate.DAIKAIJU: "daikaiju",
    Fate.STRANDED: "stranded",
    Fate.WITHDRAWN: "withdrawn",
}
REASONS: Final = {
    Reason.LAST_STANDING: "last one standing",
    Reason.ALL_OUT: "all out at once",
    Reason.TILES_OUT: "out of tiles",
    Reason.BOARD_FULL: "board full",
    Reason.STARS: "seven stars",
}
ENOUGH: Final = 0.002
"""Turns that fewer games than this share come to are left out of the pictures."""
EXTREMES: Final = 5
LEVEL: Final = percent(0.95, 0)
"""Of every interval."""


def report_of(run: Run, command: str) -> str:
    """The whole page; `command` is what has to be called to get the same result again."""
    results = Results(run.job, run.counters)
    title = f"{results.edition.title}: {results.games:,} games"
    body = "".join(
        (
            _header(run, results),
            _figures(run, results),
            '<div class="grid">',
            *_sections(results),
            "</div>",
            _footer(run, command),
        )
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{css(results.edition.id)}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )


def _sections(results: Results) -> Iterator[str]:
    yield _seats(results)
    yield _endings(results)
    yield _starts(results)
    yield _length(results)
    yield _exits(results)
    for measure in results.measures:
        yield from _measure(measure, results.games)
    yield _tiles(results)


def _section(title: str, note: str, *content: str, wide: bool = False) -> str:
    kind = ' class="wide"' if wide else ""
    return (
        f"<section{kind}><h2>{escape(title)}</h2>"
        f'<p class="note">{escape(note)}</p>{"".join(content)}</section>'
    )


def _header(run: Run, results: Results) -> str:
    job = run.job
    circle = tag("svg", enso((50, 50), 34, "var(--accent)"), viewBox="0 0 100 100",
                 aria_hidden="true")  # fmt: skip
    policies = f"all {job.policies[0]}" if len(set(job.policies)) == 1 else ", ".join(job.policies)
    switches = ", ".join(f"{name}={value}" for name, value in job.switches)
    facts = [f"{job.seats} seats, {policies}", switches, f"seed {job.seed}"]
    return (
        f"<header>{circle}<div><h1>{escape(results.edition.title)}: {results.games:,} games</h1>"
        f'<p class="faint">{escape(" · ".join(filter(None, facts)))}</p></div></header>'
        + "".join(f'<p class="warning">{escape(text)}</p>' for text in run.remarks())
    )


def _figures(run: Run, results: Results) -> str:
    ends = max(results.reasons.items(), key=lambda item: item[1].value)
    figures = [
        ("games", f"{results.games:,}", f"{run.speed:,.0f} a second"),
        ("turns a game", *_mean(results.turns)),
        ("decisions a game", *_mean(results.decisions)),
        ("shared wins", percent(results.ties.value), f"{LEVEL}: {_range(results.ties)}"),
        (f"end: {REASONS[ends[0]]}", percent(ends[1].value), f"{LEVEL}: {_range(ends[1])}"),
    ]
    cells = (
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}<small>{escape(note)}</small></dd></div>"
        for name, value, note in figures
    )
    return f'<dl class="figures">{"".join(cells)}</dl>'


def _mean(mean: Mean) -> tuple[str, str]:
    low, middle, high = mean.quantiles
    return f"{mean.value:.2f}", f"median {middle}, nine in ten {low} to {high}"


def _range(share: Share) -> str:
    digits = digits_for([share])
    return f"{100 * share.low:.{digits}f}–{percent(share.high, digits)}"


def _seats(results: Results) -> str:
    fair = 1 / results.job.seats
    mixed = len(set(results.job.policies)) > 1
    rows = [
        (
            f"seat {each.seat}"
            + (f", {each.policy}" if mixed else ", begins" if each.seat == 0 else ""),
            each.wins,
        )
        for each in results.seats
    ]
    return _section(
        "Win share by seat",
        f"Seat 0 begins and play goes round. The dashed line is an equal share, {percent(fair)}.",
        charts.intervals("Win share by seat", rows, fair=fair),
        _seat_table(results),
    )


def _seat_table(results: Results) -> str:
    """How each seat fared, in shares of all games."""
    heads = "".join(f"<th>{FATES[fate]}</th>" for fate in results.fates)
    rows = "".join(
        f"<tr><td>seat {each.seat}</td>"
        + "".join(f"<td>{give_or_take(part)}</td>" for part in each.exits.values())
        + "</tr>"
        for each in results.seats
    )
    return f'<div class="scroll spaced"><table><tr><th>out by</th>{heads}</tr>{rows}</table></div>'


def _endings(results: Results) -> str:
    reasons = [(REASONS[reason], each) for reason, each in results.reasons.items()]
    winners = [
        ("one winner" if count == 1 else f"{count} share", each)
        for count, each in results.winners.items()
    ]
    return _section(
        "How games end",
        "Why they ended, and how many seats shared the win.",
        charts.intervals("Why games ended", reasons),
        charts.intervals("How many seats won", winners),
    )


def _starts(results: Results) -> str:
    starts = results.starts()
    mean, reach = scale = scale_of(starts)
    big = draw_rim(results.edition, starts, "Win share by start place", scale=scale, numbers=True)
    ends = f"<span>{percent(max(0, mean - reach))}</span><span>{percent(mean)}</span>"
    legend = (
        f'<div class="scale"></div><div class="ends">{ends}<span>{percent(mean + reach)}</span>'
        "</div>"
    )
    beyond = outside(starts)
    each = [results.starts(seat) for seat in range(results.job.seats)]
    own = max((scale_of(one) for one in each), key=lambda pair: pair[1])[1]
    small = "".join(
        "<figure>"
        + draw_rim(results.edition, one, f"Seat {seat}", scale=(scale_of(one)[0], own),
                   numbers=False)
        + f"<figcaption>seat {seat}</figcaption></figure>"
        for seat, one in enumerate(each)
    )  # fmt: skip
    return _section(
        "Win share by start place",
        "How often the seat won whose pawn began there, in per cent. Point at a place for its "
        f"interval. {beyond} of {len(starts)} places differ from the mean by more than their "
        f"interval; by chance alone about {round(0.05 * len(starts))} would.",
        f'<div class="rim"><div>{big}</div><div>{legend}{_extremes(starts)}</div></div>',
        f'<p class="note">The same for each seat, from its own mean, ±{percent(own)}:</p>',
        f'<div class="seats">{small}</div>',
        wide=True,
    )


def _extremes(starts: Sequence[StartResult]) -> str:
    """The best and the worst places with their intervals; all, if they are few."""
    taken = sorted((each for each in starts if each.taken), key=lambda each: -each.wins.value)
    digits = digits_for([each.wins for each in taken])
    rows = [
        f"<tr><td>{each.place}</td><td>{percent(each.wins.value, digits)}</td>"
        f"<td>{between(each.wins, digits)}</td>"
        f"<td>{each.taken:,}</td></tr>"
        for each in taken
    ]
    if len(rows) > 2 * EXTREMES:
        rows[EXTREMES:-EXTREMES] = ['<tr><td colspan="4">⋮</td></tr>']
    head = f"<tr><th>place</th><th>wins</th><th>{LEVEL}</th><th>pawns</th></tr>"
    return f'<div class="scroll"><table>{head}{"".join(rows)}</table></div>'


def _length(results: Results) -> str:
    counts = {turn: games for turn, games in enumerate(results.counters["turns"]) if games}
    shown = _trimmed(counts)
    low, middle, high = results.turns.quantiles
    return _section(
        "Length of games",
        f"Games by number of turns. Half of all games have at most {middle} turns (dashed); nine "
        f"in ten have {low} to {high} (shaded). Mean {results.turns.value:.2f}, {LEVEL} "
        f"{results.turns.low:.2f} to {results.turns.high:.2f}.",
        charts.histogram(
            "Games by number of turns", shown, "turns", of=results.games, marks=(low, middle, high)
        ),
    )


def _trimmed(counts: dict[int, int]) -> dict[int, int]:
    """Without the rarest values at both ends."""
    if not any(counts.values()):
        return {}
    first = next(x for x in sorted(counts) if counts[x] >= ENOUGH * max(counts.values()))
    last = next(x for x in sorted(counts)[::-1] if counts[x] >= ENOUGH * max(counts.values()))
    return {x: counts.get(x, 0) for x in range(first, last + 1)}


def _exits(results: Results) -> str:
    shown = _trimmed({turn: sum(fates.values()) for turn, fates in results.exits_by_turn})
    rows = [
        (
            turn,
            [
                (FATES[fate], fate_colour(fate), 100 * count / results.games)
                for fate, count in fates.items()
            ],
        )
        for turn, fates in results.exits_by_turn
        if turn in shown
    ]
    key = "".join(
        f'<li><i style="background:{fate_colour(fate)}"></i>{FATES[fate]} '
        f"{escape(spread(each, digits_for([each])))}</li>"
        for fate, each in results.fate_shares.items()
    )
    picture = charts.stacked("Eliminations by turn", rows, "turn") if rows else ""
    return _section(
        "Eliminations by turn",
        "Seats that go out in each turn, in a hundred games, by cause. Below: each cause as a "
        "share of all eliminations.",
        picture,
        f'<ul class="key">{key}</ul>',
    )


def _measure(measure: Measure, games: int) -> Iterator[str]:
    points = [(turn, mean) for turn, count, mean in measure.by_turn if count >= ENOUGH * 5 * games]
    if points:
        yield _section(
            f"{measure.title.capitalize()}, turn by turn",
            "The mean at the beginning of each turn, over the games that came so far.",
            charts.line(f"{measure.title} by turn", points, "turn"),
        )
    counts = {value: count for value, count in enumerate(measure.histogram) if count}
    low, middle, high = measure.end.quantiles
    yield _section(
        f"{measure.title.capitalize()} at the end",
        f"Mean {measure.end.value:.2f} ({LEVEL} {measure.end.low:.2f} to {measure.end.high:.2f}), "
        f"median {middle}.",
        charts.histogram(
            f"{measure.title} at the end",
            _trimmed(counts),
            measure.title,
            of=games,
            marks=(low, middle, high),
        ),
    )


def _tiles(results: Results) -> str:
    cards = "".join(_tile(results.edition, each) for each in results.tiles)
    return _section(
        "Tiles",
        "The best survivors first: how often whoever laid the tile was still in when that turn was "
        "over, or had won; how often they won the game in the end; how often the tile was laid.",
        f'<div class="tiles">{cards}</div>',
        wide=True,
    )


def _tile(edition: Edition, each: TileResult) -> str:
    hint = f"{each.tile}: survives {spread(each.survived, 2)}, wins {spread(each.wins, 2)}"
    faces = range(len(edition.tiles[each.tile].faces))
    pictures = "".join(_picture(edition, each.tile, face) for face in faces)
    digits = digits_for([each.survived])
    reach = 50 * (each.survived.high - each.survived.low)
    kind = "tile two" if len(faces) > 1 else "tile"
    return (
        f'<div class="{kind}" title="{escape(hint)}"><div>{pictures}<span>{each.tile}'
        f"<b>{percent(each.survived.value, digits)}</b>±{reach:.{digits}f}</span></div>"
        f"wins {give_or_take(each.wins)}<br>{each.each_game:.2f} laid a game</div>"
    )


def _picture(edition: Edition, tile: TileId, face: int) -> str:
    drawn = whole_tile(edition, Laid(tile, 0, face), themed(edition.id))
    return tag("svg", drawn, viewBox=f"0 0 {joined(CELL, CELL + 2)}", aria_hidden="true")


def _footer(run: Run, command: str) -> str:
    return (
        f'<footer class="faint"><p>Numbers after ± and in brackets are {LEVEL} intervals (Wilson’s '
        "for shares). Shared wins count in parts. Places and tiles meet in the same games, so "
        "their intervals are a little too narrow or too wide; seats and games are not.</p>"
        f"<p>The same again: <code>{escape(command)}</code></p>"
        f"<p>{escape(run.engine)}, {escape(run.workers)}, {run.seconds:,.1f} s.</p></footer>"
    )
