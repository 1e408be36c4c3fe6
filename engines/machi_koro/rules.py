"""The rules of Machi Koro: which of them an action breaks.

The name of a rule's function begins with its number in `rulebook.toml`; it yields breaches. `RULES`
lists the rules that each kind of action must keep. The book itself finds pieces that are not where
they are taken from; no rule here repeats that.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.counts import Count
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
from engines.machi_koro.apply import apply_implied, find_place
from engines.machi_koro.catalog import (
    BUSINESS_CENTER,
    CARDS,
    COST,
    LANDMARKS,
    SUPPLY,
    TOWER,
    TV_STATION,
    UNSWAPPABLE,
)
from engines.machi_koro.income import OUTCOME_NAMES, compute_tv_due, list_claims
from engines.machi_koro.state import (
    BUILD,
    BUILT_OF,
    CARDS_OF,
    KEEP,
    PURPLE,
    REROLL,
    ROLL,
    State,
    can_swap,
    count_allowed_dice,
    count_coins,
    count_landmarks,
    find_copy_limit,
    is_working,
    list_dice_counts,
)
from engines.values import Action, Breach, Seat

Breaches = Iterator[Breach]


def M5_turn(state: State, action: SeatAction) -> Breaches:
    """M5: seats act in turn."""
    if action.seat != state.turn and not is_second_build(state, action):
        yield Breach("M5", data={"seat": Seat(action.seat), "turn": Seat(state.turn)})


def M6_unrolled(state: State, action: Keep | Tv | Swap | Decline | TurnEnd) -> Breaches:
    """M6: the dice are rolled before anything else is done."""
    mine = action.seat == state.turn and not is_second_build(state, action)
    if mine and state.phase in (ROLL, REROLL):
        yield Breach("M6", "M6.unrolled", {"seat": Seat(action.seat)})


def M6_undecided(state: State, action: Tv | Swap | Decline | TurnEnd) -> Breaches:
    """M6: the seat decides about its roll before anything is built."""
    mine = action.seat == state.turn and not is_second_build(state, action)
    if mine and state.phase == KEEP:
        yield Breach("M6", "M6.undecided", {"seat": Seat(action.seat), "total": state.total})


def M6_roll(state: State, action: Roll) -> Breaches:
    """M6: one roll a turn; the next roll comes when the turn is finished."""
    seat = Seat(state.turn)
    if state.phase in (PURPLE, BUILD):
        yield Breach("M6", "M6.unfinished", {"seat": seat, "total": state.total})
    elif state.phase == KEEP:
        yield Breach("M6", "M6.undecided", {"seat": seat, "total": state.total})


def M7_dice(state: State, action: Roll) -> Breaches:
    """M7: a seat rolls more than one die only with the Train Station."""
    allowed = count_allowed_dice(state, state.turn)
    least = list_dice_counts(action.dice, action.total).start
    if least > allowed:
        yield Breach("M7", data={"seat": Seat(state.turn), "n": least, "allowed": allowed})


def M8_same(state: State, action: Roll) -> Breaches:
    """M8: the second roll has as many dice as the first; the option `reroll_dice` frees it."""
    if state.phase not in (KEEP, REROLL) or state.options.reroll_dice == "free":
        return
    first = list_dice_counts(state.dice, state.total)
    second = list_dice_counts(action.dice, action.total)
    if not set(first) & set(second):
        yield Breach("M8", "M8.same", {"first": first.start, "n": second.start})


def M8_reroll(state: State, action: Reroll) -> Breaches:
    """M8, M9: a seat rolls again once a turn, with the Radio Tower, before the income is paid."""
    seat = Seat(action.seat)
    if action.seat != state.turn or state.phase == KEEP:
        return
    if not is_working(state, state.book.places, action.seat, TOWER):
        yield Breach("M8", "M8.tower", {"seat": seat})
    elif state.rerolled:
        yield Breach("M8", "M8.once", {"seat": seat})
    elif state.phase == ROLL:
        yield Breach("M8", "M8.unrolled", {"seat": seat})
    else:
        yield Breach("M9", "M9.late", {"seat": seat, "total": state.total})


def M8_keep(state: State, action: Keep) -> Breaches:
    """M8: only a roll that can be repeated is kept."""
    if action.seat == state.turn and state.phase in (PURPLE, BUILD):
        yield Breach("M8", "M8.keep", {"seat": Seat(action.seat)})


def M9_early(state: State, action: Roll) -> Breaches:
    """M9: a roll that can still be repeated has no income to override."""
    if action.actual and not is_roll_final(apply_implied(state, action)):
        yield Breach("M9", "M9.early", {"seat": Seat(state.turn)})


def M11_income(state: State, action: Roll | Keep) -> Breaches:
    """M11 to M26: every line of income is paid in full, and no other. The breach cites its rule."""
    if not action.actual:
        return
    if isinstance(action, Roll):
        state = apply_implied(state, action)
        if not is_roll_final(state):
            return
        state = replace(state, total=action.total or sum(action.dice))
    elif state.phase != KEEP or action.seat != state.turn:
        return
    for claim in list_claims(state, state.book.places, action.actual):
        if claim.paid != claim.due:
            yield make_income_breach(claim.rule, claim.seat, claim.card, claim.due, claim.paid)


def M16_due(state: State, action: Tv) -> Breaches:
    """M16, M30: the TV Station works once, when its owner rolls its number."""
    state = apply_implied(state, action)
    if not is_without_roll(state, action) and TV_STATION not in state.pending:
        if is_card_working(state, TV_STATION):
            yield Breach("M30", data={"seat": Seat(action.seat), "card": TV_STATION})
        else:
            yield make_idle_breach(state, TV_STATION)


def M27_target(state: State, action: Tv) -> Breaches:
    """M27: the owner names another seat."""
    if action.target == action.seat:
        yield Breach("M27", "M27.self", {"seat": Seat(action.seat)})


def M27_amount(state: State, action: Tv) -> Breaches:
    """M27, M19: the named seat pays five coins, or what it has."""
    if action.actual:
        state = apply_implied(state, action)
        due = compute_tv_due(state.book.places, action.target)
        paid = action.actual[OUTCOME_NAMES[TV_STATION][action.seat]]
        if paid != due:
            yield make_income_breach("M27", action.seat, TV_STATION, due, paid)


def M27_open(state: State, action: TurnEnd) -> Breaches:
    """M27: the owner of the TV Station must name a seat."""
    state = apply_implied(state, action)
    if action.seat == state.turn and TV_STATION in state.pending:
        yield Breach("M27", "M27.open", {"seat": Seat(action.seat)})


def M28_due(state: State, action: Swap) -> Breaches:
    """M16, M28: the Business Center works once, when its owner rolls its number."""
    state = apply_implied(state, action)
    if is_without_roll(state, action) or BUSINESS_CENTER in state.pending:
        return
    if not is_card_working(state, BUSINESS_CENTER):
        yield make_idle_breach(state, BUSINESS_CENTER)
    elif can_swap(state, state.book.places, state.turn):
        yield Breach("M28", "M28.once", {"seat": Seat(action.seat)})


def M28_cards(state: State, action: Swap) -> Breaches:
    """M28: a card of one's own for one of another seat, neither of them a tower or a landmark."""
    if action.target == action.seat:
        yield Breach("M28", "M28.self", {"seat": Seat(action.seat)})
    for card, seat in ((action.give, action.seat), (action.take, action.target)):
        if card in UNSWAPPABLE or card in LANDMARKS:
            yield Breach("M28", "M28.spared", {"card": card})
        if not state.book.count(find_place(card, seat), card):
            yield Breach("M28", "M28.lacks", {"seat": Seat(seat), "card": card})


