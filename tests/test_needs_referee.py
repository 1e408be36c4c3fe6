"""What people ask of a referee, as scenarios by their numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engines.splendor import engine
from engines.splendor.state import State
from engines.values import Move
from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.fold.timeline import Timeline
from replay.record.opening import fork_match
from replay.record.session import Session
from tests import table
from tests.replay.cli.conftest import invoke
from tests.replay.referee.test_audit import tamper
from tests.replay.walks import deal_actions

FOLDTABLE = invoke
"""The command, run in this process."""


def listed(*arguments: str) -> Any:
    """What a command prints as JSON."""
    return json.loads(FOLDTABLE(*arguments, "--json").stdout)


# -- correcting ----------------------------------------------------------------------------------


def test_16_what_a_correction_changes_is_said_before_it_is_made(session: Session) -> None:
    """`--dry-run` only says it."""
    FOLDTABLE("record", "maple", given="uug ! two and one\nwgr\n")
    before = FOLDTABLE("log", "maple", "--raw", "--json").stdout
    said = FOLDTABLE("amend", "maple", "17", "wug", "--dry-run").stdout
    assert "no longer a breach: 17 S4" in said
    assert FOLDTABLE("log", "maple", "--raw", "--json").stdout == before
    done = FOLDTABLE("amend", "maple", "17", "wug").stdout
    assert done == said.replace("would read", "now reads").replace("(now:", "(was:")


def test_17_an_adjustment_is_an_event_of_its_own(session: Session) -> None:
    """And a line of its own where the score is explained; the reason stands with it."""
    FOLDTABLE("record", "maple", given="wug\n= a points 2 ! the director's decision\n")
    event = listed("log", "maple")[-2]
    assert (event["type"], event["version"]) == ("count", 18)
    found = listed("why", "maple", "ana.points")
    assert (found["total"], [part["n"] for part in found["parts"]]) == (2, [2])
    assert "the director's decision" in FOLDTABLE("log", "maple").stdout


# -- looking back --------------------------------------------------------------------------------


def test_29_a_what_if_is_labelled_in_every_list(session: Session) -> None:
    """It shares the past, decides otherwise, and is called what it is."""
    session.record(deal_actions(session, 29, 6))
    FOLDTABLE("fork", "maple@20", "--name", "oak")
    FOLDTABLE("record", "oak", given="wug ! another way\n")
    oak, maple = listed("matches")
    assert (oak["name"], maple["name"]) == ("oak", "maple")
    assert oak["fork_of"].endswith("@20")
    assert maple["fork_of"] is None
    rows = FOLDTABLE("matches").stdout.splitlines()
    assert ["what-if" in row for row in rows[1:]] == [True, False]
    assert "  oak @20" in FOLDTABLE("branches").stdout
    assert listed("log", "oak")[:20] == listed("log", "maple")[:20]
    head = json.loads(FOLDTABLE("export", "oak").stdout)["match"]
    assert head["origin"] == {"match_id": maple["match_id"], "name": "maple", "version": 20}


def test_31_a_review_has_the_table_where_somebody_remarked(
    session: Session, tmp_path: Path
) -> None:
    """At each note, dispute and ruling, and nowhere else."""
    session.record(deal_actions(session, 31, 8))
    session.note("here it was decided <b>", 19)
    session.rule(21, "stands", "nobody minded")
    page = tmp_path / "review.html"
    FOLDTABLE("report", "maple", "-o", str(page))
    written = page.read_text(encoding="utf-8")
    assert re.findall(r"<h2>(\d+)", written) == ["19", "21"]
    assert written.count('<div class="board">') == 2
    assert "here it was decided &lt;b&gt;" in written
    assert "nobody minded" in written
    assert session.seal in written
    assert "<mark>" in written
    assert not re.search(r"https?:|<script|src=", written)
    FOLDTABLE("report", "maple", "-o", str(page), code=4)
    FOLDTABLE("report", "maple", "-o", str(page), "--force")
    stops = listed("report", "maple")["stops"]
    assert [(stop["version"], len(stop["remarks"])) for stop in stops] == [(19, 1), (21, 1)]


def test_31_without_remarks_there_is_nothing_to_show(session: Session, tmp_path: Path) -> None:
    """The page says so."""
    page = tmp_path / "review.html"
    FOLDTABLE("report", "maple", "-o", str(page))
    assert "Nobody has remarked on anything." in page.read_text(encoding="utf-8")


def test_32_remarks_survive_export_and_import(session: Session, tmp_path: Path) -> None:
    """One before the first move, one at the end, rulings and disputes between."""
    session.note("we begin: 민지 deals", 1)
    session.record(deal_actions(session, 32, 5))
    FOLDTABLE("dispute", "open", "maple@19", "--claim", "not so", "--by", "Bo")
    FOLDTABLE("dispute", "rule", "maple@19", "--decision", "stands", "--reason", "it was so")
    session.refresh()
    session.note("that was it")
    path = tmp_path / "maple.match.json"
    FOLDTABLE("export", "maple", "-o", str(path))
    with Ledger(tmp_path / "elsewhere.db") as other:
        FOLDTABLE("import", str(path), "--db", str(other.where))
        there = Timeline(other.events(session.info.match_id))
    assert there.notes() == session.timeline.notes()
    assert there.rulings() == session.timeline.rulings()
    assert {1, session.timeline.version - 1} <= set(there.notes())


# -- disputes and trust --------------------------------------------------------------------------


def test_45_rulings_have_a_rule_and_a_history_per_person(session: Session) -> None:
    """Across matches and games: what was decided about Bo."""
    FOLDTABLE("record", "maple", given="wug\nrrr ! asleep\n")
    FOLDTABLE("dispute", "open", "maple@18", "--claim", "a third red", "--rule", "S5")
    penalty = ("--decision", "penalty", "--reason", "the second time", "--by", "Ana")
    FOLDTABLE("dispute", "rule", "maple@18", *penalty)
    FOLDTABLE("new", "machi-koro", "Bo", "Cy", "--name", "birch", "--another")
    FOLDTABLE("record", "birch", given="3 cafe =5 ! he was generous\n")
    history = [
        (r["match"], r["rules"], r["decision"]) for r in listed("precedents", "--person", "Bo")
    ]
    assert history[1:] == [("maple", ["S5"], "penalty"), ("maple", ["S5"], "stands")]
    assert history[0][0] == "birch"
    assert listed("precedents", "--person", "Ana") == []
    assert [r["by"] for r in listed("precedents", "splendor", "S5", "--person", "bo")] == [
        "Ana",
        "tess",
    ]


def test_47_what_is_waived_is_no_breach(session: Session) -> None:
    """It is shown as waived; the waiver is an event, so the seal covers it."""
    before = session.seal
    FOLDTABLE("record", "maple", given="waive S5\nrrr\n")
    session.refresh()
    assert session.seal != before
    said = FOLDTABLE("log", "maple").stdout
    assert "waived S5" in said
    assert "BREACH" not in said
    (finding,) = listed("verify", "maple")[0]["findings"]
    assert (finding["kind"], finding["rule"]) == ("waived", "S5")
    assert "now a breach: 18 S5" in FOLDTABLE("under", "maple", "--rules", "book").stdout


def test_48_a_program_that_reads_otherwise_says_where(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first differing event of each match; and it replays all the same."""
    session.record(deal_actions(session, 48, 8))
    apply = engine.apply

    def stingy(state: Any, action: Any) -> tuple[Any, tuple[Move, ...]]:
        after, moves = apply(state, action)
        return (replace(after, turn=0) if after.played == 3 else after), moves

    monkeypatch.setattr(engine, "apply", stingy)
    (audit,) = json.loads(FOLDTABLE("verify", "--all", "--json", code=6).stdout)
    (finding,) = (f for f in audit["findings"] if f["kind"] == "digest")
    third = next(
        frame.version
        for frame in session.timeline.frames
        if isinstance(frame.state, State) and frame.state.played == 3
    )
    assert finding["version"] == third
    assert engine.rules in finding["text"]
    FOLDTABLE("show", "maple")
    FOLDTABLE("log", "maple")


