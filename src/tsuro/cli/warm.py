"""`tsuro warm`: compiling ahead of time."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import click

from tsuro.cli import completing
from tsuro.cli.common import (
    CannotWrite,
    console,
    json_option,
    parse_switches,
    plural,
    print_json,
    say,
    switch_option,
)
from tsuro.editions.edition import Edition
from tsuro.editions.registry import EDITIONS, MAX_SEATS, MIN_SEATS, build_edition
from tsuro.errors import BadSetting

EPILOG = """\b
Examples:
  tsuro warm                          everything
  tsuro warm --edition classic        what classic needs
  tsuro warm --prune                  and remove what this version does not use"""

TEMPLATES = (
    "tsuro.fast.templates.census",
    "tsuro.bots.search.descent",
    "tsuro.bots.search.solver",
    "tsuro.bots.judgement.weighing",
    "tsuro.training.rows",
)
"""Modules beside the kernels themselves that are compiled for them."""


@dataclass(frozen=True)
class Job:
    """Code to make ready; an edition that uses it stands for all that do."""

    edition: Edition
    template: str | None

    @property
    def kernel(self) -> str:
        """The family of editions and the board, for people."""
        return f"{self.edition.kernel}, {self.edition.size}×{self.edition.size}"

    @property
    def templates(self) -> tuple[str, ...]:
        return () if self.template is None else (self.template,)

    @property
    def part(self) -> str:
        if self.template is None:
            return "game"
        return self.template.rpartition(".")[2].replace("_", " ")


@dataclass(frozen=True)
class Done:
    job: Job
    seconds: float
    compiled: bool
    """Not merely found in the cache."""
    kept: bool
    """In the cache, for other processes."""


@click.command("warm", epilog=EPILOG)
@click.option(
    "--edition",
    "-e",
    "editions",
    multiple=True,
    metavar="NAME",
    help="Only this one.",
    shell_complete=completing.editions,
)
@click.option("--seats", multiple=True, type=int, metavar="N", help="Only for this many seats.")
@switch_option
@click.option("--prune", "prunes", is_flag=True, help="Remove all code this version does not use.")
@click.option("--template", "templates", multiple=True, hidden=True, help="Only this module.")
@click.option("--background", is_flag=True, hidden=True, help="Silently, and out of the way.")
@json_option
def command(
    editions: tuple[str, ...],
    seats: tuple[int, ...],
    switches: tuple[str, ...],
    prunes: bool,
    templates: tuple[str, ...],
    background: bool,
    as_json: bool,
) -> None:
    """Compile the kernels now, so that nobody waits for them later.

    Kernels are compiled for this computer when they are first used, which takes a while, and kept
    in your cache folder (TSURO_CACHE_DIR names another). Code of older versions is thrown away
    when it has not been used for long. TSURO_WARMING=never keeps servers and bots from compiling
    in the background; without compiled kernels they play on plain ones.
    """
    from tsuro.fast.compiling.compile import require_numba

    require_numba()
    if background:
        _step_aside()
    ways = _ways(editions, seats, switches)
    for template in templates:
        _require_template(template)
    jobs = list(_jobs(ways, templates if background or templates else TEMPLATES))
    _require_use(jobs)
    if background:
        for job in jobs:
            _warm(job)
        return
    done = list(_progress(jobs))
    _report(done, _prune(prunes), as_json=as_json)
    if lost := [each for each in done if not each.kept]:
        raise CannotWrite(f"{plural(len(lost), 'piece')} could not be kept: {_another_folder()}")


def _step_aside() -> None:
    """Whoever plays meanwhile has the processor first."""
    with suppress(AttributeError, OSError):
        os.nice(10)


def _ways(
    editions: tuple[str, ...], seats: tuple[int, ...], switches: tuple[str, ...]
) -> list[Edition]:
    """Ways to play that among them use all code: one switch at a time is changed."""
    from tsuro.fast.families import with_kernel

    names = with_kernel(editions, who="tsuro warm")
    if switches and len(names) != 1:
        raise BadSetting("Switches belong to an edition: name it with --edition.")
    found = []
    for name in names:
        fixed = parse_switches(name, switches)
        for count in seats or range(MIN_SEATS, MAX_SEATS + 1):
            for chosen in _choices(name, fixed):
                found.append(build_edition(name, seats=count, switches=chosen))
    return found


def _choices(name: str, fixed: dict[str, str]) -> Iterator[dict[str, str]]:
    yield fixed
    for switch in EDITIONS[name].switches:
        if switch.name not in fixed:
            for value in switch.values:
                yield {**fixed, switch.name: value}


def _jobs(ways: list[Edition], templates: tuple[str, ...]) -> Iterator[Job]:
    from tsuro.fast.ready import distinct

    for edition in distinct(ways):
        yield Job(edition, None)
        for template in templates:
            yield Job(edition, template)


def _require_template(name: str) -> None:
    try:
        module = import_module(name)
    except (ImportError, TypeError, ValueError):  # A name that is none, such as "" or ".bots".
        module = None
    if not hasattr(module, "warm_up"):
        known = ", ".join(TEMPLATES)
        raise BadSetting(f"{name!r} is no module to be compiled: take {known}, or leave it out.")


def _require_use(jobs: list[Job]) -> None:
    """To compile for many minutes what cannot be kept would help nobody."""
    from tsuro.fast import is_cached
    from tsuro.fast.compiling.cache import is_usable, kernel_folder

    if is_usable(kernel_folder()) or all(is_cached(job.edition, *job.templates) for job in jobs):
        return
    raise CannotWrite(f"Nothing can be kept: {_another_folder()}")


def _another_folder() -> str:
    from tsuro.fast import CACHE_VARIABLE, user_cache_folder

    folder = user_cache_folder()
    return f"{folder} cannot be written. Name another folder with {CACHE_VARIABLE}."


def _progress(jobs: list[Job]) -> Iterator[Done]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    pieces = plural(len(jobs), "piece")
    say(f"Making {pieces} of machine code ready; each may take a minute or two.")
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(jobs))
        for job in jobs:
            progress.update(task, description=f"{job.kernel}: {job.part}")
            yield _warm(job)
            progress.advance(task)


def _warm(job: Job) -> Done:
    from tsuro.fast import is_cached, kernel_of
    from tsuro.fast.compiling.notices import compilations

    began, before = time.perf_counter(), compilations()
    kernel_of(job.edition, *job.templates, ready="compiled")
    seconds = time.perf_counter() - began
    kept = is_cached(job.edition, *job.templates)
    return Done(job, seconds, compiled=compilations() > before, kept=kept)


def _prune(everything: bool) -> list[Path]:
    from tsuro.fast.compiling.cache import prune
    from tsuro.fast.compiling.compile import folders_in_use

    return prune(kept=0, used=folders_in_use()) if everything else prune(used=folders_in_use())


def _report(done: list[Done], removed: list[Path], *, as_json: bool) -> None:
    from tsuro.fast import user_cache_folder

    if as_json:
        rows = [
            {
                "kernel": each.job.kernel,
                "part": each.job.part,
                "compiled": each.compiled,
                "kept": each.kept,
                "seconds": round(each.seconds, 2),
            }
            for each in done
        ]
        print_json({"folder": str(user_cache_folder()), "code": rows, "removed": len(removed)})
        return
    for each in done:
        how = "compiled" if each.compiled else "was ready"
        title = f"{each.job.kernel}: {each.job.part}"
        click.echo(f"{title:<40} {how:<9} {each.seconds:6.1f} s")
    if all(each.kept for each in done):
        click.echo(f"Kept in {user_cache_folder()}.")
    if removed:
        click.echo(f"Removed {plural(len(removed), 'folder')} of older code.")
