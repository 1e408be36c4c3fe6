"""Disputes, their rulings, and precedents: an argument is decided from what was recorded."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from engines.values import Breach
from ledger.clerk import Decision, Dispute, HouseRule, Ruling
from ledger.headlines import VOID, MatchInfo, fold_name
from ledger.listings import EVERY, Wanted
from ledger.store import Ledger
from replay.base.errors import NotFound, NothingToDo
from replay.fold.rulings import covers, find_disputes
from replay.fold.timeline import Frame, Timeline, read_timeline
from replay.record.session import Session

AROUND: Final = 4
"""How many events before and after the disputed one belong to the evidence."""


class DisputeCase(NamedTuple):
    """A dispute with its rulings, oldest first. `version` is that of the dispute."""

    match: MatchInfo
    version: int
    dispute: Dispute
    rulings: tuple[tuple[int, Ruling], ...]

    @property
    def state(self) -> str:
        """``open``, or the decision of the last ruling."""
        return self.rulings[-1][1].decision if self.rulings else "open"


class Verdict(NamedTuple):
    """What the engine says of one rule: broken, with the breach, or kept (None).

    `concerned` is whether the price or outcome of the action came about by the rule.
    """

    rule: str
    breach: Breach | None
    concerned: bool = False


class Precedent(NamedTuple):
    """An earlier ruling on a rule: where, when, what was decided and why."""

    match: MatchInfo
    version: int
    ruling: Ruling
    recorded_at: str


class DisputeIds(NamedTuple):
    """The ids of a disputed event and of the dispute itself. They are the same in every branch."""

    event: str
    dispute: str


class Evidence(NamedTuple):
    """What the record says about a disputed event.

    `before` is the frame before it, `around` the actions near it. `cited` are the rules that the
    dispute names and the engine cannot check for such an action: people must weigh them.
    """

    before: Frame
    frame: Frame
    around: tuple[Frame, ...]
    verdicts: tuple[Verdict, ...]
    cited: tuple[str, ...]
    precedents: tuple[Precedent, ...]


def open_dispute(
    session: Session, at: int, claim: str, rules: Sequence[str] = (), by: str = ""
) -> int:
    """Record that an event is disputed, and return the version of the dispute.

    Without `rules` it cites those of the event's breaches, else those by which its price or outcome
    came about. Raise NothingToDo when the event is not
    an action, the claim is empty, or a rule does not exist.
    """
    frame = session.timeline.at(at)
    if frame.version != at or frame.action is None:
        raise NothingToDo("{n} is no action that counts", n=at)
    if not claim.strip():
        raise NothingToDo("say what is claimed")
    require_rules(session, rules)
    broken = tuple(dict.fromkeys(breach.rule for breach in frame.breaches))
    cited = tuple(rules) or broken or list_concerned(session.timeline, frame)
    session.remark(Dispute(at=at, claim=claim.strip(), rules=cited, by=by or session.actor))
    return session.timeline.version


def find_house_rule(timeline: Timeline, rule: str) -> HouseRule | None:
    """Return the house rule of a match with the id `rule`."""
    return next((each for each in timeline.opening.house if each.id == rule), None)


def require_rules(session: Session, rules: Sequence[str]) -> None:
    """Raise NothingToDo when a rule is neither in the rulebook nor a house rule of the match."""
    for rule in rules:
        if (
            rule not in session.engine.rulebook.rules
            and find_house_rule(session.timeline, rule) is None
        ):
            raise NothingToDo("there is no rule {rule}", rule=rule)


def record_ruling(
    session: Session,
    case: DisputeCase,
    decision: Decision,
    reason: str,
    *,
    by: str = "",
    house: HouseRule | None = None,
    rules: Sequence[str] = (),
) -> int:
    """Record a ruling on a dispute, and return its version.

    It cites the rules of the dispute, and the further `rules`. Raise NothingToDo when the reason is
    empty or a rule does not exist.
    """
    if not reason.strip():
        raise NothingToDo("say why it was decided so")
    require_rules(session, rules)
    session.remark(
        Ruling(
            at=case.dispute.at,
            rules=tuple(dict.fromkeys((*case.dispute.rules, *rules))),
            decision=decision,
            reason=reason.strip(),
            by=by or session.actor,
            dispute=case.version,
            house=house,
        )
    )
    return session.timeline.version


def list_cases(info: MatchInfo, timeline: Timeline) -> list[DisputeCase]:
    """Return the disputes in force in a match, oldest first."""
    ruled: dict[int, list[tuple[int, Ruling]]] = {}
    for rulings in timeline.rulings().values():
        for version, ruling in rulings:
            if ruling.dispute is not None:
                ruled.setdefault(ruling.dispute, []).append((version, ruling))
    found = []
    for version, dispute in find_disputes(timeline):
        settled = tuple(sorted(ruled.get(version, ()), key=lambda each: each[0]))
        found.append(DisputeCase(info, version, dispute, settled))
    return found


def find_case(info: MatchInfo, timeline: Timeline, version: int) -> DisputeCase:
    """Return the dispute with this version, else the last dispute about the event with it.

    Raise LookupError when there is none.
    """
    found = list_cases(info, timeline)
    for case in found:
        if case.version == version:
            return case
    about = [case for case in found if case.dispute.at == version]
    if about:
        return about[-1]
    known = ", ".join(str(case.version) for case in found) or "–"
    raise NotFound(
        "no dispute {n} in {name}; its disputes: {known}", n=version, name=info.name, known=known
    )


def select_around(timeline: Timeline, at: int) -> tuple[Frame, ...]:
    """Return the actions near the event `at`, itself included. Raise LookupError."""
    index = timeline.index(at)
    around = timeline.frames[max(index - AROUND, 1) : index + AROUND + 1]
    return tuple(each for each in around if each.action is not None)


def gather_evidence(ledger: Ledger, whole: Timeline, case: DisputeCase) -> Evidence:
    """Return what the record said when the dispute arose, and the precedents on its rules."""
    dispute = case.dispute
    timeline = Timeline(whole.events, as_of=case.version)
    index = timeline.index(dispute.at)
    frame = timeline.frames[index]
    checked = tuple(list_verdicts(timeline, frame))
    broken = [verdict.rule for verdict in checked if verdict.breach]
    at = timeline.at(case.version).entry.event.event_id
    about = [*dispute.rules, *broken]
    earlier = find_precedents(
        ledger, timeline.engine.name, about, DisputeIds(frame.entry.event.event_id, at)
    )
    return Evidence(
        timeline.frames[index - 1],
        frame,
        select_around(timeline, dispute.at),
        checked,
        tuple(r for r in dispute.rules if not any(covers(v.rule, r) for v in checked)),
        tuple(earlier) if dispute.rules or broken else (),
    )


def list_verdicts(timeline: Timeline, frame: Frame) -> Iterator[Verdict]:
    """Yield a verdict on every rule that the engine checks for an action.

    The broken ones come first, then those by which the price or outcome came about.
    """
    if frame.action is None:
        return
    broken = list(frame.breaches) + list(frame.waived)
    for breach in broken:
        yield Verdict(breach.rule, breach)
    rules = {breach.rule for breach in broken}
    concerned = list_concerned(timeline, frame)
    for rule in dict.fromkeys((*concerned, *timeline.engine.rules_for(frame.action))):
        if rule not in rules and not any(other.startswith(rule) for other in rules):
            yield Verdict(rule, None, rule in concerned)


def list_concerned(timeline: Timeline, frame: Frame) -> tuple[str, ...]:
    """Return the rules by which the price or outcome of a frame's action came about."""
    index = timeline.index(frame.version)
    if frame.action is None or index == 0:
        return ()
    state, engine = timeline.frames[index - 1].state, timeline.engine
    return engine.rules_concerned(state, frame.action, frame.moves)