def test_49_a_flipped_byte_is_named_and_the_seal_catches_a_rewritten_whole(
    session: Session,
) -> None:
    """Nobody can silence or edit the log; tests/tampering tries thousands of ways."""
    session.record(deal_actions(session, 49, 6))
    seal = session.seal
    tamper(
        session, "UPDATE events SET payload = replace(payload, 'seat', 'seaT') WHERE version = 19"
    )
    found = json.loads(FOLDTABLE("verify", "maple", "--json", code=6).stdout)[0]["findings"]
    assert ("chain", 19) in {(f["kind"], f["version"]) for f in found}
    said = FOLDTABLE("verify", "maple", code=6).stdout
    assert "chain 19: event 19" in said
    FOLDTABLE("verify", "maple", "--seal", f"0{seal[1:]}"[::-1], code=6)


def test_50_both_sides_acknowledge_the_result(desk: Desk) -> None:
    """`close` prints the sheet, the seal and who has not signed; `sign` takes it down."""
    table.type_accepted(desk, "wug", "result 15 12 ! that is what we have")
    sheet = FOLDTABLE("close", "maple", "--result", "15,12").stdout.splitlines()
    assert sheet[1:3] == ["1. Ana 15", "2. Bo 12"]
    seal = sheet[-2].removeprefix("seal ")
    assert sheet[-1] == "Not yet signed: Ana, Bo."
    assert FOLDTABLE("sign", "maple", "bo").stdout.splitlines() == [
        f"Bo acknowledges {seal}.",
        "Not yet signed: Ana.",
    ]
    assert FOLDTABLE("sign", "maple", "ana").stdout == f"Ana acknowledges {seal}.\n"
    FOLDTABLE("sign", "maple", "ana", code=2)
    FOLDTABLE("verify", "maple", "--seal", seal)


