"""From the stream to the line: which events count, how they read, and in which order."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.clerk import Amend, Insert, Note, Strike, decode_clerk
from ledger.event import Event
from replay.fold import growing_line
from replay.fold.growing_line import extend_line
from replay.fold.line import Line, find_corrections, read_line
from tests.replay.streams import (
    amend,
    corrected,
    event,
    event_text,
    insert,
    read,
    said,
    stream,
    strike,
)

# -- what it says --------------------------------------------------------------------------------


def test_without_corrections_the_line_is_the_stream() -> None:
    """As typed."""
    assert said("a", "b", "c") == "a b c"


def test_a_struck_event_does_not_count() -> None:
    """It stays in the stream; the line says which event struck it."""
    assert said("a", "b", "c", strike(2)) == "a c"
    line = read_line(stream("a", "b", "c", strike(2)))
    assert line.struck == {2: 4}


def test_striking_a_strike_brings_its_event_back() -> None:
    """To its own place."""
    assert said("a", "b", "c", strike(2), strike(4)) == "a b c"


def test_a_chain_of_strikes_alternates() -> None:
    """Undo, redo, undo, redo."""
    for n in range(8):
        strikes = [strike(2 if i == 0 else i + 2) for i in range(n)]
        assert said("a", "b", *strikes) == ("a" if n % 2 else "a b")


def test_striking_twice_is_striking_once() -> None:
    """One strike struck, the other is still in force."""
    assert said("a", "b", strike(2), strike(2)) == "a"
    assert said("a", "b", strike(2), strike(2), strike(4)) == "a"
    assert said("a", "b", strike(2), strike(2), strike(4), strike(3)) == "a b"


def test_an_amended_event_reads_otherwise_at_its_own_number() -> None:
    """Address and place stay; what was typed is still in the stream."""
    events = stream("a", "b", "c", amend(2, "B"))
    line = read_line(events)
    assert read(line) == ["a", "B", "c"]
    assert [entry.version for entry in line.entries] == [1, 2, 3]
    assert line.entries[1].content_version == 4
    assert event_text(line.entries[1].event.payload) == "b"
    assert line.amended == {2: 4}


def test_the_last_amendment_in_force_counts() -> None:
    """Struck, the one before it does; all struck, what was typed."""
    amendments = (amend(1, "A"), amend(1, "AA"))
    assert said("a", *amendments) == "AA"
    assert said("a", *amendments, strike(3)) == "A"
    assert said("a", *amendments, strike(2)) == "AA"
    assert said("a", *amendments, strike(3), strike(2)) == "a"


def test_an_amendment_can_be_amended() -> None:
    """By its own number or by the event's; a struck one takes its amendment along."""
    assert said("a", amend(1, "A"), amend(2, "AA")) == "AA"
    assert said("a", amend(1, "A"), amend(2, "AA"), amend(3, "AAA")) == "AAA"
    assert said("a", amend(1, "A"), amend(2, "AA"), strike(3)) == "A"
    assert said("a", amend(1, "A"), amend(2, "AA"), strike(2)) == "a"
    assert said("a", amend(1, "A"), amend(2, "AA"), amend(1, "new")) == "new"


def test_a_forgotten_event_stands_where_it_happened() -> None:
    """Under its own number."""
    line = read_line(stream("a", "b", insert(1, "x")))
    assert read(line) == ["a", "x", "b"]
    assert [entry.version for entry in line.entries] == [1, 3, 2]


def test_several_forgotten_events_stand_in_the_order_of_typing() -> None:
    """After the same event, or after one another."""
    assert said("a", "b", insert(1, "x"), insert(1, "y")) == "a x y b"
    assert said("a", "b", insert(1, "x"), insert(3, "y"), insert(1, "z")) == "a x y z b"


