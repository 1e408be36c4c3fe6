"""A work in two processes and with Dask, against a bare multiprocessing.Pool(2).

The work is to play matches of Wizard, each in a few tenths of a second. Each of the three starts
its two processes anew; the Dask cluster is there already, as one for a long work is.
"""

from __future__ import annotations

import atexit
import time
from functools import cache
from multiprocessing import Pool
from typing import Any

from replay.base.extras import load_package
from replay.base.workers import run_parts
from replay.lab.simulation import Simulated, play_match

MATCHES = 60
PARTS = {f"{seed}": Simulated("wizard", 4, seed) for seed in range(MATCHES)}


def measure_processes() -> tuple[float, float]:
    """Return the seconds per match in two processes, and in a pool of two."""
    return time_workers(""), time_pool()


def measure_dask() -> tuple[float, float]:
    """Return the seconds per match on a cluster of two workers, and in a pool of two."""
    return time_workers(start_cluster().scheduler_address), time_pool()


def time_workers(scheduler: str) -> float:
    """Return the seconds per match with our workers."""
    started = time.perf_counter()
    done = sum(1 for _each in run_parts(play_match, PARTS, jobs=2, scheduler=scheduler))
    if done != MATCHES:
        raise RuntimeError("parts are missing")
    return (time.perf_counter() - started) / MATCHES


def time_pool() -> float:
    """Return the seconds per match with a pool, which hands out one match at a time."""
    started = time.perf_counter()
    with Pool(2) as pool:
        done = sum(1 for _each in pool.imap_unordered(play_match, PARTS.values()))
    if done != MATCHES:
        raise RuntimeError("parts are missing")
    return (time.perf_counter() - started) / MATCHES


@cache
def start_cluster() -> Any:
    """Return a cluster of two workers, which have done a part each."""
    start = load_package("distributed", "Dask").LocalCluster
    cluster = start(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50)
    atexit.register(cluster.close)
    warm = dict(list(PARTS.items())[:4])
    list(run_parts(play_match, warm, scheduler=cluster.scheduler_address))
    return cluster
