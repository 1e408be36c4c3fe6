"""The rules of Splendor: which of them an action breaks.

The name of a rule's function begins with its number in `rulebook.toml`; it yields breaches. `RULES`
lists the rules that each kind of action must keep. The book itself finds pieces that are not where
they are taken from; no rule here repeats that.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.book import is_unknown
from engines.counts import Count
from engines.game import Check
from engines.seating import find_next, find_previous, set_apart
from engines.splendor.actions import (
    Buy,
    Draw,
    Noble,
    Pass,
    Reserve,
    Result,
    Reveal,
    SeatAction,
    Take,
    Tokens,
)
from engines.splendor.apply import apply
from engines.splendor.catalog import CARDS, COLOURS, DECK, GOLD, LIMITS, MARKET, NOBLES, SLOTS
from engines.splendor.score import find_sheet_winners, standing
from engines.splendor.state import (
    NOBLES_OF,
    RESERVED_OF,
    State,
    compute_payment,
    compute_price,
    count_bonuses_and_points,
    count_bought_cards,
    count_tokens,
    find_level,
    find_source,
    find_visiting_nobles,
    may_meet_demand,
)
from engines.values import UNACCOUNTED, Action, Breach, Seat

Breaches = Iterator[Breach]


def S3_turn(state: State, action: SeatAction) -> Breaches:
    """S3: seats act in turn. The next seat may act when a seat leaves its noble unchosen."""
    late = bool(state.pending) and action.seat == find_next(state, state.turn)
    if action.seat != state.turn and not late:
        yield Breach("S3", data={"seat": Seat(action.seat), "turn": Seat(state.turn)})


def S14_over(state: State, action: SeatAction) -> Breaches:
    """S14: nobody acts after the last round."""
    if state.over:
        yield Breach("S14", "S14.over", {"seat": Seat(action.seat)})


def S11_pending(state: State, action: SeatAction) -> Breaches:
    """S11: a noble's visit cannot be refused; the seat chooses one before it goes on."""
    if state.pending:
        yield Breach(
            "S11", "S11.pending", {"seat": Seat(state.turn), "nobles": list(state.pending)}
        )


def S11_visit(state: State, action: SeatAction) -> Breaches:
    """S11: a noble whose demand is met visits at the end of the turn, and no other noble does."""
    if not action.actual:
        return
    given = action.actual["noble"]
    after, _ = apply(state, replace(action, actual={}))
    places = after.book.places
    due = find_visiting_nobles(places, count_bonuses_and_points(places, action.seat)[0])
    came = set(after.book.holding(NOBLES_OF[action.seat])) - set(
        state.book.holding(NOBLES_OF[action.seat])
    )
    due = [*came, *(due if after.pending else ())]
    if not given:
        if due:
            yield Breach("S11", "S11.forgotten", {"seat": Seat(action.seat), "nobles": due})
    elif not may_meet_demand(places, action.seat, given):
        yield Breach("S11", "S11.uncalled", {"seat": Seat(action.seat), "noble": given})
    elif given not in due and not can_lie_in(state, "nobles", given):
        yield Breach("S11", "S11.absent", {"noble": given})


def S4_different(state: State, action: Take) -> Breaches:
    """S4: a take is three tokens of three different colours, never gold."""
    if GOLD in action.tokens:
        yield Breach("S4", "S4.gold", {"seat": Seat(action.seat)})
    elif not action.tokens:
        yield Breach("S4c" if not list_available_colours(state) else "S4", "S4.nothing", {})
    elif len(action.tokens) > 1 and max(action.tokens.values()) > 1:
        twice = [colour for colour, n in action.tokens.items() if n > 1]
        yield Breach("S4", "S4.twice", {"colour": twice[0]})
    elif len(action.tokens) > 3:
        yield Breach("S4", "S4.many", {"n": len(action.tokens)})


def S4_bank(state: State, action: Take) -> Breaches:
    """S4: only tokens in the bank can be taken."""
    bank = state.book.holding("bank")
    for colour, n in action.tokens.items():
        there = bank.get(colour, 0)
        if there < n and colour != GOLD:
            yield Breach(
                "S4",
                "S4.bank",
                {"colour": colour, "n": n, "there": there, "lying": {colour: there}},
            )


