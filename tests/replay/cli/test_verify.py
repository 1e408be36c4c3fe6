"""Verify in the shell: what its findings are called, and what it finds against the journal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from ledger.clerk import Close
from ledger.event import hash_event
from ledger.location import Server
from ledger.store import Ledger
from replay.cli.admin.verify import name_kind
from replay.files.exchange import export_match, import_file, keep_branch
from replay.record.opening import fork_match
from replay.record.session import Session
from replay.referee.findings import Fact, Fault, Kind
from tests import table
from tests.replay.cli.conftest import Run
from tests.some import some
from tests.tampering.mutations import rechain_events

# ruff: noqa: S608  (the statements are ours)


@pytest.mark.parametrize("kind", [*get_args(Fault), *get_args(Fact)])
def test_every_kind_of_finding_has_a_name(kind: Kind) -> None:
    """A new kind is named where findings are printed."""
    assert name_kind(kind)


# -- H12: what is gone, and what was shifted -----------------------------------------------------


@pytest.fixture
def evening(session: Session) -> Session:
    """A ledger of three matches: one open, one closed, one closed, corrected and closed again."""
    table.type_accepted(table.open_desk(session), "wug", "wrk", "undo", "wrk")
    for name in ("birch", "cedar"):
        other = table.lay_out_session(session.ledger, name=name, title="Friday")
        table.type_accepted(table.open_desk(other), "wug", "wrk ; ugr", "undo")
        other.close(Close(how="abandoned"))
        if name == "cedar":
            other.reopen()
            table.type_accepted(table.open_desk(other), "ugr", "amend 17 wuk")
            other.close(Close(how="abandoned"))
            other.sign(0)
    return session


def tamper(ledger: Ledger, *statements: str) -> None:
    """Change a ledger as somebody would who knows how: its triggers are put back afterwards."""
    with Ledger(ledger.where) as stranger:
        triggers: list[tuple[str, str]] = []
        if isinstance(ledger.where, Server):
            stranger.database.execute("SET session_replication_role = replica")
        else:
            stranger.database.execute("PRAGMA foreign_keys=OFF")
            triggers += stranger.database.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            )
        for name, _sql in triggers:
            stranger.database.execute(f"DROP TRIGGER {name}")
        for statement in some(statements):
            assert stranger.database.execute(f"{statement} RETURNING 1"), statement
        for _name, sql in triggers:
            stranger.database.execute(sql)


@pytest.fixture
def verify(run: Run) -> Callable[..., dict[str, list[dict[str, Any]]]]:
    """Verify with --json: the findings by name; without arguments, of everything."""

    def verify_and_read(*arguments: str, code: int = 6) -> dict[str, list[dict[str, Any]]]:
        done = run("verify", *(arguments or ("--all",)), "--json", code=code)
        return {audit["name"]: audit["findings"] for audit in json.loads(done.stdout)}

    return verify_and_read


Verify = Callable[..., dict[str, list[dict[str, Any]]]]


def id_of(session: Session, name: str) -> str:
    """Return the id of a match as a text in SQL."""
    return table.quote_id(session.ledger, session.ledger.find(name).match_id)


def delete_match(session: Session, name: str) -> None:
    """Delete a match with all its rows."""
    match_id = id_of(session, name)
    tables = ("digests", "events", "seats", "matches")
    tamper(
        session.ledger,
        *(f"DELETE FROM {each} WHERE match_id = {match_id}" for each in tables),
    )


@pytest.mark.parametrize("name", ["maple", "birch"])
def test_H12_a_match_that_was_deleted_whole_is_found(
    evening: Session, verify: Verify, run: Run, name: str
) -> None:
    """Whether it was open or closed: it is named, and the others are intact."""
    delete_match(evening, name)
    found = verify()
    assert [each["kind"] for each in found.pop(name)] == ["missing"]
    assert {"birch", "cedar", "maple"} - {name} == set(found)
    assert all(each["kind"] not in get_args(Fault) for its in some(found.values()) for each in its)
    (line,) = (s for s in run("verify", "--all", code=6).stdout.splitlines() if name in s)
    assert "NOT INTACT" in line
    korean = run("--lang", "ko", "verify", "--all", code=6).stdout
    assert "사라짐" in korean


def test_H12_all_matches_deleted_are_found(evening: Session, verify: Verify) -> None:
    """Nothing is left that could be verified."""
    for name in ("maple", "birch", "cedar"):
        delete_match(evening, name)
    assert set(verify()) == {"maple", "birch", "cedar"}


def test_H12_rows_that_were_left_behind_are_found(evening: Session, verify: Verify) -> None:
    """Of a match that was deleted in a hurry; the others are verified all the same."""
    tamper(
        evening.ledger,
        f"DELETE FROM matches WHERE match_id = {id_of(evening, 'birch')}",
    )
    found = verify()
    assert [each["kind"] for each in found["birch"]] == ["missing"]
    beside = found[str(evening.ledger.where)]
    assert [each["kind"] for each in beside] == ["missing"] * 3
    assert {"maple", "cedar"} < set(found)


def test_H12_a_match_cut_after_its_closing_is_found(evening: Session, verify: Verify) -> None:
    """Its listing and its digests were made to fit."""
    where = f"match_id = {id_of(evening, 'birch')}"
    tamper(
        evening.ledger,
        f"DELETE FROM events WHERE {where} AND version > 17",
        f"DELETE FROM digests WHERE {where} AND version > 17",
        f"UPDATE matches SET closed_at = NULL, how = '' WHERE {where}",
    )
    last = evening.ledger.journal().heads[evening.ledger.find("birch").match_id][-1].version
    assert ("chain", last) in {(each["kind"], each["version"]) for each in verify()["birch"]}
    assert ("chain", last) in {(each["kind"], each["version"]) for each in verify("birch")["birch"]}


def test_H12_a_closed_match_that_was_rewritten_is_found(evening: Session, verify: Verify) -> None:
    """With a chain that fits, and without its seal: the journal has the old hash."""
    info = evening.ledger.find("cedar")
    events = evening.ledger.events(info.match_id)
    forged = rechain_events([events[0], replace(events[1], actor="tom"), *events[2:]])
    assert hash_event(forged[0].hash, forged[1]) == forged[1].hash
    tamper(
        evening.ledger,
        *(
            f"UPDATE events SET actor = '{each.actor}', hash = '{each.hash}' "
            f"WHERE match_id = {id_of(evening, 'cedar')} AND version = {each.version}"
            for each in forged
        ),
    )
    assert "chain" in {each["kind"] for each in verify()["cedar"]}


@pytest.mark.parametrize("name", ["maple", "cedar"])
@pytest.mark.parametrize("which", ["> 0", "> 17", "= 5", "= 17"])
def test_H12_digests_that_were_deleted_are_found(
    evening: Session, verify: Verify, name: str, which: str
) -> None:
    """All of them, those from a version on, or one; in a match that is open or closed."""
    where = f"match_id = {id_of(evening, name)} AND version {which}"
    tamper(evening.ledger, f"DELETE FROM digests WHERE {where}")
    found = verify()
    assert [each["kind"] for each in found[name]] == ["undigested"]
    assert len([each for its in found.values() for each in its if each["kind"] in FAULTS]) == 1


FAULTS = get_args(Fault)

SHIFTED = {
    "name": "'birch-2'",
    "game": "'wizard'",
    "rules": "'splendor-2014/1'",
    "title": "'Saturday'",
    "opened_at": "'2026-01-01T00:00:00.000Z'",
    "played": "'2026-01-01'",
    "closed_at": "substr(closed_at, 1, 20) || "
    "((CAST(substr(closed_at, 21, 3) AS INTEGER) + 1) % 1000) || 'Z'",
    "how": "'conceded'",
    "archived_at": "'2026-01-01T00:00:00.000Z'",
    "simulated": "NOT simulated",
    "base_version": "3",
    "base_hash": "'00'",
    "folded": "'beech'",
    "last_at": "'2026-01-01T00:00:00.000Z'",
    "place": "'Attic'",
    "level": "'pad'",
}


@pytest.mark.parametrize("column", SHIFTED)
def test_H12_a_listing_field_that_was_shifted_is_found(
    evening: Session, verify: Verify, column: str
) -> None:
    """Every column of a match: a name that looks like a copy's, a closing a moment later."""
    where = f"match_id = {id_of(evening, 'birch')}"
    tamper(
        evening.ledger,
        f"UPDATE matches SET {column} = {SHIFTED[column]} WHERE {where}",
    )
    (finding,) = (each for its in verify().values() for each in its if each["kind"] in FAULTS)
    assert finding["kind"] == "listing"
    assert finding["text"].startswith(f"{column} is listed as ")


