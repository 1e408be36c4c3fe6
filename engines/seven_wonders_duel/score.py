"""Prices and scores of 7 Wonders Duel, term by term."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

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
from engines.seven_wonders_duel.effects import count_most
from engines.seven_wonders_duel.state import (
    CITY_OF,
    COINS_OF,
    TOKENS_OF,
    UNDER,
    Places,
    State,
    count_colours,
    find_pawn,
    list_built_wonders,
)
from engines.seven_wonders_duel.trade import (
    INDEX,
    MADE,
    Price,
    compute_price,
)
from engines.values import Action, Score, Seat, Standing, Term

ROW_OF: Final = {"blue": "blue", "green": "green", "yellow": "yellow", "purple": "guilds"}
"""Colour of a card to its row on the score sheet."""


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return the terms of a price, resource by resource: source of each unit, cost, payee.

    For a discarded card or a token they are the coins that it brings.
    """
    places = state.book.places
    if isinstance(action, (Build, Wonder)):
        thing = action.wonder if isinstance(action, Wonder) else action.card
        lines = tuple(price_terms(places, action.seat, compute_price(places, action.seat, thing)))
        return lines or (Term("line.free", 0, "D13", thing),)
    if isinstance(action, Discard):
        return tuple(sale_terms(places, action.seat))
    if isinstance(action, TokenAction) and TOKENS[action.token].gain:
        return (Term("line.gain", TOKENS[action.token].gain, "D54", COIN),)
    return ()


def price_terms(places: Places, seat: int, price: Price) -> Iterator[Term]:
    """Yield the terms of a price; their sum is what is due in all."""
    if price.chain:
        yield Term("line.chain", 0, "D18", price.chain)
        return
    if price.coins:
        yield Term("line.coins", price.coins, "D13", COIN, {"to": "bank"})
    for i, resource in enumerate(RESOURCES):
        if price.need[i]:
            yield from resource_terms(places, seat, price, resource)


def resource_terms(places: Places, seat: int, price: Price, resource: str) -> Iterator[Term]:
    """Yield the sources of the units of one resource (D13 to D17, D56, D57)."""
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


def sale_terms(places: Places, seat: int) -> Iterator[Term]:
    """Yield the coins that discarding a card brings: two, and one for every yellow card (D22)."""
    yield Term("line.sale", LIMITS.sale, "D22", COIN)
    for card in places.get(CITY_OF[seat], EMPTY):
        if card in CARDS and CARDS[card].colour == "yellow":
            yield Term("line.yellow", 1, "D22", card)


def compute_sale(places: Places, seat: int) -> int:
    """Return the coins that discarding a card brings (D22)."""
    return LIMITS.sale + count_colours(places, seat).get("yellow", 0)


def standing(state: State) -> Standing:
    """Return the points with the card, wonder or token behind each (D42), and the winners.

    A supremacy wins (D32, D38); its points are for information only (D44). Otherwise most points
    win, then most points on blue cards; after that victory is shared (D43).
    """
    if state.result is not None and not state.played:
        return make_sheet_standing(state.result)
    lines = [tuple(score_terms(state, seat)) for seat in (0, 1)]
    totals = [sum(line.n for line in mine) for mine in lines]
    blues = [count_rows(state, seat)["blue"] for seat in (0, 1)]
    scores = [Score(s, totals[s], lines[s], ties=(blues[s],)) for s in (0, 1)]
    if state.over and state.end != "civilian":
        return make_standing(scores, (state.winner,) if state.winner is not None else (), state.end)
    best = max((score.total or 0, *score.ties) for score in scores)
    ahead = tuple(s.seat for s in scores if (s.total or 0, *s.ties) == best)
    return make_standing(scores, ahead, "civilian" if state.over else "")


def make_standing(scores: list[Score], ahead: tuple[int, ...], end: str) -> Standing:
    """Return a standing in which the seats `ahead` come first; with an `end` they have won."""
    placed = tuple(
        Score(s.seat, s.total, s.lines, 1 if s.seat in ahead else 1 + len(ahead), s.ties)
        for s in scores
    )
    if not end:
        return Standing(placed)
    rule = {"military": "D32", "science": "D38"}.get(end, "D43")
    return Standing(placed, True, ahead, f"end.{'shared' if len(ahead) != 1 else end}", rule)


def make_sheet_standing(result: Result) -> Standing:
    """Return the standing of a score sheet alone."""
    scores = []
    for seat in (0, 1):
        rows = result.sheet[seat] if result.sheet else {}
        lines = tuple(Term(f"row.{row}", n, "D42") for row, n in rows.items() if row != "total")
        if "total" in rows:
            rest = rows["total"] - sum(line.n for line in lines)
            lines += (Term("row.total", rest, "D42"),) if rest else ()
        total = sum(line.n for line in lines) if rows else None
        scores.append(Score(seat, total, lines, ties=(rows.get("blue", 0),)))
    found = make_standing(scores, result.winners, result.kind)
    if result.winner is not None or not result.sheet or find_sheet_winners(result):
        return found
    return replace(found, winners=(), tied=(0, 1), reason="end.tied")


def find_sheet_winners(result: Result) -> tuple[int, ...]:
    """Return the winners by a score sheet alone (D43), or () where it does not tell."""
    if result.kind != "civilian" or not result.sheet or not all(result.sheet):
        return ()
    totals = [result.total(seat) for seat in (0, 1)]
    if totals[0] != totals[1]:
        return (int(totals[1] > totals[0]),)
    if not all("blue" in rows for rows in result.sheet):
        return ()
    blues = [rows["blue"] for rows in result.sheet]
    return (0, 1) if blues[0] == blues[1] else (int(blues[1] > blues[0]),)


def count_rows(state: State, seat: int) -> dict[str, int]:
    """Return a seat's points by row of the score sheet (D42)."""
    rows = dict.fromkeys(CATEGORIES, 0)
    for line in score_terms(state, seat):
        rows[find_row(line)] += line.n
    return rows


def find_row(line: Term) -> str:
    """Return the row of the score sheet that a term belongs to."""
    if line.item in CARDS:
        return ROW_OF[CARDS[line.item].colour]
    if line.item in WONDERS:
        return "wonders"
    if line.item in TOKENS:
        return "tokens"
    return "coins" if line.item == COIN else "military"


def score_terms(state: State, seat: int) -> Iterator[Term]:
    """Yield every source of a seat's points (D29, D42, D45 to D47, D54)."""
    places = state.book.places
    for item in places.get(CITY_OF[seat], EMPTY):
        card = CARDS.get(item)
        if card is None:
            continue
        if card.most is not None:
            n = count_most(places, card.most.of)
            if n and card.most.points:
                rule = "D45" if card.most.coins else "D47"
                data = {"n": n, "each": card.most.points}
                yield Term(item, n * card.most.points, rule, item, data)
        elif card.points:
            yield Term(item, card.points, "D42", item)
    for wonder in list_built_wonders(places, seat):
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
    ahead = find_pawn(places) * (1 if seat == 0 else -1)
    points = max((zone.points for zone in BOX.zones if zone.at <= ahead), default=0)
    if points:
        yield Term("line.military", points, "D29", "", {"n": ahead})