def M28_open(state: State, action: TurnEnd | Decline) -> Breaches:
    """M28: the exchange may be declined, unless the option `business_center` is `must`."""
    state = apply_implied(state, action)
    must = state.options.business_center == "must"
    if action.seat == state.turn and must and BUSINESS_CENTER in state.pending:
        yield Breach("M28", "M28.must", {"seat": Seat(action.seat)})


def M28_nothing(state: State, action: Decline) -> Breaches:
    """M28: only an exchange that can be made is declined."""
    state = apply_implied(state, action)
    if not is_without_roll(state, action) and BUSINESS_CENTER not in state.pending:
        yield Breach("M28", "M28.none", {"seat": Seat(action.seat)})


def M31_once(state: State, action: Build) -> Breaches:
    """M31: a seat builds once a turn."""
    if is_second_build(state, action):
        yield Breach("M31", data={"seat": Seat(action.seat)})


def M32_cost(state: State, action: Build) -> Breaches:
    """M32: the printed cost is paid in full, from coins that the seat has."""
    state = apply_implied(state, action)
    cost, held = COST[action.card], count_coins(state, action.seat)
    if action.paid != cost:
        yield Breach("M32", data={"card": action.card, "cost": cost, "paid": action.paid})
    if action.paid > held:
        why = {"seat": Seat(action.seat), "held": held, "paid": action.paid}
        yield Breach("M32", "M32.lacks", why)


