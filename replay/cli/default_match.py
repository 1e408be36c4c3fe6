"""The match that a command is about when none is named: that of the prompt, else the last one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from typer.core import TyperCommand

from replay.cli.addresses import LAST, ROUND
from replay.cli.help_screen import HelpedCommand
from replay.cli.settings import settings

MATCHES: Final = ("match", "where", "one")
"""What the first argument is called of a command about a match."""

NUMBERS: Final = ("version", "before")
"""What the second argument is called where it is the number of an event."""

ADDRESS: Final = re.compile(r"[\w\-]*(@[\w.]*)?")
"""A name of a match, or a position in it."""


class MatchCommand(HelpedCommand):
    """A command; the match that it is about may be left out."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        match = find_match_parameter(self)
        self.needs_match = match is not None and match.required
        if match is not None:
            match.required = False

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; put `LAST` in the place of a match that was left out.

        Where a shell asks what may come next, none was left out: it is still to be typed.
        """
        given = args if ctx.resilient_parsing else complete_arguments(self, args)
        return super().parse_args(ctx, given)


def find_match_parameter(command: TyperCommand) -> Any:
    """Return the first argument of a command if it is a match, else None."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    return arguments[0] if arguments and arguments[0].name in MATCHES else None


def complete_arguments(command: MatchCommand, arguments: Sequence[str]) -> list[str]:
    """Return arguments with the match in front, `LAST` for the default one.

    A number alone where a position may stand is an event of that match: ``57`` is ``@57``. A round
    is one argument: ``round 6`` is ``round6``.
    """
    match = find_match_parameter(command)
    if match is None:
        return list(arguments)
    given = join_rounds(command, arguments)
    others = [each for each in command.params if each.param_type_name == "argument"][1:]
    places = list(find_words(command, given))
    first = given[places[0]] if places else ""
    needed = sum(each.required for each in others)
    counts = bool(others) and others[0].name in NUMBERS
    is_event = first.isdecimal() or ROUND.fullmatch(first) is not None
    takes_event = "@" in (match.help or "") and not counts
    if is_event and takes_event and len(places) > needed:
        given[places[0]] = f"@{first}"
    elif not others and takes_event and len(places) == 2 and ROUND.fullmatch(given[places[1]]):
        given[places[0]] += f"@{given.pop(places[1])}"
    elif (
        (command.needs_match and len(places) <= needed)
        or (others and is_event and counts)
        or (others and places and not _may_be_match(first, command.needs_match, given))
    ):
        given.insert(places[0] if places else 0, LAST)
    return given


def join_rounds(command: TyperCommand, arguments: Sequence[str]) -> list[str]:
    """Return arguments with ``round 6`` in one of them."""
    given = list(arguments)
    places = list(find_words(command, given))
    for one, other in reversed(list(pairwise(places))):
        joined = given[one] + given[other]
        if other == one + 1 and given[other].isdecimal() and ROUND.fullmatch(joined):
            given[one : other + 1] = [joined]
    return given


def _may_be_match(word: str, needed: bool, arguments: Sequence[str]) -> bool:
    """Return whether a word may be a match.

    At a prompt, and where a match need not be `needed`, it is one only if there is a match whose
    name begins so; elsewhere an unknown name is an error of its own.
    """
    if not ADDRESS.fullmatch(word):
        return False
    name = word.partition("@")[0]
    if not name or (needed and not settings.match):
        return True
    from ledger.errors import LedgerError
    from ledger.location import locate_ledger
    from ledger.store import Ledger

    db = next((b for a, b in pairwise(arguments) if a == "--db"), settings.db)
    try:
        with Ledger(locate_ledger(db or None)[0]) as ledger:
            return ledger.has_name(name)
    except LedgerError:
        return True


def find_words(command: TyperCommand, arguments: Sequence[str]) -> Iterator[int]:
    """Yield where the arguments stand that are no options and no values of options."""
    valued = {
        option
        for each in command.params
        if each.param_type_name == "option" and not getattr(each, "is_flag", False)
        for option in each.opts
    }
    skip = False
    for number, argument in enumerate(arguments):
        if skip:
            skip = False
        elif argument == "--":
            yield from range(number + 1, len(arguments))
            return
        elif re.fullmatch(r"-\D.*", argument):
            skip = argument in valued
        else:
            yield number