def S4a_fewer(state: State, action: Take) -> Breaches:
    """S4a, S4b: where fewer than three colours are left, one of each is taken.

    Fewer than that is an option of the match.
    """
    n = len(action.tokens)
    if n == 0 or n >= 3 or state.voluntary_fewer or GOLD in action.tokens:
        return
    if max(action.tokens.values()) > 1:
        return
    left = list_available_colours(state)
    must = min(3, len(left))
    if n < must:
        rule = "S4b" if must == 3 else "S4a"
        yield Breach(rule, rule, {"n": n, "must": must, "left": left})


def S5_alike(state: State, action: Take) -> Breaches:
    """S5: two tokens of one colour need at least four of it in the bank."""
    if len(action.tokens) != 1 or GOLD in action.tokens:
        return
    ((colour, n),) = action.tokens.items()
    there = state.book.count("bank", colour)
    if n > 2:
        yield Breach("S5", "S5.third", {"colour": colour, "n": n, "taken": {colour: n}})
    elif n == 2 and there < LIMITS.take_two_needs:
        data = {"colour": colour, "there": there, "needs": LIMITS.take_two_needs}
        yield Breach("S5", "S5", {**data, "taken": {colour: n}})


def S6_open(state: State, action: Reserve) -> Breaches:
    """S6, S6d: a reserved card lies open, in the slot that the action names."""
    place = find_source(state, action.seat, action.card, action.source)
    if not can_lie_in(state, place, action.card) or place not in MARKET:
        yield Breach("S6", "S6.open", {"card": action.card, "at": place})


def S6_deck(state: State, action: Draw) -> Breaches:
    """S6, S6d: nothing is drawn from an empty deck, and a card drawn is of its deck's level."""
    deck = DECK[action.level]
    if state.book.size(deck) <= 0:
        yield Breach("S6d", "S6d", {"level": action.level})
    if action.card != "?" and CARDS[action.card].level != action.level:
        yield Breach("S6", "S6.level", {"card": action.card, "level": action.level})


def S6a_hand(state: State, action: Reserve | Draw) -> Breaches:
    """S6a: a hand holds at most three cards."""
    held = state.book.size(RESERVED_OF[action.seat])
    if held >= LIMITS.reserved:
        yield Breach(
            "S6a", data={"seat": Seat(action.seat), "held": held, "limit": LIMITS.reserved}
        )


def S6b_gold(state: State, action: Reserve | Draw) -> Breaches:
    """S6b: a reservation brings one gold if the bank has one, else none."""
    there = state.book.count("bank", GOLD)
    due = 1 if there > 0 else 0
    if action.gold != due:
        why = "S6b.none" if there <= 0 else "S6b"
        yield Breach("S6b", why, {"taken": action.gold, "due": due})


def S7_place(state: State, action: Buy) -> Breaches:
    """S7, S6e: a bought card lies open or in the seat's own hand."""
    place = find_source(state, action.seat, action.card, action.source)
    mine = RESERVED_OF[action.seat]
    if place == mine and not can_lie_in(state, mine, action.card):
        hidden = [name for name in state.book.holding(mine) if is_unknown(name)]
        level = CARDS[action.card].level
        if any(find_level(state.book, name) == level for name in hidden):
            yield Breach(
                "S6e", "S6e.seen", {"card": action.card, "at": state.book.find(action.card)}
            )
            return
    if can_lie_in(state, place, action.card):
        return
    owner = next(
        (
            seat
            for seat in range(state.seats)
            if seat != action.seat and state.book.count(RESERVED_OF[seat], action.card)
        ),
        None,
    )
    if owner is not None:
        yield Breach("S7", "S7.other", {"card": action.card, "seat": Seat(owner)})
    else:
        yield Breach("S7", "S7.place", {"card": action.card, "at": place})


