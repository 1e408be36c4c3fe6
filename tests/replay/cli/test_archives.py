"""The commands of archives: write, read, verify; and the older meaning of the word."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from ledger.store import Ledger
from tests.replay.cli.conftest import Run
from tests.some import some


def test_an_archive_is_written_verified_and_read(run: Run, maple: str, tmp_path: Path) -> None:
    """Into another ledger, where it is the same match."""
    folder, other = str(tmp_path / "evenings"), str(tmp_path / "other.db")
    written = run("archive", "write", folder).stdout
    assert written == f"{folder}: 1 of 1 match written, 7 new events, 3 new files\n"
    assert "intact, 7 events" in run("verify", folder).stdout
    read = run("archive", "read", folder, "--db", other).stdout
    assert read == f"{folder}: 1 match read, 7 new events\n"
    assert run("export", maple).stdout == run("export", maple, "--db", other).stdout
    again = json.loads(run("archive", "write", folder, "--json").stdout)
    assert again == {"folder": folder, "matches": 0, "events": 0, "files": 0}
    told = json.loads(run("archive", "read", folder, "--db", other, "--json").stdout)
    assert [(each["name"], each["new"]) for each in told] == [(maple, 0)]


def test_hidden_and_simulated_matches_are_written_if_all_are_asked_for(
    run: Run, maple: str, tmp_path: Path
) -> None:
    """As in `matches`."""
    run("simulate", "splendor", "--matches", "2")
    first = json.loads(run("archive", "write", str(tmp_path / "a"), "--json").stdout)
    every = json.loads(run("archive", "write", str(tmp_path / "a"), "--all", "--json").stdout)
    assert (first["matches"], every["matches"]) == (1, 2)
    assert run("archive", "write", str(tmp_path / "b"), "--game", "wizard", code=3).stderr


def test_workers_verify_archives_and_no_single_match(run: Run, maple: str, tmp_path: Path) -> None:
    """An option that would do nothing is refused, and so is one record of several works."""
    folder, record = str(tmp_path / "evenings"), str(tmp_path / "verified.jsonl")
    run("archive", "write", folder)
    alone = run("verify", folder).stdout
    assert run("verify", folder, "--jobs", "2", "--record", record).stdout == alone
    for option in (("--jobs", "2"), ("--record", record), ("--scheduler", "local")):
        assert "go with --all and with archives" in run("verify", maple, *option, code=2).stderr
    said = run("verify", folder, "--all", "--record", record, code=2).stderr
    assert said == "A record notes one work. foldtable verify ARCHIVE --record …\n"


def test_a_damaged_archive_is_refused_in_words(run: Run, maple: str, tmp_path: Path) -> None:
    """Nothing of it is read; `verify` says which file it is."""
    folder = tmp_path / "evenings"
    run("archive", "write", str(folder))
    (events,) = (folder / "events").rglob("*.parquet")
    events.write_bytes(events.read_bytes()[:-1])
    other = str(tmp_path / "other.db")
    said = run("archive", "read", str(folder), "--db", other, code=7).stderr
    assert events.name in said
    assert "is not as it was archived" in said
    assert json.loads(run("matches", "--all", "--json", "--db", other).stdout) == []
    assert events.name in run("verify", str(folder), code=6).stdout
    (folder / "manifest.json").unlink()
    assert "is no archive" in run("verify", str(folder), code=7).stdout


def test_without_pyarrow_it_is_said_how_to_install_it(
    run: Run, maple: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing is begun."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    said = run("archive", "write", str(tmp_path / "evenings"), code=2).stderr
    assert said == "pyarrow is not installed. pip install 'foldtable[archive]'\n"
    assert not (tmp_path / "evenings").exists()


def test_a_folder_with_other_things_is_refused(run: Run, maple: str, tmp_path: Path) -> None:
    """Before anything is written into it."""
    before = set(tmp_path.iterdir())
    assert "not empty" in run("archive", "write", str(tmp_path), code=2).stderr
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["write", "read"])
def test_a_match_called_like_a_command_is_hidden_with_hide(run: Run, name: str) -> None:
    """`archive MATCH` means the commands first."""
    run("new", "splendor", "A", "B", "--name", name)
    run("archive", name, code=2)
    run("hide", name)


@pytest.mark.parametrize(
    "words",
    [("archive", "maple"), ("archive", "maple", "--quiet"), ("archive", "--quiet", "maple")],
)
def test_a_match_in_the_place_of_a_command_is_hidden(
    run: Run, maple: str, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """That is what `archive` meant."""
    run(*words)
    with Ledger(tmp_path / "ledger.db") as ledger:
        assert ledger.find(maple).archived_at is not None


def test_a_word_that_is_neither_a_command_nor_a_match_is_said(run: Run, maple: str) -> None:
    """A slip in a command is no question."""
    assert "No match is called “wirte”" in run("archive", "wirte", code=3).stderr
    assert run("archive", "wirte", "evenings", code=2).stderr


def test_the_commands_speak_korean(run: Run, maple: str, tmp_path: Path) -> None:
    """Without a word of English but names."""
    folder = str(tmp_path / "evenings")
    for words in some((("archive", "write", folder), ("archive", "read", folder))):
        said = run(*words, "--lang", "ko").stdout
        assert "1" in said
        assert "match" not in said
