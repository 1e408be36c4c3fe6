"""Corrections in words: what they say was wrong, what they change, and the line to type."""

from __future__ import annotations

from typing import NamedTuple

from engines.book import UNKNOWN
from engines.values import UNACCOUNTED
from replay.base.i18n import _
from replay.fold.timeline import Timeline
from replay.reconcile.facts import ALL, Key, seen
from replay.reconcile.reconciliation import Candidate, Change
from replay.reconcile.slips import Slip
from replay.record.consequences import told
from replay.speech.voice import Voice

SHOWN = 3
"""How many corrections with the same result are named."""


class Proposal(NamedTuple):
    """A candidate in words: what was wrong, the lines to type, what changes, what else would do."""

    slips: tuple[str, ...]
    lines: tuple[str, ...]
    changes: tuple[str, ...]
    others: tuple[str, ...]


class Speaker:
    """Puts corrections of one match into words."""

    def __init__(self, timeline: Timeline, voice: Voice) -> None:
        self.timeline = timeline
        self.voice = voice
        self.seen = seen(timeline)

    def proposal(self, candidate: Candidate) -> Proposal:
        """Return a candidate in words."""
        others = ["; ".join(map(self.slip, slips)) for slips in candidate.others[:SHOWN]]
        if len(candidate.others) > SHOWN:
            others.append(_("… and {n} more").format(n=len(candidate.others) - SHOWN))
        return Proposal(
            tuple(map(self.slip, candidate.slips)),
            tuple(map(self.line, candidate.slips)),
            (
                *(self.change(each) for each in candidate.changes if each[0] != UNACCOUNTED),
                *told(candidate.consequences, self.voice),
            ),
            tuple(others),
        )

    def slip(self, slip: Slip) -> str:
        """Return what was wrong."""
        frame = self.timeline.frames[slip.frame]
        if slip.action is None:
            said = {
                "doubled": _("{n} was recorded twice: {was}"),
                "never": _("{n} did not happen: {was}"),
                "miscount": _("{n} was counted wrongly: {was}"),
            }[slip.kind]
        elif slip.after:
            said = _("forgotten after {n}: {meant}")
        else:
            said = {
                "payment": _("{n}, another payment: {meant} (not: {was})"),
                "number": _("{n}, another number: {meant} (not: {was})"),
                "outcome": _("{n}, carried out otherwise: {meant}"),
                "seat": _("{n}, another seat: {meant} (not: {was})"),
                "piece": _("{n}, another piece: {meant} (not: {was})"),
                "other": _("{n}, something else: {meant} (not: {was})"),
            }[slip.kind]
        return said.format(
            n=frame.version,
            was=self.voice.action(frame.action) if frame.action else "",
            meant=self.voice.action(slip.action) if slip.action else "",
        )

    def line(self, slip: Slip) -> str:
        """Return the line that makes a correction at the recorder's desk."""
        version = self.timeline.frames[slip.frame].version
        if slip.action is None:
            return f"undo {version}"
        verb = "insert" if slip.after else "amend"
        return f"{verb} {version} {self.timeline.engine.write(slip.action)}"

    def change(self, change: Change) -> str:
        """Return what lies otherwise once corrected."""
        place, item, was, now = change
        return f"{self.key((place, item))}: {was} → {now}"

    def key(self, key: Key) -> str:
        """Return a place and what lies there; the place alone where only one thing ever does."""
        place, item = key
        named = self.voice.place(place)
        return named if self.seen.get(place) == {item} else f"{named}, {self.item(item)}"

    def fact(self, key: Key, n: int | str) -> str:
        """Return a fact as it is typed: ``b.coins=3``, ``bank.red=2``, ``b.cards=7``."""
        place, item = key
        alone = item == ALL or self.seen.get(place) == {item}
        return f"{place}={n}" if alone else f"{place}.{item}={n}"

    def item(self, item: str) -> str:
        """Return what is counted."""
        if item == ALL:
            return _("all pieces")
        if item[0] == UNKNOWN:
            return _("unknown pieces from {place}").format(place=self.voice.place(item[1:]))
        return self.voice.item(item)

    def question(self, key: Key) -> str:
        """Return what to count next."""
        return _("How many are there: {what}?").format(what=self.key(key))
