"""The rules of 7 Wonders Duel: which of them an action breaks.

The name of a rule's function begins with its number in `rulebook.toml`; it yields breaches. `RULES`
lists the rules that each kind of action must keep. Rules about facts of the table are in
`rules_table`. The book itself finds pieces that are not where they are taken from; no rule here
repeats that.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.counts import Count
from engines.game import Check
from engines.seven_wonders_duel.actions import (
    UNSEEN,
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Raze,
    Result,
    Reveal,
    Revive,
    SeatAction,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.apply import apply
from engines.seven_wonders_duel.catalog import (
    BOX,
    CARDS,
    COIN,
    LIMITS,
    NUMBER_OF,
)
from engines.seven_wonders_duel.effects import sum_outcomes
from engines.seven_wonders_duel.layout import find_place, list_covering_slots
from engines.seven_wonders_duel.rules_table import Breaches, D3_reveal, D10_backs, D12_reveal
from engines.seven_wonders_duel.score import compute_sale, count_rows, find_sheet_winners, standing
from engines.seven_wonders_duel.state import (
    CITY_OF,
    COINS_OF,
    DISCARDS,
    UNDER,
    WONDERS_OF,
    State,
    can_lie_in,
    list_built_wonders,
)
from engines.seven_wonders_duel.trade import compute_price
from engines.seven_wonders_duel.turns import RAZES, preview_lapse
from engines.values import Action, Breach, Seat

TurnAction = Build | Discard | Wonder

OVER: Final = {"military": "D32", "science": "D38", "civilian": "D43", "unknown": "D43"}
"""Kind of victory to the rule by which it ends the game."""

OWED: Final = {"token": "D35", "keep": "D52", "revive": "D51", "begin": "D39"} | dict.fromkeys(
    RAZES, "D50"
)
"""Choice that may be owed to the rule that asks for it."""


# --- whose turn it is -------------------------------------------------------------------------


def D11_turn(state: State, action: TurnAction) -> Breaches:
    """D11, D26: the active player takes a card; an extra turn keeps a player active."""
    due = preview_lapse(state)
    if action.seat != due.turn and due.age and due.pending != "begin":
        data = {"seat": Seat(action.seat), "turn": Seat(due.turn)}
        yield Breach("D26", "D26.turn", data) if due.extra else Breach("D11", "D11.turn", data)


def D24_pending(state: State, action: TurnAction | Begin) -> Breaches:
    """D24, D35, D39: a choice that is owed is made before anything else."""
    if state.pending and not (state.pending == "begin" and isinstance(action, Begin)):
        rule = OWED[state.pending] if state.pending in ("token", "begin") else "D24"
        yield Breach(rule, f"pending.{state.pending}", {"seat": Seat(state.turn)})


def D32_over(state: State, action: Action) -> Breaches:
    """D32, D38, D43: nobody acts after a victory."""
    if not state.over:
        return
    seat, rule = Seat(action.seat), OVER[state.end]
    if state.winner is None:
        yield Breach(rule, "D43.over", {"seat": seat})
    else:
        yield Breach(rule, f"{rule}.over", {"seat": seat, "winner": Seat(state.winner)})


def D5_first(state: State, action: TurnAction) -> Breaches:
    """D5: the wonders are drafted before the first age."""
    if not state.age:
        yield Breach("D5", "D5.first", {"n": len(BOX.draft) - state.picked})


def D5_draft(state: State, action: Draft) -> Breaches:
    """D5: the seats draft one, two and one of four wonders; the other seat begins the next four."""
    if state.picked >= len(BOX.draft):
        yield Breach("D5", "D5.done", {"seat": Seat(action.seat)})
    elif action.seat != state.turn:
        yield Breach("D5", "D5.turn", {"seat": Seat(action.seat), "turn": Seat(state.turn)})
    if not can_lie_in(state, "offer", action.wonder):
        yield Breach("D5", "D5.offer", {"wonder": action.wonder})


# --- the card that is taken -------------------------------------------------------------------


def D11_card(state: State, action: TurnAction) -> Breaches:
    """D11, D9: the card lies in the layout and no card lies on top of it."""
    if not state.age:
        return
    state = preview_lapse(state)
    place = find_place(state.book, state.age, action.card, action.slot)
    number = NUMBER_OF.get(place)
    if number is None:
        yield Breach("D11", "D11.absent", {"card": action.card})
        return
    over = list_covering_slots(state.book.places, state.age, number)
    if over:
        yield Breach("D11", "D11.covered", {"card": action.card, "place": place, "over": over})
    if action.card == UNSEEN:
        if not state.book.size(place):
            yield Breach("D11", "D11.empty", {"place": place})
    elif not can_lie_in(state, place, action.card):
        shown = state.book.sole(place)
        why = "D11.empty" if shown is None else "D9.shown" if shown in CARDS else "D9.face"
        rule = "D11" if shown is None else "D9"
        yield Breach(rule, why, {"card": action.card, "place": place, "shown": shown or UNSEEN})


# --- what it costs and brings -----------------------------------------------------------------


def D13_price(state: State, action: Build | Wonder) -> Breaches:
    """D13 to D18, D23, D56, D57: the payment is the cheapest price, shared out as D56 says."""
    thing = action.wonder if isinstance(action, Wonder) else action.card
    price = compute_price(state.book.places, action.seat, thing)
    due, paid = price.paid, action.paid
    if paid == due:
        return
    rule = "D18" if price.chain else "D14" if price.plan.cost else "D13"
    if isinstance(action, Wonder):
        rule = "D23"
    data = {"thing": thing, "due": due.total, "paid": paid.total}
    if price.chain:
        yield Breach("D18", "D18.free", data | {"chain": price.chain})
    elif paid.total < due.total:
        yield Breach(rule, "price.under", data | {"n": due.total - paid.total})
    elif paid.total > due.total:
        yield Breach(rule, "price.over", data | {"n": paid.total - due.total})
    else:
        other = Seat(1 - action.seat)
        yield Breach("D56", "D56.split", {"seat": other, "due": due.opponent, "n": paid.opponent})


def D19_coins(state: State, action: Build | Wonder) -> Breaches:
    """D19: a seat without the coins cannot construct."""
    held = state.book.count(COINS_OF[action.seat], COIN)
    if action.paid.total > held:
        data = {"seat": Seat(action.seat), "paid": action.paid.total, "held": held}
        yield Breach("D19", data=data)


def D20_outcome(state: State, action: SeatAction) -> Breaches:
    """D20 to D60: the effects of an action are what the rules derive."""
    if not action.actual:
        return
    after, moves = apply(state, replace(action, actual={}))
    came = sum_outcomes(moves, action)
    if "again" in action.actual:
        came["again"] = (int(after.again or (after.extra and after.turn == action.seat)), "D26")
    for outcome, n in action.actual.items():
        due, rule = came.get(outcome, (0, OUTCOME_RULES[outcome]))
        if n != due:
            data = {"outcome": f"outcome.{outcome}", "due": due, "n": n}
            yield Breach(rule, "outcome", data)


OUTCOME_RULES: Final = {
    "coins": "D20",
    "bonus": "D54",
    "shields": "D28",
    "loot": "D30",
    "loss": "D49",
    "again": "D26",
}


def D22_income(state: State, action: Discard) -> Breaches:
    """D22: a discarded card brings two coins, and one for every yellow card in the city."""
    due = compute_sale(state.book.places, action.seat)
    if action.taken != due:
        yield Breach("D22", data={"seat": Seat(action.seat), "due": due, "n": action.taken})


def D23_wonder(state: State, action: Wonder) -> Breaches:
    """D23, D25: a wonder is one's own, not yet constructed, and never the eighth."""
    places = state.book.places
    data = {"wonder": action.wonder, "seat": Seat(action.seat)}
    if places.get(UNDER[action.wonder]):
        yield Breach("D23", "D23.built", data)
    elif sum(len(list_built_wonders(places, seat)) for seat in (0, 1)) >= LIMITS.wonders:
        yield Breach("D25", "D25", data)
    elif not state.book.count(WONDERS_OF[action.seat], action.wonder):
        yield Breach("D23", "D23.owner", data)


