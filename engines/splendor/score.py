"""Prices and scores of Splendor, term by term."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engines.seating import find_previous, set_apart
from engines.splendor.actions import Buy, Draw, Reserve, Result, Take
from engines.splendor.catalog import CARD_POINTS, CARDS, COLOURS, GOLD, NOBLES, POINTS
from engines.splendor.state import (
    CARDS_OF,
    LOST_OF,
    NOBLES_OF,
    POINTS_OF,
    State,
    count_bonuses_and_points,
    count_bought_cards,
    count_tokens,
)
from engines.values import Action, Message, Score, Seat, Standing, Term


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
    if state.result is not None and is_read_from_sheet(state, state.result):
        return make_sheet_standing(state, state.result)
    scores = [
        _make_score(
            seat,
            _score_terms(state, seat),
            count_bought_cards(state, seat),
            sum(count_tokens(state, seat).values()) if state.tie_tokens else 0,
        )
        for seat in range(state.seats)
    ]
    if not state.over:
        return Standing(_rank_scores(scores), notice=_describe_last_round(state))
    winners = state.declared or _find_best(scores)
    if state.last is None and state.result is None:
        return Standing(_rank_scores(scores), True, winners, "end.passed", "S17")
    return Standing(_rank_scores(scores, state.declared), True, winners, "end.points", "S15")


def is_read_from_sheet(state: State, result: Result) -> bool:
    """Return whether a score sheet tells the points: the record does not, or tells others."""
    if not state.played:
        return True
    places = state.book.places
    return any(
        points != count_bonuses_and_points(places, seat)[1] and seat not in state.left
        for seat, points in enumerate(result.points)
    )


def _describe_last_round(state: State) -> Message | None:
    """Return the message that the last round has begun, and who ends it (S15); None before."""
    if state.last is None:
        return None
    data = {
        "seat": Seat(state.last),
        "points": count_bonuses_and_points(state.book.places, state.last)[1],
        "end": Seat(find_previous(state, state.first)),
    }
    return Message("notice.last-round", data)


def make_sheet_standing(state: State, result: Result) -> Standing:
    """Return the standing of a score sheet alone.

    Without card counts a tie in points is open (S15), unless the sheet names the winners.
    """
    cards = result.cards or (0,) * state.seats
    terms = [(Term("line.sheet", points, "S16"),) for points in result.points]
    scores = [
        _make_score(seat, lines, n, 0)
        for seat, (lines, n) in enumerate(zip(terms, cards, strict=False))
    ] or [Score(seat, None) for seat in range(state.seats)]
    ranked = _rank_scores(scores, result.winners)
    if result.winners:
        reason = "end.points" if result.points else "end.named"
        return Standing(ranked, True, result.winners, reason, "S15")
    best = _find_best(scores)
    if len(best) > 1 and (state.tie_tokens or not result.cards):
        why = "end.tied-tokens" if result.cards else "end.tied-cards"
        return Standing(ranked, True, (), why, "S15a" if result.cards else "S15", best)
    return Standing(ranked, True, best, "end.points", "S15")


def find_sheet_winners(state: State, result: Result) -> tuple[int, ...]:
    """Return the seats that may have won by the numbers of a score sheet; () if it has none."""
    if not result.points:
        return ()
    found = set_apart(make_sheet_standing(state, replace(result, winners=())), state.left)
    return found.winners or found.tied


def _rank_scores(scores: Sequence[Score], winners: Sequence[int] = ()) -> tuple[Score, ...]:
    """Return the scores with their ranks; named `winners` come first."""

    def key(score: Score) -> tuple[bool, tuple[int, ...]]:
        return score.seat in winners, _rank_key(score)

    ranks = [1 + sum(key(other) > key(score) for other in scores) for score in scores]
    return tuple(replace(score, rank=rank) for score, rank in zip(scores, ranks, strict=True))


def _find_best(scores: Sequence[Score]) -> tuple[int, ...]:
    best = max(_rank_key(score) for score in scores)
    return tuple(score.seat for score in scores if _rank_key(score) == best)


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
    lost = state.book.count(LOST_OF[seat], POINTS)
    if lost:
        lines.append(Term("line.lost", -lost, "COUNT"))
    return tuple(lines)