def test_an_insertion_can_be_amended_and_struck() -> None:
    """Like any event."""
    assert said("a", "b", insert(1, "x"), amend(3, "X")) == "a X b"
    assert said("a", "b", insert(1, "x"), strike(3)) == "a b"
    assert said("a", "b", insert(1, "x"), strike(3), strike(4)) == "a x b"


def test_an_insertion_after_a_struck_event_still_counts() -> None:
    """What it happened after did not; it did, there."""
    assert said("a", "b", "c", strike(2), insert(2, "x")) == "a x c"
    assert said("a", "b", "c", insert(2, "x"), strike(2)) == "a x c"
    assert said("a", "b", insert(1, "x"), insert(3, "y"), strike(3)) == "a y b"


def test_an_insertion_after_a_correction_stands_where_the_record_was_then() -> None:
    """Nothing that was recorded gets lost because of where it was put."""
    assert said("a", "b", strike(1), insert(3, "x"), "c") == "b x c"
    assert said("a", "b", amend(1, "A"), insert(3, "x"), "c", strike(3)) == "a b x c"


def test_remarks_keep_their_place_in_the_line() -> None:
    """They are entries like any others, and can be struck."""
    events = stream("a", Note(text="n", at=1), "b")
    assert [entry.kind for entry in read_line(events).entries] == ["say", "log.note", "say"]
    assert len(read_line([*events, event(4, "log.strike", strike(2))]).entries) == 2


def test_the_line_as_it_stood_then() -> None:
    """What was corrected later was not yet."""
    events = stream("a", "b", amend(1, "A"), "c", strike(3), insert(1, "x"))
    assert [" ".join(read(read_line(events, n))) for n in range(1, 7)] == [
        "a",
        "a b",
        "A b",
        "A b c",
        "a b c",
        "a x b c",
    ]


def test_corrections_are_listed_with_the_events_that_made_them() -> None:
    """Notes are none."""
    events = stream("a", strike(1), Note(text="n"), amend(1, "A"), insert(1, "x"))
    found = [(event.version, type(correction)) for event, correction in find_corrections(events)]
    assert found == [(2, Strike), (4, Amend), (5, Insert)]


@pytest.mark.parametrize("payload", [{}, {"target": "x"}, {"target": 1, "more": 2}])
def test_a_correction_that_cannot_be_read_corrects_nothing(payload: dict[str, object]) -> None:
    """It stays in the line, where an audit finds it."""
    line = read_line([*stream("a", "b"), event(3, "log.strike", payload)])
    assert read(line) == ["a", "b"]
    assert line.entries[-1].kind == "log.strike"


# -- the laws ------------------------------------------------------------------------------------


def by_hand(events: list[Event]) -> list[str]:
    """The line as somebody would find it who crosses out on paper, one correction at a time."""
    clerks = {e.version: decode_clerk(e.type, e.payload) for e in events if e.type != "say"}
    in_force: dict[int, bool] = {}

    def counts(version: int) -> bool:
        """Nothing in force strikes it: a strike can only be struck by a later one."""
        if version not in in_force:
            in_force[version] = not any(
                isinstance(clerk, Strike) and clerk.target == version and counts(later)
                for later, clerk in clerks.items()
            )
        return in_force[version]

    def text(version: int) -> str:
        """Its own, or that of the last amendment in force, and so on."""
        last = [
            later
            for later, clerk in clerks.items()
            if isinstance(clerk, Amend) and clerk.target == version and counts(later)
        ]
        if last:
            return text(max(last))
        clerk = clerks.get(version)
        if isinstance(clerk, Amend | Insert):
            return str(clerk.payload["text"])
        return event_text(events[version - 1].payload)

    paper = [e.version for e in events if not isinstance(clerks.get(e.version), Insert)]
    for version, clerk in clerks.items():
        if isinstance(clerk, Insert):
            place = paper.index(clerk.after) + 1
            while place < len(paper) and came_after(paper[place], clerk.after, clerks):
                place += 1
            paper.insert(place, version)
    said = [v for v in paper if not isinstance(clerks.get(v), Strike | Amend)]
    return [text(version) for version in said if counts(version)]


