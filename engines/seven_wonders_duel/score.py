"""Prices and scores, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engines.book import EMPTY
from engines.seven_wonders_duel.actions import (
    CATEGORIES,
    Build,
    Discard,
    Result,
    TokenAction,
    Wonder,
)
from engines.seven_wonders_duel.catalog import (
    BOX,
    CARDS,
    COIN,
    LIMITS,
    RESOURCES,
    TOKENS,
    WONDERS,
)
from engines.seven_wonders_duel.effects import most
from engines.seven_wonders_duel.state import (
    CITY_OF,
    COINS_OF,
    TOKENS_OF,
    UNDER,
    Places,
    State,
    built,
    colours,
    pawn,
)
from engines.seven_wonders_duel.trade import (
    INDEX,
    MADE,
    Price,
    price_of,
)
from engines.values import Action, Score, Seat, Standing, Term

ROW_OF: Final = {"blue": "blue", "green": "green", "yellow": "yellow", "purple": "guilds"}
"""The row of the score sheet that cards of a colour are written in."""


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return how a price comes about, resource by resource: where each unit comes from, what it
    costs and to whom that is paid; for a discarded card or a token, what it brings."""
    places = state.book.places
    if isinstance(action, (Build, Wonder)):
        thing = action.wonder if isinstance(action, Wonder) else action.card
        lines = tuple(price_lines(places, action.seat, price_of(places, action.seat, thing)))
        return lines or (Term("line.free", 0, "D13", thing),)
    if isinstance(action, Discard):
        return tuple(sale_lines(places, action.seat))
    if isinstance(action, TokenAction) and TOKENS[action.token].gain:
        return (Term("line.gain", TOKENS[action.token].gain, "D54", COIN),)
    return ()


def price_lines(places: Places, seat: int, price: Price) -> Iterator[Term]:
    """Yield the lines of a price; they add up to what is due in all."""
    if price.chain:
        yield Term("line.chain", 0, "D18", price.chain)
        return
    if price.coins:
        yield Term("line.coins", price.coins, "D13", COIN, {"to": "bank"})
    for i, resource in enumerate(RESOURCES):
        if price.need[i]:
            yield from resource_lines(places, seat, price, resource)


def resource_lines(places: Places, seat: int, price: Price, resource: str) -> Iterator[Term]:
    """Yield where the units of one resource come from (D13-D17, D56, D57)."""
    i = INDEX[resource]
    plan, means = price.plan, price.means
    own = min(price.need[i], means.own[i])
    if own:
        makers = [c for c in places.get(CITY_OF[seat], EMPTY) if c in MADE and MADE[c][i]]
        yield Term("line.own", 0, "D13", resource, {"n": own, "of": makers})
    for helper, gives in zip(means.helpers, plan.helped, strict=True):
        if gives == i:
            yield Term("line.helper", 0, "D17", resource, {"n": 1, "of": helper})
    if plan.rebated[i]:
        off = {"n": plan.rebated[i], "of": price.rebate}
        yield Term("line.rebate", 0, "D57", resource, off)
    n, each = plan.bought[i], means.prices[i]
    if n:
        to: str | Seat = Seat(1 - seat) if price.economy else "bank"
        data = {"n": n, "each": each, "to": to}
        if means.fixed[i]:
            yield Term("line.fixed", n * each, "D16", resource, data | {"of": means.fixed[i]})
        else:
            theirs = {"base": LIMITS.trade, "theirs": each - LIMITS.trade}
            yield Term("line.bought", n * each, "D14", resource, data | theirs)


def sale_lines(places: Places, seat: int) -> Iterator[Term]:
    """Yield what discarding a card brings: two coins, one more for every yellow card (D22)."""
    yield Term("line.sale", LIMITS.sale, "D22", COIN)
    for card in places.get(CITY_OF[seat], EMPTY):
        if card in CARDS and CARDS[card].colour == "yellow":
            yield Term("line.yellow", 1, "D22", card)


def sale(places: Places, seat: int) -> int:
    """Return what discarding a card brings (D22)."""
    return LIMITS.sale + colours(places, seat).get("yellow", 0)


