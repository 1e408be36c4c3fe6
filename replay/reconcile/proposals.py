"""Proposals: candidates in words, with the text to type at the desk."""

from __future__ import annotations

from typing import NamedTuple

from engines.book import is_unknown
from engines.values import UNACCOUNTED
from replay.base.i18n import _
from replay.fold.timeline import Timeline
from replay.reconcile.candidates import Candidate, Change
from replay.reconcile.facts import ALL, Key, collect_items, is_written_alone, write_key
from replay.reconcile.slips import Slip
from replay.speech.consequences import describe_consequences
from replay.speech.voice import Voice


class Proposal(NamedTuple):
    """A candidate in words.

    `slips` says what was wrong, `input_lines` what to type at the desk, `changes` what the
    correction changes, `others` which other slips would have the same result, `left` what stays
    unexplained.
    """

    slips: tuple[str, ...]
    input_lines: tuple[str, ...]
    changes: tuple[str, ...]
    others: tuple[str, ...]
    left: tuple[str, ...]


class ProposalVoice:
    """Puts slips, candidates and facts of one match into words."""

    def __init__(self, timeline: Timeline, voice: Voice) -> None:
        self.timeline = timeline
        self.voice = voice
        self.items = collect_items(timeline)

    def headline(self, candidate: Candidate) -> str:
        """Return what was wrong, in one line, and how many other slips have the same result."""
        text = "; ".join(map(self.slip, candidate.slips))
        n = len(candidate.others)
        return f"{text} (+{n})" if n else text

    def proposal(self, candidate: Candidate) -> Proposal:
        """Return a candidate in words."""
        return Proposal(
            tuple(map(self.slip, candidate.slips)),
            tuple(map(self.input_line, candidate.slips)),
            (
                *(self.change(each) for each in candidate.changes if each[0] != UNACCOUNTED),
                *describe_consequences(candidate.consequences, self.voice),
            ),
            tuple("; ".join(map(self.slip, twin.slips)) for twin in candidate.others),
            tuple(self.difference(key, n) for key, n in candidate.left.items()),
        )

    def slip(self, slip: Slip) -> str:
        """Return a sentence that says what was wrong."""
        frame = self.timeline.frames[slip.frame]
        if slip.action is None:
            template = {
                "doubled": _("{n} was recorded twice: {was}"),
                "never": _("{n} did not happen: {was}"),
                "miscount": _("{n} was counted wrongly: {was}"),
            }[slip.kind]
        elif slip.after:
            template = _("forgotten after {n}: {meant}")
        else:
            template = {
                "payment": _("{n}, another payment: {meant} (not: {was})"),
                "number": _("{n}, another number: {meant} (not: {was})"),
                "outcome": _("{n}, carried out otherwise: {meant}"),
                "seat": _("{n}, another seat: {meant} (not: {was})"),
                "piece": _("{n}, another piece: {meant} (not: {was})"),
                "other": _("{n}, something else: {meant} (not: {was})"),
            }[slip.kind]
        return template.format(
            n=frame.version,
            was=self.voice.action(frame.action) if frame.action else "",
            meant=self.voice.action(slip.action) if slip.action else "",
        )

    def input_line(self, slip: Slip) -> str:
        """Return the text that makes the correction when typed at the desk."""
        version = self.timeline.frames[slip.frame].version
        if slip.action is None:
            return f"undo {version}"
        verb = "insert" if slip.after else "amend"
        return f"{verb} {version} {self.voice.write(slip.action)}"

    def change(self, change: Change) -> str:
        """Return a number before and after the correction: ``Bo's coins: 5 → 3``."""
        place, item, was, now = change
        return f"{self.key((place, item))}: {was} → {now}"

    def difference(self, key: Key, n: int) -> str:
        """Return how many pieces more or fewer the table shows: ``Bo's coins: +2``."""
        return f"{self.key(key)}: {n:+}"

    def key(self, key: Key) -> str:
        """Return the words for a key; the place alone where only one item ever lay there."""
        place, item = key
        named = self.voice.place(place)
        return named if is_written_alone(self.items, key) else f"{named}, {self.item(item)}"

    def fact(self, key: Key, n: int | str) -> str:
        """Return a fact as it is typed: ``b.coins=3``, ``bank.red=2``, ``b.cards=7``.

        `n` may be a placeholder such as ``N``.
        """
        return f"{self.voice.typed_place(write_key(self.items, key))}={n}"

    def item(self, item: str) -> str:
        """Return the words for the item of a key."""
        if item == ALL:
            return _("all pieces")
        if is_unknown(item):
            return _("unknown pieces from {place}").format(place=self.voice.place(item[1:]))
        return self.voice.item(item)

    def question(self, *keys: Key) -> str:
        """Return the sentence that asks for counts."""
        return _("How many are there: {what}?").format(what=", ".join(map(self.key, keys)))
