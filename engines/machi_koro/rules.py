"""The rules of Machi Koro as questions: does this action break me?

Every function bears the number of its rule in `rulebook.toml` and yields its breaches. `RULES`
says which of them each kind of action must answer. Pieces that are not where they are taken from
are found by the book itself and need no rule here.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.counts import Count, miscounts
from engines.game import Check
from engines.machi_koro.actions import (
    AGAIN,
    Build,
    Decline,
    Keep,
    Pass,
    Reroll,
    Result,
    Roll,
    SeatAction,
    Swap,
    TurnEnd,
    Tv,
)
from engines.machi_koro.apply import place_of, settled
from engines.machi_koro.catalog import (
    CARDS,
    CHOOSING,
    COST,
    LANDMARKS,
    SPARED,
    SUPPLY,
    SWAPPING,
    TOWER,
)
from engines.machi_koro.income import NAMES, chosen_due, claims
from engines.machi_koro.state import (
    BUILD,
    BUILT_OF,
    CARDS_OF,
    KEEP,
    PURPLE,
    REROLL,
    ROLL,
    State,
    built,
    coins,
    dice_allowed,
    dice_thrown,
    most_of,
    swap_possible,
    works,
)
from engines.values import Action, Breach, Seat

Breaches = Iterator[Breach]


def M5_turn(state: State, action: SeatAction) -> Breaches:
    """M5: seats act in turn."""
    if action.seat != state.turn and not just_built(state, action):
        yield Breach("M5", data={"seat": Seat(action.seat), "turn": Seat(state.turn)})


def M6_unrolled(state: State, action: Keep | Tv | Swap | Decline | TurnEnd) -> Breaches:
    """M6: the dice come first."""
    mine = action.seat == state.turn and not just_built(state, action)
    if mine and state.phase in (ROLL, REROLL):
        yield Breach("M6", "M6.unrolled", {"seat": Seat(action.seat)})


def M6_undecided(state: State, action: Tv | Swap | Decline | TurnEnd) -> Breaches:
    """M6: what the roll brings comes before anything is built."""
    mine = action.seat == state.turn and not just_built(state, action)
    if mine and state.phase == KEEP:
        yield Breach("M6", "M6.undecided", {"seat": Seat(action.seat), "total": state.total})


def M6_roll(state: State, action: Roll) -> Breaches:
    """M6: one roll a turn; the next comes when the turn is finished."""
    seat = Seat(state.turn)
    if state.phase in (PURPLE, BUILD):
        yield Breach("M6", "M6.unfinished", {"seat": seat, "total": state.total})
    elif state.phase == KEEP:
        yield Breach("M6", "M6.undecided", {"seat": seat, "total": state.total})


def M7_dice(state: State, action: Roll) -> Breaches:
    """M7: more than one die only with the Train Station."""
    allowed = dice_allowed(state, state.turn)
    least = dice_thrown(action.dice, action.total).start
    if least > allowed:
        yield Breach("M7", data={"seat": Seat(state.turn), "n": least, "allowed": allowed})


def M8_same(state: State, action: Roll) -> Breaches:
    """M8: the second roll is made with as many dice as the first, unless the table plays free."""
    if state.phase not in (KEEP, REROLL) or state.options.reroll_dice == "free":
        return
    first = dice_thrown(state.dice, state.total)
    second = dice_thrown(action.dice, action.total)
    if not set(first) & set(second):
        yield Breach("M8", "M8.same", {"first": first.start, "n": second.start})


def M8_reroll(state: State, action: Reroll) -> Breaches:
    """M8, M9: once a turn, with the Radio Tower, before the income is paid."""
    seat = Seat(action.seat)
    if action.seat != state.turn or state.phase == KEEP:
        return
    if not works(state, state.book.places, action.seat, TOWER):
        yield Breach("M8", "M8.tower", {"seat": seat})
    elif state.rerolled:
        yield Breach("M8", "M8.once", {"seat": seat})
    elif state.phase == ROLL:
        yield Breach("M8", "M8.unrolled", {"seat": seat})
    else:
        yield Breach("M9", "M9.late", {"seat": seat, "total": state.total})


def M8_keep(state: State, action: Keep) -> Breaches:
    """M8: only a roll that could be repeated needs to be kept."""
    if action.seat == state.turn and state.phase in (PURPLE, BUILD):
        yield Breach("M8", "M8.keep", {"seat": Seat(action.seat)})


def M9_early(state: State, action: Roll) -> Breaches:
    """M9: a roll that may still be repeated brings nothing, so nothing can be noted with it."""
    if action.actual and not stands_at_once(settled(state, action)[0]):
        yield Breach("M9", "M9.early", {"seat": Seat(state.turn)})


def M11_income(state: State, action: Roll | Keep) -> Breaches:
    """M11 to M26: every line of income is paid in full, and no other. Cites the line's rule."""
    if not action.actual:
        return
    if isinstance(action, Roll):
        state, _ = settled(state, action)
        if not stands_at_once(state):
            return
        state = replace(state, total=action.total or sum(action.dice))
    elif state.phase != KEEP or action.seat != state.turn:
        return
    for claim in claims(state, state.book.places, action.actual):
        if claim.paid != claim.due:
            yield income_breach(claim.rule, claim.seat, claim.card, claim.due, claim.paid)