def S7a_price(state: State, action: Buy) -> Breaches:
    """S7a, S7b, S7c: the payment is exactly the price; gold stands for any token of it."""
    due = compute_price(state, action.seat, action.card)
    paid = action.paid
    gold = paid.get(GOLD, 0)
    strange = [c for c, n in paid.items() if n > due.get(c, 0) and c != GOLD]
    if strange:
        yield Breach("S7c", "S7c.strange", {"colours": strange, "due": due, "paid": action.paid})
        return
    missing = sum(due.values()) - sum(paid.values()) + gold
    held = count_tokens(state, action.seat)
    lacking = {c: n for c, n in paid.items() if n > held.get(c, 0)}
    if lacking:
        yield Breach(
            "S7c", "S7c.lacks", {"seat": Seat(action.seat), "lacking": lacking, "held": held}
        )
    if gold < missing:
        yield Breach("S7c", "S7c.under", {"due": due, "paid": action.paid, "n": missing - gold})
    elif gold > missing:
        yield Breach("S7c", "S7c.over", {"due": due, "paid": action.paid, "n": gold - missing})


def S9_limit(state: State, action: Take | Reserve | Draw) -> Breaches:
    """S9: a seat ends its turn with at most ten tokens and returns only those above ten."""
    held = count_tokens(state, action.seat)
    gained: Tokens = action.tokens if isinstance(action, Take) else {GOLD: action.gold}
    if not action.returned and sum(held.values()) + sum(gained.values()) <= LIMITS.tokens:
        return
    held = dict(held)
    for colour, n in gained.items():
        held[colour] = held.get(colour, 0) + n
    for colour, n in action.returned.items():
        if n > held.get(colour, 0):
            data = {"colour": colour, "n": n, "held": held.get(colour, 0), "back": {colour: n}}
            yield Breach("S9", "S9.lacks", data)
    total = sum(held.values())
    must = max(0, total - LIMITS.tokens)
    gave = sum(action.returned.values())
    if gave < must:
        yield Breach("S9", "S9.kept", {"kept": total - gave, "must": must})
    elif gave > must:
        yield Breach("S9", "S9.more", {"n": gave, "must": must})


def S10_pass(state: State, action: Pass) -> Breaches:
    """S10: only a seat that can do nothing else passes."""
    for verb in list_possible_verbs(state, action.seat):
        yield Breach("S10", "S10", {"seat": Seat(action.seat), "verb": f"verb.{verb}"})
        return


def S12_choice(state: State, action: Noble) -> Breaches:
    """S12, S11: one noble a turn, chosen among those whose demand is met.

    A noble that was never laid out in the record may have come by itself in the turn before.
    """
    earned = may_meet_demand(state.book.places, action.seat, action.noble)
    unseen = not state.book.count("nobles", action.noble) and can_lie_in(
        state, "nobles", action.noble
    )
    if state.pending and action.seat == state.turn:
        if action.noble not in state.pending and not (unseen and earned):
            yield Breach("S12", "S12", {"noble": action.noble, "nobles": list(state.pending)})
    elif not earned:
        yield Breach("S11", "S11.uncalled", {"seat": Seat(action.seat), "noble": action.noble})
    elif not (unseen and has_just_played(state, action.seat)) or state.visited == action.seat:
        yield Breach("S12", "S12.undue", {"seat": Seat(action.seat), "noble": action.noble})


def S8_reveal(state: State, action: Reveal) -> Breaches:
    """S8: a slot shows a card of its level until that card is bought or reserved."""
    if action.card == "?":
        return
    holding = state.book.holding(action.place)
    if action.place in MARKET:
        if CARDS[action.card].level != MARKET[action.place]:
            yield Breach("S8", "S8.level", {"card": action.card, "level": MARKET[action.place]})
        shown = state.book.sole(action.place)
        if shown is None:
            yield Breach("S8", "S8.empty", {"place": action.place})
        elif not is_unknown(shown) and shown != action.card:
            yield Breach("S8", "S8.shown", {"place": action.place, "card": shown})
    elif action.card not in holding and not any(is_unknown(name) for name in holding):
        rule = "S2" if action.place == "nobles" else "S6"
        yield Breach(rule, "S8.full", {"place": action.place, "card": action.card})


def S13_once(state: State, action: Count) -> Breaches:
    """S13: a noble exists once: with a seat, on the table or in the box."""
    for place, items in action.holds.items():
        for item, n in items.items():
            if item not in NOBLES or n < 1:
                continue
            owner = state.book.find(item)
            if n > 1 or owner not in (None, place, "box", UNACCOUNTED):
                yield Breach("S13", "S13", {"noble": item, "place": owner})


