"""Disputes, rulings and precedents: an argument at the table, settled from its history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engines.values import Breach
from ledger.clerk import Decision, Dispute, HouseRule, Ruling
from ledger.store import Ledger, MatchInfo
from replay.base.i18n import _
from replay.fold.rulings import disputes_of, names
from replay.fold.timeline import Frame, Timeline
from replay.record.session import NothingToDo, Session

AROUND: Final = 4
"""How many events before and after the disputed one belong to the evidence."""


class Case(NamedTuple):
    """A dispute with its rulings, oldest first; `version` is its own address."""

    match: MatchInfo
    version: int
    dispute: Dispute
    rulings: tuple[tuple[int, Ruling], ...]

    @property
    def state(self) -> str:
        """``open``, or the decision of the last ruling."""
        return self.rulings[-1][1].decision if self.rulings else "open"


class Verdict(NamedTuple):
    """What the engine says of one rule: broken, with the breach, or kept."""

    rule: str
    breach: Breach | None


class Precedent(NamedTuple):
    """An earlier ruling on a rule: where, when, what was decided and why."""

    match: MatchInfo
    version: int
    ruling: Ruling
    recorded_at: str


class Own(NamedTuple):
    """The ids of the event that is disputed and of the dispute itself, the same in every branch."""

    event: str
    dispute: str


class Evidence(NamedTuple):
    """What the record says about a disputed event. `cited` are rules that the dispute names and
    that no check of such an action answers: what they say is for people to weigh."""

    before: Frame
    frame: Frame
    around: tuple[Frame, ...]
    verdicts: tuple[Verdict, ...]
    cited: tuple[str, ...]
    precedents: tuple[Precedent, ...]


def open_dispute(
    session: Session, at: int, claim: str, rules: Sequence[str] = (), by: str = ""
) -> int:
    """Record that an event is disputed and return the dispute's version.

    Raise NothingToDo for an event that is no action, an empty claim, a rule that does not exist.
    """
    frame = session.timeline.at(at)
    if frame.version != at or frame.action is None:
        raise NothingToDo(_("{n} is no action that counts").format(n=at))
    if not claim.strip():
        raise NothingToDo(_("say what is claimed"))
    must_be_rules(session, rules)
    cited = tuple(rules) or tuple(dict.fromkeys(breach.rule for breach in frame.breaches))
    session.remark(Dispute(at=at, claim=claim.strip(), rules=cited, by=by or session.actor))
    return session.timeline.version


def house_rule(timeline: Timeline, rule: str) -> HouseRule | None:
    """Return the house rule with this id that a match is played by."""
    return next((each for each in timeline.opening.house if each.id == rule), None)


def must_be_rules(session: Session, rules: Sequence[str]) -> None:
    """Raise NothingToDo for a rule that neither the game nor the group's house has."""
    for rule in rules:
        if rule not in session.engine.rulebook.rules and house_rule(session.timeline, rule) is None:
            raise NothingToDo(_("there is no rule {rule}").format(rule=rule))


def settle(
    session: Session,
    case: Case,
    decision: Decision,
    reason: str,
    *,
    by: str = "",
    house: HouseRule | None = None,
    rules: Sequence[str] = (),
) -> int:
    """Record a ruling on a dispute and return its version.

    It is about the rules that the dispute cites, and about more `rules`. Raise NothingToDo without
    a reason, or for a rule that does not exist.
    """
    if not reason.strip():
        raise NothingToDo(_("say why it was decided so"))
    must_be_rules(session, rules)
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


def cases(info: MatchInfo, timeline: Timeline) -> list[Case]:
    """Return the disputes of a match that count, oldest first."""
    ruled: dict[int, list[tuple[int, Ruling]]] = {}
    for rulings in timeline.rulings().values():
        for version, ruling in rulings:
            if ruling.dispute is not None:
                ruled.setdefault(ruling.dispute, []).append((version, ruling))
    found = []
    for version, dispute in disputes_of(timeline):
        settled = tuple(sorted(ruled.get(version, ()), key=lambda each: each[0]))
        found.append(Case(info, version, dispute, settled))
    return found


def case_at(info: MatchInfo, timeline: Timeline, version: int) -> Case:
    """Return the dispute with this version, or the last one about the event with it.

    Raise LookupError.
    """
    found = cases(info, timeline)
    for case in found:
        if case.version == version:
            return case
    about = [case for case in found if case.dispute.at == version]
    if about:
        return about[-1]
    known = ", ".join(str(case.version) for case in found) or "–"
    text = _("no dispute {n} in {name}; its disputes: {known}")
    raise LookupError(text.format(n=version, name=info.name, known=known))


