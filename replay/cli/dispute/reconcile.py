"""The command reconcile: the table shows something else than the record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from engines.notation import is_number
from replay.base.i18n import _
from replay.cli import completion
from replay.cli.addresses import address
from replay.cli.command import DISPUTE, Commands
from replay.cli.context import refuse
from replay.cli.exits import Exit, Stop
from replay.cli.output import emit, plain, say
from replay.cli.settings import settings

if TYPE_CHECKING:
    from replay.reconcile.candidates import Candidate, Reconciliation
    from replay.reconcile.facts import Key
    from replay.reconcile.proposals import ProposalVoice
    from replay.record.session import Session

commands = Commands(DISPUTE)

NOW = "now"


@commands.add("reconcile")
def reconcile(
    match: Annotated[str, typer.Argument(help="The match.", autocompletion=completion.match_names)],
    facts: Annotated[
        list[str] | None, typer.Argument(help="What lies there: b.coins=3 bank.red=2.")
    ] = None,
    at: Annotated[str, typer.Option(help="When it lay there: now, or after this event.")] = NOW,
    apply: Annotated[int | None, typer.Option(help="Make the correction of this number.")] = None,
    adjust: Annotated[
        bool, typer.Option("--adjust", help="Record what was counted; explain nothing.")
    ] = False,
    reason: Annotated[str, typer.Option(help="Why, for the log.")] = "",
) -> None:
    """Find what was recorded wrongly when the table shows something else; exit 1 if nothing fits.

    foldtable reconcile maple b.coins=3 bank.red=2

    Without facts it explains what is unaccounted. At a terminal it asks what else to count and
    which correction to make; elsewhere --apply makes one, --adjust books the difference.
    """
    from replay.cli.context import open_desk
    from replay.reconcile.facts import parse_facts
    from replay.reconcile.proposals import ProposalVoice

    if apply is not None and adjust:
        raise Stop(Exit.USAGE, _("--apply makes a correction, --adjust makes none: choose one."))
    name, version = _position(match, at)
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, name)
        timeline = session.timeline
        index = len(timeline.frames) - 1 if version is None else timeline.index(version)
        try:
            known = parse_facts(timeline, index, facts or [])
        except ValueError as error:
            refuse(desk.voice, error)
        case = Case(session, ProposalVoice(timeline, desk.voice), index, version, known, reason)
        if adjust:
            case.adjust()
        elif settings.interactive and apply is None:
            case.converse()
        else:
            case.answer(apply)


def _position(match: str, at: str) -> tuple[str, int | None]:
    """Return the match and the event meant by ``maple@57`` or --at, None for now."""
    where = address(match)
    if at == NOW:
        return where.match, where.at
    if not is_number(at):
        raise Stop(Exit.USAGE, _("--at is now or the number of an event."))
    return where.match, int(at)


class Case:
    """What was counted at one position of a match, and what comes of it."""

    def __init__(
        self,
        session: Session,
        speaker: ProposalVoice,
        index: int,
        version: int | None,
        facts: dict[Key, int],
        reason: str,
    ) -> None:
        self.session = session
        self.speaker = speaker
        self.index = index
        self.version = version
        self.facts = facts
        self.reason = reason

    @property
    def frame_version(self) -> int:
        """The address of the position."""
        return self.session.timeline.frames[self.index].version

    def search(self) -> Reconciliation:
        """Return what explains the facts."""
        from replay.reconcile.candidates import reconcile as explain

        counted = ", ".join(self.speaker.fact(key, n) for key, n in self.facts.items())
        reason = self.reason or _("reconciled: {facts}").format(facts=counted or "unaccounted")
        return explain(self.session.timeline, self.index, self.facts, reason)

    # -- printing ----------------------------------------------------------------------------

    def answer(self, apply: int | None) -> None:
        """Print the candidates, or make one of them. Exit 1 when nothing explains the facts."""
        found = self.search()
        if apply is not None:
            if not 1 <= apply <= len(found.candidates):
                text = _("There are {n} corrections.").format(n=len(found.candidates))
                raise Stop(Exit.MISSING, text)
        told = self.as_json(found, apply) if settings.json else {}  # as it read until now
        if apply is not None:
            self.correct(found.candidates[apply - 1])
        if settings.json:
            emit(told)
        elif apply is None:
            self.show(found)
            if found.question:
                say(self.speaker.question(found.question))
                say(self._again(found.question))
        if found.wanted and not found.candidates:
            raise typer.Exit(int(Exit.FOUND))

    def show(self, found: Reconciliation) -> None:
        """Print by how much the facts differ, and the candidates as differences."""
        from replay.reconcile.facts import count_recorded

        book = self.session.timeline.frames[self.index].state.book
        for key in found.wanted:
            text = _("{what}: the record says {record}, the table {counted}")
            n = count_recorded(book, key)
            say(text.format(what=self.speaker.key(key), record=n, counted=n + found.wanted[key]))
        if not found.wanted:
            say(_("The record shows the same.") if self.facts else _("Nothing is unaccounted."))
            return
        if not found.candidates:
            say(_("No one or two corrections explain it."))
            since = self.session.timeline.frames[found.since].version
            if since > self.session.timeline.frames[0].version:
                say(_("Nothing before {n} was looked at.").format(n=since))
            say(_("--adjust records what was counted."))
        for number, candidate in enumerate(found.candidates, 1):
            self._show_one(number, candidate)
        more = found.total - len(found.candidates)
        if more > 0:
            say(_("… and {n} less plausible ones").format(n=more))

    def _show_one(self, number: int, candidate: Candidate) -> None:
        proposal = self.speaker.proposal(candidate)
        for place, text in enumerate(proposal.slips):
            say(f"{number:>3}  {text}" if place == 0 else f"     {text}")
        for text in proposal.changes:
            say(f"       {text}")
        if proposal.others:
            say(
                "       "
                + _("the same would come of: {others}").format(others="; ".join(proposal.others))
            )
        for line in proposal.input_lines:
            say(f"       > {line}")

    def _again(self, question: Key) -> str:
        """Return the command with one more fact in it."""
        known = [self.speaker.fact(key, n) for key, n in self.facts.items()]
        asked = self.speaker.fact(question, "N")
        where = "" if self.version is None else f" --at {self.version}"
        return " ".join(["foldtable reconcile", f"{self.session.info.name}{where}", *known, asked])

    def as_json(self, found: Reconciliation, applied: int | None) -> dict[str, Any]:
        """Return it all for --json."""
        return {
            "match": self.session.info.name,
            "at": self.frame_version,
            "difference": [
                {"place": place, "item": item, "n": n}
                for (place, item), n in sorted(found.wanted.items())
            ],
            "total": found.total,
            "candidates": [self._candidate_json(each) for each in found.candidates],
            "question": found.question
            and dict(zip(("place", "item"), found.question, strict=True)),
            "applied": applied,
        }

    def _candidate_json(self, candidate: Candidate) -> dict[str, Any]:
        proposal = self.speaker.proposal(candidate)
        frames = self.session.timeline.frames
        changes = candidate.consequences
        return {
            "cost": round(candidate.cost, 2),
            "slips": [
                {
                    "kind": slip.kind,
                    "at": frames[slip.frame].version,
                    "type": correction.type,
                    "correction": plain(correction),
                    "line": line,
                    "text": text,
                }
                for slip, correction, line, text in zip(
                    candidate.slips,
                    candidate.corrections,
                    proposal.input_lines,
                    proposal.slips,
                    strict=True,
                )
            ],
            "same": len(candidate.others),
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

    # -- talking -----------------------------------------------------------------------------

    def converse(self) -> None:
        """Ask what else to count and which correction to make."""
        found = self.search()
        self.show(found)
        while found.question and (n := self._counted(found.question)) is not None:
            before, self.facts = self.facts, {**self.facts, found.question: n}
            further = self.search()
            if not further.candidates:
                say(_("Nothing explains that as well; it is left aside."))
                self.facts = before
                break
            found = further
            self.show(found)
        if not found.candidates:
            self._offer_adjustment(found)
            return
        choice = self._choice(len(found.candidates))
        if choice == "a":
            self.adjust()
        elif choice:
            self.correct(found.candidates[int(choice) - 1])

    def _counted(self, question: Key) -> int | None:
        """Ask how many lie somewhere; return the number, None where nobody can say."""
        asked = self.speaker.question(question)
        skip = _("Enter: nobody knows")
        given = str(typer.prompt(f"{asked} ({skip})", default="", show_default=False)).strip()
        return int(given) if is_number(given) else None

    def _choice(self, most: int) -> str:
        """Ask which correction to make: a number, ``a`` for an adjustment, nothing for none."""
        ask = _("Make which correction? 1 to {n}, a records an adjustment, Enter nothing").format(
            n=most
        )
        while True:
            given = str(typer.prompt(ask, default="", show_default=False)).strip().casefold()
            if given in ("", "a") or (is_number(given) and 1 <= int(given) <= most):
                return given

    def _offer_adjustment(self, found: Reconciliation) -> None:
        if not found.wanted:
            return
        if self.facts and typer.confirm(_("Record what was counted?")):
            self.adjust()
            return
        raise typer.Exit(int(Exit.FOUND))

    # -- recording ---------------------------------------------------------------------------

    def correct(self, candidate: Candidate) -> None:
        """Make a correction."""
        slips = self.speaker.proposal(candidate).slips  # names the readings there were before
        self.session.correct(*candidate.corrections)
        if not settings.json:
            for text in slips:
                say(_("Corrected: {slip}").format(slip=text))

    def adjust(self) -> None:
        """Record what was counted, with the reason; the difference is unaccounted from there on."""
        from replay.reconcile.facts import build_adjustment

        action = build_adjustment(self.session.engine, self.facts)
        if action is None:
            raise Stop(
                Exit.USAGE,
                _("An adjustment says which pieces lie where."),
                f"foldtable reconcile {self.session.info.name} b.coins=3 --adjust",
            )
        reason = self.reason or _("adjusted to what was counted")
        if self.version is None:
            self.session.record([action], reason)
        else:
            self.session.insert(self.frame_version, action, reason)
        if settings.json:
            emit({"match": self.session.info.name, "adjusted": plain(action)})
        else:
            say(self.speaker.voice.action(action))
