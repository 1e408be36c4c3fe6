"""The commands precedents and house: how a group has ruled, and by which rules it plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from replay.base.i18n import _
from replay.cli import completion
from replay.cli.command import DISPUTE, Commands
from replay.cli.filters import Group, find_group, find_names
from replay.cli.output import Shown, make_plain
from replay.cli.settings import settings

if TYPE_CHECKING:
    from ledger.clerk import HouseRule
    from replay.referee.disputes import Precedent

commands = Commands(DISPUTE)


@commands.add("precedents")
def precedents(
    game: Annotated[
        str, typer.Argument(help="Only this game's.", autocompletion=completion.complete_game)
    ] = "",
    rule: Annotated[list[str] | None, typer.Argument(help="Only on these rules.")] = None,
    person: Annotated[
        str,
        typer.Option(
            help="Only about this person's actions.", autocompletion=completion.complete_person
        ),
    ] = "",
    group: Group = "",
) -> Shown:
    """List how this group has ruled before: on a game, on some of its rules, on somebody.

    foldtable precedents splendor S5
    """
    from ledger.listings import Wanted
    from replay.explain.lookup import find_game
    from replay.referee.disputes import find_precedents

    with settings.ledger() as ledger:
        named = find_game(game) if game else ""
        wanted = Wanted(names=find_names(ledger, person), group=find_group(ledger, group))
        found = list(find_precedents(ledger, named, rule or (), person=person, wanted=wanted))
    data = [
        {
            "match": each.match.name,
            "version": each.version,
            "at": each.ruling.at,
            "rules": list(each.ruling.rules),
            "decision": each.ruling.decision,
            "reason": each.ruling.reason,
            "by": each.ruling.by,
            "house": make_plain(each.ruling.house),
        }
        for each in found
    ]
    listed = [describe_precedent(each) for each in found]
    return Shown(data, listed or [_("Nothing was ruled on that yet.")])


@commands.add("house")
def house(
    game: Annotated[
        str, typer.Argument(help="Only this game's.", autocompletion=completion.complete_game)
    ] = "",
) -> Shown:
    """List the rules that groups have kept; foldtable new GAME --house 1,3 plays by them.

    foldtable house splendor
    """
    from replay.explain.lookup import find_game
    from replay.referee.disputes import list_house_rules

    with settings.ledger() as ledger:
        found = list_house_rules(ledger, find_game(game) if game else "")
    data = [{"match": info.name, "game": info.game, **make_plain(rule)} for info, rule in found]
    listed = [
        f"{rule.id}  {info.game}  {describe_house_rule(rule)}  ({info.name})"
        for info, rule in found
    ]
    return Shown(data, listed or [_("No house rules yet: a ruling with --house-rule makes one.")])


def describe_house_rule(rule: HouseRule) -> str:
    """Return the text of a house rule, or which rule it waives."""
    return rule.text or _("{rule} is waived").format(rule=rule.waives)


def describe_precedent(precedent: Precedent) -> str:
    """Return an earlier ruling in one line: where, which rules, the decision, by whom and why."""
    from replay.speech import log_lines

    ruling = precedent.ruling
    where = f"{precedent.match.name}@{ruling.at}"
    rules = ", ".join(ruling.rules)
    decision = log_lines.name_decision(ruling.decision)
    text = f"{where}  {rules}  {decision} ({ruling.by}): {ruling.reason}"
    return f"{text}  [{ruling.house.id}]" if ruling.house else text
