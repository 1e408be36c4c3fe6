"""Tests of what is said of a match beside its game, on its line, in branches and corrections."""

from __future__ import annotations

import pytest

from engines.values import NotationError
from ledger.clerk import Close, Describe, Rename, Swap, Void
from ledger.event import draft_event
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.desk.commands import COMMANDS
from replay.desk.seating import TYPED_ALONE
from replay.fold.metadata import find_void, read_metadata
from replay.fold.timeline import Timeline
from replay.record.descriptions import plan_description, plan_rename, plan_swap
from replay.record.opening import fork_match
from replay.record.session import Session
from replay.referee.audit import audit_match
from replay.speech import log_lines
from tests import table
from tests.some import some
from tests.table import ANA, BO, FIRST


def list_log(session: Session) -> list[str]:
    """Return the lines of the log from the first turn on."""
    voice = table.open_desk(session).voice
    frames = session.timeline.frames[FIRST - 1 :]
    return [log_lines.describe_frame(frame, voice) for frame in frames]


def test_a_rename_acts_from_its_position_on(session: Session, ledger: Ledger) -> None:
    """Earlier lines of the log keep the old name; listings have the new one."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "rename a Dee", "rgk", "wug")
    assert list_log(session) == [
        "Ana takes 1 diamond, 1 sapphire, 1 emerald",
        "seat a is Dee from here on",
        "Bo takes 1 emerald, 1 ruby, 1 onyx",
        "Dee takes 1 diamond, 1 sapphire, 1 emerald",
    ]
    assert session.timeline.seats == ("Dee", "Bo")
    assert desk.write_prompt().endswith("Bo> ")
    assert ledger.find("maple").seats == ("Dee", "Bo")
    assert audit_match(ledger, ledger.find("maple")).intact


def test_a_struck_rename_never_was(session: Session, ledger: Ledger) -> None:
    """Undo takes it back, redo brings it back; listings follow."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "rename a Dee", "wug", f"undo {FIRST}")
    assert session.timeline.seats == ("Ana", "Bo")
    assert ledger.find("maple").seats == ("Ana", "Bo")
    assert desk.voice.seat(ANA) == "Ana"
    table.type_accepted(desk, f"redo {FIRST}")
    assert ledger.find("maple").seats == ("Dee", "Bo")
    assert list_log(session)[1].startswith("Dee takes")
    assert audit_match(ledger, ledger.find("maple")).intact


def test_an_amended_rename_reads_otherwise(session: Session, ledger: Ledger) -> None:
    """The name that counts is the amendment's."""
    session.remark(plan_rename(session.timeline, ANA, "Dee"))
    session.amend(FIRST, Rename(seat=ANA, name="Eve"))
    assert session.timeline.seats == ("Eve", "Bo")
    assert ledger.find("maple").seats == ("Eve", "Bo")
    assert audit_match(ledger, ledger.find("maple")).intact


def test_a_branch_has_the_names_of_its_past(session: Session, ledger: Ledger) -> None:
    """A branch from before the rename does not know it; what is renamed there stays there."""
    session.remark(plan_rename(session.timeline, ANA, "Dee"))
    before = fork_match(ledger, session.info, FIRST - 1, "tess")
    after = fork_match(ledger, session.info, FIRST, "tess")
    assert (before.seats, after.seats) == (("Ana", "Bo"), ("Dee", "Bo"))
    branch = Session(ledger, after, "tess")
    branch.remark(plan_swap(branch.timeline, ANA, BO))
    assert ledger.find(after.name).seats == ("Bo", "Dee")
    assert ledger.find("maple").seats == ("Dee", "Bo")
    for info in some(ledger.matches()):
        assert audit_match(ledger, info).intact


