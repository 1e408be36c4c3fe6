"""Works of independent parts: the same results wherever they are done, resumed where they ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from replay.base.cluster import NoScheduler
from replay.base.errors import UserError
from replay.base.finished_parts import FinishedParts
from replay.base.i18n import set_language
from replay.base.parts import PartsFailed
from replay.base.workers import run_parts
from tests.replay.base import works
from tests.some import some

NUMBERS = {str(n): n for n in range(6)}
SQUARES = {str(n): n * n for n in range(6)}
WHERE = [
    pytest.param(1, "", id="here"),
    pytest.param(2, "", id="processes"),
    pytest.param(2, "local", id="dask"),
]


@pytest.mark.parametrize(("jobs", "scheduler"), WHERE)
def test_every_part_comes_back_with_its_result(jobs: int, scheduler: str) -> None:
    """In whatever order."""
    done = list(run_parts(works.square, NUMBERS, jobs=jobs, scheduler=scheduler))
    assert len(done) == len(NUMBERS)
    assert {each.name: each.result for each in done} == SQUARES


@pytest.mark.parametrize(("jobs", "scheduler"), WHERE)
def test_a_part_that_fails_is_named_and_does_not_lose_the_others(jobs: int, scheduler: str) -> None:
    """Its error is raised when the others are done."""
    came: dict[str, int] = {}
    work = run_parts(works.square_but_not_three, NUMBERS, jobs=jobs, scheduler=scheduler)
    with pytest.raises(PartsFailed, match=r"^3: 3 is odd in another way$") as caught:
        came.update(work)
    assert came == {name: n for name, n in SQUARES.items() if name != "3"}
    assert set(caught.value.errors) == {"3"}
    assert type(caught.value.errors["3"]) is UserError


@pytest.mark.parametrize(("jobs", "scheduler"), WHERE[1:])
def test_an_error_that_cannot_be_sent_comes_in_words(jobs: int, scheduler: str) -> None:
    """Nothing hangs, and braces in it are no fields."""
    with pytest.raises(PartsFailed, match=r"salt and pepper \{and more\}"):
        list(run_parts(works.raise_picky, NUMBERS, jobs=jobs, scheduler=scheduler))


@pytest.mark.parametrize(("jobs", "scheduler"), WHERE[1:])
def test_a_result_that_cannot_be_sent_is_an_error(jobs: int, scheduler: str) -> None:
    """Of each of its parts."""
    with pytest.raises(PartsFailed) as caught:
        list(run_parts(works.return_lambda, NUMBERS, jobs=jobs, scheduler=scheduler))
    assert set(caught.value.errors) == set(NUMBERS)


def test_a_process_that_is_killed_fails_its_part_alone() -> None:
    """As when the memory is full."""
    came: dict[str, int] = {}
    with pytest.raises(PartsFailed, match=r"^3: the process that did this ended with -9$"):
        came.update(run_parts(works.end_process, NUMBERS, jobs=2))
    assert came == {name: n for name, n in SQUARES.items() if name != "3"}


@pytest.mark.parametrize(("jobs", "scheduler"), WHERE)
def test_a_worker_speaks_the_language_of_whoever_asks(jobs: int, scheduler: str) -> None:
    """Results may be texts."""
    set_language("ko")
    done = list(run_parts(works.tell_language, NUMBERS, jobs=jobs, scheduler=scheduler))
    assert [each.result for each in done] == ["ko"] * len(NUMBERS)


def test_one_part_and_one_job_are_done_here() -> None:
    """Starting a process would take longer."""
    assert [each.result for each in run_parts(works.tell_process, {"0": 0}, jobs=4)] == [
        os.getpid()
    ]
    done = list(run_parts(works.tell_process, NUMBERS, jobs=2))
    assert len({each.result for each in done}) == 2
    assert os.getpid() not in {each.result for each in done}


def test_whoever_stops_listening_leaves_no_process() -> None:
    """A work that is given up ends at once."""
    work = run_parts(works.tell_process, {str(n): n for n in range(100)}, jobs=2)
    process = next(work).result
    assert is_running(process)
    work.close()
    assert not is_running(process)


def is_running(process: int) -> bool:
    """Return whether there is such a process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("scheduler", ["banana", "http://somewhere:8786", "8786"])
def test_what_is_no_scheduler_is_refused_in_words(scheduler: str) -> None:
    """Before anything is done."""
    with pytest.raises(NoScheduler, match=f"“{scheduler}” is no scheduler"):
        list(run_parts(works.square, NUMBERS, scheduler=scheduler))