@pytest.mark.only("sqlite")
def test_H12_every_column_of_a_match_is_tried(ledger: Ledger) -> None:
    """All but the id, and the parent, which must be there."""
    columns = {row[1] for row in ledger.database.execute("PRAGMA table_info(matches)")}
    assert columns - {"match_id", "parent_id"} == set(SHIFTED)


@pytest.mark.parametrize(
    "statement",
    [
        "SET person = 'Zoe' WHERE seat = 0",
        "SET seat = 5 WHERE seat = 1",
        "SET points = 99 WHERE seat = 0",
        "SET rank = 7 WHERE seat = 0",
        "SET won = NOT won WHERE won IS NOT NULL",
        "SET gone = NOT gone WHERE seat = 1",
    ],
)
def test_H12_a_listed_seat_that_was_shifted_is_found(
    evening: Session, verify: Verify, statement: str
) -> None:
    """Who sat where is derived from the events, too."""
    tamper(evening.ledger, f"UPDATE seats {statement}")
    assert {each["kind"] for its in verify().values() for each in its} & {"listing"}


def test_H12_a_match_that_is_shown_or_hidden_by_hand_is_found(
    evening: Session, verify: Verify, run: Run
) -> None:
    """The journal says which matches were hidden, and when."""
    run("hide", "birch")
    verify(code=0)
    tamper(evening.ledger, "UPDATE matches SET archived_at = NULL WHERE name = 'birch'")
    assert [each["kind"] for each in verify()["birch"]] == ["listing"]


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("DELETE FROM events WHERE match_id = 'ledger'", "birch"),
        ("DELETE FROM events WHERE match_id = 'ledger' AND version = 8", "cedar"),
        ("DELETE FROM events WHERE match_id = 'ledger' AND version = 2", ""),
        ("UPDATE events SET payload = '{}' WHERE match_id = 'ledger' AND version = 2", ""),
        ("UPDATE events SET actor = 'tom' WHERE match_id = 'ledger' AND version = 3", ""),
    ],
)
def test_H12_a_journal_that_was_changed_is_found(
    evening: Session, verify: Verify, statement: str, where: str
) -> None:
    """Deleted, cut or edited: it is said of the ledger, or of the match that it lacks."""
    assert len(evening.ledger.journal().events) == 8
    tamper(evening.ledger, statement)
    found = verify()
    assert "journal" in {each["kind"] for each in found[where or str(evening.ledger.where)]}