HOUSE_ID: Final = re.compile("house:[0-9]{1,9}")
"""The ids of house rules. A match of another program may have rules with other ids."""


def find_precedents(
    ledger: Ledger,
    game: str,
    rules: Sequence[str] = (),
    exclude: DisputeIds | None = None,
    person: str = "",
    wanted: Wanted = EVERY,
) -> Iterator[Precedent]:
    """Yield the rulings in matches of a game ("" is any), latest first.

    With `rules`, only rulings on them; with `person`, only those on actions of somebody whose name
    begins so, or is one of `wanted.names`; only in matches that are `wanted`. Rulings on the
    dispute `exclude` are left out, and simulated and void matches.
    """
    found = []
    for info in ledger.matches(wanted._replace(type=Ruling.type)):
        if game not in ("", info.game):
            continue
        if info.simulated or info.how == VOID:
            continue
        timeline = read_timeline(ledger.events(info.match_id))
        if timeline is None:
            continue
        for rulings in timeline.rulings().values():
            for version, ruling in rulings:
                frame = timeline.at(version)
                if exclude is not None and _is_ruling_on(timeline, ruling, exclude):
                    continue
                if rules and not _is_about(ruling, rules):
                    continue
                if person and not is_by(timeline, ruling.at, person, wanted.names):
                    continue
                found.append(Precedent(info, version, ruling, frame.entry.event.recorded_at))
    yield from sorted(found, key=lambda each: each.recorded_at, reverse=True)


