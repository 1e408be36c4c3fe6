"""The options of commands that spread a long work over workers, and note what is finished."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from replay.cli.exits import Exit, Stop

Jobs = Annotated[
    int, typer.Option("--jobs", help="How many processes do it; 0: one for every core.")
]
Scheduler = Annotated[
    str,
    typer.Option("--scheduler", help="Let Dask do it: local, or a cluster, tcp://HOST:8786."),
]
Record = Annotated[
    Path | None,
    typer.Option(
        "--record", help="Note in this file what is finished; the same command goes on from there."
    ),
]


def plan_work(jobs: int, scheduler: str, record: Path | None) -> dict[str, Any]:
    """Return what `run_parts` is told by the options. Raise Stop or NoScheduler."""
    from replay.base.cluster import require_scheduler
    from replay.base.workers import count_cores

    if jobs < 0:
        raise Stop(Exit.USAGE, "{n} is not one or more.", n=jobs)
    if scheduler:
        require_scheduler(scheduler)
    if record is not None and not record.parent.is_dir():
        raise Stop(Exit.MISSING, "There is no folder {path}.", path=record.parent)
    return {"jobs": jobs or count_cores(), "scheduler": scheduler, "record": record}