# -- H12: no false alarms ------------------------------------------------------------------------


@pytest.fixture
def everything(evening: Session, tmp_path: Path) -> Ledger:
    """A ledger in which everything was done that changes listings, heads or digests."""
    ledger = evening.ledger
    branch = fork_match(ledger, ledger.find("maple"), 17, "tess", "oak")
    Session(ledger, branch, "bo").void("a try")
    voided = Session(ledger, branch, "bo")
    voided.restore()
    fork_match(ledger, ledger.find("oak"), 18, "tess")
    with Ledger(tmp_path / "other.db") as other:
        import_file(other, export_match(ledger, ledger.find("oak")))
        again = Session(other, other.find("oak"), "cy")
        table.type_accepted(table.open_desk(again), "wrk")
        attempt = fork_match(other, other.find("oak"), 19, "cy", "attempt")
        table.type_accepted(table.open_desk(Session(other, attempt, "cy")), "ugr")
        longer = export_match(other, other.find("oak"))
        import_file(ledger, longer)
        keep_branch(ledger, other, attempt)
    import_file(ledger, longer, as_copy=True)
    copy = Session(ledger, ledger.find("oak-2"), "tess")
    desk = table.open_desk(copy)
    table.type_accepted(desk, "rename b Dee", "swap a b", "title Sunday", "ugr", "undo")
    copy.close(Close(how="abandoned"))
    copy.reopen()
    ledger.hide(ledger.find("birch").match_id)
    ledger.hide(ledger.find("cedar").match_id)
    ledger.hide(ledger.find("cedar").match_id, hidden=False)
    return ledger


def test_H12_what_people_do_is_no_finding(everything: Ledger, verify: Verify) -> None:
    """Forks, imports and copies, names, titles, voids, hides, corrections, reopened matches."""
    found = verify(code=0)
    assert len(found) == len(everything.matches()) == 7
    assert [each for its in found.values() for each in its if each["kind"] in FAULTS] == []


@pytest.mark.parametrize("where", ["journal", "matches", "digests"])
def test_H1_everything_is_verified_as_it_was_at_one_moment(
    evening: Session, verify: Verify, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Between the things that `verify --all` reads, others open, close and hide matches."""
    read = getattr(Ledger, where)

    def record_and_read(ledger: Ledger, *match_id: str) -> object:
        found = read(ledger, *match_id)
        if not meanwhile:
            meanwhile.append(where)
            other = table.open_session(evening.ledger, name="later")
            other.close(Close(how="abandoned"))
            evening.close(Close(how="abandoned"))
            evening.ledger.hide(other.info.match_id)
        return found

    meanwhile: list[str] = []
    monkeypatch.setattr(Ledger, where, record_and_read)
    assert set(verify(code=0)) == {"maple", "birch", "cedar"}
    assert meanwhile
    assert set(verify(code=0)) == {"maple", "birch", "cedar", "later"}
