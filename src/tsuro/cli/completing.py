"""What the shell offers for values that have names: editions, switches, bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import click
from click.shell_completion import CompletionItem

EDITION_PARAMETERS: Final = ("edition", "new")
"""The parameters by which commands call the edition that switches belong to."""


def _beginning(start: str, names: Iterable[tuple[str, str]]) -> list[CompletionItem]:
    return [CompletionItem(name, help=text) for name, text in names if name.startswith(start)]


def editions(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from tsuro.editions.registry import introductions

    told = [(name, each.title) for name, each in introductions().items()]
    return _beginning(incomplete, told)


def switches(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Of the edition that is on the line already, or else of all."""
    from tsuro.editions.registry import EDITIONS, edition_info

    given = {str(ctx.params.get(name)) for name in EDITION_PARAMETERS}
    names = [name for name in EDITIONS if name in given] or list(EDITIONS)
    told = {
        f"{switch.name}={value}": switch.summary
        for name in names
        for switch in edition_info(name).switches
        for value in switch.values
    }
    return _beginning(incomplete, told.items())


def bots(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The last of a list with commas, as the arena takes it."""
    from tsuro.bots.levels import LEVELS
    from tsuro.bots.registry import known_bots

    before, comma, last = incomplete.rpartition(",")
    told = [(name, level.character) for name, level in LEVELS.items()]
    told += [(name, info.summary) for name, info in known_bots().items()]
    return [
        CompletionItem(f"{before}{comma}{item.value}", help=item.help)
        for item in _beginning(last, told)
    ]


def players(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [*_beginning(incomplete, [("human", "a person")]), *bots(ctx, param, incomplete)]


def policies(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from tsuro.fast.templates.policies import POLICIES

    return _beginning(incomplete, [(name, "") for name in POLICIES])