def came_after(version: int, after: int, clerks: Mapping[int, object]) -> bool:
    """Whether an event was put after another one, or after one that was."""
    while isinstance(clerk := clerks.get(version), Insert):
        version = clerk.after
        if version == after:
            return True
    return False


@given(corrected())
def test_any_chain_of_corrections_reads_as_it_does_by_hand(events: list[Event]) -> None:
    """Strikes of strikes, amendments of insertions, insertions after anything."""
    assert read(read_line(events)) == by_hand(events)


@given(corrected())
def test_a_line_typed_afresh_is_the_same_line(events: list[Event]) -> None:
    """What counts, typed without a mistake, needs no correction."""
    wanted = read(read_line(events))
    assert read(read_line(stream(*wanted))) == wanted


@given(corrected(), st.data())
def test_as_of_is_the_line_of_the_stream_up_to_there(
    events: list[Event], data: st.DataObject
) -> None:
    """Nothing that came later shows through."""
    n = data.draw(st.integers(1, len(events)))
    assert read_line(events, n) == read_line(events[:n])


@given(corrected())
def test_striking_the_last_event_takes_back_what_it_did(events: list[Event]) -> None:
    """Whatever it was: the line is what it was before."""
    undone = [*events, event(len(events) + 1, "log.strike", strike(len(events)))]
    assert read(read_line(undone)) == read(read_line(events[:-1]))
    redone = [*undone, event(len(events) + 2, "log.strike", strike(len(events) + 1))]
    assert read(read_line(redone)) == read(read_line(events))


@given(corrected())
def test_no_event_counts_twice(events: list[Event]) -> None:
    """And none counts that was not recorded."""
    versions = [entry.version for entry in read_line(events).entries]
    assert len(set(versions)) == len(versions)
    assert set(versions) <= {e.version for e in events}


# -- growing -------------------------------------------------------------------------------------


@given(corrected(), st.data())
def test_a_line_that_grows_is_the_line_of_the_whole_stream(
    events: list[Event], data: st.DataObject
) -> None:
    """However the events come, one by one or many at once; what stayed the same is said."""
    first = data.draw(st.integers(1, len(events)))
    line, known = read_line(events[:first]), first
    while known < len(events):
        more = data.draw(st.integers(1, len(events) - known))
        before, known = line, known + more
        line, same = extend_line(before, events[:known], events[known - more : known])
        assert line == read_line(events[:known])
        assert line.entries[:same] == before.entries[:same]
        assert same == len(before.entries) or line.entries[same : same + 1] != (
            before.entries[same],
        )


def test_a_line_that_grows_follows_a_closing() -> None:
    """One that is struck, and one that an amendment takes away or brings."""
    opened = event(1, "say", {"text": "a"})
    finished = {"how": "finished"}
    close = event(2, "match.close", finished)
    for correction, closed in (
        (event(3, "log.strike", strike(2)), False),
        (event(3, "log.amend", amend(2, "b")), False),
        (event(3, "log.amend", Amend(target=1, kind="match.close", payload=finished)), True),
    ):
        events = [opened, close, correction]
        line, _same = extend_line(read_line(events[:2]), events, events[2:])
        assert line == read_line(events)
        assert (line.closing is not None) == closed


@pytest.mark.parametrize("n", [100, 400])
def test_an_undo_reads_no_more_of_a_longer_stream(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event is struck, and one is amended: only these are read."""
    events = stream(*(["a"] * n), strike(n), amend(n - 1, "b"), "c")
    line = read_line(events[:n])
    lengths: list[int] = []

    def count(events: list[Event]) -> Line:
        lengths.append(len(events))
        return read_line(events)

    monkeypatch.setattr(growing_line, "read_line", count)
    grown, same = extend_line(line, events, events[n:])
    assert (len(grown.entries), same) == (n, n - 2)
    assert lengths
    assert sum(lengths) == 1
