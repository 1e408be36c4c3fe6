"""What review commands show: logs, streams, differences and explanations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from engines.book import Book
from ledger.clerk import Ruling
from ledger.event import Event
from replay.base.i18n import _
from replay.base.times import parse_moment
from replay.cli.output import Shown, draw_table, make_plain
from replay.explain.balances import compare_books, compare_scores, make_difference_rows
from replay.explain.explanations import Explanation
from replay.fold.rounds import number_by_version
from replay.fold.timeline import Frame, Timeline
from replay.screens import terminal
from replay.speech import log_lines
from replay.speech.voice import Voice

if TYPE_CHECKING:
    from rich.console import RenderableType


def show_log(
    timeline: Timeline, voice: Voice, frames: Sequence[Frame], *, times: bool, moves: bool
) -> Shown:
    """Return frames, one a line, as data and as text."""
    rounds = number_by_version(timeline)
    data = [frame_data(frame, voice, rounds) for frame in frames]
    return Shown(data, _log(timeline, voice, frames, times=times, moves=moves))


def _log(
    timeline: Timeline, voice: Voice, frames: Sequence[Frame], *, times: bool, moves: bool
) -> Iterator[str]:
    """Yield the lines of a log; rulings stand under the event they are about."""
    rulings = timeline.rulings()
    listed = {frame.version for frame in frames}
    broken, waived = _("BREACH"), _("waived")
    headings = log_lines.head_rounds(timeline, frames, voice)
    for frame in frames:
        if _is_shown_elsewhere(frame, listed):
            continue
        yield from headings.get(frame.version, ())
        stamp = f"{frame.entry.event.recorded_at[:19].replace('T', ' ')}  " if times else ""
        yield f"{frame.version:>4}  {stamp}{log_lines.describe_frame(frame, voice)}"
        for breach in frame.breaches:
            cited = log_lines.cite_events(timeline, breach)
            yield f"        {broken} {voice.breach(breach)}{cited}"
        for breach in frame.waived:
            yield f"        {waived} {voice.breach(breach)}"
        for version, ruling in rulings.get(frame.version, ()):
            yield f"        {version:>4}  {log_lines.describe_ruling(ruling)}"
        if moves:
            for move in frame.moves:
                yield f"        {move.rule:<5} {voice.move(move)}"
    if times:
        yield from _thinking_times(timeline, voice)


def _is_shown_elsewhere(frame: Frame, listed: set[int]) -> bool:
    """Return whether a frame is a ruling that stands under the event it is about."""
    if frame.entry.kind != Ruling.type or frame.breaches:
        return False
    ruling = frame.entry.clerk()
    return isinstance(ruling, Ruling) and ruling.at in listed


PAUSE_MINUTES = 15
"""A longer time without an event is a pause and no seat's."""


def _thinking_times(timeline: Timeline, voice: Voice) -> Iterator[str]:
    """Yield how much time passed before each seat's actions, pauses left out."""
    pause = timedelta(minutes=PAUSE_MINUTES)
    spent: dict[int, timedelta] = {}
    before = None
    for frame in timeline.frames:
        moment = parse_moment(frame.entry.event.recorded_at)
        if moment is None:
            continue
        if before is not None and frame.action is not None and frame.action.seat >= 0:
            passed = max(moment - before, timedelta())
            passed = timedelta() if passed > pause else passed
            spent[frame.action.seat] = spent.get(frame.action.seat, timedelta()) + passed
        before = moment
    for seat, passed in sorted(spent.items()):
        yield f"{voice.seat(seat)}: {str(passed).split('.')[0]}"


