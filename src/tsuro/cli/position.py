"""`tsuro position`: look at a position, and play on from it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import click

from tsuro.cli import completing
from tsuro.cli.common import (
    chosen_edition,
    json_option,
    plural,
    print_json,
    require_suffix,
    switch_option,
    wants_colour,
    write_file,
)
from tsuro.core.asks import Ask, Chance, Decide
from tsuro.core.events import Event
from tsuro.core.state import GameState
from tsuro.core.tiles import HIDDEN
from tsuro.editions.edition import Edition
from tsuro.editions.registry import MIN_SEATS
from tsuro.engine.chance import SeededChance
from tsuro.engine.determinize import determinize
from tsuro.engine.perft import roll
from tsuro.engine.play import Step, advance, resume
from tsuro.engine.views import PlayerView
from tsuro.errors import IllegalAction
from tsuro.formats.ascii import draw_text
from tsuro.formats.notation import parse_action
from tsuro.formats.position import Position, format_position, parse_position
from tsuro.formats.prose import EnglishNarrator
from tsuro.formats.svg import draw_svg
from tsuro.formats.wire.views import ask_to_wire, edition_to_wire, event_to_wire
from tsuro.game import Game

EPILOG = """\b
Examples:
  tsuro position --new classic --seats 3 --seed 7
  tsuro position --new classic --seats 2 --seed 7 | tsuro position -
  tsuro position "$POSITION" --play T17/2 --play '*T05'
  tsuro position "$POSITION" --play T17/2 --seed 1 --json
  tsuro position - --svg board.svg < position.txt"""


@dataclass(frozen=True)
class Played:
    """An action of `--play` and what it brought about."""

    action: str
    events: tuple[Event, ...]


@click.command("position", epilog=EPILOG)
@click.argument("text", required=False)
@click.option(
    "--new",
    metavar="EDITION",
    shell_complete=completing.editions,
    help="Print the start position of a new game.",
)
@click.option("--seats", type=int, metavar="N", help="For --new; two if not given.")
@click.option("--seed", type=int, metavar="N", help="Let luck be decided by this seed.")
@switch_option
@click.option("--play", "actions", multiple=True, metavar="ACTION", help="Play; may be repeated.")
@json_option
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="Draw it to a file.")
def command(
    text: str | None,
    new: str | None,
    seats: int | None,
    seed: int | None,
    switches: tuple[str, ...],
    actions: tuple[str, ...],
    as_json: bool,
    svg: Path | None,
) -> None:
    """Show a position: the board, the seat to act, and every legal and every barred option.

    TEXT is a position in notation (docs/notation.md); `-` reads it from standard input. With
    --play the position changes first: what happened is told, and the new position printed.
    Outcomes of luck are played like decisions (*T05), or decided by --seed.
    """
    require_suffix(svg, ".svg", "--svg")
    if new is not None and text is not None:
        raise click.UsageError("Give a position or --new, not both.")
    if new is None and (seats is not None or switches):
        raise click.UsageError("--seats and --switch are for --new: a position has its own.")
    if new is not None:
        count = MIN_SEATS if seats is None else seats
        edition = chosen_edition(new, seats=count, switches=switches)
        position = Game(edition, seed=seed if seed is not None else 0).position()
    else:
        position = parse_position(_read(text))
    step, played = _play(position, actions, seed)
    if svg is not None:
        events = played[-1].events if played else ()
        write_file(svg, draw_svg(position.edition, step.state, events=events))
    if as_json:
        print_json(_json(position.edition, step, played))
    elif new is not None and not actions:
        click.echo(format_position(position.edition, step.state))
    else:
        _show(position.edition, step, played)


def _read(text: str | None) -> str:
    if text is None and sys.stdin.isatty():
        raise click.UsageError("Give a position, or - to read it from standard input, or --new.")
    return sys.stdin.read().strip() if text in (None, "-") else str(text)


def _play(
    position: Position, actions: tuple[str, ...], seed: int | None
) -> tuple[Step, list[Played]]:
    if not position.is_full:
        if actions:
            raise IllegalAction("This position hides tiles, so nobody can play on from it.")
        return _glance(position.edition, position.state), []
    edition = position.edition
    step = resume(edition, position.state)
    chance = None if seed is None else SeededChance(seed)
    played: list[Played] = []
    for text in actions:
        step = advance(edition, step, parse_action(text))
        events = step.events
        while chance is not None and isinstance(step.ask, Chance):
            step = advance(edition, step, chance.pick(step.ask))
            events += step.events
        played.append(Played(text, events))
    if chance is not None and not actions:
        step = roll(edition, step, chance)
    return step, played


def _glance(edition: Edition, state: GameState) -> Step:
    """A position with hidden tiles: its options can be told if the seat to act sees its hand."""
    seen = PlayerView(edition, viewer=None, state=state, decide=None, to_act=None)
    ask: Ask | None = resume(edition, determinize(seen, Random(0))).ask
    if isinstance(ask, Decide) and HIDDEN not in state.hands[ask.seat]:
        return Step(state, (), ask)
    return Step(state, (), None)


def _json(edition: Edition, step: Step, played: list[Played]) -> dict[str, Any]:
    ask = step.ask
    return {
        "edition": edition_to_wire(edition),
        "position": format_position(edition, step.state),
        "turn": step.state.turn.number,
        "to_act": ask.seat if isinstance(ask, Decide) else None,
        "ask": ask_to_wire(ask),
        "result": None if step.state.result is None else str(step.state.result),
        "played": [
            {"action": each.action, "events": [event_to_wire(event) for event in each.events]}
            for each in played
        ],
    }


def _show(edition: Edition, step: Step, played: list[Played]) -> None:
    state = step.state
    names = [f"seat {seat}" for seat in range(edition.seats)]
    narrator = EnglishNarrator(edition, names)
    for each in played:
        click.echo(each.action)
        for sentence in narrator.story(each.events):
            click.echo(f"  {sentence}")
    if played:
        click.echo()
    click.echo(draw_text(edition, state, colour=wants_colour(sys.stdout)))
    click.echo()
    for line in _waiting(step, narrator):
        click.echo(line)
    click.echo(f"\n{format_position(edition, state)}")


def _waiting(step: Step, narrator: EnglishNarrator) -> list[str]:
    """What the position waits for, in lines."""
    ask, state = step.ask, step.state
    where = "set-up" if state.turn.number == 0 else f"turn {state.turn.number}"
    if state.result is not None:
        return [f"{where}: the game is over. {_capital(narrator.result(state.result))}."]
    if ask is None:
        return [f"{where}: tiles are hidden, so the options of the seat to act cannot be told."]
    if isinstance(ask, Chance):
        outcomes = "  ".join(f"{outcome} ({weight})" for outcome, weight in ask.outcomes)
        return [f"{where}: luck decides ({ask.rule}), with these weights:", f"  {outcomes}"]
    lines = [f"{where}: seat {ask.seat} to act ({ask.rule}), {plural(len(ask.options), 'option')}:"]
    lines.append("  " + "  ".join(map(str, ask.options)))
    reasons: dict[tuple[str, str], list[str]] = {}
    for each in ask.barred:
        reasons.setdefault((each.rule, each.why), []).append(str(each.action))
    for (rule, why), actions in reasons.items():
        lines += [f"barred by {rule}: {why}", "  " + "  ".join(actions)]
    return lines


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
