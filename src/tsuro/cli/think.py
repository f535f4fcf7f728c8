"""`tsuro think`: bots and analyses for servers that leave them to others."""

from __future__ import annotations

import asyncio
import os
import signal

import click

from tsuro.cli.common import data_option, database_path, model_option, plural, say

EPILOG = """\b
Examples:
  tsuro think --database postgresql://tsuro@10.0.0.1/tsuro
  tsuro think --data /var/lib/tsuro --workers 1"""


@click.command(name="think", epilog=EPILOG)
@data_option
@click.option("--database", metavar="URL", help="The PostgreSQL of the servers.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    help="Processes that think at the same time. Default: one a core.",
)
@model_option
@click.option("--log-format", type=click.Choice(["text", "json"]), default="text")
@click.option(
    "--log-level", type=click.Choice(["debug", "info", "warning", "error"]), default="info"
)
def command(
    data: str | None,
    database: str | None,
    workers: int | None,
    models: tuple[str, ...],
    log_format: str,
    log_level: str,
) -> None:
    """Think for servers that were started with --think-elsewhere, until interrupted.

    Run it wherever cores are free: it needs the database and nothing else. Several share the work.
    Every one has to be of the same version as the servers; when it is told to end, it finishes what
    it has begun.
    """
    from tsuro.server.reporting import report_to_stderr
    from tsuro.server.run import require_place

    if database is not None and data is not None:
        raise click.UsageError("Give either --database or --data.")
    report_to_stderr(log_format, log_level)  # type: ignore[arg-type]
    if models:
        from tsuro.bots.models import offer_models

        offer_models(models)
    place = str(database_path(data)) if database is None else database
    require_place(place)
    count = workers or os.cpu_count() or 1
    say(f"Thinking with {plural(count, 'worker')}. Stop with Ctrl+C.")
    asyncio.run(_think(place, count))


async def _think(place: str, count: int) -> None:
    from tsuro.server.clock import LoopTime
    from tsuro.server.storage.opening import open_store
    from tsuro.server.thinking.bots import LONGEST
    from tsuro.server.thinking.far import answer_questions
    from tsuro.server.thinking.workers import Workers

    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    store, workers = open_store(place, shared=True, sealed=False), Workers(count, seconds=LONGEST)
    await store.start()
    time = LoopTime()
    try:
        await asyncio.gather(
            *(answer_questions(store.questions, workers, time, stopping) for _ in range(count))
        )
    finally:
        await workers.close()
        await store.stop()
