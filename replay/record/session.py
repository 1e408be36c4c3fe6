"""A live recording: a replay that has reached its end and waits for the next event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from engines.intents import AS_SAID, Parsed
from engines.protocol import Engine, State
from engines.values import Action, Breach, DecodeError, Prompt
from ledger.clerk import (
    Amend,
    Clerk,
    Close,
    Describe,
    Insert,
    Join,
    Leave,
    Note,
    Rename,
    Ruling,
    Sign,
    Strike,
    Swap,
    Void,
    Waive,
)
from ledger.errors import Conflict
from ledger.event import Draft, Event, draft_event, format_seal
from ledger.headlines import Headline, MatchInfo
from ledger.store import Ledger
from replay.base.errors import NothingToDo
from replay.base.i18n import ngettext
from replay.fold.closing import find_signers
from replay.fold.digests import compute_digest
from replay.fold.metadata import find_void, read_metadata
from replay.fold.seating import Step
from replay.fold.timeline import Frame, Timeline
from replay.record.consequences import Consequences
from replay.record.corrections import (
    Correction,
    Meant,
    find_event,
    plan_amendment,
    plan_insertions,
    plan_redo,
    plan_undo,
    read_target,
    require_open,
)
from replay.record.followers import Follower, find_followers, is_no_worse, join_followers
from replay.record.opening import make_headline
from replay.record.plans import Plan, has_same_verdict, is_recorded_in, require_readable

LISTED: Final = (
    *(Close.type, Describe.type, Void.type),
    *(Rename.type, Swap.type, Leave.type, Join.type),
)
"""The types of events beside corrections that change what listings show."""

Content: TypeAlias = Action | Clerk | Parsed | Meant
"""What becomes an event: with how it was meant, or as it says."""

RETRIES = 50
"""How often an event is offered to the ledger again while others keep recording."""


class Unruled(Exception):
    """What is to be recorded breaks rules and no reason was given. `action` is the first such."""

    def __init__(self, action: Action, breaches: tuple[Breach, ...]) -> None:
        super().__init__(", ".join(breach.rule for breach in breaches))
        self.action = action
        self.breaches = breaches


class Overtaken(Exception):
    """Somebody else recorded first and what they recorded changes things.

    `meanwhile` are their events, corrections among them; the session has taken them in. `same` is
    whether the fact that was to be recorded is among them.
    """

    def __init__(self, meanwhile: Sequence[Event], *, same: bool = False) -> None:
        n = len(meanwhile)
        told = ngettext("{n} event was recorded meanwhile", "{n} events were recorded meanwhile", n)
        super().__init__(told.format(n=n))
        self.meanwhile = tuple(meanwhile)
        self.same = same


class Session:
    """Records one match: what is recorded is planned first, and then committed to the ledger."""

    def __init__(self, ledger: Ledger, info: MatchInfo, actor: str) -> None:
        self.ledger = ledger
        self.info = info
        self.actor = actor
        self.timeline = Timeline(ledger.events(info.match_id))
        self._grouping = False
        self._batch: str | None = None
        self._held_plans: list[Plan] | None = None

    @contextmanager
    def undo_group(self) -> Iterator[None]:
        """Make one batch of all that is recorded inside: it is undone and redone together."""
        self._grouping = True
        try:
            yield
        finally:
            self._grouping, self._batch = False, None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Append all that is recorded inside when it ends, as one batch; none of it if it raises.

        Raise Overtaken when somebody else has recorded meanwhile.
        """
        real = self.timeline
        self.timeline, self._held_plans = real.imagine(()), []
        try:
            with self.undo_group():
                yield
            imagined, plans = self.timeline, self._held_plans
        finally:
            self.timeline, self._held_plans = real, None
        stored = self._append(plans)
        self.timeline.adopt(imagined, stored)

    @property
    def engine(self) -> Engine[State]:
        """The engine of the match."""
        return self.timeline.engine

    @property
    def state(self) -> State:
        """The table now."""
        return self.timeline.state

    @property
    def seal(self) -> str:
        """The seal of the record as it is now."""
        return format_seal(self.timeline.events[-1].hash)

    def list_prompts(self) -> tuple[Prompt, ...]:
        """Return who must do what next."""
        return self.engine.list_prompts(self.state)

    # -- plan and commit ---------------------------------------------------------------------

    def plan(self, *contents: Content) -> Plan:
        """Return the plan of recording some events, which are undone together.

        Nothing is stored. Raise DecodeError for an action of what this match does not have.
        """
        return self._plan(self._draft(contents, self._batch))

    def _plan(self, drafts: tuple[Draft, ...]) -> Plan:
        """Return the plan of appending some drafts. Raise DecodeError."""
        before = self.timeline.imagine(())
        plan = Plan(drafts, before, before.imagine(drafts))
        require_readable(plan)
        return plan

    def _draft(
        self, contents: Iterable[Content], batch: str | None, first_id: str = ""
    ) -> tuple[Draft, ...]:
        """Return drafts of actions and clerk events in one batch.

        `batch` is the id of the batch's first event, None where the first draft begins one. That
        draft gets the id `first_id`, if it is given.
        """
        drafts: list[Draft] = []
        for content in contents:
            new_id = "" if drafts else first_id
            each, intent = content if isinstance(content, Parsed | Meant) else (content, AS_SAID)
            payload: object = each
            kind, schema = (each.type, 1) if isinstance(each, Clerk) else (each.verb, each.schema)
            if not isinstance(each, Clerk):
                payload = self.engine.encode(each)
            made = draft_event(
                kind, payload, schema=schema, batch=batch, event_id=new_id, intent=intent
            )
            batch = batch or made.event_id
            drafts.append(made)
        return tuple(drafts)

    def commit(self, plan: Plan) -> None:
        """Store what was planned; what listings show is renewed with it.

        Raise Overtaken when the match is no longer the one that was planned for. The session has
        then taken in what others recorded.
        """
        planned_at = plan.before.version
        if planned_at != self.timeline.version:
            raise Overtaken(self._events_since(planned_at))
        if self._held_plans is not None:
            self._held_plans.append(plan)
            stored: Sequence[Event] = plan.after.events[-len(plan.drafts) :]
        else:
            stored = self._append([plan])
        self.timeline.adopt(plan.after, stored)
        if self._grouping and plan.drafts:
            first = plan.drafts[0]
            self._batch = first.batch or first.event_id

    def _append(self, plans: Sequence[Plan]) -> list[Event]:
        """Append what was planned, one plan after the other, and return the stored events.

        Raise Overtaken when somebody else has recorded meanwhile.
        """
        headlines = [headline for headline in map(self._headline, plans) if headline is not None]
        try:
            return self.ledger.append(
                self.info.match_id,
                self.timeline.version,
                [each for plan in plans for each in plan.drafts],
                self.actor,
                digests=[each for plan in plans for each in self._digests(plan)],
                headline=headlines[-1] if headlines else None,
            )
        except Conflict:
            known = self.timeline.version
            self.refresh()
            raise Overtaken(self._events_since(known)) from None

    def _events_since(self, version: int) -> list[Event]:
        """Return the events of the stream after a version."""
        return [event for event in self.timeline.events if event.version > version]

    def _digests(self, plan: Plan) -> list[tuple[str, str] | None]:
        """Return what is kept of the state after each draft: rules revision and digest.

        Of corrections made together only the state after the last one is kept.
        """
        if plan.is_correction:
            return [None] * (len(plan.drafts) - 1) + [self._digest(plan.after.state)]
        digests: list[tuple[str, str] | None] = []
        last: State | None = None
        for frame in plan.frames:
            digests.append(digests[-1] if frame.state is last else self._digest(frame.state))
            last = frame.state
        return digests

    def _digest(self, state: State) -> tuple[str, str]:
        """Return the rules revision of today's engine and its digest of a state."""
        return self.engine.rules, compute_digest(self.engine, state)

    def _headline(self, plan: Plan) -> Headline | None:
        """Return what listings show after a plan, None where it cannot change that."""
        if plan.is_correction or any(each.type in LISTED for each in plan.drafts):
            return make_headline(read_metadata(plan.after.line))._replace(name=self.info.name)
        return None

    def refresh(self) -> int:
        """Take in what others have recorded; return the index of the first changed frame."""
        known = self.timeline.version
        events = self.ledger.events(self.info.match_id, after=known)
        return self.timeline.extend(events) if events else len(self.timeline.frames)

    def list_meanwhile(self) -> list[Event]:
        """Take in what others have recorded, and return it."""
        known = self.timeline.version
        self.refresh()
        return self._events_since(known)

    def reload(self) -> None:
        """Read the whole match again: something was broken off, and nobody knows where."""
        self.timeline = Timeline(self.ledger.events(self.info.match_id))

    # -- recording ---------------------------------------------------------------------------

    def record(
        self, actions: Sequence[Action | Parsed], reason: str | None = None, batch: str = ""
    ) -> list[Frame]:
        """Record actions, all or none, and return every frame that is new.

        Those are the frames of the actions, of rulings on them, and of what others recorded
        meanwhile.

        `reason` is why the table lets a breach stand: it becomes a ruling. Raise Unruled when a
        rule is broken and no reason was given, Overtaken when another recorder's events change
        what the actions answer or break, or record the same; DecodeError for what this match does
        not have, NothingToDo once it is closed.

        `batch`, a UUID of the caller's own, makes a retry safe: what was recorded as this batch is
        returned and not recorded again, whatever others recorded since. Raise Conflict where the
        batch has other actions.
        """
        if batch and (recorded := self._find_recorded(actions, batch)):
            return recorded
        require_open(self.timeline)
        if not actions:
            return []
        first, known = len(self.timeline.frames), self.timeline.version
        plan = self._plan_record(actions, reason, batch)
        for _attempt in range(RETRIES):
            try:
                self.commit(plan)
            except Overtaken as overtaken:
                if is_recorded_in(plan, overtaken.meanwhile):
                    raise Overtaken(overtaken.meanwhile, same=True) from None
                plan = self._plan_again(plan, actions, reason, batch, overtaken)
            else:
                return self.timeline.frames[first:]
        raise Overtaken(self._events_since(known))

    def _find_recorded(self, actions: Sequence[Action | Parsed], batch: str) -> list[Frame]:
        """Return the frames of a batch that is stored already, none for a new one.

        Raise Conflict if it begins with other actions than these.
        """
        stored = self.ledger.events_of_batch(self.info.match_id, batch)
        if not stored:
            return []
        drafts = self._draft(actions, batch)
        said = [(each.type, each.payload) for each in drafts]
        if [(event.type, event.payload) for event in stored[: len(drafts)]] != said:
            raise Conflict("An event with this id is already there, with another content.")
        self.refresh()
        versions = {event.version for event in stored}
        return [frame for frame in self.timeline.frames if frame.version in versions]

    def _plan_again(
        self,
        plan: Plan,
        actions: Sequence[Action | Parsed],
        reason: str | None,
        batch: str,
        overtaken: Overtaken,
    ) -> Plan:
        """Return the plan of the same actions after others have recorded.

        Raise `overtaken` where they answer another question then, or break other rules.
        """
        if self.timeline.closing:
            raise overtaken
        try:
            again = self._plan_record(actions, reason, batch)
        except (Unruled, DecodeError):
            raise overtaken from None
        if not has_same_verdict(plan, again):
            raise overtaken
        return again

    def _plan_record(
        self, actions: Sequence[Action | Parsed], reason: str | None, batch: str = ""
    ) -> Plan:
        """Return the plan of recording actions with a ruling on each that breaks a rule.

        Raise Unruled when one does and there is no reason.
        """
        plan = self._plan(self._draft(actions, self._batch, batch))
        broken = [frame for frame in plan.frames if frame.breaches]
        if not broken:
            return plan
        if reason is None:
            first_broken = actions[plan.frames.index(broken[0])]
            action = first_broken.action if isinstance(first_broken, Parsed) else first_broken
            raise Unruled(action, broken[0].breaches)
        rulings = [self._ruling(frame, reason) for frame in broken]
        first = plan.drafts[0]
        following = self._draft(rulings, first.batch or first.event_id)
        return plan._replace(drafts=plan.drafts + following, after=plan.after.imagine(following))

    def _ruling(self, frame: Frame, reason: str) -> Ruling:
        """Return the ruling that lets every breach of a frame stand."""
        rules = tuple(dict.fromkeys(breach.rule for breach in frame.breaches))
        return Ruling(at=frame.version, rules=rules, reason=reason, by=self.actor)

    # -- corrections -------------------------------------------------------------------------

    def correct(self, *corrections: Correction | Meant) -> None:
        """Make some corrections at once. Raise NothingToDo when the match is closed."""
        require_open(self.timeline)
        self.commit(self.plan(*corrections))

    def consequences(self, *corrections: Correction | Meant) -> Consequences:
        """Return what some corrections would change, without recording them."""
        return self.plan(*corrections).consequences()

    def plan_with_followers(
        self, alone: Plan, *corrections: Correction | Meant
    ) -> tuple[Plan, list[Follower]]:
        """Return the plan of some corrections with the events that follow them, and those.

        `alone` is the plan of the corrections alone. It is returned where nothing follows, and
        where more would be left open so.
        """
        followers = find_followers(alone.before, alone.after)
        if not followers:
            return alone, []
        whole = self.plan(*join_followers(alone.before, corrections, followers))
        return (whole, followers) if is_no_worse(whole.after, alone.after) else (alone, [])

    def undo(self, target: int | None = None, reason: str = "") -> list[Event]:
        """Strike an event, by default all that was entered last; return the events struck.

        Raise NothingToDo when there is none, or when it cannot be struck.
        """
        strikes = plan_undo(self.timeline, target, reason)
        self.correct(*strikes)
        return [find_event(self.timeline, strike.target) for strike in strikes]

    def redo(self) -> list[Event]:
        """Bring back what was struck last; return it. Raise NothingToDo when something new was
        recorded since."""
        strikes = plan_redo(self.timeline)
        self.correct(*strikes)
        undone = [read_target(find_event(self.timeline, strike.target)) for strike in strikes]
        return [find_event(self.timeline, version) for version in undone]

    def amend(self, target: int, replacement: Action | Clerk, reason: str = "") -> Amend:
        """Let an event read otherwise from now on."""
        amend = plan_amendment(self.timeline, target, replacement, reason)
        self.correct(amend)
        return amend

    def insert(self, after: int, action: Step, reason: str = "") -> Insert:
        """Record a forgotten action right after an event, or that somebody left or joined there."""
        (insertion,) = plan_insertions(self.timeline, after, [action], reason)
        self.correct(insertion)
        return insertion

    # -- remarks -----------------------------------------------------------------------------

    def note(self, text: str, at: int | None = None) -> None:
        """Write a remark about a position, by default the present one."""
        about = at if at is not None else self.timeline.version
        find_event(self.timeline, about)
        self.remark(Note(text=text, at=about))

    def rule(
        self, at: int, decision: Any, reason: str, rules: Sequence[str] = (), by: str = ""
    ) -> None:
        """Record what the table decided about an event."""
        find_event(self.timeline, at)
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
            raise NothingToDo("{rule} cannot be waived", rule=rule)
        self.remark(Waive(rule=rule, waived=waived, reason=reason))

    def void(self, reason: str = "") -> None:
        """Take the match out of lists and statistics. Raise NothingToDo when it is void."""
        if find_void(self.timeline.line) is not None:
            raise NothingToDo("the match is void already")
        self.remark(Void(reason=reason))

    def restore(self) -> None:
        """Let a void match count again. Raise NothingToDo when it counts."""
        version = find_void(self.timeline.line)
        if version is None:
            raise NothingToDo("the match is not void")
        self.commit(self.plan(Strike(target=version)))

    def remark(self, clerk: Clerk) -> None:
        """Append a clerk event that holds whatever others record meanwhile."""
        for _attempt in range(RETRIES):
            try:
                self.commit(self.plan(clerk))
            except Overtaken:
                continue
            return
        self.commit(self.plan(clerk))

    def close(self, closing: Close) -> str:
        """Close the match and return the seal."""
        self.commit(self.plan(closing))
        return self.seal

    def sign(self, seat: int) -> Sign:
        """Let a seat acknowledge the closed match. Raise NothingToDo while it is open."""
        closing = self.timeline.closing
        if closing is None:
            raise NothingToDo("the match is not closed")
        if seat in find_signers(self.timeline):
            raise NothingToDo("{name} has signed already", name=self.timeline.seats[seat])
        sign = Sign(seat=seat, version=closing.version, seal=closing.seal)
        self.remark(sign)
        return sign

    def reopen(self) -> None:
        """Let a closed match go on: strike its closing. Raise NothingToDo when it is open."""
        closing = self.timeline.closing
        if closing is None:
            raise NothingToDo("the match is open")
        self.commit(self.plan(Strike(target=closing.version)))
