"""The prompts of a state, and the legal choices in answer to a prompt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engines.book import is_unknown
from engines.splendor.actions import Buy, Draw, Noble, Pass, Reserve, Result, Reveal, Take, Tokens
from engines.splendor.catalog import CARDS, DECK, DECK_LEVELS, GOLD, LIMITS, MARKET, SLOTS
from engines.splendor.rules import list_affordable, list_available_colours, list_possible_verbs
from engines.splendor.state import RESERVED_OF, State, compute_payment, compute_price, count_tokens
from engines.values import TABLE, Choice, Prompt, Seat, Slot

TURN_VERBS = ("take", "buy", "reserve", "draw", "pass")


def list_prompts(state: State) -> tuple[Prompt, ...]:
    """Return the prompts of a state: reveals are optional, a seat's turn is not."""
    if state.level == "results":
        return () if state.over else (Prompt(TABLE, "ask.result", ("result",)),)
    reveals = tuple(
        Prompt(
            TABLE, find_question(place), ("reveal",), place, optional=True, data={"place": place}
        )
        for place in state.wanted
    )
    if state.over:
        return reveals
    if state.pending:
        choose = {"seat": Seat(state.turn), "nobles": list(state.pending)}
        return (*reveals, Prompt(state.turn, "ask.noble", ("noble",), data=choose))
    return (*reveals, Prompt(state.turn, "ask.turn", TURN_VERBS, data={"seat": Seat(state.turn)}))


def find_question(place: str) -> str:
    """Return the key of the question about what lies in a place."""
    return "ask.slot" if place in MARKET else "ask.nobles"


def choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield the legal choices in answer to a prompt."""
    if prompt.kind == "reveal":
        yield from reveal_choices(state, prompt.place)
    elif prompt.kind == "noble":
        for name in state.pending:
            yield Choice(Noble(seat=prompt.seat, noble=name))
    elif prompt.verbs == TURN_VERBS:
        yield from take_choices(state, prompt.seat)
        yield from buy_choices(state, prompt.seat)
        yield from reserve_choices(state, prompt.seat)
        if not any(True for _ in list_possible_verbs(state, prompt.seat)):
            yield Choice(Pass(seat=prompt.seat))
    elif prompt.kind == "result":
        yield Choice(Result(points=(0,) * state.seats))


def reveal_choices(state: State, place: str) -> Iterator[Choice]:
    """Yield every card that may lie in a place as its unknown card."""
    for name in state.book.holding(place):
        if is_unknown(name):
            for card in state.book.list_possible_faces(name):
                yield Choice(Reveal(place=place, card=card))
            return


def take_choices(state: State, seat: int) -> Iterator[Choice]:
    """Yield every legal take of tokens (S4, S5)."""
    left = list_available_colours(state)
    must = min(3, len(left))
    for n in range(1 if state.voluntary_fewer else must, must + 1):
        for picked in combinations(left, n):
            taken = dict.fromkeys(picked, 1)
            if taken:
                yield Choice(Take(seat=seat, tokens=taken), return_slots(state, seat, taken))
    for colour in left:
        if state.book.count("bank", colour) >= LIMITS.take_two_needs:
            taken = {colour: 2}
            yield Choice(Take(seat=seat, tokens=taken), return_slots(state, seat, taken))


def return_slots(state: State, seat: int, gained: Tokens) -> tuple[Slot, ...]:
    """Return the slot for tokens to give back where `gained` exceeds the limit (S9), or ()."""
    held = dict(count_tokens(state, seat))
    for colour, n in gained.items():
        held[colour] = held.get(colour, 0) + n
    over = sum(held.values()) - LIMITS.tokens
    return (Slot("returned", held, over, over),) if over > 0 else ()


def buy_choices(state: State, seat: int) -> Iterator[Choice]:
    """Yield every card that the seat can pay for; gold may stand for tokens that it has (S7b)."""
    held = count_tokens(state, seat)
    for card, source in (*list_affordable(state, seat), *list_unseen_affordable(state, seat)):
        paid, _ = compute_payment(held, compute_price(state, seat, card))
        colours = {colour: n for colour, n in paid.items() if colour != GOLD}
        spare = min(held.get(GOLD, 0) - paid.get(GOLD, 0), sum(colours.values()))
        slots = (Slot("paid", colours, 0, spare, swap=GOLD),) if spare > 0 else ()
        yield Choice(Buy(seat=seat, card=card, source=source, paid=paid), slots)


def list_unseen_affordable(state: State, seat: int) -> Iterator[tuple[str, str]]:
    """Yield (card, source) for every affordable card that an unknown one may be.

    It lies in a slot, or in the seat's hand, where it was drawn unseen (S6e).
    """
    held = count_tokens(state, seat)
    in_hand = {
        card: "reserve"
        for name in state.book.holding(RESERVED_OF[seat])
        for card in state.book.list_possible_faces(name)
    }
    for card, source in (*list_unseen_open(state), *in_hand.items()):
        if not compute_payment(held, compute_price(state, seat, card))[1]:
            yield card, source


def list_unseen_open(state: State) -> Iterator[tuple[str, str]]:
    """Yield (card, slot) for every card that may lie open without the record knowing it.

    Of the unknown slots of a level only the first is named: nothing tells them apart.
    """
    for level in DECK_LEVELS:
        for slot in SLOTS[level]:
            name = state.book.sole(slot)
            if name is not None and is_unknown(name):
                yield from ((card, slot) for card in state.book.list_possible_faces(name))
                break


def reserve_choices(state: State, seat: int) -> Iterator[Choice]:
    """Yield every open card and every deck that the seat can reserve from (S6)."""
    if state.book.size(RESERVED_OF[seat]) >= LIMITS.reserved:
        return
    gold = 1 if state.book.count("bank", GOLD) > 0 else 0
    slots = return_slots(state, seat, {GOLD: gold})
    shown = [(card, slot) for slot in MARKET if (card := state.book.sole(slot)) in CARDS]
    for card, slot in (*shown, *list_unseen_open(state)):
        yield Choice(Reserve(seat=seat, card=card, source=slot, gold=gold), slots)
    for level, deck in DECK.items():
        if state.book.size(deck) > 0:
            yield Choice(Draw(seat=seat, level=level, gold=gold), slots)