def standing(state: State) -> Standing:
    """Return points with the card, wonder or token behind each (D42), and the winners once it is
    over: a supremacy (D32, D38), or most points, then most on blue cards, else shared (D43).

    After a supremacy the points are for information only (D44).
    """
    if state.result is not None and not state.played:
        return noted(state.result)
    lines = [tuple(score_lines(state, seat)) for seat in (0, 1)]
    totals = [sum(line.n for line in mine) for mine in lines]
    blues = [sheet(state, seat)["blue"] for seat in (0, 1)]
    scores = [Score(s, totals[s], lines[s], ties=(blues[s],)) for s in (0, 1)]
    if state.over and state.end != "civilian":
        return ranked(scores, (state.winner,) if state.winner is not None else (), state.end)
    best = max((score.total or 0, *score.ties) for score in scores)
    ahead = tuple(s.seat for s in scores if (s.total or 0, *s.ties) == best)
    return ranked(scores, ahead, "civilian" if state.over else "")


def ranked(scores: list[Score], ahead: tuple[int, ...], end: str) -> Standing:
    """Return a standing: those `ahead` come first; once `end` is known they have won."""
    placed = tuple(
        Score(s.seat, s.total, s.lines, 1 if s.seat in ahead else 1 + len(ahead), s.ties)
        for s in scores
    )
    if not end:
        return Standing(placed)
    rule = {"military": "D32", "science": "D38"}.get(end, "D43")
    return Standing(placed, True, ahead, f"end.{'shared' if len(ahead) != 1 else end}", rule)


def noted(result: Result) -> Standing:
    """Return the standing that a score sheet says."""
    scores = []
    for seat in (0, 1):
        rows = result.sheet[seat] if result.sheet else {}
        lines = tuple(Term(f"row.{row}", n, "D42") for row, n in rows.items() if row != "total")
        if "total" in rows:
            rest = rows["total"] - sum(line.n for line in lines)
            lines += (Term("row.total", rest, "D42"),) if rest else ()
        total = sum(line.n for line in lines) if rows else None
        scores.append(Score(seat, total, lines, ties=(rows.get("blue", 0),)))
    return ranked(scores, result.winners, result.kind)


def sheet_winners(result: Result) -> tuple[int, ...]:
    """Return who has won by a score sheet alone (D43); () where it does not say enough."""
    if result.kind != "civilian" or not result.sheet or not all(result.sheet):
        return ()
    totals = [result.total(seat) for seat in (0, 1)]
    if totals[0] != totals[1]:
        return (int(totals[1] > totals[0]),)
    if not all("blue" in rows for rows in result.sheet):
        return ()
    blues = [rows["blue"] for rows in result.sheet]
    return (0, 1) if blues[0] == blues[1] else (int(blues[1] > blues[0]),)


def sheet(state: State, seat: int) -> dict[str, int]:
    """Return a seat's points by row of the score sheet (D42)."""
    rows = dict.fromkeys(CATEGORIES, 0)
    for line in score_lines(state, seat):
        rows[row_of(line)] += line.n
    return rows


def row_of(line: Term) -> str:
    """Return the row of the score sheet that a line belongs to."""
    if line.item in CARDS:
        return ROW_OF[CARDS[line.item].colour]
    if line.item in WONDERS:
        return "wonders"
    if line.item in TOKENS:
        return "tokens"
    return "coins" if line.item == COIN else "military"


def score_lines(state: State, seat: int) -> Iterator[Term]:
    """Yield every source of a seat's points (D29, D42, D45-D47, D54)."""
    places = state.book.places
    for item in places.get(CITY_OF[seat], EMPTY):
        card = CARDS.get(item)
        if card is None:
            continue
        if card.most is not None:
            n = most(places, card.most.of)
            if n and card.most.points:
                rule = "D45" if card.most.coins else "D47"
                data = {"n": n, "each": card.most.points}
                yield Term(item, n * card.most.points, rule, item, data)
        elif card.points:
            yield Term(item, card.points, "D42", item)
    for wonder in built(places, seat):
        if WONDERS[wonder].points:
            yield Term(wonder, WONDERS[wonder].points, "D42", wonder, place=UNDER[wonder])
    mine = [token for token in places.get(TOKENS_OF[seat], EMPTY) if token in TOKENS]
    for token in mine:
        n = TOKENS[token].points + TOKENS[token].each * len(mine)
        if n:
            yield Term(token, n, "D54", token)
    coins = max(0, places.get(COINS_OF[seat], EMPTY).get(COIN, 0))
    if coins >= LIMITS.per_point:
        data = {"n": coins, "each": LIMITS.per_point}
        yield Term("line.treasury", coins // LIMITS.per_point, "D42", COIN, data)
    ahead = pawn(places) * (1 if seat == 0 else -1)
    points = max((zone.points for zone in BOX.zones if zone.at <= ahead), default=0)
    if points:
        yield Term("line.military", points, "D29", "", {"n": ahead})