def test_51_what_was_hidden_is_revealed_afterwards(session: Session) -> None:
    """Eyes hide what a seat was not shown; hindsight shows what became known later."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "d1", "wuk", "ggr ! counted", "wuk", "b 1kg3=ggr ! it was hers")
    reserved = "a.reserved"
    then = listed("show", "maple@18")["places"][reserved]
    now = listed("show", "maple@18", "--hindsight")["places"][reserved]
    assert (next(iter(then))[0], now) == ("?", {"1k-g3": 1})
    for eyes in ("Bo", "table"):
        seen = listed("show", "maple@18", "--eyes", eyes)["places"]
        assert seen[reserved] == then
        assert seen["deck.1"]["1k-g3"] == 1  # as far as these eyes know, it may lie there still


def test_a_branch_of_a_closed_match_is_open_elsewhere_too(session: Session, tmp_path: Path) -> None:
    """How the other line ended says nothing about the branch."""
    FOLDTABLE("close", "maple", "--abandoned")
    session.refresh()
    fork_match(
        session.ledger, session.ledger.find("maple"), session.timeline.version, "tess", "oak"
    )
    path = tmp_path / "oak.match.json"
    FOLDTABLE("export", "oak", "-o", str(path))
    FOLDTABLE("import", str(path), "--db", str(tmp_path / "other.db"))
    (match,) = [
        m for m in listed("matches", "--db", str(tmp_path / "other.db")) if m["name"] == "oak"
    ]
    assert match["state"] == "open"
    FOLDTABLE("verify", "--all", "--db", str(tmp_path / "other.db"))


SCENARIOS = (16, 17, 29, 31, 32, 45, 47, 48, 49, 50, 51)


def test_every_scenario_has_its_test() -> None:
    """Those that the referee must hold."""
    tests: dict[str, Callable[..., None]] = globals()
    for number in SCENARIOS:
        assert any(name.startswith(f"test_{number:02}_") for name in tests), number
