"""Logs, differences and explanations, as text or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.book import Book
from ledger.clerk import Ruling
from replay.base.i18n import _
from replay.cli.output import emit, plain, say, show, table
from replay.cli.settings import settings
from replay.explain.balances import compare_books, compare_scores, make_difference_rows
from replay.explain.explanations import Explanation
from replay.fold.timeline import Frame, Timeline
from replay.screens import terminal
from replay.speech import log_lines
from replay.speech.voice import Voice


def log(
    timeline: Timeline, voice: Voice, frames: Sequence[Frame], *, times: bool, moves: bool
) -> None:
    """Print frames, one a line; rulings stand under the event they are about."""
    rulings = timeline.rulings()
    listed = {frame.version for frame in frames}
    broken, waived = _("BREACH"), _("waived")
    if settings.json:
        emit([frame_json(frame, voice) for frame in frames])
        return
    for frame in frames:
        if _is_told_elsewhere(frame, listed):
            continue
        stamp = f"{frame.entry.event.recorded_at[:19].replace('T', ' ')}  " if times else ""
        say(f"{frame.version:>4}  {stamp}{log_lines.describe_frame(frame, voice)}")
        for breach in frame.breaches:
            say(f"        {broken} {voice.breach(breach)}{log_lines.cite_events(timeline, breach)}")
        for breach in frame.waived:
            say(f"        {waived} {voice.breach(breach)}")
        for version, ruling in rulings.get(frame.version, ()):
            say(f"        {version:>4}  {log_lines.describe_ruling(ruling)}")
        if moves:
            for move in frame.moves:
                say(f"        {move.rule:<5} {voice.move(move)}")
    if times:
        _spent(timeline, voice)


def _is_told_elsewhere(frame: Frame, listed: set[int]) -> bool:
    """Return whether a frame is a ruling that stands under the event it is about."""
    if frame.entry.kind != Ruling.type or frame.breaches:
        return False
    ruling = frame.entry.clerk()
    return isinstance(ruling, Ruling) and ruling.at in listed


PAUSE_MINUTES = 15
"""A longer time without an event is a pause and no seat's."""


def _spent(timeline: Timeline, voice: Voice) -> None:
    """Print how much time passed before each seat's actions, pauses left out."""
    from datetime import timedelta

    from replay.base.times import moment_of

    pause = timedelta(minutes=PAUSE_MINUTES)
    spent: dict[int, timedelta] = {}
    before = None
    for frame in timeline.frames:
        moment = moment_of(frame.entry.event.recorded_at)
        if moment is None:
            continue
        if before is not None and frame.action is not None and frame.action.seat >= 0:
            passed = max(moment - before, timedelta())
            passed = timedelta() if passed > pause else passed
            spent[frame.action.seat] = spent.get(frame.action.seat, timedelta()) + passed
        before = moment
    for seat, passed in sorted(spent.items()):
        say(f"{voice.seat(seat)}: {str(passed).split('.')[0]}")


def stream(timeline: Timeline, voice: Voice) -> None:
    """Print every event as it was recorded: what was struck or amended, by whom and when."""
    struck, amended = timeline.line.struck, timeline.line.amended
    rows: list[dict[str, Any]] = []
    for event in timeline.events:
        state = ""
        if event.version in struck:
            state = _("struck by {n}").format(n=struck[event.version])
        elif event.version in amended:
            state = _("amended by {n}").format(n=amended[event.version])
        rows.append(
            {
                "version": event.version,
                "recorded_at": event.recorded_at,
                "actor": event.actor,
                "type": event.type,
                "payload": event.data(),
                "state": state,
                "hash": event.hash,
            }
        )
    if settings.json:
        emit(rows)
        return
    first = timeline.events[0].version
    table(
        ("#", _("recorded"), _("by"), _("what"), ""),
        [
            (
                row["version"],
                row["recorded_at"][:19].replace("T", " "),
                row["actor"],
                log_lines.describe_event(timeline.events[row["version"] - first], voice),
                row["state"],
            )
            for row in rows
        ],
    )


def frame_json(frame: Frame, voice: Voice) -> dict[str, Any]:
    """Return a frame for --json."""
    import msgspec

    return {
        "version": frame.version,
        "type": frame.entry.kind,
        "payload": msgspec.json.decode(_seen_payload(frame, voice)),
        "read_at": frame.entry.read_at,
        "actor": frame.entry.event.actor,
        "recorded_at": frame.entry.event.recorded_at,
        "played_at": frame.entry.event.played_at,
        "text": log_lines.describe_frame(frame, voice),
        "moves": [plain(move) for move in frame.moves],
        "breaches": [{**plain(breach), "text": voice.breach(breach)} for breach in frame.breaches],
        "waived": [breach.rule for breach in frame.waived],
    }


def _seen_payload(frame: Frame, voice: Voice) -> bytes:
    """Return the payload of a frame as the eyes that it was folded for have seen it."""
    if frame.action is None:
        return frame.entry.payload
    return voice.engine.encode(frame.action)


def diff(timeline: Timeline, voice: Voice, before: int, after: int) -> None:
    """Print what changed between two positions."""
    one, other = timeline.at(before), timeline.at(after)
    if settings.json:
        emit(
            {
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
        )
        return
    rows = list(make_difference_rows(timeline, voice, one, other))
    if not rows:
        say(_("Nothing changed."))
        return
    table((_("place"), _("piece"), str(one.version), str(other.version), ""), rows)


def pieces(voice: Voice, one: Book, other: Book, first: str, second: str) -> None:
    """Print what lies elsewhere in two books, decks left out."""
    rows = [
        (voice.place(place), voice.item(item), was, is_)
        for place, item, was, is_ in compare_books(one, other)
        if place not in one.pools.values()
    ]
    if rows:
        table((_("place"), _("piece"), first, second), rows)


def explanation(found: Explanation, voice: Voice) -> None:
    """Print why a number is what it is."""
    if not settings.json:
        show(terminal.explained(found, voice))
        return

    emit(
        {
            "subject": found.subject,
            "total": found.total,
            "steps": [
                {
                    "version": posting.version,
                    "n": posting.n,
                    "balance": posting.balance,
                    "move": plain(posting.move) if posting.move else None,
                }
                for posting in found.postings
            ],
            "parts": [{**plain(each.term), "version": each.version} for each in found.terms],
            "sums": [{**plain(account._asdict()), "n": n} for account, n in found.sums.items()],
        }
    )
