"""What a correction changes: the same match before it and after it, compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engines.values import UNACCOUNTED, Breach
from ledger.event import draft_event
from replay.base.i18n import _, ngettext
from replay.fold.timeline import Timeline
from replay.record.corrections import NothingToDo, shift
from replay.speech.voice import Voice

NAMED = 8
"""How many events are named by their numbers; more are counted."""

APART = 3
"""How many breaches that vanish are told one by one."""

LISTED = 12
"""How many breaches that appear are told one by one."""


class Consequences(NamedTuple):
    """What a correction changes: breaches by version that appear and vanish, totals by seat
    before and after, winners before and after, and what the record cannot explain afterwards.

    `explained` is what it could not explain before, `off_turn` are the events after which an
    action of a seat that is no longer on turn stands.
    """

    appear: list[tuple[int, Breach]]
    vanish: list[tuple[int, Breach]]
    totals: list[tuple[int | None, int | None]]
    winners: tuple[tuple[int, ...], tuple[int, ...]]
    unaccounted: dict[str, int]
    explained: dict[str, int]
    off_turn: list[int]

    @property
    def is_harmless(self) -> bool:
        """Whether nothing is broken that was not before, and nothing else lacks an explanation."""
        return not self.appear and self.unaccounted == self.explained


class Shift(NamedTuple):
    """A shift that puts right whose turn it was: from which event on, by how many seats, and the
    breaches (version, rule) that it settles."""

    since: int
    by: int
    settles: frozenset[tuple[int, str]]

    @property
    def line(self) -> str:
        """The line to type."""
        return f"shift {self.since}" + (f" {self.by}" if self.by != 1 else "")


def consequences(before: Timeline, after: Timeline) -> Consequences:
    """Return what differs between a match as it was and as corrected."""
    old, new = dict(_findings(before)), dict(_findings(after))
    was, now = (line.engine.standing(line.state) for line in (before, after))
    appear = [new[key] for key in new if key not in old]
    return Consequences(
        appear,
        [old[key] for key in old if key not in new],
        [(a.total, b.total) for a, b in zip(was.scores, now.scores, strict=True)],
        (was.winners, now.winners),
        dict(after.state.book.holding(UNACCOUNTED)),
        dict(before.state.book.holding(UNACCOUNTED)),
        _off_turn(after, {version for version, _breach in appear}),
    )


def _findings(timeline: Timeline) -> Iterator[tuple[tuple[int, str, str], tuple[int, Breach]]]:
    for frame in timeline.frames:
        for breach in frame.breaches:
            yield (frame.version, breach.rule, breach.why), (frame.version, breach)


def _off_turn(timeline: Timeline, among: set[int]) -> list[int]:
    """Return which events hold an action of a seat that nothing was asked of."""
    found = []
    for index, frame in enumerate(timeline.frames):
        if frame.version not in among or frame.action is None or frame.action.seat < 0:
            continue
        prompts = timeline.engine.awaits(timeline.frames[index - 1].state)
        asked = {int(prompt.data.get("seat", prompt.seat)) for prompt in prompts} - {-1}
        if asked and frame.action.seat not in asked:
            found.append(frame.version)
    return found


def cure(after: Timeline, changes: Consequences) -> Shift | None:
    """Return the shift that puts the turns right again after a correction, None if none does."""
    if not changes.off_turn:
        return None
    since, best = changes.off_turn[0], None
    fewest = len(changes.appear)
    for by in range(1, len(after.seats)):
        try:
            shifted = after.imagine(
                [draft_event(each.type, each) for each in shift(after, since, by)]
            )
        except NothingToDo:
            continue
        then = consequences(after, shifted)
        left = len(changes.appear) + len(then.appear) - len(then.vanish)
        if left < fewest:
            settled = frozenset((version, breach.rule) for version, breach in then.vanish)
            fewest, best = left, Shift(since, by, settled)
    return best


def told(changes: Consequences, voice: Voice, hint: Shift | None = None) -> Iterator[str]:
    """Yield what a correction changes in the whole match: breaches, totals, the winner, and what
    is unaccounted.

    Actions that are no longer by the seat on turn are told in one line, with the shift that would
    put it right.
    """
    settled = hint.settles if hint else frozenset(_out_of_turn(changes))
    if changes.off_turn and settled:
        yield _astray(changes.off_turn, hint)
    appear = [each for each in changes.appear if (each[0], each[1].rule) not in settled]
    for version, breach in appear[:LISTED]:
        text = _("now a breach: {version} {breach}")
        yield text.format(version=version, breach=voice.breach(breach))
    if len(appear) > LISTED:
        yield _("… and {n} more").format(n=len(appear) - LISTED)
    yield from _vanishing(changes.vanish)
    for seat, (before, after) in enumerate(changes.totals):
        if before != after:
            yield f"{voice.seat(seat)}: {before} → {after}"
    if changes.winners[0] != changes.winners[1]:
        names = ", ".join(voice.seat(seat) for seat in changes.winners[1]) or "–"
        yield _("winner now: {names}").format(names=names)
    if changes.unaccounted != changes.explained:
        held = voice.words.speak(changes.unaccounted) if changes.unaccounted else "–"
        yield _("unaccounted: {held}").format(held=held)


def _vanishing(vanish: Sequence[tuple[int, Breach]]) -> Iterator[str]:
    if len(vanish) <= APART:
        for version, breach in vanish:
            text = _("no longer a breach: {version} {rule}")
            yield text.format(version=version, rule=breach.rule)
        return
    n = len(vanish)
    named = ", ".join(f"{version} {breach.rule}" for version, breach in vanish[:NAMED])
    text = ngettext("{n} breach vanishes: {named}", "{n} breaches vanish: {named}", n)
    yield text.format(n=n, named=named + (", …" if n > NAMED else ""))


def _out_of_turn(changes: Consequences) -> Iterator[tuple[int, str]]:
    """Yield the breaches (version, rule) that several actions out of turn have in common."""
    if len(changes.off_turn) < 2:
        return
    broken: dict[int, set[str]] = {version: set() for version in changes.off_turn}
    for version, breach in changes.appear:
        if version in broken:
            broken[version].add(breach.rule)
    for rule in set.intersection(*broken.values()):
        yield from ((version, rule) for version in changes.off_turn)


def _astray(versions: Sequence[int], hint: Shift | None) -> str:
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