def test_two_people_change_seats(session: Session) -> None:
    """The pieces stay with the seats; the person on turn is another one."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "swap a b")
    assert session.timeline.seats == ("Bo", "Ana")
    assert desk.write_prompt().endswith("Ana> ")
    assert list_log(session)[-1] == "Bo and Ana have changed seats"
    assert session.state.book.count("a.tokens", "white") == 1


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("rename", "name the seat"),
        ("rename a", "name the seat"),
        ("rename a Ana", "called so already"),
        ("rename a Bo", "same name"),
        ("rename a b", "cannot be a seat's name"),
        ("rename z Dee", "No seat"),
        ("swap a", "name both"),
        ("swap a a", "name both"),
        ("title", "described so already"),
        ("played tomorrow", "is no date"),
        ("played 2999-01-01", "still to come"),
        ("title " + "x" * 201, "200 characters"),
    ],
)
def test_what_cannot_be_said_is_refused_with_the_reason(
    session: Session, typed: str, why: str
) -> None:
    """Nothing is recorded then."""
    replies = table.type_lines(table.open_desk(session), typed)
    assert replies[-1].kind == "refused"
    assert why.casefold() in table.join_replies(replies).casefold()
    assert session.timeline.version == FIRST - 1


def test_title_place_and_date_come_later(session: Session, ledger: Ledger) -> None:
    """The last word counts; each can be struck by itself, after the closing as well."""
    table.type_accepted(
        table.open_desk(session), "title Tuesday", "place Kitchen", "played 2026-11-30"
    )
    info = ledger.find("maple")
    assert (info.title, info.played) == ("Tuesday", "2026-11-30")
    session.close(Close(how="abandoned"))
    session.remark(plan_description(session.timeline, title="Wednesday", place="Kitchen"))
    described = read_metadata(session.timeline.line).opening
    assert (described.title, described.place) == ("Wednesday", "Kitchen")
    closing = session.timeline.closing
    assert closing is not None
    found = audit_match(ledger, ledger.find("maple"), closing.seal)
    assert found.changed_since is None
    assert found.intact


def test_seats_of_a_closed_match_keep_their_names(session: Session) -> None:
    """The score sheet was signed by them."""
    session.close(Close(how="abandoned"))
    with pytest.raises(NothingToDo, match="closed"):
        plan_rename(session.timeline, BO, "Bob")
    with pytest.raises(NothingToDo, match="closed"):
        plan_swap(session.timeline, ANA, BO)


def test_a_void_match_leaves_the_lists_until_it_is_struck(session: Session, ledger: Ledger) -> None:
    """A branch of it counts; its log stays."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "wug", "void only a trial")
    assert not ledger.find("maple").is_listed
    assert list_log(session)[-1] == "the match does not count (only a trial)"
    assert fork_match(ledger, session.info, session.timeline.version, "tess").is_listed
    with pytest.raises(NothingToDo, match="void already"):
        session.void()
    table.type_accepted(desk, "undo")
    assert ledger.find("maple").is_listed
    session.void()
    session.close(Close(how="abandoned"))
    session.restore()
    assert ledger.find("maple").is_listed
    assert find_void(session.timeline.line) is None
    for info in some(ledger.matches()):
        assert audit_match(ledger, info).intact


@pytest.mark.parametrize("event", [Rename(seat=7, name="x"), Swap(seats=(0, 9))])
def test_an_event_about_no_seat_changes_nothing(session: Session, event: Rename | Swap) -> None:
    """It is kept, and found to be unreadable."""
    drafts = [draft_event(event.type, event)]
    imagined = session.timeline.imagine(drafts)
    assert imagined.seats == ("Ana", "Bo")
    assert "there is no seat" in imagined.frames[-1].error


def test_old_names_are_no_seats_any_more(session: Session) -> None:
    """Who has left cannot be typed; who came can."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "rename a Dee", "dee: wug")
    replies = table.type_lines(desk, "ana: rgk")
    assert replies[-1].kind == "refused"


def test_a_frame_knows_who_sat_there(session: Session) -> None:
    """At every position."""
    session.remark(plan_rename(session.timeline, ANA, "Dee"))
    session.remark(Void())
    session.remark(Describe(title="x"))
    timeline = Timeline(session.timeline.events)
    names = [frame.seat_names for frame in timeline.frames[FIRST - 2 :]]
    assert names == [("Ana", "Bo"), *[("Dee", "Bo")] * 3]
    with pytest.raises(NotationError):
        table.open_desk(session).table.parse_actions("ana: wug", session.state)


def test_letters_go_with_the_people_whose_initials_they_are(session: Session) -> None:
    """After a swap and a rename everybody is typed by a letter that is unmistakable."""
    desk = table.open_desk(session)
    table.type_accepted(desk, "swap a b", "b: wug")
    assert session.timeline.seats.letters == ("b", "a")
    assert list_log(session)[-1].startswith("Bo takes")
    assert session.timeline.frames[-1].action is not None
    table.type_accepted(desk, "rename bo Alma")
    letters = session.timeline.seats.letters
    assert len(set(letters)) == 2
    assert "a" not in letters
    table.type_accepted(desk, f"{letters[1]}: rgk")
    assert list_log(session)[-1].startswith("Ana takes")


def test_letters_that_are_commands_are_never_those_of_a_seat() -> None:
    """The list is that of the desk's commands."""
    words = {name for command in COMMANDS.values() for name in command.names("en")}
    assert {word for word in words if len(word) == 1} == TYPED_ALONE
