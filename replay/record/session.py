"""A live recording: a replay that has reached its end and waits for the next event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from engines.values import Action, Breach, DecodeError, Prompt
from ledger.clerk import Amend, Clerk, Close, Insert, Note, Ruling, Sign, Strike, Waive
from ledger.errors import Conflict
from ledger.event import Draft, Event, draft_event, format_seal
from ledger.store import Headline, Ledger, MatchInfo
from replay.base.i18n import _, ngettext
from replay.fold.closing import closing_of, signed
from replay.fold.timeline import Frame, Timeline, digest
from replay.record.consequences import Consequences, consequences
from replay.record.corrections import (
    Correction,
    NothingToDo,
    amendment,
    event_of,
    insertions,
    must_be_open,
    redoing,
    target_of,
    undoing,
)
from replay.record.opening import fork_match, headline_of, open_match

RETRIES = 50
"""How often a remark is offered again while others keep recording."""


class Unruled(Exception):
    """What is to be recorded breaks rules and no reason was given. `action` is the first such."""

    def __init__(self, action: Action, breaches: tuple[Breach, ...]) -> None:
        super().__init__(", ".join(breach.rule for breach in breaches))
        self.action = action
        self.breaches = breaches


class Overtaken(Exception):
    """Somebody else recorded first and what they recorded changes things.

    `meanwhile` are their frames; the session already shows them.
    """

    def __init__(self, meanwhile: Sequence[Frame]) -> None:
        n = len(meanwhile)
        told = ngettext("{n} event was recorded meanwhile", "{n} events were recorded meanwhile", n)
        super().__init__(told.format(n=n))
        self.meanwhile = tuple(meanwhile)


class Plan(NamedTuple):
    """Corrections that are not recorded yet: their drafts, the version they were planned at, and
    the match as it is and as it would be."""

    drafts: tuple[Draft, ...]
    version: int
    before: Timeline
    after: Timeline

    def consequences(self) -> Consequences:
        """Return what they would change."""
        return consequences(self.before, self.after)


class Held(NamedTuple):
    """What is to be appended with what follows it: drafts, and what goes with them."""

    drafts: Sequence[Draft]
    digests: Sequence[tuple[str, str] | None]
    headline: Headline | None


class Session:
    """Records one match. Every method that changes something appends to the log at once."""

    def __init__(self, ledger: Ledger, info: MatchInfo, actor: str) -> None:
        self.ledger = ledger
        self.info = info
        self.actor = actor
        self.timeline = Timeline(ledger.events(info.match_id))
        self._grouping = False
        self._batch: str | None = None
        self._held: list[Held] | None = None

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make one batch of all that is recorded inside: it is undone and brought back at once."""
        self._grouping = True
        try:
            yield
        finally:
            self._grouping, self._batch = False, None

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Append all that is recorded inside at its end, as one batch; nothing of it if it raises.

        Raise Overtaken when somebody else has recorded meanwhile.
        """
        before = self.timeline
        self.timeline, self._held = before.imagine(()), []
        try:
            with self.together():
                yield
            imagined, held = self.timeline, self._held
        finally:
            self.timeline, self._held = before, None
        drafts = [each for step in held for each in step.drafts]
        digests = [each for step in held for each in step.digests]
        headlines = [step.headline for step in held if step.headline is not None]
        stored = self._stored(drafts, digests, None, headlines[-1] if headlines else None)
        self.timeline.adopt(imagined, stored)

    @property
    def engine(self) -> Any:
        """The engine of the match."""
        return self.timeline.engine

    @property
    def state(self) -> Any:
        """The table now."""
        return self.timeline.state

    @property
    def seal(self) -> str:
        """The seal of the record as it is now."""
        return format_seal(self.timeline.events[-1].hash)

    def awaits(self) -> tuple[Prompt, ...]:
        """Return who must tell what next."""
        return tuple(self.engine.awaits(self.state))

    # -- recording ---------------------------------------------------------------------------

    def record(self, actions: Sequence[Action], reason: str | None = None) -> list[Frame]:
        """Record actions, all or none, and return their frames.

        `reason` is why the table lets a breach stand: it becomes a ruling. Raise Unruled when a
        rule is broken and no reason was given, Overtaken when another recorder's events change
        what is asked or judged, DecodeError for what this match does not have, NothingToDo once
        it is closed.
        """
        must_be_open(self.timeline)
        judged = self._judged(actions)
        for action, breaches in zip(actions, judged, strict=True):
            if breaches and reason is None:
                raise Unruled(action, breaches)
        rulings = [
            Ruling(
                at=self.timeline.version + number + 1,
                rules=tuple(dict.fromkeys(breach.rule for breach in breaches)),
                reason=reason or "",
                by=self.actor,
            )
            for number, breaches in enumerate(judged)
            if breaches
        ]
        drafts = self._drafts([*actions, *rulings])
        before = len(self.timeline.frames)
        self._append(drafts, self._digests(actions, len(drafts)), (actions, judged))
        return self.timeline.frames[before:]

    def _drafts(self, contents: Sequence[Action | Clerk]) -> list[Draft]:
        """Return drafts of one batch, or of the batch that is being recorded.

        Every draft but the first of the batch names the id of that one.
        """
        drafts: list[Draft] = []
        batch = self._batch
        for each in contents:
            if isinstance(each, Clerk):
                made = draft_event(each.type, each, batch=batch)
            else:
                made = draft_event(
                    each.verb, self.engine.encode(each), schema=each.schema, batch=batch
                )
            batch = batch or made.event_id
            drafts.append(made)
        return drafts

    def _judged(self, actions: Sequence[Action]) -> list[tuple[Breach, ...]]:
        """Return what each of some actions, done one after the other, would break."""
        state, judged = self.state, []
        for action in actions:
            self.engine.admit(state, action)
            judged.append(self.timeline.judge_in(state, action))
            state, _ = self.engine.apply(state, action)
        return judged

    def _digests(self, actions: Sequence[Action], count: int) -> list[tuple[str, str]]:
        state = self.state
        digests: list[tuple[str, str]] = []
        for action in actions:
            state, _ = self.engine.apply(state, action)
            digests.append(self._seen(state))
        return digests + digests[-1:] * (count - len(digests))

    def _seen(self, state: Any) -> tuple[str, str]:
        """Return what is kept of how today's engine sees a state: its revision and a digest."""
        return str(self.engine.rules), digest(self.engine, state)

    def _append(
        self,
        drafts: Sequence[Draft],
        digests: Sequence[tuple[str, str] | None] = (),
        judged: tuple[Sequence[Action], list[tuple[Breach, ...]]] | None = None,
        headline: Headline | None = None,
    ) -> None:
        """Append, and once more if what another recorder did meanwhile changes nothing."""
        stored = self._stored(drafts, digests, judged, headline)
        self.timeline.extend(stored)

    def _stored(
        self,
        drafts: Sequence[Draft],
        digests: Sequence[tuple[str, str] | None],
        judged: tuple[Sequence[Action], list[tuple[Breach, ...]]] | None,
        headline: Headline | None,
    ) -> list[Event]:
        if self._held is not None:
            self._held.append(Held(drafts, digests, headline))
            self._join_batch(drafts[0])
            return self.timeline.imagine(drafts).events[-len(drafts) :]
        for _attempt in range(5):
            try:
                stored = self.ledger.append(
                    self.info.match_id,
                    self.timeline.version,
                    drafts,
                    self.actor,
                    digests=digests,
                    headline=headline,
                )
                self._join_batch(drafts[0])
                return stored
            except Conflict:
                asked = self.awaits()
                before = self.refresh()
                meanwhile = self.timeline.frames[before:]
                if judged is None or self.awaits() != asked or self.timeline.closed is not None:
                    raise Overtaken(meanwhile) from None
                if any(judged[1]) or any(self._judged(judged[0])):
                    raise Overtaken(meanwhile) from None
                digests = self._digests(judged[0], len(drafts))
        raise Overtaken(())

    def _join_batch(self, first: Draft) -> None:
        """Let what is recorded next belong to the batch of a draft, while a batch is recorded."""
        if self._grouping:
            self._batch = first.batch or first.event_id

    def refresh(self) -> int:
        """Take in what others have recorded; return the index of the first changed frame."""
        known = self.timeline.version
        events = [e for e in self.ledger.events(self.info.match_id) if e.version > known]
        return self.timeline.extend(events) if events else len(self.timeline.frames)

    def reload(self) -> None:
        """Read the whole match again: something was broken off, and nobody knows where."""
        self.timeline = Timeline(self.ledger.events(self.info.match_id))

    # -- corrections -------------------------------------------------------------------------

    def plan(self, *corrections: Correction) -> Plan:
        """Return what some corrections, made at once, would make of the match."""
        drafts = tuple(self._drafts(corrections))
        return Plan(drafts, self.timeline.version, self.timeline, self.timeline.imagine(drafts))

    def carry_out(self, plan: Plan) -> None:
        """Append what was planned; what listings show is renewed with it.

        Raise Overtaken when the match is no longer the one that was planned for.
        """
        digests = [None] * (len(plan.drafts) - 1) + [self._seen(plan.after.state)]
        if plan.version != self.timeline.version:
            raise Overtaken(self.timeline.frames[self.timeline.index(plan.version) + 1 :])
        stored = self._stored(plan.drafts, digests, None, self._headline(plan.after))
        self.timeline.adopt(plan.after, stored)

    def correct(self, *corrections: Correction) -> None:
        """Make some corrections at once. Raise NothingToDo when the match is closed."""
        must_be_open(self.timeline)
        self.carry_out(self.plan(*corrections))

    def consequences(self, *corrections: Correction) -> Consequences:
        """Return what some corrections would change, without recording them."""
        return self.plan(*corrections).consequences()

    def undo(self, target: int | None = None, reason: str = "") -> list[Event]:
        """Strike an event, by default all that was entered last; return the events struck.

        Raise NothingToDo when there is none, or when it cannot be struck.
        """
        strikes = undoing(self.timeline, target, reason)
        self.correct(*strikes)
        return [event_of(self.timeline, strike.target) for strike in strikes]

    def redo(self) -> list[Event]:
        """Bring back what was struck last; return it. Raise NothingToDo when something new was
        recorded since."""
        strikes = redoing(self.timeline)
        self.correct(*strikes)
        undone = [target_of(event_of(self.timeline, strike.target)) for strike in strikes]
        return [event_of(self.timeline, version) for version in undone]

    def amend(self, target: int, replacement: Action | Clerk, reason: str = "") -> Amend:
        """Let an event read otherwise from now on."""
        amend = amendment(self.timeline, target, replacement, reason)
        self.correct(amend)
        return amend

    def insert(self, after: int, action: Action, reason: str = "") -> Insert:
        """Record a forgotten action right after an event."""
        (insertion,) = insertions(self.timeline, after, [action], reason)
        self.correct(insertion)
        return insertion

    # -- remarks -----------------------------------------------------------------------------

    def note(self, text: str, at: int | None = None) -> None:
        """Write a remark about a position, by default the present one."""
        about = at if at is not None else self.timeline.version
        event_of(self.timeline, about)
        self.remark(Note(text=text, at=about))

    def rule(
        self, at: int, decision: Any, reason: str, rules: Sequence[str] = (), by: str = ""
    ) -> None:
        """Record what the table decided about an event."""
        event_of(self.timeline, at)
        frame = self.timeline.at(at)
        broken = frame.breaches if frame.version == at else ()
        cited = rules or tuple(dict.fromkeys(breach.rule for breach in broken))
        self.remark(
            Ruling(at=at, rules=tuple(cited), decision=decision, reason=reason, by=by or self.actor)
        )

    def waive(self, rule: str, waived: bool = True, reason: str = "") -> None:
        """Switch a rule off from here on, or on again. Raise NothingToDo for a rule that is more
        than a prohibition."""
        known = self.engine.rulebook.rules.get(rule)
        if known is None or not known.waivable:
            raise NothingToDo(_("{rule} cannot be waived").format(rule=rule))
        self.remark(Waive(rule=rule, waived=waived, reason=reason))

    def remark(self, clerk: Clerk) -> None:
        """Append a clerk event that holds whatever others record meanwhile."""
        drafts = self._drafts([clerk])
        self._retry(lambda: self._append(drafts, [self._seen(self.state)]))

    def _retry(self, append: Callable[[], None]) -> None:
        """Append something that holds whatever others record meanwhile."""
        for _attempt in range(RETRIES):
            try:
                append()
            except Overtaken:
                continue
            return
        append()

    def close(self, closing: Close) -> str:
        """Close the match and return the seal."""
        drafts = self._drafts([closing])
        after = self.timeline.imagine(drafts)
        self._append(drafts, [self._seen(after.state)], headline=self._headline(after))
        return self.seal

    def sign(self, seat: int) -> Sign:
        """Let a seat acknowledge the closed match. Raise NothingToDo while it is open."""
        version, seal = closing_of(self.timeline)
        if seat in signed(self.timeline):
            raise NothingToDo(_("{name} has signed already").format(name=self.timeline.seats[seat]))
        sign = Sign(seat=seat, version=version, seal=seal)
        self.remark(sign)
        return sign

    def reopen(self) -> None:
        """Let a closed match go on: strike its closing. Raise NothingToDo when it is open."""
        for frame in reversed(self.timeline.frames):
            if frame.entry.kind == Close.type:
                self.carry_out(self.plan(Strike(target=frame.version)))
                return
        raise NothingToDo(_("the match is open"))

    def _headline(self, timeline: Timeline) -> Headline:
        closed = timeline.closed
        closed_at = None
        if closed is not None:
            closed_at = next(
                f.entry.event.recorded_at
                for f in reversed(timeline.frames)
                if f.entry.kind == Close.type
            )
        return headline_of(timeline.opening, closed, closed_at)._replace(name=self.info.name)


__all__ = [
    "Consequences",
    "DecodeError",
    "NothingToDo",
    "Overtaken",
    "Session",
    "Unruled",
    "closing_of",
    "fork_match",
    "headline_of",
    "open_match",
    "signed",
]
