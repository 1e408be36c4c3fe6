"""A work of independent parts: done here, by processes of this machine, or with Dask.

The function is the same everywhere. It lies in a module, takes one part and returns its result;
both are pickled on the way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping

from replay.base.cluster import run_on_dask
from replay.base.finished_parts import FinishedParts
from replay.base.parts import Call, Done, Outcome, P, PartsFailed, R
from replay.base.processes import run_in_processes


def count_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_parts(
    function: Callable[[P], R],
    parts: Mapping[str, P],
    *,
    jobs: int = 1,
    scheduler: str = "",
    record: FinishedParts[R] | None = None,
) -> Generator[Done[R], None, None]:
    """Yield the parts of a work as they are finished, each with what `function` returns of it.

    One part or one job is done in this process, more in as many processes. With a `scheduler`,
    Dask does them: on the cluster at this address, or for “local” in `jobs` processes.

    Parts in the `record` come first and are not done again. Every other one is noted there when
    the next is asked for. Where all are finished, the record is deleted.

    Whoever closes the generator ends the work. An error of a part does not keep the others from
    being done; raise PartsFailed after them. Raise NoScheduler where nothing can be done at all.
    """
    finished = {} if record is None else record.finished
    yield from (Done(name, finished[name]) for name in parts if name in finished)
    left = {name: part for name, part in parts.items() if name not in finished}
    errors: dict[str, Exception] = {}
    for outcome in _run(function, left, jobs, scheduler):
        if outcome.error is not None:
            errors[outcome.name] = outcome.error
            continue
        yield Done(outcome.name, outcome.result)
        if record is not None:
            record.note(outcome.name, outcome.result)
    if errors:
        raise PartsFailed(errors)
    if record is not None:
        record.delete()


def _run(
    function: Callable[[P], R], parts: Mapping[str, P], jobs: int, scheduler: str
) -> Iterator[Outcome]:
    """Yield what comes of parts, each as it is finished."""
    if scheduler and parts:
        return run_on_dask(Call(function), parts, scheduler, jobs)
    processes = min(jobs, len(parts))
    if processes > 1:
        return run_in_processes(Call(function), parts, processes)
    return _run_here(function, parts)


def _run_here(function: Callable[[P], R], parts: Mapping[str, P]) -> Iterator[Outcome]:
    for name, part in parts.items():
        try:
            outcome = Outcome(name, function(part))
        except Exception as error:
            outcome = Outcome(name, error=error)
        yield outcome
