"""``python -m tests.traces DIR...``: replay traces, exit 1 on a mismatch."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.traces import replay_files


def main(arguments: list[str]) -> int:
    """Print ``N games, M steps, K mismatches`` and the first mismatch of each game."""
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 2
    paths = [Path(argument) for argument in arguments]
    missing = [path for path in paths if not path.exists()]
    if missing:
        print(f"no such file or folder: {missing[0]}", file=sys.stderr)
        return 3
    report = replay_files(paths)
    for name, step in report.first.items():
        print(f"{name} at {step.where}:")
        for difference in step.differences[:5]:
            print(f"  {difference}")
    print(f"{report.games} games, {report.steps} steps, {report.mismatches} mismatches")
    return 1 if report.mismatches or not report.games else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
