"""What was counted at one position of a match, what explains it, and the correction of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from replay.base.i18n import _
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, make_console, make_plain
from replay.reconcile.candidates import TWIN_LETTERS, Candidate, Reconciliation, Twin
from replay.reconcile.candidates import reconcile as search_candidates
from replay.reconcile.facts import Key, build_adjustment, compare_facts, count_recorded
from replay.reconcile.proposals import ProposalVoice
from replay.record.session import Session
from replay.speech.voice import shorten_name


class CountedPosition:
    """A position of a match, and the facts that were counted there.

    `version` is the event of the position as it was typed, None for the last one.
    """

    def __init__(
        self,
        session: Session,
        voice: ProposalVoice,
        version: int | None,
        facts: dict[Key, int],
        reason: str,
    ) -> None:
        timeline = session.timeline
        self.session = session
        self.voice = voice
        self.index = len(timeline.frames) - 1 if version is None else timeline.index(version)
        self.version = version
        self.facts = facts
        self.reason = reason

    @property
    def frame_version(self) -> int:
        """The event of the position."""
        return self.session.timeline.frames[self.index].version

    def search(self) -> Reconciliation:
        """Return the candidates that explain the facts."""
        counted = ", ".join(self.voice.fact(key, n) for key, n in self.facts.items())
        reason = self.reason or _("reconciled: {facts}").format(facts=counted or "unaccounted")
        return search_candidates(self.session.timeline, self.index, self.facts, reason)

    # -- showing -----------------------------------------------------------------------------

    def draw(self, found: Reconciliation, *, whole: bool = True) -> Iterator[str]:
        """Yield by how much the facts differ from the record, then every candidate.

        Without `whole` a candidate takes one line; `draw_details` yields the rest of it.
        """
        frames = self.session.timeline.frames
        book = frames[self.index].state.book
        text = _("{what}: the record says {record}, the table {counted}")
        for key, difference in found.wanted.items():
            n = count_recorded(book, key)
            yield text.format(what=self.voice.key(key), record=n, counted=n + difference)
        if not found.wanted:
            yield _("The record shows the same.") if self.facts else _("Nothing is unaccounted.")
            return
        if not found.candidates:
            yield _("No one or two corrections explain it.")
            since = frames[found.since].version
            if since > frames[0].version:
                yield _("Nothing before {n} was looked at.").format(n=since)
            yield _("--adjust records what was counted.")
            if found.partial:
                yield _("These explain a part of it:")
        recount = found.recount
        for number, candidate in enumerate(found.listed, 1):
            if recount is not None and recount <= candidate.cost:
                yield self._describe_recount(found, recount)
                recount = None
            if whole:
                yield from self.draw_details(found, number)
            else:
                yield self._write_headline(found, number)
        if recount is not None:
            yield self._describe_recount(found, recount)
        more = found.total - len(found.candidates)
        if more > 0:
            yield _("… and {n} less plausible ones").format(n=more)

    def _describe_recount(self, found: Reconciliation, cost: float) -> str:
        """Return the sentence that asks to count again what differs."""
        book = self.session.timeline.frames[self.index].state.book
        what = ", ".join(map(self.voice.key, compare_facts(book, found.facts)))
        text = _("the count may be wrong, count again: {what}").format(what=what)
        return f"  –  {text}{_percent(found, cost)}"

    def draw_details(self, found: Reconciliation, number: int) -> Iterator[str]:
        """Yield all of a candidate, by its number from 1."""
        candidate = found.listed[number - 1]
        return self._draw_candidate(number, candidate, _percent(found, candidate.cost))

    def _write_headline(self, found: Reconciliation, number: int) -> str:
        """Return a candidate in one line of the screen, by its number from 1."""
        candidate = found.listed[number - 1]
        plausible = _percent(found, candidate.cost)
        text = f"{number:>3}  {self.voice.headline(candidate)}"
        return shorten_name(text, make_console().width - len(plausible) - 1) + plausible

    def _draw_candidate(self, number: int, candidate: Candidate, plausible: str) -> Iterator[str]:
        """Yield a candidate: its slips, what they change, its twins, the lines to type."""
        proposal = self.voice.proposal(candidate)
        first, *more = proposal.slips
        yield f"{number:>3}  {first}{plausible}"
        yield from (f"     {text}" for text in more)
        for text in proposal.changes:
            yield f"       {text}"
        if proposal.left:
            left = "; ".join(proposal.left)
            yield "       " + _("still unexplained: {left}").format(left=left)
        for line in proposal.input_lines:
            yield f"       > {line}"
        if proposal.others:
            yield "       " + _("the same would come of:")
        for letter, text in zip(TWIN_LETTERS, proposal.others, strict=False):
            yield f"{number:>3}{letter} {text}"

    def next_command(self, questions: Sequence[Key]) -> str:
        """Return the command to type with what is to be counted in it."""
        known = [self.voice.fact(key, n) for key, n in self.facts.items()]
        asked = [self.voice.fact(key, "N") for key in questions]
        where = "" if self.version is None else f" --at {self.version}"
        return " ".join(["foldtable reconcile", f"{self.session.info.name}{where}", *known, *asked])

    def data(self, found: Reconciliation, applied: str | None) -> dict[str, Any]:
        """Return what was found for --json; `applied` is the label of the correction made."""
        return {
            "match": self.session.info.name,
            "at": self.frame_version,
            "difference": [
                {"place": place, "item": item, "n": n}
                for (place, item), n in sorted(found.wanted.items())
            ],
            "total": found.total,
            "recount": None if found.recount is None else found.plausibility(found.recount),
            "candidates": [
                {**self._candidate_data(each), "plausibility": found.plausibility(each.cost)}
                for each in found.candidates
            ],
            "partial": [self._candidate_data(each) for each in found.partial],
            "question": found.question
            and dict(zip(("place", "item"), found.question, strict=True)),
            "questions": [{"place": place, "item": item} for place, item in found.questions],
            "applied": applied,
        }

    def _candidate_data(self, candidate: Candidate) -> dict[str, Any]:
        """Return a candidate for --json."""
        changes = candidate.consequences
        return {
            "cost": round(candidate.cost, 2),
            "slips": self._slips_data(candidate),
            "same": len(candidate.others),
            "others": [self._slips_data(twin) for twin in candidate.others],
            "left": [
                {"place": place, "item": item, "n": n}
                for (place, item), n in candidate.left.items()
            ],
            "changes": [
                {"place": place, "item": item, "before": was, "after": now}
                for place, item, was, now in candidate.changes
            ],
            "appear": [{"version": v, "rule": b.rule} for v, b in changes.appear],
            "vanish": [{"version": v, "rule": b.rule} for v, b in changes.vanish],
            "totals": changes.totals,
            "winners": changes.winners,
            "unaccounted": changes.unaccounted,
        }

    def _slips_data(self, each: Candidate | Twin) -> list[dict[str, Any]]:
        """Return the slips of a correction for --json."""
        frames = self.session.timeline.frames
        return [
            {
                "kind": slip.kind,
                "at": frames[slip.frame].version,
                "type": correction.type,
                "correction": make_plain(correction),
                "line": self.voice.input_line(slip),
                "text": self.voice.slip(slip),
            }
            for slip, correction in zip(each.slips, each.corrections, strict=True)
        ]

    # -- recording ---------------------------------------------------------------------------

    def correct(self, chosen: Candidate | Twin) -> list[str]:
        """Make the corrections of a candidate or of a twin of one; return each in words."""
        slips = tuple(map(self.voice.slip, chosen.slips))  # names the readings there were before
        self.session.correct(*chosen.corrections)
        if self.version is None:
            self.index = len(self.session.timeline.frames) - 1
        else:
            self.index = self.session.timeline.index(self.version)
        return [_("Corrected: {slip}").format(slip=text) for text in slips]

    def adjust(self) -> Shown:
        """Record what was counted, with the reason; the difference is unaccounted from there on."""
        action = build_adjustment(self.session.engine, self.facts)
        if action is None:
            raise Stop(
                Exit.USAGE,
                "An adjustment says which pieces lie where.",
                "foldtable reconcile {name} b.coins=3 --adjust",
                name=self.session.info.name,
            )
        reason = self.reason or _("adjusted to what was counted")
        if self.version is None:
            self.session.record([action], reason)
        else:
            self.session.insert(self.frame_version, action, reason)
        data = {"match": self.session.info.name, "adjusted": make_plain(action)}
        return Shown(data, [self.voice.voice.action(action)])


def _percent(found: Reconciliation, cost: float) -> str:
    """Return how plausible an explanation is, "" where none explains all."""
    return f" ({found.plausibility(cost)}%)" if found.candidates else ""
