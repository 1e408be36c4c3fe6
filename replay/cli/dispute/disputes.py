"""The commands below dispute: open, show, rule, list, export."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from replay.base.i18n import _
from replay.cli import completion
from replay.cli.command import DISPUTE, Commands
from replay.cli.context import Where, find_position, open_desk, write_ruling_command
from replay.cli.dispute.precedents import describe_house_rule, describe_precedent
from replay.cli.exits import Exit, Stop
from replay.cli.filters import Group, find_group, find_names
from replay.cli.help_screen import HelpedGroup
from replay.cli.output import (
    Part,
    Shown,
    draw_table,
    make_file_name,
    make_plain,
    require_new,
    say,
    write_file,
)
from replay.cli.settings import settings

if TYPE_CHECKING:
    from ledger.store import Ledger
    from replay.record.session import Session
    from replay.referee.disputes import DisputeCase, Evidence
    from replay.speech.voice import Voice

parts = Commands()
commands = Commands(DISPUTE)
commands.typer.add_typer(
    parts.typer,
    name="dispute",
    cls=HelpedGroup,
    help="Settle an argument from its history.",
    no_args_is_help=True,
    rich_help_panel=DISPUTE,
)


Settled = Annotated[
    str,
    typer.Argument(
        help="The dispute: maple@61, or the event it is about.",
        autocompletion=completion.complete_match,
    ),
]


def _here(where: str) -> tuple[str, int]:
    """Return the match and the event of an address that must name one. Raise Stop."""
    name, at = find_position(where)
    if at is None:
        raise Stop(Exit.USAGE, "Which event?", "{name}@57", name=name)
    return name, at


@parts.add("open")
def open_(
    where: Where,
    claim: Annotated[str, typer.Option(help="What is claimed, in one sentence.")],
    rule: Annotated[list[str] | None, typer.Option(help="The rule it is about.")] = None,
    by: Annotated[
        str, typer.Option(help="Who claims it.", autocompletion=completion.complete_person)
    ] = "",
) -> Shown:
    """Dispute an event; the evidence is gathered and shown at once.

    foldtable dispute open maple@57 --claim "Bo took a third red" --rule S5
    """
    from replay.referee.disputes import find_case, open_dispute

    name, at = _here(where)
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, name)
        claimant = _claimant(by, session)
        version = open_dispute(session, at, claim, rule or (), claimant)
        case = find_case(session.info, session.timeline, version)
        shown = _show_case(ledger, session, case, desk.voice)
    remark = _("{command} settles it.").format(
        command=write_ruling_command(session.info.name, version)
    )
    return shown._replace(remarks=[remark])


def _claimant(by: str, session: Session) -> str:
    """Return the name of whoever claims something: of a seat, or the recorder's. Raise Stop."""
    from engines.notation import find_seat
    from replay.speech.suggestions import suggest_similar

    seats = session.timeline.seats
    seat = find_seat(by, len(seats), seats)
    if seat is not None:
        return seats[seat]
    if by in ("", settings.recorder):
        return by
    raise Stop(
        Exit.USAGE,
        "{name} sits at no seat of {match}.",
        "{near}",
        near=suggest_similar(by, seats, 1)
        or _("There sit {names}.").format(names=", ".join(seats)),
        name=by,
        match=session.info.name,
    )


@parts.add("show")
def show_(where: Settled) -> Shown:
    """Show a dispute: the events around it, the boards, every rule checked, precedents.

    foldtable dispute show maple@61
    """
    from replay.referee.disputes import find_case

    name, at = _here(where)
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, name)
        case = find_case(session.info, session.timeline, at)
        return _show_case(ledger, session, case, desk.voice)


def _show_case(ledger: Ledger, session: Session, case: DisputeCase, voice: Voice) -> Shown:
    """Return a dispute with its rulings and all its evidence."""
    from replay.referee.disputes import gather_evidence
    from replay.referee.evidence import build_bundle
    from replay.speech import log_lines

    found = gather_evidence(ledger, session.timeline, case)
    drawn: list[Part] = [
        f"{session.info.name}@{case.version}  {_state(case.state)}  {case.dispute.claim}"
    ]
    for version, ruling in case.rulings:
        decision = log_lines.name_decision(ruling.decision)
        drawn.append(f"  {version} {decision} ({ruling.by}): {ruling.reason}")
    drawn += _draw_evidence(session, found, voice)
    return Shown(build_bundle(case, found, session.timeline, voice), drawn)


