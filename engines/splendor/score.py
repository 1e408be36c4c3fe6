"""Prices and scores, line by line."""

from __future__ import annotations

from engines.splendor.actions import Buy, Draw, Reserve, Take
from engines.splendor.catalog import CARDS, COLOURS, GOLD, NOBLES, POINTS, WORTH
from engines.splendor.state import (
    CARDS_OF,
    NOBLES_OF,
    POINTS_OF,
    State,
    bought,
    tally,
    tokens,
)
from engines.values import Action, Score, Standing, Term


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return how a price comes about: what is printed, what bonuses take off, what gold stands in
    for; for other actions, what the bank gives and gets."""
    if isinstance(action, Buy):
        return _price(state, action)
    lines: list[Term] = []
    if isinstance(action, Take):
        lines.extend(Term("line.taken", n, "S4", c) for c, n in action.tokens.items())
    elif isinstance(action, (Reserve, Draw)) and action.gold:
        lines.append(Term("line.taken", action.gold, "S6b", GOLD))
    if isinstance(action, (Take, Reserve, Draw)):
        lines.extend(Term("line.returned", -n, "S9", c) for c, n in action.returned.items())
    return tuple(lines)


def _price(state: State, action: Buy) -> tuple[Term, ...]:
    bonuses, _ = tally(state.book.places, action.seat)
    held = tokens(state, action.seat)
    lines: list[Term] = []
    for colour, printed in CARDS[action.card].cost.items():
        off = min(printed, bonuses[COLOURS.index(colour)])
        lines.append(Term("line.printed", printed, "S7", colour))
        if off:
            lines.append(Term("line.bonus", -off, "S7a", colour))
        gold = printed - off - action.paid.get(colour, 0)
        if gold > 0 and action.paid.get(GOLD):
            held_then = held.get(colour, 0)
            lines.append(Term("line.gold", gold, "S7b", colour, {"held": held_then, "n": gold}))
    return tuple(lines)


def standing(state: State) -> Standing:
    """Return points with the card or noble behind each (S16), and the winners once it is over
    (S15: fewest bought cards; S15a: shared, or most tokens where the table plays so)."""
    if state.result is not None and not state.played:
        scores = [
            _ranked(
                seat,
                (Term("line.sheet", points, "S16"),),
                state.result.cards[seat] if state.result.cards else 0,
                0,
            )
            for seat, points in enumerate(state.result.points)
        ]
    else:
        scores = [
            _ranked(
                seat,
                _lines(state, seat),
                bought(state, seat),
                sum(tokens(state, seat).values()) if state.tie_tokens else 0,
            )
            for seat in range(state.seats)
        ]
    order = sorted({_key(score) for score in scores}, reverse=True)
    ranks = [1 + sum(_key(other) > _key(score) for other in scores) for score in scores]
    ranked = tuple(
        Score(score.seat, score.total, score.lines, rank, score.ties)
        for score, rank in zip(scores, ranks, strict=True)
    )
    if not state.over:
        return Standing(ranked)
    winners = tuple(score.seat for score in ranked if _key(score) == order[0])
    if state.last is None and state.result is None:
        return Standing(ranked, True, winners, "end.passed", "S17")
    return Standing(ranked, True, winners, "end.points", "S15")


def _ranked(seat: int, lines: tuple[Term, ...], cards: int, left: int) -> Score:
    return Score(seat, sum(line.n for line in lines), lines, ties=(-cards, left))


def _key(score: Score) -> tuple[int, ...]:
    return (score.total or 0, *score.ties)


def _lines(state: State, seat: int) -> tuple[Term, ...]:
    lines = [
        Term(card, WORTH[card] * n, "S16", card)
        for card, n in state.book.holding(CARDS_OF[seat]).items()
        if WORTH.get(card)
    ]
    lines.extend(
        Term(noble, NOBLES[noble].points * n, "S13", noble)
        for noble, n in state.book.holding(NOBLES_OF[seat]).items()
        if noble in NOBLES
    )
    extra = state.book.count(POINTS_OF[seat], POINTS)
    if extra:
        lines.append(Term("line.counted", extra, "COUNT"))
    return tuple(lines)
