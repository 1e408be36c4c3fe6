"""Prices, incomes and standings of Machi Koro, term by term."""

from __future__ import annotations

from msgspec.structs import replace

from engines.machi_koro.actions import Build, Keep, Roll, Tv
from engines.machi_koro.apply import apply_implied
from engines.machi_koro.catalog import (
    CARDS,
    COIN,
    COST,
    LANDMARKS,
    MALL,
    TV_STATION,
    TV_STATION_EFFECT,
)
from engines.machi_koro.income import OUTCOME_NAMES, Claim, compute_tv_due, list_claims
from engines.machi_koro.rules import is_roll_final
from engines.machi_koro.state import BUILT_OF, KEEP, State
from engines.values import TABLE, Action, Score, Seat, Standing, Term


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return the terms of an action: the income of a roll that stands, or a build's price.

    Terms are coins that a seat gets. A shortage and what the table did otherwise are terms too.
    """
    if isinstance(action, Build):
        printed = Term("line.printed", COST[action.card], "M32", COIN)
        if action.paid == printed.n:
            return (printed,)
        return (printed, Term("line.paid", action.paid - printed.n, "M32", COIN))
    return tuple(line for claim in list_income(state, action) for line in _claim_terms(claim))


def list_income(state: State, action: Action) -> list[Claim]:
    """Return every line of income that an action brings."""
    state = apply_implied(state, action)
    match action:
        case Roll() if is_roll_final(state):
            rolled = replace(state, total=action.total or sum(action.dice))
            return list_claims(rolled, state.book.places, action.actual)
        case Keep() if state.phase == KEEP and action.seat == state.turn:
            return list_claims(state, state.book.places, action.actual)
        case Tv():
            return [_tv_claim(state, action)]
    return []


def _tv_claim(state: State, action: Tv) -> Claim:
    """Return the line of income of the TV Station."""
    name = OUTCOME_NAMES[TV_STATION][action.seat]
    due = compute_tv_due(state.book.places, action.target)
    paid = action.actual.get(name, due)
    full = TV_STATION_EFFECT.coins
    rule = CARDS[TV_STATION].rule
    return Claim(name, action.seat, action.target, TV_STATION, 1, full, 0, due, paid, rule)


def _claim_terms(claim: Claim) -> tuple[Term, ...]:
    """Return the terms of a line of income."""
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
    scores = [_make_score(state, seat) for seat in range(state.seats)]
    if state.result is not None:
        written = state.result.landmarks
        scores = [_read_sheet(state, score, written[score.seat]) for score in scores]
    ranked = tuple(
        replace(score, rank=1 + sum(_is_ahead(state, other, score) for other in scores))
        for score in scores
    )
    if not state.over:
        return Standing(ranked)
    reason = "end.landmarks" if state.winners else "end.sheet"
    return Standing(ranked, True, state.winners, reason, "M41")


def _make_score(state: State, seat: int) -> Score:
    held = state.book.holding(BUILT_OF[seat])
    lines = tuple(Term(item, 1, "M35", item) for item in LANDMARKS if held.get(item))
    return Score(seat, len(lines), lines)


def _read_sheet(state: State, score: Score, written: int | None) -> Score:
    """Return the score of a seat as the sheet has it.

    In a match that was played it is the record's, where the sheet says the same or nothing.
    """
    if state.played and written in (None, score.total):
        return score
    lines = () if written is None else (Term("line.sheet", written, "M41"),)
    return Score(score.seat, written, lines)


def _is_ahead(state: State, one: Score, other: Score) -> bool:
    """Return whether a seat is placed before another: the winner first, then by landmarks."""
    keys = [(score.seat in state.winners, score.total or 0) for score in (one, other)]
    return keys[0] > keys[1]
