"""The command sign: a seat acknowledges the result."""

from __future__ import annotations

from typing import Annotated

import typer

from replay.base.i18n import _
from replay.cli.command import DISPUTE, Commands
from replay.cli.context import MatchName, open_desk
from replay.cli.output import Shown
from replay.cli.settings import settings

commands = Commands(DISPUTE)


@commands.add("sign")
def sign(
    match: MatchName,
    seat: Annotated[str, typer.Argument(help="Who acknowledges the result.")],
) -> Shown:
    """Acknowledge a closed match: its result and its seal.

    foldtable sign maple Ana
    """
    from engines.notation import parse_seat
    from replay.fold.closing import find_signers

    with settings.ledger() as ledger:
        session, _desk = open_desk(ledger, match, closed=True)
        names = session.timeline.seats
        signature = session.sign(parse_seat(seat, len(names), names))
        unsigned = [n for i, n in enumerate(names) if i not in find_signers(session.timeline)]
    text = _("{name} acknowledges {seal}.")
    drawn = [text.format(name=names[signature.seat], seal=signature.seal)]
    if unsigned:
        drawn.append(_("Not yet signed: {names}.").format(names=", ".join(unsigned)))
    return Shown({"match": session.info.name, "seal": signature.seal, "unsigned": unsigned}, drawn)