# --- choices ----------------------------------------------------------------------------------


def D35_token(state: State, action: Token) -> Breaches:
    """D35: a pair of symbols earns one of the tokens on the board."""
    yield from find_choice_breaches(state, action, "token")
    if not can_lie_in(state, "board", action.token):
        yield Breach("D35", "D35.board", {"token": action.token})


def D52_keep(state: State, action: Keep) -> Breaches:
    """D52: the Great Library keeps one of the three tokens drawn."""
    yield from find_choice_breaches(state, action, "keep")
    if not can_lie_in(state, "drawn", action.token):
        yield Breach("D52", "D52.drawn", {"token": action.token})


def D50_raze(state: State, action: Raze) -> Breaches:
    """D50: Zeus and Circus Maximus discard a card of their colour from the opponent's city."""
    yield from find_choice_breaches(state, action, *RAZES)
    colour = CARDS[action.card].colour
    if not state.book.count(CITY_OF[1 - action.seat], action.card):
        yield Breach("D50", "D50.city", {"card": action.card, "seat": Seat(1 - action.seat)})
    elif state.pending in RAZES and colour != state.pending:
        yield Breach("D50", "D50.colour", {"card": action.card, "colour": state.pending})


def D51_revive(state: State, action: Revive) -> Breaches:
    """D51: the Mausoleum constructs a card of the discard pile."""
    yield from find_choice_breaches(state, action, "revive")
    if not can_lie_in(state, DISCARDS, action.card):
        yield Breach("D51", "D51.pile", {"card": action.card})


