"""What a correction changes, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engines.values import Breach
from replay.base.i18n import _, ngettext
from replay.record.consequences import Consequences, ShiftHint
from replay.speech.voice import Voice

NAMED = 8
"""How many events are named by their numbers; more are counted."""

APART = 3
"""How many breaches that vanish are told one by one."""

LISTED = 12
"""How many breaches that appear are told one by one."""


def describe_consequences(
    changes: Consequences, voice: Voice, hint: ShiftHint | None = None
) -> Iterator[str]:
    """Yield what a correction changes in the whole match: breaches, totals, the winner, and what
    is unaccounted.

    Actions that are no longer by the seat on turn are told in one line, with the shift that would
    put it right.
    """
    settled = hint.settles if hint else frozenset(_common_breaches(changes))
    if changes.off_turn and settled:
        yield _describe_off_turn(changes.off_turn, hint)
    appear = [each for each in changes.appear if (each[0], each[1].rule) not in settled]
    for version, breach in appear[:LISTED]:
        text = _("now a breach: {version} {breach}")
        yield text.format(version=version, breach=voice.breach(breach))
    if len(appear) > LISTED:
        yield _("… and {n} more").format(n=len(appear) - LISTED)
    yield from _describe_vanishing(changes.vanish, voice)
    for seat, (before, after) in enumerate(changes.totals):
        if before != after:
            yield f"{voice.seat(seat)}: {before} → {after}"
    if changes.winners[0] != changes.winners[1]:
        names = ", ".join(voice.seat(seat) for seat in changes.winners[1]) or "–"
        yield _("winner now: {names}").format(names=names)
    if changes.unaccounted != changes.explained:
        held = voice.words.name_value(changes.unaccounted) if changes.unaccounted else "–"
        yield _("unaccounted: {held}").format(held=held)


def _describe_vanishing(vanish: Sequence[tuple[int, Breach]], voice: Voice) -> Iterator[str]:
    """Yield the breaches that vanish: one by one where there are few, else in one line.

    Each is named by its rule, with its reason where an event broke a rule several times.
    """
    if len(vanish) <= APART:
        times = Counter((version, breach.rule) for version, breach in vanish)
        for version, breach in vanish:
            named = breach.rule if times[version, breach.rule] == 1 else voice.breach(breach)
            yield _("no longer a breach: {version} {rule}").format(version=version, rule=named)
        return
    n = len(vanish)
    named = ", ".join(f"{version} {breach.rule}" for version, breach in vanish[:NAMED])
    text = ngettext("{n} breach vanishes: {named}", "{n} breaches vanish: {named}", n)
    yield text.format(n=n, named=named + (", …" if n > NAMED else ""))


def _common_breaches(changes: Consequences) -> Iterator[tuple[int, str]]:
    """Yield the breaches (version, rule) that several actions out of turn have in common."""
    if len(changes.off_turn) < 2:
        return
    broken: dict[int, set[str]] = {version: set() for version in changes.off_turn}
    for version, breach in changes.appear:
        if version in broken:
            broken[version].add(breach.rule)
    for rule in set.intersection(*broken.values()):
        yield from ((version, rule) for version in changes.off_turn)


def _describe_off_turn(versions: Sequence[int], hint: ShiftHint | None) -> str:
    """Return which actions are no longer by the seat on turn, and the shift that cures it."""
    n = len(versions)
    named = ", ".join(map(str, versions[:NAMED])) + (", …" if n > NAMED else "")
    said = ngettext(
        "{n} action is no longer by the seat on turn: {named}.",
        "{n} actions are no longer by the seat on turn: {named}.",
        n,
    ).format(n=n, named=named)
    if hint is None:
        return said
    if hint.by == 1:
        cured = _("“{line}” gives every action from there on to the next seat.")
    else:
        cured = _("“{line}” gives every action from there on to another seat.")
    return f"{said} {cured.format(line=hint.line)}"
