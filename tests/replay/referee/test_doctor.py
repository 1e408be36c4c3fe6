"""The doctor says what a match leaves open, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from engines.splendor import engine
from replay.fold.timeline import Timeline
from replay.record.session import Session
from replay.referee.doctor import Symptom, find_symptoms
from tests.some import some
from tests.table import open_desk, open_session, type_accepted


def find_open_points(session: Session, *lines: str) -> list[Symptom]:
    """Type some lines, and return the symptoms afterwards."""
    type_accepted(open_desk(session), *lines)
    return find_symptoms(session.timeline)


def change_times(timeline: Timeline, moments: Sequence[str]) -> Timeline:
    """Return a timeline whose last events were recorded at other times."""
    events = list(timeline.events)
    for number, moment in enumerate(reversed(moments), 1):
        events[-number] = msgspec.structs.replace(events[-number], recorded_at=moment)
    return Timeline(events)


def test_a_clean_beginning_leaves_nothing_open(session: Session) -> None:
    """Everything told, everybody in turn."""
    assert find_open_points(session, "wug", "rkw") == []


def test_a_missing_turn_is_named_with_the_question_it_answers(session: Session) -> None:
    """Bo was to act after 17; the ruling says why it stands and settles the breach."""
    (missing,) = find_open_points(session, "wug", "a: ugr ! noted later", "rkw")
    assert (missing.kind, missing.since, missing.until) == ("missing", 17, 18)
    assert missing.prompt is not None
    assert missing.prompt.seat == 1


def test_what_is_unaccounted_is_dated(session: Session) -> None:
    """Since the count that brought it."""
    found = find_open_points(
        session, "wug", "count a.tokens red=2 ! so it lies there", "rkw", "ugr"
    )
    assert [each for each in found if each.kind == "unaccounted"] == [
        Symptom("unaccounted", 18, 21, -2, "red")
    ]


def test_a_breach_without_a_ruling_is_named(session: Session) -> None:
    """Struck rulings do not count."""
    type_accepted(open_desk(session), "wu ! only two", "undo 18")
    (unruled,) = [each for each in find_symptoms(session.timeline) if each.kind == "unruled"]
    assert unruled.breach is not None
    assert (unruled.since, unruled.breach.rule) == (17, "S4b")


def test_unknown_pieces_at_the_table_are_named_by_place(session: Session) -> None:
    """A hand that nobody has shown, not the deck it came from."""
    (unseen,) = find_open_points(session, "d2")
    assert (unseen.kind, unseen.place, unseen.item, unseen.n) == (
        "unseen",
        "a.reserved",
        "?deck.2",
        1,
    )


def test_slots_that_nobody_described_are_unknown(session: Session) -> None:
    """At a new match every slot is unknown, since the opening."""
    timeline = open_session(session.ledger, name="oak").timeline
    places = {each.place for each in find_symptoms(timeline) if each.kind == "unseen"}
    assert "nobles" in places
    assert not any(place.startswith("deck") for place in some(places))


def test_a_long_stretch_without_a_count_is_named(session: Session) -> None:
    """A count ends the stretch before it."""
    lines = ["wug", *["p ! tired"] * 60]
    found = find_open_points(session, *lines)
    (stretch,) = [each for each in found if each.kind == "uncounted"]
    assert (stretch.since, stretch.n) == (1, 16 - 1 + len(lines))
    type_accepted(open_desk(session), "count bank gold=5")
    (same,) = [each for each in find_symptoms(session.timeline) if each.kind == "uncounted"]
    assert (same.since, same.until, same.n) == (stretch.since, stretch.until, stretch.n)


def test_odd_times_are_named(session: Session) -> None:
    """An hour without an event, and a clock that went back."""
    type_accepted(open_desk(session), "wug", "rkw", "ugr")
    moments = ("2026-11-30T20:00:00", "2026-11-30T21:05:00", "2026-11-30T21:01:00")
    timeline = change_times(session.timeline, [f"{moment}+00:00" for moment in moments])
    found = [each for each in find_symptoms(timeline) if each.kind == "gap"]
    assert [(each.since, each.n) for each in found][-2:] == [(17, 65), (18, -4)]


@pytest.mark.parametrize("moment", ["", "x", "9999-99-99T00:00:00+00:00", "2026-01-01"])
def test_an_unreadable_time_is_left_out(session: Session, moment: str) -> None:
    """The pause is between the events around it."""
    type_accepted(open_desk(session), "wug", "rkw", "ugr")
    known = ("2026-11-30T20:00:00+00:00", "2026-11-30T21:05:00+00:00")
    timeline = change_times(session.timeline, (known[0], moment, known[1]))
    found = [each for each in find_symptoms(timeline) if each.kind == "gap"]
    assert (found[-1].since, found[-1].until, found[-1].n) == (17, 19, 65)


def test_the_doctor_knows_no_game() -> None:
    """Its module names none."""
    from pathlib import Path

    import replay.referee.doctor

    assert engine.name not in Path(replay.referee.doctor.__file__).read_text(encoding="utf-8")


def test_events_of_one_moment_are_no_gap(session: Session) -> None:
    """Nor is a pause of the longest usual length."""
    type_accepted(open_desk(session), "wug", "rkw", "ugr")
    moments = ("2026-11-30T20:00:00", "2026-11-30T20:00:00", "2026-11-30T20:00:00")
    timeline = change_times(session.timeline, [f"{moment}+00:00" for moment in moments])
    gaps = {each.since for each in find_symptoms(timeline) if each.kind == "gap"}
    assert gaps.isdisjoint({17, 18})
