"""Commands in the style of a plain-text ledger: register, balance, when."""

from __future__ import annotations

from typing import Annotated

import typer

from replay.base.i18n import _
from replay.cli import completion
from replay.cli.command import REVIEW, Commands
from replay.cli.context import AsOf, Eyes, Hindsight, Where, open_timeline, refuse_name
from replay.cli.exits import Exit
from replay.cli.output import Shown, draw_table
from replay.cli.settings import settings

commands = Commands(REVIEW)

What = Annotated[list[str], typer.Argument(help="A place or a piece: a.tokens, bank.gold, a card.")]


@commands.add("register")
def register(match: Where, what: What, eyes: Eyes = "", hindsight: Hindsight = False) -> Shown:
    """List every move into and out of a place, or of a piece, with the running balance.

    foldtable register maple@40 bo.tokens
    """
    from replay.cli.review import listing
    from replay.explain.explanations import find_subject, make_register

    with settings.ledger() as ledger:
        _info, timeline, voice, at = open_timeline(ledger, match, eyes, hindsight)
    index = len(timeline.frames) - 1 if at is None else timeline.index(at)
    try:
        subject = find_subject(timeline, timeline.frames[index], " ".join(what))
    except ValueError as error:
        refuse_name(voice, error)
    return listing.show_explanation(make_register(timeline, index, subject), voice)


@commands.add("balance")
def balance(
    match: Where = "",
    places: Annotated[list[str] | None, typer.Argument(help="Only places that begin so.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="What lies in decks, too.")] = False,
    eyes: Eyes = "",
    hindsight: Hindsight = False,
    as_of: AsOf = None,
) -> Shown:
    """Say where every component is, what is unaccounted, and that nothing appeared or vanished.

    foldtable balance maple@40 a bank
    """
    from replay.explain.balances import is_conserved, list_holdings, make_balance_rows

    with settings.ledger() as ledger:
        info, timeline, voice, at = open_timeline(ledger, match, eyes, hindsight, as_of)
    frame = timeline.at(at)
    wanted = tuple(places or ())
    conserved = is_conserved(timeline, frame)
    rows = make_balance_rows(timeline, frame, voice, wanted, everything=everything)
    verdict = _("Nothing has appeared or vanished.") if conserved else _("NOT CONSERVED")
    return Shown(
        {
            "match": info.name,
            "at": frame.version,
            "places": list_holdings(frame, wanted),
            "conserved": conserved,
        },
        [draw_table((_("place"), "", _("piece")), rows), verdict],
    )


@commands.add("when")
def when(
    match: Annotated[
        str, typer.Argument(help="The match.", autocompletion=completion.complete_match)
    ],
    condition: Annotated[list[str], typer.Argument(help='"b.coins < 2", "a.points >= 15".')],
    every: Annotated[bool, typer.Option("--all", help="Every time it begins to hold.")] = False,
    eyes: Eyes = "",
    hindsight: Hindsight = False,
) -> Shown:
    """Find the first event after which a condition holds; exit 1 when it never does.

    foldtable when maple "bo.points >= 10"
    """
    from itertools import islice

    from replay.explain.conditions import find_onsets, parse_condition
    from replay.speech import log_lines

    with settings.ledger() as ledger:
        info, timeline, voice, _at = open_timeline(ledger, match, eyes, hindsight)
    try:
        asked = parse_condition(timeline, " ".join(condition))
    except ValueError as error:
        refuse_name(voice, error)
    found = list(islice(find_onsets(timeline, asked), None if every else 1))
    if not found:
        return Shown([], [_("It never holds.")], code=Exit.FOUND)
    return Shown(
        [{"version": frame.version, "value": asked.value(frame)} for frame in found],
        [
            f"{info.name}@{frame.version}  {asked.value(frame)}  "
            f"{log_lines.describe_frame(frame, voice)}"
            for frame in found
        ],
    )
