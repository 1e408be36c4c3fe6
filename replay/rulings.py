"""Which breaches the table has decided about: a ruling covers those whose rule it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.protocol import Breach
from ledger.clerk import Ruling

Rulings = Mapping[int, Sequence[tuple[int, Ruling]]]
"""The rulings in force by the event they are about, as `Timeline.rulings` has them."""


def names(cited: str, rule: str) -> bool:
    """Return whether citing a rule names another one: itself, or a part of it.

    >>> names("S7", "S7c"), names("S7", "S7"), names("S7", "S70"), names("S7c", "S7")
    (True, True, False, False)
    """
    return rule.startswith(cited) and not rule[len(cited) :][:1].isdigit()


def is_ruled(rulings: Rulings, version: int, breach: Breach) -> bool:
    """Return whether the table has decided about a breach of event `version`."""
    return any(
        names(cited, breach.rule)
        for _, ruling in rulings.get(version, ())
        for cited in ruling.rules
    )