def M33_one_of_a_kind(state: State, action: Build) -> Breaches:
    """M33: a seat has one purple card of each kind."""
    most = find_copy_limit(action.card)
    held = state.book.count(CARDS_OF[action.seat], action.card)
    if most is not None and held >= most:
        yield Breach("M33", data={"seat": Seat(action.seat), "card": action.card, "most": most})


def M34_stack(state: State, action: Build) -> Breaches:
    """M34: only a card that is left in the supply is built."""
    if action.card in CARDS and state.book.count(SUPPLY, action.card) <= 0:
        yield Breach("M34", data={"card": action.card})


def M35_landmark(state: State, action: Build) -> Breaches:
    """M35: a seat builds each of its landmarks once."""
    if action.card in LANDMARKS and state.book.count(BUILT_OF[action.seat], action.card) > 0:
        yield Breach("M35", data={"seat": Seat(action.seat), "card": action.card})


def M39_again(state: State, action: TurnEnd) -> Breaches:
    """M39: another turn follows a double with the Amusement Park, and nothing else."""
    state = apply_implied(state, action)
    if action.seat != state.turn or state.phase in (ROLL, REROLL) or state.over:
        return
    said = action.actual.get(AGAIN)
    seat = Seat(action.seat)
    if state.again is None:
        if said is None and not is_winning_build(state, action):
            yield Breach("M39", "M39.unknown", {"seat": seat, "total": state.total})
    elif said is not None and bool(said) != state.again:
        yield Breach("M39", "M39.forgotten" if state.again else "M39.undue", {"seat": seat})


def M41_over(state: State, action: Action) -> Breaches:
    """M41: nobody plays on after the fourth landmark."""
    if state.over:
        if state.winners:
            yield Breach("M41", "M41.over", {"winner": Seat(state.winners[0])})
        else:
            yield Breach("M41", "M41.closed")


def M41_result(state: State, action: Result) -> Breaches:
    """M41, M42: one seat has all landmarks, and the sheet agrees with the record."""
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
        recorded = count_landmarks(state.book.places, seat)
        if n is not None and n != recorded and seat not in state.left:
            differs = {"seat": Seat(seat), "n": n, "recorded": recorded}
            yield Breach("M41", "M41.differs", differs)


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
    Count: (),
}


def is_second_build(state: State, action: SeatAction) -> bool:
    """Return whether the seat whose turn ended with a build builds once more."""
    return isinstance(action, Build) and state.phase == ROLL and action.seat == state.builder


def is_roll_final(state: State) -> bool:
    """Return whether the next roll stands at once (M8)."""
    return state.phase != ROLL or not is_working(state, state.book.places, state.turn, TOWER)


def is_without_roll(state: State, action: SeatAction) -> bool:
    """Return whether a seat acts out of turn or before its roll; M5 and M6 are about that."""
    return action.seat != state.turn or state.phase in (ROLL, REROLL)


def is_card_working(state: State, card: str) -> bool:
    """Return whether the seat on turn owns a card and has rolled its number."""
    held = state.book.count(CARDS_OF[state.turn], card) > 0
    return held and state.total in CARDS[card].numbers


def make_idle_breach(state: State, card: str) -> Breach:
    """Return the breach of using a card that is missing or does not work on this roll (M16)."""
    seat = Seat(state.turn)
    if state.book.count(CARDS_OF[state.turn], card) <= 0:
        return Breach("M16", "M16.lacks", {"seat": seat, "card": card})
    return Breach("M16", data={"seat": seat, "card": card, "total": state.total})


def make_income_breach(rule: str, seat: int, card: str, due: int, paid: int) -> Breach:
    """Return the breach of a line of income that was not paid as due."""
    why = "income" if due else "income.undue"
    return Breach(rule, why, {"seat": Seat(seat), "card": card, "due": due, "paid": paid})


def is_winning_build(state: State, action: TurnEnd) -> bool:
    """Return whether an action builds the seat's last landmark."""
    if not isinstance(action, Build) or action.card not in LANDMARKS:
        return False
    place = state.book.holding(BUILT_OF[action.seat])
    return action.card not in place and count_landmarks(state.book.places, action.seat) + 1 == len(
        LANDMARKS
    )