def _state(state: str) -> str:
    from replay.speech import log_lines

    return _("open") if state == "open" else log_lines.name_decision(state)  # type: ignore[arg-type]


def _draw_evidence(session: Session, found: Evidence, voice: Voice) -> Iterator[Part]:
    """Yield what the record has on a dispute; the verdicts come last, where they stay in sight."""
    from replay.screens import terminal
    from replay.speech import log_lines

    yield ""
    for frame in found.around:
        mark = ">" if frame.version == found.frame.version else " "
        yield f"{mark}{frame.version:>4}  {log_lines.describe_frame(frame, voice)}"
    for title, frame in ((_("Before"), found.before), (_("After"), found.frame)):
        yield f"\n{title}"
        board = session.engine.view(frame.state, None)
        yield terminal.draw(board, voice, frozenset(), plain=True)
    if found.precedents:
        yield "\n" + _("Decided before:")
        for each in found.precedents:
            yield f"  {describe_precedent(each)}"
    yield ""
    yield from _verdicts(session, found, voice)


def _verdicts(session: Session, found: Evidence, voice: Voice) -> Iterator[str]:
    """Yield the rules that were kept, those that only people can judge, and the broken ones."""
    from replay.referee.disputes import find_house_rule

    kept, broken = _("kept"), _("BROKEN")
    for verdict in sorted(found.verdicts, key=lambda each: each.concerned):
        if not verdict.breach:
            yield f"{kept}  {verdict.rule} {voice.rule(verdict.rule)}"
            if verdict.concerned:
                yield f"      {voice.rule_text(verdict.rule)}"
    for rule in found.cited:
        house = find_house_rule(session.timeline, rule)
        title = rule if house else f"{rule} {voice.rule(rule)}"
        yield _("cited  {rule}").format(rule=title)
        yield f"      {house.text if house else voice.rule_text(rule)}"
    for verdict in found.verdicts:
        if verdict.breach:
            yield f"{broken}  {verdict.rule} {voice.rule(verdict.rule)}"
            yield f"      {voice.breach(verdict.breach)}"
            yield f"      {voice.rule_text(verdict.rule)}"


@parts.add("rule")
def rule_(
    where: Settled,
    decision: Annotated[
        str, typer.Option(help="stands, taken-back, corrected, replayed or penalty.")
    ],
    reason: Annotated[str, typer.Option(help="Why it was decided so.")],
    by: Annotated[
        str, typer.Option(help="Who decided.", autocompletion=completion.complete_person)
    ] = "",
    rule: Annotated[
        list[str] | None, typer.Option(help="A rule that it is about, beside those disputed.")
    ] = None,
    then: Annotated[
        list[str] | None, typer.Option(help='What follows: "undo 57", "amend 57 b23", an action.')
    ] = None,
    house_rule: Annotated[
        bool, typer.Option("--house-rule", help="The group keeps it as a rule of its own.")
    ] = False,
    text: Annotated[str, typer.Option(help="The text of the house rule.")] = "",
) -> Shown:
    """Rule on a dispute; a ruling can carry what follows from it and become a house rule.

    foldtable dispute rule maple@61 --decision corrected --reason "…" --then "amend 57 wug"
    """
    from ledger.clerk import Decision
    from replay.cli.terminal.recorder import Listener, require_done
    from replay.referee.disputes import build_house_rule, find_case, record_ruling
    from replay.speech import log_lines

    if decision not in get_args(Decision):
        words = ", ".join(get_args(Decision))
        raise Stop(Exit.USAGE, "A decision is one of {decisions}.", decisions=words)
    name, at = _here(where)
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, name)
        case = find_case(session.info, session.timeline, at)
        house = build_house_rule(ledger, session, case, text) if house_rule or text else None
        replies = []
        with session.transaction():
            version = record_ruling(
                session,
                case,
                decision,  # type: ignore[arg-type]
                reason,
                by=by,
                house=house,
                rules=rule or (),
            )
            for line in then or ():
                replies.append(desk.follow_ruling(line))
                require_done(line, replies[-1])
        if not settings.json:
            say(log_lines.write_log_line(session.timeline.at(version), desk.voice))
        listener = Listener()
        for reply in replies:
            listener.show(desk, reply)
        listener.end()
    kept = [] if house is None else [f"{house.id}: {describe_house_rule(house)}"]
    return Shown({"match": name, "ruling": version, "house": make_plain(house)}, kept)


