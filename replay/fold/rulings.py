"""Which breaches and disputes the table has decided about: a ruling covers the breaches whose rule
it names, and the dispute that it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.values import Breach
from ledger.clerk import Dispute, Ruling
from replay.fold.timeline import Timeline

Rulings = Mapping[int, Sequence[tuple[int, Ruling]]]
"""The rulings in force by the event they are about, as `Timeline.rulings` has them."""


def covers(cited: str, rule: str) -> bool:
    """Return whether a ruling that cites `cited` also decides about `rule`: S7 covers S7c.

    >>> covers("S7", "S7c"), covers("S7", "S7"), covers("S7", "S70"), covers("S7c", "S7")
    (True, True, False, False)
    """
    return rule.startswith(cited) and not rule[len(cited) :][:1].isdigit()


def is_ruled(rulings: Rulings, version: int, breach: Breach) -> bool:
    """Return whether the table has decided about a breach of event `version`."""
    return any(
        covers(cited, breach.rule)
        for _, ruling in rulings.get(version, ())
        for cited in ruling.rules
    )


def find_disputes(timeline: Timeline) -> Iterator[tuple[int, Dispute]]:
    """Yield the disputes of a match that count with their versions, oldest first."""
    for frame in timeline.frames:
        if frame.entry.kind == Dispute.type:
            dispute = frame.entry.clerk()
            assert isinstance(dispute, Dispute)  # noqa: S101
            yield frame.version, dispute


def find_open_disputes(timeline: Timeline) -> list[tuple[int, Dispute]]:
    """Return the disputes that nobody has ruled on."""
    ruled = {ruling.dispute for each in timeline.rulings().values() for _, ruling in each}
    return [(version, each) for version, each in find_disputes(timeline) if version not in ruled]