def show_stream(timeline: Timeline, voice: Voice) -> Shown:
    """Return every event as it was recorded: what was struck or amended, by whom and when."""
    events = [(event, _correction_of(timeline, event)) for event in timeline.events]
    data = [
        {
            "version": event.version,
            "recorded_at": event.recorded_at,
            "actor": event.actor,
            "type": event.type,
            "payload": event.data(),
            "state": state,
            "hash": event.hash,
        }
        for event, state in events
    ]
    rows = [
        (
            event.version,
            event.recorded_at[:19].replace("T", " "),
            event.actor,
            log_lines.describe_event(event, voice),
            state,
        )
        for event, state in events
    ]
    return Shown(data, [draw_table(("#", _("recorded"), _("by"), _("what"), ""), rows)])


def _correction_of(timeline: Timeline, event: Event) -> str:
    """Return in words which event has struck or amended this one, "" if none has."""
    struck, amended = timeline.line.struck, timeline.line.amended
    if event.version in struck:
        return _("struck by {n}").format(n=struck[event.version])
    if event.version in amended:
        return _("amended by {n}").format(n=amended[event.version])
    return ""


def frame_data(
    frame: Frame, voice: Voice, rounds: Mapping[int, int] | None = None
) -> dict[str, Any]:
    """Return a frame for --json: the event, its round (from `rounds`), its moves, its breaches."""
    import msgspec

    return {
        "version": frame.version,
        "round": (rounds or {}).get(frame.version, 0),
        "type": frame.entry.kind,
        "payload": msgspec.json.decode(_visible_payload(frame, voice)),
        "read_at": frame.entry.content_version,
        "actor": frame.entry.event.actor,
        "recorded_at": frame.entry.event.recorded_at,
        "played_at": frame.entry.event.played_at,
        "text": log_lines.describe_frame(frame, voice),
        "moves": [make_plain(move) for move in frame.moves],
        "breaches": [
            {**make_plain(breach), "text": voice.breach(breach)} for breach in frame.breaches
        ],
        "waived": [breach.rule for breach in frame.waived],
    }


def _visible_payload(frame: Frame, voice: Voice) -> bytes:
    """Return the payload of a frame as the eyes of its timeline have seen it."""
    if frame.action is None:
        return frame.entry.payload
    return voice.engine.encode(frame.action)


def show_diff(timeline: Timeline, voice: Voice, before: int, after: int) -> Shown:
    """Return what changed between two positions: pieces by place, and scores."""
    one, other = timeline.at(before), timeline.at(after)
    data = {
        "from": one.version,
        "to": other.version,
        "pieces": [
            {"place": place, "item": item, "before": was, "after": is_}
            for place, item, was, is_ in compare_books(one.state.book, other.state.book)
        ],
        "totals": [
            {"seat": seat, "before": was, "after": is_}
            for seat, was, is_ in compare_scores(timeline, one, other)
        ],
    }
    rows = list(make_difference_rows(timeline, voice, one, other))
    if not rows:
        return Shown(data, [_("Nothing changed.")])
    columns = (_("place"), _("piece"), str(one.version), str(other.version), "")
    return Shown(data, [draw_table(columns, rows)])


def draw_pieces(
    voice: Voice, one: Book, other: Book, first: str, second: str
) -> list[RenderableType]:
    """Return a table of what lies elsewhere in two books, decks left out; [] if nothing does."""
    rows = [
        (voice.place(place), voice.item(item), was, is_)
        for place, item, was, is_ in compare_books(one, other)
        if place not in one.pools.values()
    ]
    return [draw_table((_("place"), _("piece"), first, second), rows)] if rows else []


def show_explanation(found: Explanation, voice: Voice) -> Shown:
    """Return why a number is what it is."""
    data = {
        "subject": found.subject,
        "total": found.total,
        "steps": [
            {
                "version": posting.version,
                "n": posting.n,
                "balance": posting.balance,
                "move": make_plain(posting.move) if posting.move else None,
            }
            for posting in found.postings
        ],
        "parts": [{**make_plain(each.term), "version": each.version} for each in found.terms],
        "sums": [{**make_plain(account._asdict()), "n": n} for account, n in found.sums.items()],
    }
    return Shown(data, [terminal.draw_explanation(found, voice)])
