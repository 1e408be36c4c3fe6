"""Prices and scores of Splendor, term by term."""

from __future__ import annotations

from engines.splendor.actions import Buy, Draw, Reserve, Take
from engines.splendor.catalog import CARD_POINTS, CARDS, COLOURS, GOLD, NOBLES, POINTS
from engines.splendor.state import (
    CARDS_OF,
    NOBLES_OF,
    POINTS_OF,
    State,
    count_bonuses_and_points,
    count_bought_cards,
    count_tokens,
)
from engines.values import Action, Score, Standing, Term


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return the terms of an action's price: printed cost, bonuses, gold.

    For other actions than `buy` the terms are the tokens taken and returned.
    """
    if isinstance(action, Buy):
        return _price_terms(state, action)
    lines: list[Term] = []
    if isinstance(action, Take):
        lines.extend(Term("line.taken", n, "S4", c) for c, n in action.tokens.items())
    elif isinstance(action, (Reserve, Draw)) and action.gold:
        lines.append(Term("line.taken", action.gold, "S6b", GOLD))
    if isinstance(action, (Take, Reserve, Draw)):
        lines.extend(Term("line.returned", -n, "S9", c) for c, n in action.returned.items())
    return tuple(lines)


def _price_terms(state: State, action: Buy) -> tuple[Term, ...]:
    bonuses, _ = count_bonuses_and_points(state.book.places, action.seat)
    held = count_tokens(state, action.seat)
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
    """Return the points with the card or noble behind each (S16), and the winners once it is over.

    A tie goes to the fewest bought cards (S15); after that it is shared, or with the option
    `tie_tokens` goes to the most tokens left (S15a).
    """
    if state.result is not None and not state.played:
        scores = [
            _make_score(
                seat,
                (Term("line.sheet", points, "S16"),),
                state.result.cards[seat] if state.result.cards else 0,
                0,
            )
            for seat, points in enumerate(state.result.points)
        ]
    else:
        scores = [
            _make_score(
                seat,
                _score_terms(state, seat),
                count_bought_cards(state, seat),
                sum(count_tokens(state, seat).values()) if state.tie_tokens else 0,
            )
            for seat in range(state.seats)
        ]
    order = sorted({_rank_key(score) for score in scores}, reverse=True)
    ranks = [1 + sum(_rank_key(other) > _rank_key(score) for other in scores) for score in scores]
    ranked = tuple(
        Score(score.seat, score.total, score.lines, rank, score.ties)
        for score, rank in zip(scores, ranks, strict=True)
    )
    if not state.over:
        return Standing(ranked)
    winners = tuple(score.seat for score in ranked if _rank_key(score) == order[0])
    if state.last is None and state.result is None:
        return Standing(ranked, True, winners, "end.passed", "S17")
    return Standing(ranked, True, winners, "end.points", "S15")


def _make_score(seat: int, lines: tuple[Term, ...], cards: int, left: int) -> Score:
    return Score(seat, sum(line.n for line in lines), lines, ties=(-cards, left))


def _rank_key(score: Score) -> tuple[int, ...]:
    return (score.total or 0, *score.ties)


def _score_terms(state: State, seat: int) -> tuple[Term, ...]:
    lines = [
        Term(card, CARD_POINTS[card] * n, "S16", card)
        for card, n in state.book.holding(CARDS_OF[seat]).items()
        if CARD_POINTS.get(card)
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