def _is_ruling_on(timeline: Timeline, ruling: Ruling, ids: DisputeIds) -> bool:
    """Return whether a ruling is on a dispute, or on its event without naming a dispute."""
    about = ruling.at if ruling.dispute is None else ruling.dispute
    if not timeline.has_version(about):
        return False
    if ruling.dispute is not None:
        return timeline.at(ruling.dispute).entry.event.event_id == ids.dispute
    return timeline.at(ruling.at).entry.event.event_id == ids.event


def is_by(timeline: Timeline, version: int, person: str, names: Collection[str] = ()) -> bool:
    """Return whether event `version` is an action of somebody whose name begins with `person`, or
    is one of `names` in the form that names are compared in."""
    frame = timeline.at(version) if timeline.has_version(version) else None
    if frame is None or frame.action is None or frame.action.seat < 0:
        return False
    name = fold_name(frame.seat_names[frame.action.seat])
    return name.startswith(fold_name(person)) or name in names


def _is_about(ruling: Ruling, rules: Sequence[str]) -> bool:
    """Return whether a ruling cites one of some rules, a part of one, or a rule it is part of."""
    return any(covers(a, b) or covers(b, a) for a in ruling.rules for b in rules)


def list_house_rules(ledger: Ledger, game: str = "") -> list[tuple[MatchInfo, HouseRule]]:
    """Return the house rules recorded in a ledger by number, each with the match of its ruling."""
    found = []
    for info in reversed(ledger.matches(Wanted(type=Ruling.type))):
        if game and info.game != game:
            continue
        timeline = read_timeline(ledger.events(info.match_id))
        for rulings in timeline.rulings().values() if timeline else ():
            found += [
                (info, ruling.house)
                for _, ruling in rulings
                if ruling.house is not None and HOUSE_ID.fullmatch(ruling.house.id)
            ]
    return sorted(found, key=lambda each: house_rule_number(each[1]))


def house_rule_number(rule: HouseRule) -> int:
    """Return the number of a house rule: 3 for ``house:3``."""
    return int(rule.id.partition(":")[2])


def build_house_rule(ledger: Ledger, session: Session, case: DisputeCase, text: str) -> HouseRule:
    """Return a new house rule: with a text of its own, or the waiver of a disputed rule.

    Raise NothingToDo when there is neither a text nor a disputed rule that can be waived.
    """
    taken = [house_rule_number(rule) for _info, rule in list_house_rules(ledger)]
    name = f"house:{max(taken, default=0) + 1}"
    if text:
        return HouseRule(name, text=text)
    rules = [session.engine.rulebook.rules.get(rule) for rule in case.dispute.rules]
    for rule in rules:
        if rule is not None and rule.waivable:
            return HouseRule(name, waives=rule.id)
    cited = ", ".join(case.dispute.rules) or "–"
    raise NothingToDo("{rules} cannot be waived: give the house rule a text", rules=cited)