def S14_early(state: State, action: Result) -> Breaches:
    """S14: the round is finished before points are counted."""
    if state.played and not state.over:
        why = "S14.open" if state.last is None else "S14.round"
        yield Breach("S14", why, {"turn": Seat(state.turn)})


def S16_points(state: State, action: Result) -> Breaches:
    """S16, S15: the score sheet agrees with the record."""
    if not state.played:
        return
    for seat, points in enumerate(action.points):
        _, computed = count_bonuses_and_points(state.book.places, seat)
        if points != computed and seat not in state.left:
            yield Breach("S16", "S16", {"seat": Seat(seat), "points": points, "computed": computed})
    for seat, n in enumerate(action.cards):
        if n != count_bought_cards(state, seat) and seat not in state.left:
            yield Breach(
                "S15",
                "S15",
                {"seat": Seat(seat), "cards": n, "computed": count_bought_cards(state, seat)},
            )


def S15_winner(state: State, action: Result) -> Breaches:
    """S15: the winners named on a score sheet are those of the record, or of its own numbers."""
    if not action.winners:
        return
    if state.played and state.over:
        by_record = standing(replace(state, result=None, declared=()))
        winners = set_apart(by_record, state.left).winners
        wrong = action.winners != winners
    else:
        winners = () if state.played else find_sheet_winners(state, action)
        open_tie = len(winners) > 1 and (state.tie_tokens or not action.cards)
        wrong = bool(winners) and (
            not set(action.winners) <= set(winners) if open_tie else action.winners != winners
        )
    if wrong:
        yield Breach("S15", "S15.winner", {"winners": [Seat(seat) for seat in winners]})


TURN: tuple[Check, ...] = (S3_turn, S14_over, S11_pending, S11_visit)

RULES: dict[type[Action], tuple[Check, ...]] = {
    Take: (*TURN, S4_different, S4_bank, S4a_fewer, S5_alike, S9_limit),
    Reserve: (*TURN, S6_open, S6a_hand, S6b_gold, S9_limit),
    Draw: (*TURN, S6_deck, S6a_hand, S6b_gold, S9_limit),
    Buy: (*TURN, S7_place, S7a_price),
    Noble: (S12_choice,),
    Pass: (*TURN, S10_pass),
    Reveal: (S8_reveal,),
    Result: (S14_early, S16_points, S15_winner),
    Count: (S13_once,),
}


def has_just_played(state: State, seat: int) -> bool:
    """Return whether the last turn was that of a seat."""
    return state.played > 0 and seat == find_previous(state, state.turn)


def list_available_colours(state: State) -> list[str]:
    """Return the colours of which the bank has a token, gold apart."""
    return [colour for colour in COLOURS if state.book.count("bank", colour) > 0]


def can_lie_in(state: State, place: str, card: str) -> bool:
    """Return whether a card lies in a place, or may be an unknown card there."""
    holding = state.book.holding(place)
    if holding.get(card):
        return True
    return any(card in state.book.list_possible_faces(name) for name in holding if is_unknown(name))


def list_affordable(state: State, seat: int) -> Iterator[tuple[str, str]]:
    """Yield (card, source) for every card that a seat sees and can pay for."""
    held = count_tokens(state, seat)
    for slots in SLOTS.values():
        for slot in slots:
            card = state.book.sole(slot)
            if card in CARDS and not compute_payment(held, compute_price(state, seat, card))[1]:
                yield card, slot
    for card in state.book.holding(RESERVED_OF[seat]):
        if card in CARDS and not compute_payment(held, compute_price(state, seat, card))[1]:
            yield card, "reserve"


def list_possible_verbs(state: State, seat: int) -> Iterator[str]:
    """Yield the verbs that a seat can act with instead of passing, as far as the record knows."""
    if list_available_colours(state):
        yield "take"
    if state.book.size(RESERVED_OF[seat]) < LIMITS.reserved:
        if any(state.book.sole(slot) for slot in MARKET):
            yield "reserve"
        if any(state.book.size(deck) > 0 for deck in DECK.values()):
            yield "draw"
    for _ in list_affordable(state, seat):
        yield "buy"
        return
