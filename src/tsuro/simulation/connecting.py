"""The way to a Dask cluster: one that runs already, or one made for the purpose."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from tsuro.errors import BadSetting, TsuroError
from tsuro.simulation.interrupt import unheard_by_children

CONNECT: Final = "10s"
"""How long a scheduler may take to answer."""
FAREWELL: Final = 1.0
"""Seconds in which a worker may end by itself."""


class ClusterError(TsuroError):
    """A cluster that cannot be reached."""

    code = "cluster"


def dask_library() -> Any:
    """Only where it is wanted; much of it has no types."""
    if find_spec("distributed") is None:
        raise BadSetting("A cluster needs Dask: install tsuro[simulation].")
    return import_module("distributed")


@contextmanager
def connected(address: str, *, workers: int | None = None) -> Iterator[Any]:
    """A client of a running scheduler or, for `local`, of a cluster that ends with it."""
    dask = dask_library()
    with ExitStack() as stack:
        # A run says in words what became of its cluster; Dask would say it in tracebacks.
        stack.enter_context(dask.utils.silence_logging_cmgr(logging.CRITICAL))
        if address == "local":
            cluster = stack.enter_context(_cluster_of_our_own(dask, workers))
            client = dask.Client(cluster)
        else:
            client = _client_at(dask, address, workers)
        yield stack.enter_context(client)


def _client_at(dask: Any, address: str, workers: int | None) -> Any:
    if not address:
        raise BadSetting(
            "--dask needs the address of a scheduler, such as tcp://host:8786, or local."
        )
    if workers is not None:
        raise BadSetting(
            "A cluster that runs already has its own workers: leave --workers out, or use "
            "--dask local."
        )
    try:
        return dask.Client(address, timeout=CONNECT)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"No Dask scheduler answers at {address} ({error}). Start one there with "
            "`dask scheduler`, or use --dask local."
        ) from None


@contextmanager
def _cluster_of_our_own(dask: Any, workers: int | None) -> Iterator[Any]:
    """Processes on this machine that leave Ctrl-C to this one, and end when it is done."""
    with ExitStack() as stack:
        with unheard_by_children():
            cluster = stack.enter_context(
                dask.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            )
        stack.callback(cluster.sync, _end_workers, cluster)
        yield cluster


async def _end_workers(cluster: Any) -> None:
    """Nobody wants the games under way any more; closing the cluster would wait for them."""
    ends = (nanny.close(timeout=FAREWELL) for nanny in cluster.workers.values())
    await asyncio.gather(*ends, return_exceptions=True)