@parts.add("list")
def list_(
    match: Annotated[
        str, typer.Argument(help="Only this match's.", autocompletion=completion.complete_match)
    ] = "",
    person: Annotated[
        str,
        typer.Option(
            help="Only about this person's actions.", autocompletion=completion.complete_person
        ),
    ] = "",
    group: Group = "",
    state: Annotated[str, typer.Option(help="open, or a decision.")] = "",
) -> Shown:
    """List disputes over all matches, with what was decided.

    foldtable dispute list --state open
    """
    from ledger.clerk import Decision, Dispute
    from ledger.listings import Wanted
    from replay.fold.timeline import read_timeline
    from replay.referee.disputes import is_by, list_cases

    states = ("open", *get_args(Decision))
    if state and state not in states:
        words = ", ".join(states)
        raise Stop(Exit.USAGE, "--state is one of {states}.", states=words)
    with settings.ledger() as ledger:
        named = match or settings.match
        names = find_names(ledger, person)
        wanted = Wanted(type=Dispute.type, group=find_group(ledger, group))
        infos = [ledger.find(named)] if named else ledger.matches(wanted)
        found = []
        for info in infos:
            timeline = read_timeline(ledger.events(info.match_id))
            if timeline is None:
                continue
            found += [
                case
                for case in list_cases(info, timeline)
                if (not state or case.state == state)
                and (not person or is_by(timeline, case.dispute.at, person, names))
            ]
    data = [
        {
            "match": case.match.name,
            "version": case.version,
            "at": case.dispute.at,
            "claim": case.dispute.claim,
            "rules": list(case.dispute.rules),
            "by": case.dispute.by,
            "state": case.state,
        }
        for case in found
    ]
    if not found:
        return Shown(data, [_("No disputes.")])
    rows = [
        (
            f"{case.match.name}@{case.version}",
            case.dispute.at,
            ", ".join(case.dispute.rules),
            _state(case.state),
            case.dispute.claim,
        )
        for case in found
    ]
    columns = (_("dispute"), _("event"), _("rules"), _("state"), _("claim"))
    return Shown(data, [draw_table(columns, rows)])


@parts.add("export")
def export_(
    where: Settled,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page: .html or .md.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the files.")] = False,
    sign: Annotated[bool, typer.Option("--sign", help="Sign the proof with your key.")] = False,
) -> Shown:
    """Write the evidence as one page and, beside it, its JSON with the proof.

    foldtable dispute export maple@61 -o argument.html
    """
    from replay.referee.disputes import find_case, gather_evidence
    from replay.referee.evidence import build_bundle, draw_boards, encode_bundle, render_bundle

    name, at = _here(where)
    with settings.ledger() as ledger:
        session, desk = open_desk(ledger, name)
        case = find_case(session.info, session.timeline, at)
        found = gather_evidence(ledger, session.timeline, case)
        content = build_bundle(case, found, session.timeline, desk.voice)
        page = output or Path(make_file_name(session.info.name, f"-{case.version}.html"))
        kind = page.suffix.lstrip(".")
        if kind not in ("html", "md"):
            raise Stop(Exit.USAGE, "A page is .html or .md, not {name}.", name=page.name)
        drawn = draw_boards(found, session.timeline, desk.voice, kind)
    data = page.with_suffix(".json")
    require_new(page, data, force=force)
    write_file(page, render_bundle(content, kind, drawn, data.name).encode())
    write_file(data, encode_bundle(content, settings.recorder if sign else ""))
    return Shown({"page": str(page), "evidence": str(data)}, remarks=[f"{page}, {data}"])
