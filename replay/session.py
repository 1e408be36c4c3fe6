"""A live recording: a replay that has reached its end and waits for the next event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from unicodedata import normalize

import msgspec

from engines.protocol import Action, Breach, DecodeError, Prompt, Setup
from engines.registry import engine_of
from ledger.clerk import (
    Amend,
    Clerk,
    Close,
    Dispute,
    Fork,
    Insert,
    Note,
    Open,
    Ruling,
    Sign,
    Strike,
    Waive,
    is_clerk,
    read_clerk,
)
from ledger.errors import Conflict
from ledger.event import Draft, Event, draft, new_id, seal_of
from ledger.store import Headline, Ledger, MatchInfo
from replay.consequences import Consequences, consequences
from replay.names import name_for
from replay.timeline import Frame, Timeline, digest, open_table

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
        super().__init__(f"{len(meanwhile)} events were recorded meanwhile")
        self.meanwhile = tuple(meanwhile)


class NothingToDo(Exception):
    """Nothing can be undone, redone or corrected there; the text says why."""


def open_match(ledger: Ledger, opening: Open, actor: str) -> MatchInfo:
    """Open a match in a ledger and return it. Raise SetupError when the rules forbid it.

    Without a name in `opening` it gets one that no other match has; the rules revision is the
    engine's.
    """
    engine = engine_of(opening.game)
    setup = Setup(len(opening.seats), opening.first, opening.options, opening.level)
    table = open_table(engine, setup)
    match_id = new_id()
    name = ledger.free_name(normalize("NFC", opening.name) or name_for(match_id))
    opening = msgspec.structs.replace(opening, name=name, rules=engine.rules)
    started = draft(Open.type, opening)
    stored = msgspec.json.decode(started.payload, type=Open)  # as it will be read: names composed
    seen = [(engine.rules, digest(engine, table))]
    ledger.append(match_id, 0, [started], actor, digests=seen, headline=headline_of(stored))
    return ledger.find(match_id)


def fork_match(ledger: Ledger, parent: MatchInfo, at: int, actor: str, name: str = "") -> MatchInfo:
    """Branch off a match after the event `at`; the past up to there is shared, not copied.

    What lies before the point where `parent` branched off itself is shared with its own parent.

    Raise LookupError when there is no such event.
    """
    events = [event for event in ledger.events(parent.match_id) if event.version <= at]
    if not events or events[-1].version != at:
        raise LookupError(f"{parent.name} has no event {at}")
    past = Timeline(events)
    origin = events[-1].match_id
    match_id = new_id()
    name = ledger.free_name(normalize("NFC", name) or f"{parent.name}-fork")
    fork = Fork(parent=origin, base_version=at, base_hash=events[-1].hash, name=name)
    headline = headline_of(past.opening)._replace(
        name=name, parent_id=origin, base_version=at, base_hash=events[-1].hash
    )
    seen = [(past.engine.rules, digest(past.engine, past.state))]
    ledger.append(match_id, at, [draft(Fork.type, fork)], actor, digests=seen, headline=headline)
    return ledger.find(match_id)


def headline_of(
    opening: Open, closed: Close | None = None, closed_at: str | None = None
) -> Headline:
    """Return what listings show of a match."""
    return Headline(
        name=opening.name,
        game=opening.game,
        rules=opening.rules,
        title=opening.title,
        played=opening.played,
        seats=opening.seats,
        closed_at=closed_at,
        how=closed.how if closed else "",
        simulated=opening.simulated,
    )


class Session:
    """Records one match. Every method that changes something appends to the log at once."""

    def __init__(self, ledger: Ledger, info: MatchInfo, actor: str) -> None:
        self.ledger = ledger
        self.info = info
        self.actor = actor
        self.timeline = Timeline(ledger.events(info.match_id))

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
        return seal_of(self.timeline.events[-1].hash)

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
        if self.timeline.closed is not None:
            raise NothingToDo("the match is closed; reopened, it goes on")
        judged = self._judged(actions)
        for action, breaches in zip(actions, judged, strict=True):
            if breaches and reason is None:
                raise Unruled(action, breaches)
        drafts = [self._draft(action) for action in actions]
        drafts += [
            draft(
                Ruling.type,
                Ruling(
                    at=self.timeline.version + number + 1,
                    rules=tuple(dict.fromkeys(breach.rule for breach in breaches)),
                    reason=reason or "",
                    by=self.actor,
                ),
            )
            for number, breaches in enumerate(judged)
            if breaches
        ]
        before = len(self.timeline.frames)
        self._append(drafts, self._digests(actions, len(drafts)), (actions, judged))
        return self.timeline.frames[before:]

    def _draft(self, action: Action) -> Draft:
        return draft(action.verb, self.engine.encode(action), schema=action.schema)

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
        drafts: list[Draft],
        digests: Sequence[tuple[str, str]] = (),
        judged: tuple[Sequence[Action], list[tuple[Breach, ...]]] | None = None,
        headline: Headline | None = None,
    ) -> None:
        """Append, and once more if what another recorder did meanwhile changes nothing."""
        for _ in range(5):
            try:
                stored = self.ledger.append(
                    self.info.match_id,
                    self.timeline.version,
                    drafts,
                    self.actor,
                    digests=digests,
                    headline=headline,
                )
            except Conflict:
                asked = self.awaits()
                before = self.refresh()
                meanwhile = self.timeline.frames[before:]
                if judged is None or self.awaits() != asked or self.timeline.closed is not None:
                    raise Overtaken(meanwhile) from None
                if any(judged[1]) or any(self._judged(judged[0])):
                    raise Overtaken(meanwhile) from None
                digests = self._digests(judged[0], len(drafts))
                continue
            self.timeline.extend(stored)
            return
        raise Overtaken(())

    def refresh(self) -> int:
        """Take in what others have recorded; return the index of the first changed frame."""
        known = self.timeline.version
        events = [e for e in self.ledger.events(self.info.match_id) if e.version > known]
        return self.timeline.extend(events) if events else len(self.timeline.frames)

    # -- corrections -------------------------------------------------------------------------

    def undo(self, target: int | None = None, reason: str = "") -> Event:
        """Strike an event, by default the last one that counts; return the event struck.

        Raise NothingToDo when there is none, or when it cannot be struck.
        """
        event = self._last_in_force() if target is None else self._event(target)
        if event.version in self.timeline.line.struck:
            raise NothingToDo(f"{event.version} is struck already")
        if event.type in (Open.type, Fork.type):
            raise NothingToDo("the opening of a match can be amended, not struck")
        self.correct(Strike(target=event.version, reason=reason))
        return event

    def redo(self) -> Event:
        """Bring back what was struck last; return it. Raise NothingToDo when something new was
        recorded since."""
        struck = self.timeline.line.struck
        for event in reversed(self.timeline.events):
            if event.version in struck:
                continue
            if event.type != Strike.type:
                break
            strike = read_clerk(event.type, event.payload)
            assert isinstance(strike, Strike)  # noqa: S101
            if self._event(strike.target).type != Strike.type:
                self.correct(Strike(target=event.version))
                return self._event(strike.target)
        raise NothingToDo("nothing was undone since the last event")

    def amend(self, target: int, replacement: Action | Clerk, reason: str = "") -> Amend:
        """Let an event read otherwise from now on."""
        amend = self.amendment(target, replacement, reason)
        self.correct(amend)
        return amend

    def amendment(self, target: int, replacement: Action | Clerk, reason: str = "") -> Amend:
        """Return the correction that lets an event read otherwise. Raise NothingToDo when the
        event is a correction itself or is of another nature."""
        event = self._event(target)
        if event.version in self.timeline.line.struck:
            raise NothingToDo(f"{target} is struck; bring it back with redo first")
        kind, schema, payload = _content(self.engine, replacement)
        carried = read_clerk(event.type, event.payload) if is_clerk(event.type) else None
        reads = carried.kind if isinstance(carried, Amend | Insert) else event.type
        if isinstance(carried, Strike) or is_clerk(reads) != is_clerk(kind):
            raise NothingToDo(f"{target} is {event.type}: it cannot become {kind}")
        if is_clerk(reads) and reads != kind:
            raise NothingToDo(f"{target} is {event.type}: it cannot become {kind}")
        return Amend(target=target, kind=kind, payload=payload, schema=schema, reason=reason)

    def insert(self, after: int, action: Action, reason: str = "") -> Insert:
        """Record a forgotten action right after an event."""
        insertion = self.insertion(after, action, reason)
        self.correct(insertion)
        return insertion

    def insertion(self, after: int, action: Action, reason: str = "") -> Insert:
        """Return the correction that records a forgotten action."""
        self._event(after)
        kind, schema, payload = _content(self.engine, action)
        return Insert(after=after, kind=kind, payload=payload, schema=schema, reason=reason)

    def correct(self, correction: Strike | Amend | Insert) -> None:
        """Append a correction; what listings show is renewed with it."""
        draft_ = draft(correction.type, correction)
        after = self.timeline.imagine([draft_])
        headline = self._headline(after)
        self._append([draft_], [self._seen(after.state)], headline=headline)

    def consequences(self, correction: Strike | Amend | Insert) -> Consequences:
        """Return what a correction would change, without recording it."""
        return consequences(
            self.timeline, self.timeline.imagine([draft(correction.type, correction)])
        )

    def _event(self, version: int) -> Event:
        first = self.timeline.events[0].version
        if not first <= version <= self.timeline.version:
            raise LookupError(
                f"no event {version}: this match has {first} to {self.timeline.version}"
            )
        return self.timeline.events[version - first]

    def _last_in_force(self) -> Event:
        for event in reversed(self.timeline.events):
            if event.version in self.timeline.line.struck:
                continue
            if event.type in (Strike.type, Ruling.type, Dispute.type, Sign.type):
                continue
            if event.type not in (Open.type, Fork.type):
                return event
            break
        raise NothingToDo("nothing is recorded that could be undone")

    # -- remarks -----------------------------------------------------------------------------

    def note(self, text: str, at: int | None = None) -> None:
        """Write a remark about a position, by default the present one."""
        about = at if at is not None else self.timeline.version
        self._event(about)
        self.remark(Note(text=text, at=about))

    def rule(
        self, at: int, decision: Any, reason: str, rules: Sequence[str] = (), by: str = ""
    ) -> None:
        """Record what the table decided about an event."""
        self._event(at)
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
            raise NothingToDo(f"{rule} cannot be waived")
        self.remark(Waive(rule=rule, waived=waived, reason=reason))

    def remark(self, clerk: Clerk) -> None:
        """Append a clerk event that holds whatever others record meanwhile."""
        self._retry(lambda: self._append([draft(clerk.type, clerk)], [self._seen(self.state)]))

    def _retry(self, append: Callable[[], None]) -> None:
        """Append something that holds whatever others record meanwhile."""
        for _ in range(RETRIES):
            try:
                append()
            except Overtaken:
                continue
            return
        append()

    def close(self, closing: Close) -> str:
        """Close the match and return the seal."""
        event = draft(Close.type, closing)
        after = self.timeline.imagine([event])
        self._append([event], [self._seen(after.state)], headline=self._headline(after))
        return self.seal

    def sign(self, seat: int) -> Sign:
        """Let a seat acknowledge the closed match. Raise NothingToDo while it is open."""
        version, seal = closing_of(self.timeline)
        if seat in signed(self.timeline):
            raise NothingToDo(f"{self.timeline.seats[seat]} has signed already")
        sign = Sign(seat=seat, version=version, seal=seal)
        self.remark(sign)
        return sign

    def reopen(self) -> None:
        """Let a closed match go on: strike its closing. Raise NothingToDo when it is open."""
        for frame in reversed(self.timeline.frames):
            if frame.entry.kind == Close.type:
                self.undo(frame.version)
                return
        raise NothingToDo("the match is open")

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


def closing_of(timeline: Timeline) -> tuple[int, str]:
    """Return the version of the closing in force and its seal. Raise NothingToDo while open."""
    for frame in reversed(timeline.frames):
        if frame.entry.kind == Close.type:
            return frame.version, seal_of(frame.entry.event.hash)
    raise NothingToDo("the match is not closed")


def signed(timeline: Timeline) -> tuple[int, ...]:
    """Return the seats that have acknowledged the closing in force."""
    try:
        version, _ = closing_of(timeline)
    except NothingToDo:
        return ()
    seats = []
    for frame in timeline.frames:
        if frame.entry.kind == Sign.type:
            sign = frame.entry.clerk()
            if isinstance(sign, Sign) and sign.version == version:
                seats.append(sign.seat)
    return tuple(dict.fromkeys(seats))


def _content(engine: Any, what: Action | Clerk) -> tuple[str, int, dict[str, Any]]:
    if isinstance(what, Clerk):
        payload: dict[str, Any] = msgspec.to_builtins(what)
        return what.type, 1, payload
    return what.verb, what.schema, msgspec.json.decode(engine.encode(what))


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