def test_a_scheduler_that_is_not_there_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a while."""
    monkeypatch.setattr("replay.base.cluster.WAIT", 0.5)
    with pytest.raises(NoScheduler, match=r"The scheduler tcp://127.0.0.1:9 does not answer"):
        list(run_parts(works.square, NUMBERS, scheduler="tcp://127.0.0.1:9"))


# -- the record of finished parts ------------------------------------------------------------------


def test_finished_parts_are_not_done_again(tmp_path: Path) -> None:
    """They come back with the results that were noted."""
    record = FinishedParts(tmp_path / "record", {"of": "squares"}, int)
    record.note("2", 1234)
    again = FinishedParts(tmp_path / "record", {"of": "squares"}, int)
    done = {each.name: each.result for each in run_parts(works.square, NUMBERS, record=again)}
    assert done == SQUARES | {"2": 1234}
    assert not (tmp_path / "record").exists()


def test_a_record_of_another_work_begins_anew(tmp_path: Path) -> None:
    """Its parts may have the same names."""
    FinishedParts(tmp_path / "record", "cubes", int).note("2", 8)
    assert FinishedParts(tmp_path / "record", "squares", int).finished == {}
    assert FinishedParts(tmp_path / "record", "cubes", int).finished == {}


def test_half_a_last_line_is_ignored(tmp_path: Path) -> None:
    """The program ended while it was written. What is noted then stands on a line of its own."""
    record = FinishedParts(tmp_path / "record", "squares", int)
    record.note("2", 4)
    record.note("3", 9)
    whole = (tmp_path / "record").read_bytes()
    for cut in some(range(1, len(whole))):
        (tmp_path / "record").write_bytes(whole[:-cut])
        found = FinishedParts(tmp_path / "record", "squares", int)
        expected = dict([("2", 4), ("3", 9)][: len(found.finished)])
        assert found.finished == expected
        found.note("5", 25)
        assert FinishedParts(tmp_path / "record", "squares", int).finished == expected | {"5": 25}


def test_lines_of_another_shape_are_ignored(tmp_path: Path) -> None:
    """Their parts are done again."""
    record = FinishedParts(tmp_path / "record", "squares", int)
    record.note("2", 4)
    with record.path.open("ab") as file:
        file.write(b'{"part":"3","result":"nine"}\n[1]\n\xff\n\n{"part":"4","result":16}\n')
    assert FinishedParts(tmp_path / "record", "squares", int).finished == {"2": 4, "4": 16}


def test_a_failed_part_is_done_again(tmp_path: Path) -> None:
    """The record stays until all are finished."""
    record = FinishedParts(tmp_path / "record", "squares", int)
    with pytest.raises(PartsFailed):
        list(run_parts(works.square_but_not_three, NUMBERS, record=record))
    again = FinishedParts(tmp_path / "record", "squares", int)
    assert set(again.finished) == set(NUMBERS) - {"3"}


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_work_that_was_stopped_is_resumed(tmp_path: Path, jobs: int, sign: int) -> None:
    """With Ctrl-C, or killed. No process is left, and what was finished is not done again."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.replay.base.works", str(tmp_path), str(jobs)],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    record = tmp_path / "record.jsonl"
    wait_until(lambda: record.exists() and record.read_bytes().count(b"\n") > 5)
    if sign == signal.SIGINT:
        os.killpg(process.pid, sign)
    else:
        process.kill()
    assert process.wait() != 0
    workers = {int(path.name.split("-")[1]) for path in tmp_path.glob("*-*")}
    assert len(workers) == jobs
    wait_until(lambda: not any(map(is_running, workers)))
    finished = set(FinishedParts(record, "squares", int).finished)
    assert 5 <= len(finished) < 40
    begun = set(tmp_path.glob("*-*"))
    assert works.square_many(tmp_path, jobs) == {str(n): n * n for n in range(40)}
    redone = {path.name.split("-")[0] for path in set(tmp_path.glob("*-*")) - begun}
    assert redone == {str(n) for n in range(40)} - finished
    assert not record.exists()
    for n in some(range(40)):
        assert list(tmp_path.glob(f"{n}-*"))


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait until something holds. Fail after half a minute."""
    for _ in range(600):
        if holds():
            return
        time.sleep(0.05)
    pytest.fail("waited half a minute")