def D39_begin(state: State, action: Begin) -> Breaches:
    """D39, D40: the weaker seat names the seat that begins, between two ages."""
    yield from find_choice_breaches(
        state if state.pending == "begin" else preview_lapse(state), action, "begin"
    )


def find_choice_breaches(state: State, action: Action, *pending: str) -> Breaches:
    """Yield a breach unless one of the choices `pending` is owed by this seat."""
    rule = OWED[pending[0]]
    if state.pending not in pending:
        yield Breach(rule, f"{rule}.undue", {"seat": Seat(action.seat)})
    elif action.seat != state.turn:
        data = {"seat": Seat(action.seat), "turn": Seat(state.turn)}
        yield Breach(rule, "choice.turn", data)


# --- the score sheet, counts ------------------------------------------------------------------


def D39_early(state: State, action: Result) -> Breaches:
    """D39: without a supremacy the game ends with the third age."""
    if state.played and not state.over:
        yield Breach("D39", "D39.early", {"age": state.age})


def D42_sheet(state: State, action: Result) -> Breaches:
    """D42: every row of the score sheet agrees with the record."""
    if not state.played or state.end in ("military", "science"):
        return
    for seat, noted in enumerate(action.sheet):
        computed = count_rows(state, seat)
        for row, n in noted.items():
            due = sum(computed.values()) if row == "total" else computed[row]
            if n != due:
                data = {"seat": Seat(seat), "row": f"row.{row}", "n": n, "computed": due}
                yield Breach("D42", "D42", data)


def D43_winner(state: State, action: Result) -> Breaches:
    """D43, D32, D38: the kind of victory and the winner agree with the record or the sheet."""
    if state.played and state.over:
        if action.kind not in (state.end, "unknown"):
            rule = OVER[state.end]
            data = {"kind": f"kind.{action.kind}", "end": f"kind.{state.end}"}
            yield Breach(rule, "D43.kind", data)
            return
        winners = standing(replace(state, result=None)).winners
    elif state.played or action.kind != "civilian":
        if action.winner is None and action.kind not in ("civilian", "unknown"):
            yield Breach(OVER[action.kind], "D43.nobody", {"kind": f"kind.{action.kind}"})
        return
    else:
        winners = find_sheet_winners(action)
    if winners and winners != action.winners:
        who = [Seat(seat) for seat in winners]
        yield Breach(OVER[action.kind], "D43.winner", {"winners": who})


TURN: tuple[Check, ...] = (D5_first, D11_turn, D24_pending, D32_over, D11_card)

RULES: dict[type[Action], tuple[Check, ...]] = {
    Draft: (D5_draft, D32_over),
    Build: (*TURN, D13_price, D19_coins, D20_outcome),
    Discard: (*TURN, D22_income),
    Wonder: (*TURN, D23_wonder, D13_price, D19_coins, D20_outcome),
    Token: (D35_token, D32_over, D20_outcome),
    Keep: (D52_keep, D32_over, D20_outcome),
    Raze: (D50_raze, D32_over),
    Revive: (D51_revive, D32_over, D20_outcome),
    Begin: (D39_begin, D24_pending, D32_over),
    Reveal: (D12_reveal, D3_reveal),
    Backs: (D10_backs,),
    Result: (D39_early, D42_sheet, D43_winner),
    Count: (),
}
