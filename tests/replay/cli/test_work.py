"""How long work is shared out: what the options say, and what they cannot say."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay.base.cluster import LOCAL, NoScheduler
from replay.base.workers import count_cores
from replay.cli.exits import Exit, Stop
from replay.cli.work import plan_work


@pytest.mark.parametrize(("jobs", "planned"), [(1, 1), (3, 3), (0, count_cores())])
def test_0_processes_are_one_for_every_core(jobs: int, planned: int) -> None:
    assert plan_work(jobs, "", None) == {"jobs": planned, "scheduler": "", "record": None}


def test_a_scheduler_and_a_record_are_passed_on(tmp_path: Path) -> None:
    record = tmp_path / "done"
    assert plan_work(2, LOCAL, record) == {"jobs": 2, "scheduler": LOCAL, "record": record}


def test_less_than_no_process_is_refused() -> None:
    with pytest.raises(Stop, match="-1 is not one or more") as stopped:
        plan_work(-1, "", None)
    assert stopped.value.code == Exit.USAGE


def test_what_is_no_scheduler_is_refused() -> None:
    with pytest.raises(NoScheduler):
        plan_work(1, "somewhere", None)


def test_a_record_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="There is no folder") as stopped:
        plan_work(1, "", tmp_path / "none" / "done")
    assert stopped.value.code == Exit.MISSING