def evidence(ledger: Ledger, whole: Timeline, case: Case) -> Evidence:
    """Gather what the record said when the dispute arose: the events around, the boards, every
    rule checked; and how such cases were decided before."""
    dispute = case.dispute
    timeline = Timeline(whole.events, as_of=case.version)
    index = timeline.index(dispute.at)
    frame = timeline.frames[index]
    around = timeline.frames[max(index - AROUND, 1) : index + AROUND + 1]
    checked = tuple(verdicts(timeline, frame))
    broken = [verdict.rule for verdict in checked if verdict.breach]
    at = timeline.at(case.version).entry.event.event_id
    about = [*dispute.rules, *broken]
    earlier = precedents(ledger, timeline.engine.name, about, Own(frame.entry.event.event_id, at))
    return Evidence(
        timeline.frames[index - 1],
        frame,
        tuple(each for each in around if each.action is not None),
        checked,
        tuple(r for r in dispute.rules if not any(names(v.rule, r) for v in checked)),
        tuple(earlier) if dispute.rules or broken else (),
    )


def verdicts(timeline: Timeline, frame: Frame) -> Iterator[Verdict]:
    """Yield every rule that an action must answer, with the breach where it is broken."""
    if frame.action is None:
        return
    broken = list(frame.breaches) + list(frame.waived)
    for breach in broken:
        yield Verdict(breach.rule, breach)
    rules = {breach.rule for breach in broken}
    for rule in timeline.engine.rules_for(frame.action):
        if rule not in rules and not any(other.startswith(rule) for other in rules):
            yield Verdict(rule, None)


def precedents(
    ledger: Ledger,
    game: str,
    rules: Sequence[str] = (),
    apart_from: Own | None = None,
    person: str = "",
) -> Iterator[Precedent]:
    """Yield earlier rulings in matches of a game ("" is any), latest first; with `rules`, those on
    them; with `person`, those on what somebody whose name begins so has done; `apart_from` those
    of a dispute itself."""
    wanted = {event.match_id for event in ledger.events_of(Ruling.type)}
    found = []
    for info in ledger.matches():
        if info.match_id not in wanted or game not in ("", info.game) or info.simulated:
            continue
        timeline = Timeline(ledger.events(info.match_id))
        for rulings in timeline.rulings().values():
            for version, ruling in rulings:
                frame = timeline.at(version)
                if apart_from is not None and _is_own(timeline, ruling, apart_from):
                    continue
                if rules and not _about(ruling, rules):
                    continue
                if person and not is_by(timeline, ruling.at, person):
                    continue
                found.append(Precedent(info, version, ruling, frame.entry.event.recorded_at))
    yield from sorted(found, key=lambda each: each.recorded_at, reverse=True)


def _is_own(timeline: Timeline, ruling: Ruling, own: Own) -> bool:
    """Return whether a ruling is one of a dispute itself: given in it, or with the event that it
    is about, before anybody disputed that."""
    if ruling.dispute is not None:
        return timeline.at(ruling.dispute).entry.event.event_id == own.dispute
    return timeline.at(ruling.at).entry.event.event_id == own.event


def is_by(timeline: Timeline, version: int, person: str) -> bool:
    """Return whether event `version` is what somebody whose name begins with `person` did."""
    action = timeline.at(version).action
    if action is None or action.seat < 0:
        return False
    return timeline.seats[action.seat].casefold().startswith(person.casefold())


def _about(ruling: Ruling, rules: Sequence[str]) -> bool:
    """Return whether a ruling cites one of some rules, or a part of it, or what it is a part of."""
    return any(names(a, b) or names(b, a) for a in ruling.rules for b in rules)


def house_rules(ledger: Ledger, game: str = "") -> list[tuple[MatchInfo, HouseRule]]:
    """Return the rules that groups have kept, by their number, with the match they come from."""
    games = {info.match_id: info for info in ledger.matches()}
    found = []
    for match_id in dict.fromkeys(event.match_id for event in ledger.events_of(Ruling.type)):
        info = games[match_id]
        if game and info.game != game:
            continue
        for rulings in Timeline(ledger.events(match_id)).rulings().values():
            found += [(info, ruling.house) for _, ruling in rulings if ruling.house is not None]
    return sorted(found, key=lambda each: number_of(each[1]))


def number_of(rule: HouseRule) -> int:
    """Return the number of a house rule: ``house:3`` is 3."""
    return int(rule.id.partition(":")[2])


def new_house_rule(ledger: Ledger, session: Session, case: Case, text: str) -> HouseRule:
    """Return the house rule that a ruling makes: an added text, or the disputed rule waived.

    Raise NothingToDo when there is no text and the rule cannot be waived.
    """
    taken = [number_of(rule) for _info, rule in house_rules(ledger)]
    name = f"house:{max(taken, default=0) + 1}"
    if text:
        return HouseRule(name, text=text)
    rules = [session.engine.rulebook.rules.get(rule) for rule in case.dispute.rules]
    for rule in rules:
        if rule is not None and rule.waivable:
            return HouseRule(name, waives=rule.id)
    cited = ", ".join(case.dispute.rules) or "–"
    text_needed = _("{rules} cannot be waived: give the house rule a text")
    raise NothingToDo(text_needed.format(rules=cited))