def M16_due(state: State, action: Tv) -> Breaches:
    """M16, M30: the TV Station works on its owner's own roll of its number, once."""
    state, _ = settled(state, action)
    if not unrolled(state, action) and CHOOSING not in state.pending:
        if works_now(state, CHOOSING):
            yield Breach("M30", data={"seat": Seat(action.seat), "card": CHOOSING})
        else:
            yield idle(state, CHOOSING)


def M27_target(state: State, action: Tv) -> Breaches:
    """M27: another seat is named."""
    if action.target == action.seat:
        yield Breach("M27", "M27.self", {"seat": Seat(action.seat)})


def M27_amount(state: State, action: Tv) -> Breaches:
    """M27, M19: it pays five coins, or what it has."""
    if action.actual:
        state, _ = settled(state, action)
        due = chosen_due(state.book.places, action.target)
        paid = action.actual[NAMES[CHOOSING][action.seat]]
        if paid != due:
            yield income_breach("M27", action.seat, CHOOSING, due, paid)


def M27_open(state: State, action: TurnEnd) -> Breaches:
    """M27: the TV Station is no choice to be left out."""
    state, _ = settled(state, action)
    if action.seat == state.turn and CHOOSING in state.pending:
        yield Breach("M27", "M27.open", {"seat": Seat(action.seat)})


def M28_due(state: State, action: Swap) -> Breaches:
    """M16, M28: the Business Center works on its owner's own roll of its number, once."""
    state, _ = settled(state, action)
    if unrolled(state, action) or SWAPPING in state.pending:
        return
    if not works_now(state, SWAPPING):
        yield idle(state, SWAPPING)
    elif swap_possible(state.book.places, state.seats, state.turn):
        yield Breach("M28", "M28.once", {"seat": Seat(action.seat)})


def M28_cards(state: State, action: Swap) -> Breaches:
    """M28: a card of one's own for one of another seat, none of them a tower or a landmark."""
    if action.target == action.seat:
        yield Breach("M28", "M28.self", {"seat": Seat(action.seat)})
    for card, seat in ((action.give, action.seat), (action.take, action.target)):
        if card in SPARED or card in LANDMARKS:
            yield Breach("M28", "M28.spared", {"card": card})
        if not state.book.count(place_of(card, seat), card):
            yield Breach("M28", "M28.lacks", {"seat": Seat(seat), "card": card})


def M28_open(state: State, action: TurnEnd | Decline) -> Breaches:
    """M28: the exchange may be left out, unless the table plays that it must be made."""
    state, _ = settled(state, action)
    must = state.options.business_center == "must"
    if action.seat == state.turn and must and SWAPPING in state.pending:
        yield Breach("M28", "M28.must", {"seat": Seat(action.seat)})


def M28_nothing(state: State, action: Decline) -> Breaches:
    """M28: only an exchange that could be made can be left out."""
    state, _ = settled(state, action)
    if not unrolled(state, action) and SWAPPING not in state.pending:
        yield Breach("M28", "M28.none", {"seat": Seat(action.seat)})


def M31_once(state: State, action: Build) -> Breaches:
    """M31: one build a turn."""
    if just_built(state, action):
        yield Breach("M31", data={"seat": Seat(action.seat)})


def M32_cost(state: State, action: Build) -> Breaches:
    """M32: the printed cost, in full, from the coins that are there."""
    state, _ = settled(state, action)
    cost, held = COST[action.card], coins(state, action.seat)
    if action.paid != cost:
        yield Breach("M32", data={"card": action.card, "cost": cost, "paid": action.paid})
    if action.paid > held:
        why = {"seat": Seat(action.seat), "held": held, "paid": action.paid}
        yield Breach("M32", "M32.lacks", why)


def M33_one_of_a_kind(state: State, action: Build) -> Breaches:
    """M33: one purple card of each kind."""
    most = most_of(action.card)
    held = state.book.count(CARDS_OF[action.seat], action.card)
    if most is not None and held >= most:
        yield Breach("M33", data={"seat": Seat(action.seat), "card": action.card, "most": most})


def M34_stack(state: State, action: Build) -> Breaches:
    """M34: only what is left in the supply."""
    if action.card in CARDS and state.book.count(SUPPLY, action.card) <= 0:
        yield Breach("M34", data={"card": action.card})


def M35_landmark(state: State, action: Build) -> Breaches:
    """M35: each of one's own landmarks once."""
    if action.card in LANDMARKS and state.book.count(BUILT_OF[action.seat], action.card) > 0:
        yield Breach("M35", data={"seat": Seat(action.seat), "card": action.card})


