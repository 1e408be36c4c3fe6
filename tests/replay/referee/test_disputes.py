"""Disputes: opened with their evidence, ruled on, found again, and proved to outsiders."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any, cast

import orjson
import pytest
from msgspec.structs import replace

from engines.machi_koro import engine as machi_koro
from engines.registry import list_games, load_engine
from engines.seven_wonders_duel import engine as seven_wonders_duel
from engines.values import Setup
from ledger.clerk import Decision, HouseRule, Ruling
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.desk.desk import Desk
from replay.files.match_file import UnreadableFile
from replay.fold.timeline import Timeline
from replay.lab.dealer import Dealer
from replay.record.session import Session
from replay.referee.disputes import (
    DisputeCase,
    _is_about,
    build_house_rule,
    find_case,
    find_precedents,
    gather_evidence,
    list_cases,
    list_house_rules,
    open_dispute,
    record_ruling,
)
from replay.referee.evidence import build_bundle, encode_bundle, render_bundle
from replay.referee.evidence_problems import is_evidence, read_bundle
from replay.speech.log_lines import describe_clerk
from tests import table
from tests.engines.machi_koro.positions import town
from tests.engines.seven_wonders_duel.test_breaches import lay
from tests.some import some


@pytest.fixture
def disputed(desk: Desk) -> DisputeCase:
    """Ana has taken three red (event 17), nobody minded then, and Bo disputes it now."""
    table.type_accepted(desk, "rrr ! asleep", "wug")
    session = desk.session
    version = open_dispute(session, 17, "Ana took a third red", by="Bo")
    return find_case(session.info, session.timeline, version)


def test_a_dispute_cites_the_rules_that_were_broken(disputed: DisputeCase) -> None:
    """Unless somebody says otherwise, it is about what the engine found."""
    assert disputed.dispute.rules == ("S5",)
    assert disputed.state == "open"


def test_only_an_action_that_counts_can_be_disputed(session: Session) -> None:
    """Not the opening, not nothing, and not by a rule that does not exist."""
    for at, claim, rules in ((1, "no", ()), (2, "  ", ()), (2, "no", ("S99",))):
        with pytest.raises(NothingToDo):
            open_dispute(session, at, claim, rules)
    assert list_cases(session.info, session.timeline) == []


def test_the_evidence_has_every_rule_checked(
    ledger: Ledger, desk: Desk, disputed: DisputeCase
) -> None:
    """The broken ones with their breach, the kept ones too, and the events around."""
    found = gather_evidence(ledger, desk.session.timeline, disputed)
    verdicts = {verdict.rule: verdict.breach for verdict in found.verdicts}
    assert verdicts["S5"] is not None
    assert verdicts["S3"] is None
    assert verdicts["S9"] is None
    assert found.frame.version == 17
    assert [frame.version for frame in found.around][-2:] == [17, 19]


def test_the_evidence_shows_the_record_at_the_time_of_the_dispute(
    ledger: Ledger, desk: Desk, disputed: DisputeCase
) -> None:
    """What was corrected later is still shown as it was disputed."""
    table.type_accepted(desk, "amend 17 rr")
    found = gather_evidence(ledger, desk.session.timeline, disputed)
    assert any(verdict.breach for verdict in found.verdicts)
    page = build_bundle(disputed, found, desk.session.timeline, desk.voice)
    assert page["event"]["text"] == "Ana takes 3 rubies"
    assert page["reads_now"] == "Ana takes 2 rubies"


def test_a_ruling_decides_a_dispute(ledger: Ledger, desk: Desk, disputed: DisputeCase) -> None:
    """It needs a reason, closes the case, and is a precedent from then on."""
    session = desk.session
    with pytest.raises(NothingToDo):
        record_ruling(session, disputed, "stands", " ")
    record_ruling(session, disputed, "corrected", "two at most", by="Cy")
    case = find_case(session.info, session.timeline, 17)
    assert case.state == "corrected"
    (earlier, first) = find_precedents(ledger, "splendor", ["S5"])
    assert earlier.ruling.reason == "two at most"
    assert first.ruling.reason == "asleep"
    assert list(find_precedents(ledger, "splendor", ["S9"])) == []
    assert list(find_precedents(ledger, "machi-koro")) == []


def test_a_ruling_can_become_a_house_rule(
    ledger: Ledger, desk: Desk, disputed: DisputeCase
) -> None:
    """A rule that only forbids is waived; anything else needs a text; both are numbered."""
    session = desk.session
    waiver = build_house_rule(ledger, session, disputed, "")
    assert waiver == HouseRule("house:1", waives="S5")
    record_ruling(session, disputed, "stands", "we play it so", house=waiver)
    text = build_house_rule(ledger, session, disputed, "Three alike are fine")
    assert text == HouseRule("house:2", text="Three alike are fine")
    assert [rule for _, rule in list_house_rules(ledger, "splendor")] == [waiver]
    assert [rule for _, rule in list_house_rules(ledger)] == [waiver]
    assert list_house_rules(ledger, "wizard") == []


def test_a_later_match_is_played_by_the_house_rule(ledger: Ledger) -> None:
    """The breach is still found, and shown as waived."""
    session = table.lay_out_session(
        ledger, name="later", house=(HouseRule("house:1", waives="S5"),)
    )
    desk = table.open_desk(session)
    table.type_accepted(desk, "rrr")
    frame = session.timeline.frames[-1]
    assert frame.breaches == ()
    assert [breach.rule for breach in frame.waived] == ["S5"]


def test_a_rule_that_no_check_answers_is_cited(ledger: Ledger) -> None:
    """A house rule, or one that tells how to go about it: it is shown with its text, and a ruling
    on it is a precedent."""
    house = HouseRule("house:1", text="Who forgets pays")
    session = table.lay_out_session(ledger, name="later", house=(house,))
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug")
    with pytest.raises(NothingToDo):
        open_dispute(session, 17, "he forgot", ["house:2"])
    version = open_dispute(session, 17, "he forgot", ["house:1", "S13", "S3"])
    case = find_case(session.info, session.timeline, version)
    found = gather_evidence(ledger, session.timeline, case)
    assert found.cited == ("house:1", "S13")
    page = render_bundle(content_of(ledger, desk, case), "md")
    assert "Who forgets pays" in page
    record_ruling(session, case, "penalty", "he did", rules=["S4a"])
    (precedent,) = find_precedents(ledger, "splendor", ["S4"])
    assert precedent.ruling.rules == ("house:1", "S13", "S3", "S4a")
    with pytest.raises(NothingToDo):
        record_ruling(session, case, "penalty", "he did", rules=["S99"])


@pytest.mark.parametrize("game", list_games())
def test_every_engine_says_what_it_checks(game: str) -> None:
    """The evidence lists the rules that were kept as well as those that were broken."""
    engine = load_engine(game)
    for seed in range(3):
        dealer = Dealer(engine, seed)
        chosen = [a for _, a in islice(dealer.play(Setup(engine.seats[-1])), 40) if a.seat >= 0]
        assert any(engine.rules_for(action) for action in chosen)
        assert {r for a in chosen for r in engine.rules_for(a)} <= set(engine.rulebook.rules)


def test_a_rule_that_is_more_than_a_prohibition_needs_a_text(ledger: Ledger, desk: Desk) -> None:
    """S3 says who acts: it cannot be switched off."""
    table.type_accepted(desk, "b: wug ! they swapped")
    version = open_dispute(desk.session, 17, "not her turn")
    case = find_case(desk.session.info, desk.session.timeline, version)
    with pytest.raises(NothingToDo, match="text"):
        build_house_rule(ledger, desk.session, case, "")


def content_of(ledger: Ledger, desk: Desk, case: DisputeCase) -> dict[str, Any]:
    """Return the bundle of a dispute."""
    timeline = Timeline(ledger.events(desk.session.info.match_id))
    return build_bundle(case, gather_evidence(ledger, timeline, case), timeline, desk.voice)


def test_the_bundle_proves_that_it_belongs_to_the_match(
    ledger: Ledger, desk: Desk, disputed: DisputeCase
) -> None:
    """Its events lead to the seal of the record."""
    content = encode_bundle(content_of(ledger, desk, disputed))
    assert is_evidence(content)
    found = read_bundle(content)
    assert found.flaws == []
    assert found.head.last_seal == desk.session.seal


def test_a_bundle_may_show_what_was_inserted_and_amended(
    ledger: Ledger, desk: Desk, disputed: DisputeCase
) -> None:
    """The proof has the correction; that the event reads otherwise is no forgery."""
    table.type_accepted(desk, "insert 17 b: wug ! forgotten", "amend 19 ugr", "amend 17 rr")
    version = open_dispute(desk.session, 19, "and then?")
    case = find_case(desk.session.info, desk.session.timeline, version)
    desk.session.amend(version, replace(case.dispute, claim="and then what?"))
    case = find_case(desk.session.info, desk.session.timeline, version)
    assert read_bundle(encode_bundle(content_of(ledger, desk, case))).flaws == []


def test_a_bundle_that_was_edited_is_found_out(
    ledger: Ledger, desk: Desk, disputed: DisputeCase
) -> None:
    """An event of the proof, its hash, a shown event, the seal, a byte."""
    record_ruling(desk.session, disputed, "penalty", "a lesson", by="Cy")
    case = find_case(desk.session.info, desk.session.timeline, disputed.version)
    content = content_of(ledger, desk, case)
    for path, value in (
        (("proof", "events", 0, "actor"), "mallory"),
        (("proof", "events", 1, "hash"), "0" * 64),
        (("proof", "head"), "0" * 64),
        (("match", "head"), "0" * 64),
        (("match", "seal"), "-".join(["0000"] * 8)),
        (("event", "actor"), "mallory"),
        (("dispute", "claim"), "Bo took a third red"),
        (("proof", "events", -1, "payload", "decision"), "penflty"),
        (("dispute", "at"), 18),
        (("rulings", 0, "decision"), "stands"),
        (("rulings", 0, "version"), 18),
    ):
        edited = orjson.loads(encode_bundle(content))
        inner = edited
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        assert read_bundle(encode_bundle(edited)).flaws != [], path
    assert read_bundle(encode_bundle(content) + b" ").flaws != []
    with pytest.raises(UnreadableFile):
        read_bundle(b'{"format": "foldtable/evidence", "version": 1}')


def test_a_signed_bundle_says_whose_it_is(
    ledger: Ledger, desk: Desk, disputed: DisputeCase
) -> None:
    """What no proof covers (words, boards, what was decided elsewhere) the signature does."""
    content = orjson.loads(encode_bundle(content_of(ledger, desk, disputed), "tess"))
    found = read_bundle(encode_bundle(content))
    assert (found.flaws, found.signature and found.signature.by) == ([], "tess")
    content["boards"]["after"] = "all is well"
    assert [flaw.kind for flaw in read_bundle(encode_bundle(content)).flaws] == ["signature"]


@pytest.mark.parametrize("kind", ["html", "md"])
def test_the_exported_page_needs_no_other_file(
    ledger: Ledger, desk: Desk, disputed: DisputeCase, kind: str
) -> None:
    """Claim, verdicts, boards and seal are on it; nothing is loaded from elsewhere."""
    record_ruling(desk.session, disputed, "stands", "nobody <b>minded</b>")
    case = find_case(desk.session.info, desk.session.timeline, disputed.version)
    page = render_bundle(content_of(ledger, desk, case), kind)
    for told in ("Ana took a third red", "S5", "BROKEN", desk.session.seal):
        assert told in page
    assert "http" not in page.replace("http-equiv", "")
    if kind == "html":
        assert "<b>minded</b>" not in page


def test_F33_a_dispute_about_a_price_cites_the_rules_it_came_about_by(
    ledger: Ledger, desk: Desk
) -> None:
    """Nothing was broken and no rule named; a later dispute finds the ruling by these rules."""
    lines = ("wug", "rkw", "ugr", "kgw", "uwk", "draw 1", "b 1wu3", "pass ! asleep")
    table.type_accepted(desk, *lines)
    session = desk.session
    bought = next(f for f in session.timeline.frames if f.action and f.action.verb == "buy")
    assert not bought.breaches
    version = open_dispute(session, bought.version, "that is not the price", by="Bo")
    case = find_case(session.info, session.timeline, version)
    assert {"S7"} <= {rule[:2] for rule in case.dispute.rules}
    assert "S10" not in case.dispute.rules
    concerned = [
        verdict.rule
        for verdict in gather_evidence(ledger, session.timeline, case).verdicts
        if verdict.concerned
    ]
    assert concerned == list(case.dispute.rules)
    record_ruling(session, case, "stands", "so it is printed")
    again = open_dispute(session, bought.version, "still not", by="Ana")
    found = gather_evidence(
        ledger, session.timeline, find_case(session.info, session.timeline, again)
    )
    assert [each.ruling.reason for each in found.precedents] == ["so it is printed"]


@pytest.mark.parametrize(
    ("engine", "state", "text", "expected"),
    [
        (
            machi_koro,
            town({"wheat-field": 1, "bakery": 1}, {"cafe": 1}),
            "3",
            {"M12", "M14", "M15"},
        ),
        (machi_koro, town({"wheat-field": 1, "bakery": 1}, {"cafe": 1}), "2", {"M14"}),
        (seven_wonders_duel, lay(), "b baths", {"D14"}),
    ],
)
def test_F33_the_rules_of_an_outcome_are_known(
    engine: Any, state: Any, text: str, expected: set[str]
) -> None:
    """Cards of two steps bring in the order of the income; a price with trade brings trade in."""
    (action,) = engine.parse(text, state)
    _after, moves = engine.apply(state, action)
    concerned = set(engine.rules_concerned(state, action, moves))
    assert expected <= concerned
    assert ("M12" in concerned) == ("M12" in expected)


def test_F33_a_dispute_about_a_card_that_did_not_follow_cites_that_it_should() -> None:
    """Although the card takes no trick, and nobody knows yet whether it was a revoke."""
    engine = load_engine("wizard")
    state = engine.open(Setup(3, level="actions"))
    for text in ("up y1", "0 0 1", "b5"):
        for action in engine.parse(text, state):
            state, _moves = engine.apply(state, action)
    for text, concerned in (("r9", True), ("b9", False), ("N", False)):
        (action,) = engine.parse(text, state)
        _after, moves = engine.apply(state, action)
        assert ("W33" in engine.rules_concerned(state, action, moves)) is concerned, text


# -- what the proof of evidence contradicts ------------------------------------------------------


@pytest.fixture
def bundle(ledger: Ledger, desk: Desk, disputed: DisputeCase) -> dict[str, Any]:
    """Unsigned evidence of a dispute with two rulings."""
    for decision, reason in (("penalty", "a lesson"), ("stands", "after all")):
        case = find_case(desk.session.info, desk.session.timeline, disputed.version)
        record_ruling(desk.session, case, cast(Decision, decision), reason, by="Cy")
    case = find_case(desk.session.info, desk.session.timeline, disputed.version)
    content = encode_bundle(content_of(ledger, desk, case))
    assert read_bundle(content).flaws == []
    whole: dict[str, Any] = orjson.loads(content)
    return whole


CONTRADICTED: dict[str, Callable[[dict[str, Any]], object]] = {
    "match_id": lambda b: b["match"].update(match_id="0" * 8 + "-0000" * 3 + "-" + "0" * 12),
    "name": lambda b: b["match"].update(name="another"),
    "game": lambda b: b["match"].update(game="wizard"),
    "seats": lambda b: b["match"].update(seats=["Bo", "Ana"]),
    "events": lambda b: b["match"].update(events=3),
    "state": lambda b: b["dispute"].update(state="penalty"),
    "by": lambda b: b["dispute"].update(by="Zoe"),
    "rules": lambda b: b["dispute"].update(rules=[]),
    "no rulings": lambda b: b.update(rulings=[]),
    "a ruling left out": lambda b: b["rulings"].pop(),
    "rulings in another order": lambda b: b["rulings"].reverse(),
    "a ruling twice": lambda b: b["rulings"].append(b["rulings"][-1]),
    "house rule": lambda b: b["rulings"][0].update(house={"id": "house:1", "text": "x"}),
    "an event left out": lambda b: b["around"].pop(),
    "another event": lambda b: b.update(event=b["around"][0]),
    "the beginning left out": lambda b: b["proof"].update(
        before=b["proof"]["events"][0]["hash"], events=b["proof"]["events"][1:]
    ),
}


@pytest.mark.parametrize("change", CONTRADICTED.values(), ids=CONTRADICTED)
def test_H9_what_the_proof_contradicts_is_found(
    bundle: dict[str, Any], change: Callable[[dict[str, Any]], object]
) -> None:
    """Nobody signed it: the chain in the same file says what it is."""
    change(bundle)
    assert read_bundle(encode_bundle(bundle)).flaws != []


@pytest.mark.parametrize(
    "path", [(), ("match",), ("dispute",), ("rulings", 0), ("event",), ("around", 0), ("proof",)]
)
def test_H9_a_field_that_nobody_knows_is_refused(
    bundle: dict[str, Any], path: tuple[Any, ...]
) -> None:
    """So one damaged byte in the key `signature` does not make signed evidence unsigned."""
    inner: Any = bundle
    for key in path:
        inner = inner[key]
    inner["sIgnature"] = {"by": "tess"}
    with pytest.raises(UnreadableFile):
        read_bundle(encode_bundle(bundle))


@pytest.mark.parametrize("name", ["dispute.json", "dispute-signed.json"])
def test_H9_evidence_of_an_earlier_time_is_compared_with_its_proof(name: str) -> None:
    """Its proof begins with the excerpt."""
    path = Path(__file__).parents[2] / "data" / "recorded" / name
    for change in ("state", "no rulings", "match_id", "by"):
        content = orjson.loads(path.read_bytes())
        content.pop("signature", None)
        assert read_bundle(encode_bundle(content)).flaws == []
        CONTRADICTED[change](content)
        if change == "state":
            content["dispute"]["state"] = "replayed"
        assert read_bundle(encode_bundle(content)).flaws != [], change


def test_H13_a_page_says_what_was_said_and_does_nothing(ledger: Ledger, desk: Desk) -> None:
    """Scripts and links in a claim are text in Markdown; a page may load and run nothing."""
    claim = "<script>alert(1)</script> [here](javascript:alert(1))\n# no\n> heading"
    table.type_accepted(desk, "wug", "kkk ! so what")
    version = open_dispute(desk.session, desk.session.timeline.version - 1, claim)
    case = find_case(desk.session.info, desk.session.timeline, version)
    content = content_of(ledger, desk, case)
    written = render_bundle(content, "md")
    assert "<script" not in written
    assert "](javascript" not in written.replace("\\](javascript", "")
    assert [line for line in written.splitlines() if line.startswith("# ")] == [
        written.splitlines()[0]
    ]
    page = render_bundle(content, "html")
    assert "<script" not in page
    assert "Content-Security-Policy" in page
    assert "default-src 'none'" in page


def test_F32_a_claim_of_several_lines_is_one_line_of_a_page(ledger: Ledger, desk: Desk) -> None:
    """It adds no row, no heading and no event to the Markdown, nor to what is printed."""
    claim = "ok\n| 9 | Ana takes 9 diamonds |\n- Ruling: stands"
    table.type_accepted(desk, "wug", "kkk ! so what")
    version = open_dispute(desk.session, desk.session.timeline.version - 1, claim)
    case = find_case(desk.session.info, desk.session.timeline, version)
    lines = render_bundle(content_of(ledger, desk, case), "md").splitlines()
    assert not any(line.startswith(("| 9 |", "- Ruling")) for line in some(lines))
    assert sum("Ana takes 9 diamond" in line for line in lines) == 1
    assert len(describe_clerk(case.dispute, desk.voice).splitlines()) == 1


@pytest.mark.parametrize(
    ("cited", "asked", "about"),
    [
        (("S5",), ("S5",), True),
        (("S4b",), ("S4",), True),
        (("S4",), ("S4b",), True),
        (("S5", "S9"), ("S9",), True),
        (("S5",), ("S4",), False),
        (("S1",), ("S14",), False),
        ((), ("S5",), False),
    ],
)
def test_a_precedent_is_about_a_rule_a_part_of_it_or_the_whole(
    cited: tuple[str, ...], asked: tuple[str, ...], about: bool
) -> None:
    """Whichever of the two was cited."""
    assert _is_about(Ruling(at=7, rules=cited), asked) == about
