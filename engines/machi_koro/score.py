"""Prices, incomes and standings, line by line."""

from __future__ import annotations

from msgspec.structs import replace

from engines.machi_koro.actions import Build, Keep, Roll, Tv
from engines.machi_koro.apply import settled
from engines.machi_koro.catalog import CARDS, CHOOSING, CHOOSING_EFFECT, COIN, COST, LANDMARKS, MALL
from engines.machi_koro.income import NAMES, Claim, chosen_due, claims
from engines.machi_koro.rules import stands_at_once
from engines.machi_koro.state import BUILT_OF, KEEP, State
from engines.values import TABLE, Action, Score, Seat, Standing, Term


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return how an outcome comes about: every line of income of a roll that stands, with its
    name as an outcome, or the price of what is built.

    Lines are coins that a seat gets; a shortage and what the table did otherwise are lines too.
    """
    if isinstance(action, Build):
        printed = Term("line.printed", COST[action.card], "M32", COIN)
        if action.paid == printed.n:
            return (printed,)
        return (printed, Term("line.paid", action.paid - printed.n, "M32", COIN))
    return tuple(line for claim in income(state, action) for line in _claim(claim))


def income(state: State, action: Action) -> list[Claim]:
    """Return every line of income that comes with an action."""
    state, _ = settled(state, action)
    match action:
        case Roll() if stands_at_once(state):
            rolled = replace(state, total=action.total or sum(action.dice))
            return claims(rolled, state.book.places, action.actual)
        case Keep() if state.phase == KEEP and action.seat == state.turn:
            return claims(state, state.book.places, action.actual)
        case Tv():
            return [_chosen(state, action)]
    return []


def _chosen(state: State, action: Tv) -> Claim:
    """Return the TV Station's line of income."""
    name = NAMES[CHOOSING][action.seat]
    due = chosen_due(state.book.places, action.target)
    paid = action.actual.get(name, due)
    full = CHOOSING_EFFECT.coins
    rule = CARDS[CHOOSING].rule
    return Claim(name, action.seat, action.target, CHOOSING, 1, full, 0, due, paid, rule)


def _claim(claim: Claim) -> tuple[Term, ...]:
    """Return a line of income in its parts."""
    data: dict[str, object] = {
        "seat": Seat(claim.seat),
        "card": claim.card,
        "copies": claim.copies,
        "outcome": f"~{claim.name}",
    }
    if claim.payer != TABLE:
        data["payer"] = Seat(claim.payer)
    lines = []
    if claim.base:
        label = "line.bank" if claim.payer == TABLE else "line.from"
        lines.append(Term(label, claim.base, claim.rule, data=data))
    if claim.bonus:
        lines.append(Term("line.mall", claim.bonus, LANDMARKS[MALL].rule, data=data))
    if claim.due < claim.base + claim.bonus:
        short = claim.due - claim.base - claim.bonus
        lines.append(Term("line.short", short, "M19", data=data))
    if claim.paid != claim.due:
        lines.append(Term("line.actual", claim.paid - claim.due, claim.rule, data=data))
    return tuple(lines)


def standing(state: State) -> Standing:
    """Return the landmarks of every seat (M35), and the winner once it is over (M41, M42)."""
    if state.result is not None and not state.played:
        scores = [
            Score(seat, n, () if n is None else (Term("line.sheet", n, "M41"),))
            for seat, n in enumerate(state.result.landmarks)
        ]
    else:
        scores = [_score(state, seat) for seat in range(state.seats)]
    ranked = tuple(
        replace(score, rank=1 + sum(_ahead(state, other, score) for other in scores))
        for score in scores
    )
    if not state.over:
        return Standing(ranked)
    reason = "end.landmarks" if state.winners else "end.sheet"
    return Standing(ranked, True, state.winners, reason, "M41")


def _score(state: State, seat: int) -> Score:
    held = state.book.holding(BUILT_OF[seat])
    lines = tuple(Term(item, 1, "M35", item) for item in LANDMARKS if held.get(item))
    return Score(seat, len(lines), lines)


def _ahead(state: State, one: Score, other: Score) -> bool:
    """Return whether a seat stands before another: the winner, then by landmarks."""
    keys = [(score.seat in state.winners, score.total or 0) for score in (one, other)]
    return keys[0] > keys[1]