def M39_again(state: State, action: TurnEnd) -> Breaches:
    """M39: another turn follows a double with the Amusement Park, and nothing else."""
    state, _ = settled(state, action)
    if action.seat != state.turn or state.phase in (ROLL, REROLL) or state.over:
        return
    said = action.actual.get(AGAIN)
    seat = Seat(action.seat)
    if state.again is None:
        if said is None and not wins(state, action):
            yield Breach("M39", "M39.unknown", {"seat": seat, "total": state.total})
    elif said is not None and bool(said) != state.again:
        yield Breach("M39", "M39.forgotten" if state.again else "M39.undue", {"seat": seat})


def M41_over(state: State, action: Action) -> Breaches:
    """M41: after the fourth landmark nobody plays on."""
    if state.over:
        if state.winners:
            yield Breach("M41", "M41.over", {"winner": Seat(state.winners[0])})
        else:
            yield Breach("M41", "M41.closed")


def M41_result(state: State, action: Result) -> Breaches:
    """M41, M42: the game ends with one seat's fourth landmark, and as it was recorded."""
    complete = [seat for seat, n in enumerate(action.landmarks) if n == len(LANDMARKS)]
    if state.played and not state.over:
        yield Breach("M41", "M41.open", {"turn": Seat(state.turn)})
    elif not complete:
        yield Breach("M41", "M41.none")
    if len(complete) > 1:
        yield Breach("M42", data={"seat": Seat(complete[0]), "other": Seat(complete[1])})
    if not state.played:
        return
    for seat, n in enumerate(action.landmarks):
        recorded = built(state.book.places, seat)
        if n is not None and n != recorded:
            differs = {"seat": Seat(seat), "n": n, "recorded": recorded}
            yield Breach("M41", "M41.differs", differs)


def COUNT_differs(state: State, action: Count) -> Breaches:
    """COUNT: after the first turn a count confirms the record."""
    if state.played:
        yield from miscounts(state.book, action)


TURN: tuple[Check, ...] = (M5_turn, M41_over)
CHOICE: tuple[Check, ...] = (*TURN, M6_unrolled, M6_undecided)
END: tuple[Check, ...] = (*CHOICE, M27_open, M28_open, M39_again)

RULES: dict[type[Action], tuple[Check, ...]] = {
    Roll: (M41_over, M6_roll, M7_dice, M8_same, M9_early, M11_income),
    Keep: (*TURN, M6_unrolled, M8_keep, M11_income),
    Reroll: (*TURN, M8_reroll),
    Tv: (*CHOICE, M16_due, M27_target, M27_amount),
    Swap: (*CHOICE, M28_due, M28_cards),
    Decline: (*CHOICE, M28_nothing, M28_open),
    Build: (*END, M31_once, M32_cost, M33_one_of_a_kind, M34_stack, M35_landmark),
    Pass: END,
    Result: (M41_result,),
    Count: (COUNT_differs,),
}


def just_built(state: State, action: SeatAction) -> bool:
    """Return whether this is one more build of the seat whose turn ended with a build."""
    return isinstance(action, Build) and state.phase == ROLL and action.seat == state.builder


def stands_at_once(state: State) -> bool:
    """Return whether the next roll stands as it falls (M8)."""
    return state.phase != ROLL or not works(state, state.book.places, state.turn, TOWER)


def unrolled(state: State, action: SeatAction) -> bool:
    """Return whether a seat acts out of turn or without a roll: other rules say so."""
    return action.seat != state.turn or state.phase in (ROLL, REROLL)


def works_now(state: State, card: str) -> bool:
    """Return whether the seat on turn owns a card and has rolled its number."""
    held = state.book.count(CARDS_OF[state.turn], card) > 0
    return held and state.total in CARDS[card].numbers


def idle(state: State, card: str) -> Breach:
    """Return the breach of using a card that does not work on this roll, or is not there."""
    seat = Seat(state.turn)
    if state.book.count(CARDS_OF[state.turn], card) <= 0:
        return Breach("M16", "M16.lacks", {"seat": seat, "card": card})
    return Breach("M16", data={"seat": seat, "card": card, "total": state.total})


def income_breach(rule: str, seat: int, card: str, due: int, paid: int) -> Breach:
    """Return the breach of a line of income that was not carried out as due."""
    why = "income" if due else "income.undue"
    return Breach(rule, why, {"seat": Seat(seat), "card": card, "due": due, "paid": paid})


def wins(state: State, action: TurnEnd) -> bool:
    """Return whether a build is the seat's last landmark."""
    if not isinstance(action, Build) or action.card not in LANDMARKS:
        return False
    place = state.book.holding(BUILT_OF[action.seat])
    return action.card not in place and built(state.book.places, action.seat) + 1 == len(LANDMARKS)
