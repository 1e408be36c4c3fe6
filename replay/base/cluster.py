"""Parts of a work done with Dask: by processes of this machine, or by the workers of a cluster."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Final

from replay.base.errors import UserError
from replay.base.extras import load_package
from replay.base.parts import Call, Outcome, P, R, make_portable

LOCAL: Final = "local"
"""What stands for a scheduler of our own, with processes of this machine."""

PROTOCOLS: Final = ("tcp://", "tls://", "ucx://", "ws://", "wss://")
"""How the addresses of schedulers begin."""

WAIT: Final = 10
"""The seconds after which a scheduler that does not answer is not there."""


class NoScheduler(UserError):
    """There is no such scheduler."""


def require_scheduler(scheduler: str) -> None:
    """Raise NoScheduler for what is neither the address of a scheduler nor `LOCAL`."""
    if scheduler != LOCAL and not scheduler.startswith(PROTOCOLS):
        raise NoScheduler(
            "“{given}” is no scheduler.",
            "--scheduler local, or the address of a cluster: --scheduler tcp://HOST:8786",
            given=scheduler,
        )


def run_on_dask(
    call: Call[P, R], parts: Mapping[str, P], scheduler: str, jobs: int
) -> Iterator[Outcome]:
    """Yield what comes of parts, each as it is finished. Whoever stops listening cancels them.

    `scheduler` is the address of a cluster, or `LOCAL`: then `jobs` processes of this machine.
    Raise NotInstalled where there is no Dask, NoScheduler where there is no such cluster.
    """
    require_scheduler(scheduler)
    dask = load_package("distributed", "Dask")
    with ExitStack() as stack:
        client = _connect(dask, stack, scheduler, jobs)
        names = {
            client.submit(call.run, name, part, pure=False): name for name, part in parts.items()
        }
        for future in dask.as_completed(list(names), loop=client.loop):
            name = names.pop(future)
            try:
                outcome: Outcome = future.result()
            except Exception as error:
                outcome = Outcome(name, error=make_portable(error))
            yield outcome


def _connect(dask: Any, stack: ExitStack, scheduler: str, jobs: int) -> Any:
    """Return a client, which is closed with the stack, and its cluster if that is our own."""
    if scheduler == LOCAL:
        cluster = dask.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        )
        scheduler = stack.enter_context(cluster).scheduler_address
    try:
        return stack.enter_context(dask.Client(scheduler, timeout=WAIT, set_as_default=False))
    except OSError:
        raise NoScheduler(
            "The scheduler {address} does not answer.",
            "dask scheduler starts one, dask worker {address} its workers.",
            address=scheduler,
        ) from None
