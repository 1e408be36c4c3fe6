"""Tests of locating the ledger file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.errors import NotALedger
from ledger.location import find_default_path, locate_ledger, parse_location


def test_the_option_wins_over_the_variable_wins_over_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The source is returned with the file."""
    monkeypatch.setenv("FOLDTABLE_DB", "/variable.db")
    assert locate_ledger("/option.db") == (Path("/option.db"), "--db")
    assert locate_ledger() == (Path("/variable.db"), "FOLDTABLE_DB")
    monkeypatch.delenv("FOLDTABLE_DB")
    assert locate_ledger() == (find_default_path(), "default")


def test_the_default_is_in_the_data_folder_of_the_user(tmp_path: Path) -> None:
    """The platform decides which folder that is."""
    assert find_default_path().is_relative_to(tmp_path / "home")
    assert find_default_path().name == "ledger.db"


@pytest.mark.parametrize(
    ("where", "file"),
    [
        ("games.db", "games.db"),
        ("sqlite:///games.db", "games.db"),
        ("sqlite:////var/games.db", "/var/games.db"),
        ("sqlite+pysqlite:////var/games.db", "/var/games.db"),
    ],
)
def test_a_path_or_a_url_names_a_file(where: str, file: str) -> None:
    """Three slashes for a relative path, four for an absolute one."""
    assert parse_location(where) == Path(file)


def test_a_tilde_is_the_home(tmp_path: Path) -> None:
    """A shell reads it alike."""
    assert parse_location("~/games.db") == tmp_path / "home" / "games.db"


@pytest.mark.parametrize(
    "where", ["mysql://host/games", "sqlite://", "sqlite:///", "sqlite:///:memory:", "a://b"]
)
def test_a_url_that_names_no_file_is_refused(where: str) -> None:
    """The hint shows a URL that would do."""
    with pytest.raises(NotALedger) as refused:
        locate_ledger(where)
    assert "sqlite:///" in refused.value.hint
