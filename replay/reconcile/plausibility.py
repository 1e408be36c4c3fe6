"""How plausible a correction is: what people at tables get wrong, and what it leaves behind.

A cost: 0 would be a correction that explains itself. The lower, the more plausible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from replay.reconcile.slips import Kind, Slip

PRIOR: Final[dict[Kind, float]] = {
    "doubled": 0.5,
    "payment": 1.0,
    "number": 1.0,
    "outcome": 0.5,
    "seat": 1.5,
    "piece": 1.5,
    "forgotten": 1.5,
    "never": 3.0,
    "miscount": 4.0,
    "other": 3.0,
}
"""How unusual a kind of slip is. A repetition is only looked for where one stands; an outcome that
was misdone is a breach, which costs as well."""

ANOTHER: Final = 2.0
"""What a second correction costs."""

FINDING: Final = 1.0
"""What a breach that appears costs, and one that vanishes gives back."""

MOST_FINDINGS: Final = 4
"""Beyond so many breaches more of them say nothing: one slip can bring a whole row."""

ELSEWHERE: Final = 0.5
"""What each number costs that nobody asked about and that changes with the correction."""

MOST_ELSEWHERE: Final = 4.0

COUNTED: Final = 0.5
"""What each count costs that the slip lies behind: somebody would have noticed."""

UNACCOUNTED: Final = 1.0
"""What it costs when more is unaccounted afterwards, and gives back when less is."""


def prior(slips: Sequence[Slip]) -> float:
    """Return what the kinds of slip cost.

    >>> prior([Slip("payment", 3)]), prior([Slip("seat", 3), Slip("seat", 4)])
    (1.0, 5.0)
    """
    return sum(PRIOR[slip.kind] for slip in slips) + ANOTHER * (len(slips) - 1)


def cost(
    slips: Sequence[Slip], *, findings: int, elsewhere: int, counts: int, unaccounted: int = 0
) -> float:
    """Return what a correction costs.

    `findings` is how many breaches more there are with it, `elsewhere` how many numbers change
    that nobody asked about, `counts` how many counts were made since the slip, `unaccounted`
    how many pieces more the record cannot explain.
    """
    clamped = max(-MOST_FINDINGS, min(MOST_FINDINGS, findings))
    return (
        prior(slips)
        + FINDING * clamped
        + min(MOST_ELSEWHERE, ELSEWHERE * elsewhere)
        + COUNTED * counts
        + UNACCOUNTED * ((unaccounted > 0) - (unaccounted < 0))
    )
