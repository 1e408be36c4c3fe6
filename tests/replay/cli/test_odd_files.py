"""Match files and ledgers that are odd, and files that cannot be written."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from ledger.event import draft_event
from ledger.store import Ledger
from tests.replay.cli.conftest import Run
from tests.replay.cli.killed import COMMAND, environment
from tests.replay.cli.test_hostile import unix


@pytest.mark.parametrize("action", ["where", "upgrade"])
def test_a_ledger_that_was_cut_off(run: Run, maple: str, tmp_path: Path, action: str) -> None:
    """Every command says that it is damaged; where it lies can still be asked."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        info = ledger.find(maple)
        notes = [draft_event("log.note", {"text": "x" * 1500}) for _ in range(40)]
        ledger.append(info.match_id, info.version, notes, "tess")
    cut = tmp_path / "cut.db"
    cut.write_bytes((tmp_path / "ledger.db").read_bytes()[:30_000])
    upgrading = action == "upgrade"
    result = run("db", action, "--db", str(cut), code=6 if upgrading else 0)
    assert ("is damaged" in result.output) == upgrading


def test_a_signature_that_cannot_be_read_signs_nothing(
    run: Run, maple: str, tmp_path: Path
) -> None:
    """Closing and signing go on without it."""
    with Ledger(tmp_path / "ledger.db") as ledger:
        info = ledger.find(maple)
        odd = [draft_event("match.sign", {"seat": "nobody"})]
        ledger.append(info.match_id, info.version, odd, "tess")
    assert "Not yet signed: Ana, Bo" in run("close", maple, "--conceded", "Bo").output
    assert "Not yet signed: Bo" in run("sign", maple, "ana").output


@pytest.mark.parametrize("command", [("matches",), ("log", "maple"), ("matches", "--json")])
@unix
def test_nobody_listens(maple: str, tmp_path: Path, command: tuple[str, ...]) -> None:
    """Standard output is closed: nothing is said, and nothing is wrong."""
    result = subprocess.run(
        ["/bin/sh", "-c", '"$@" >&-', "sh", *COMMAND, *command],
        env=environment(tmp_path / "ledger.db"),
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    "command", [("export", "maple", "-o", "{}.json"), ("report", "maple", "-o", "{}.html")]
)
def test_a_folder_that_is_missing_is_named(
    run: Run, maple: str, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """Not the unfinished file that would have been written there."""
    folder = tmp_path / "nowhere"
    result = run(*(part.format(folder / "a") for part in command), code=3)
    assert result.stderr == f"There is no folder {folder}.\n"


def test_the_page_of_a_dispute_needs_its_folder(run: Run, maple: str, tmp_path: Path) -> None:
    """As every file does."""
    run("dispute", "open", f"{maple}@3", "--claim", "a third red")
    page = tmp_path / "nowhere" / "a.html"
    result = run("dispute", "export", f"{maple}@3", "-o", str(page), code=3)
    assert result.stderr == f"There is no folder {page.parent}.\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_said_with_the_file(run: Run, maple: str) -> None:
    """The device that is always full."""
    result = run("export", maple, "-o", "/dev/full", code=4)
    assert result.stderr == "/dev/full: No space left on device.\n"


def test_a_file_that_is_not_there_is_named_once(run: Run, tmp_path: Path) -> None:
    """What is wrong with one that is there is said after its name."""
    missing, broken = tmp_path / "missing.json", tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    result = run("import", str(missing), str(broken), code=3)
    first, second = result.stderr.splitlines()[:2]
    assert first == f"There is no file {missing}."
    assert second.startswith(f"{broken}: ")
