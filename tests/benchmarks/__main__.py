"""``python -m tests.benchmarks [--growth] [--write] [WORD ...]``: print ratios with their targets.

Each pair is run in turn, several times; the ratio is that of the medians. With `--growth` the
curves follow, over the events of a match and the matches of a ledger. With `--write` all of it goes
into `docs/performance.md`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from tests.benchmarks import append, engines, page, startup, store, workers
from tests.benchmarks.growth import measure_length, measure_number
from tests.benchmarks.report import (
    Result,
    describe_machine,
    draw_curves,
    draw_results,
    write_document,
)


class Benchmark(NamedTuple):
    """A measurement: `measure` returns the seconds per unit of ours and of the reference."""

    name: str
    measure: Callable[[], tuple[float, float]]
    target: str
    rounds: int


TARGETS = {
    "splendor": ">= 0.60",
    "machi-koro": ">= 0.80",
    "seven-wonders-duel": ">= 0.55",
    "wizard": ">= 0.55",
    "challengers": ">= 0.35",
}
"""How fast each engine should fold, as a part of python-chess's speed."""

CHECK_TARGETS = {
    "splendor": ">= 0.80",
    "machi-koro": ">= 0.90",
    "seven-wonders-duel": ">= 0.60",
    "wizard": ">= 0.50",
    "challengers": ">= 0.40",
}
"""How fast each engine should fold with checks, as a part of python-chess's speed with them."""

BENCHMARKS = (
    *(
        Benchmark(
            f"{game} decode + apply, × python-chess push", engines.build_measure(game), target, 9
        )
        for game, target in TARGETS.items()
    ),
    *(
        Benchmark(
            f"{game} decode + apply + check, × python-chess is_legal + push",
            engines.build_check_measure(game),
            target,
            5,
        )
        for game, target in CHECK_TARGETS.items()
    ),
    *(
        Benchmark(f"{game} Enter → page, in boards", page.build_measure(game), "<= 1.5", 5)
        for game in TARGETS
    ),
    Benchmark("a line at 10,000 events, × at 100", page.measure_long_match, "<= 1.3", 3),
    Benchmark(
        "foldtable --help at a terminal, × a one-command typer app",
        startup.measure_help,
        "<= 1.3",
        7,
    ),
    Benchmark("foldtable show, × a typer command that runs", startup.measure_show, "<= 1.4", 7),
    Benchmark("durable append, × raw sqlite3", append.measure_append, ">= 0.80", 7),
    Benchmark("read + chain + fold, × eventsourcing rebuild", store.measure_rebuild, ">= 2.00", 5),
    Benchmark("verify, × read + chain + fold", store.measure_verify, ">= 0.50", 5),
    Benchmark("import of match files, × executemany", store.measure_import, ">= 0.40", 5),
    Benchmark("bytes of an event on disk, × its payload", store.measure_bytes, "<= 6.25", 1),
    Benchmark("two cores, × multiprocessing.Pool(2)", workers.measure_processes, ">= 0.90", 3),
    Benchmark("two cores with Dask, × multiprocessing.Pool(2)", workers.measure_dask, ">= 0.80", 3),
)


def run_benchmark(benchmark: Benchmark) -> Result:
    """Run a benchmark, print what it came to, and return it."""
    pairs = [benchmark.measure() for _ in range(benchmark.rounds)]
    ours = median(pair[0] for pair in pairs)
    reference = median(pair[1] for pair in pairs)
    faster = benchmark.target.startswith(">=")
    ratio = reference / ours if faster else ours / reference
    print(
        f"{benchmark.name}: {ratio:.2f} (target {benchmark.target}; "
        f"ours {ours * 1e6:.1f} µs, reference {reference * 1e6:.1f} µs)",
        flush=True,
    )
    return Result(benchmark.name, ratio, benchmark.target)


def main(arguments: Sequence[str]) -> int:
    """Run all benchmarks, or those whose name contains one of the words given."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("word", nargs="*")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args(arguments)
    wanted = [
        each
        for each in BENCHMARKS
        if not asked.word or any(word in each.name for word in asked.word)
    ]
    parts = [describe_machine(), "\n".join(draw_results([run_benchmark(each) for each in wanted]))]
    if asked.growth or asked.write:
        parts.append("\n".join(draw_curves("events of a match", measure_length())))
        parts.append("\n".join(draw_curves("matches in the ledger", measure_number())))
        print(*parts[-2:], sep="\n\n")
    if asked.write:
        write_document(parts)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
