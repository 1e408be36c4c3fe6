"""The rules of a duel: what an action of a duel breaks (C31, C40 to C54, C70 to C84)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.book import EMPTY, is_unknown
from engines.challengers.actions import Choose, Left, LookAt, Out, Reveal, Seen, Start, Win
from engines.challengers.cards.card import covers
from engines.challengers.cards.catalog import BOX, DECK, FAN, FANS
from engines.challengers.cards.format import Shift
from engines.challengers.duel.beginning import deck_size, find_sides, open_duel
from engines.challengers.duel.effects import (
    choice_range,
    find_candidates,
    find_choice,
    find_chooser,
)
from engines.challengers.duel.flow import (
    count_revealed,
    count_starters_left,
    skip_waiting,
    switch_turn,
)
from engines.challengers.duel.looks import find_look_limit
from engines.challengers.duel.play import Play
from engines.challengers.duel.quote import find_comparisons
from engines.challengers.duel.verbs import acting_side, apply_reveal
from engines.challengers.state import (
    HIDDEN,
    ChoiceStep,
    Duel,
    ManualStep,
    OpenLook,
    State,
    can_begin,
    find_card,
    find_starter,
    name_side,
)
from engines.challengers.unseen.debts import can_come_from, open_booking, pool_level
from engines.challengers.unseen.decks import find_unknowns
from engines.game import Together
from engines.values import TABLE, Breach, Seat

Breaches = Iterator[Breach]


def open_ready_duel(state: State, park: str) -> Play:
    """Return a park's duel with the steps passed over for which nobody said anything."""
    play = open_duel(state, park)
    skip_waiting(play)
    return play


def open_revealing_duel(state: State, action: Reveal) -> Play | None:
    """Return the duel of a reveal with the side that reveals on turn, None where it is over."""
    play = open_ready_duel(state, action.park)
    if action.by in play.sides and play.ended is None:
        switch_turn(play, play.sides.index(action.by))
    return play if play.ended is None else None


def open_known_reveal(state: State, action: Reveal) -> Play | None:
    """Return the duel of a reveal with the side that reveals on turn, None where it is over or
    nobody said which card came."""
    return None if is_unknown(action.card) else open_revealing_duel(state, action)


# -- who starts, who reveals ---------------------------------------------------------------------


def C40_again(state: State, action: Start) -> Breaches:
    """C40: a duel begins once."""
    duel = state.duels.get(action.park)
    if duel is not None and duel.holder >= 0:
        yield Breach("C40", "C40.again", {"park": action.park})


def C41_starter(state: State, action: Start | Win) -> Breaches:
    """C41: the owner of the later trophy starts; where there is none the flag is tossed."""
    if not action.first:
        return
    if isinstance(action, Start):
        sides = find_sides(state, action.park, action.first, action.against)
    else:
        sides = find_sides(state, action.park, action.winner, action.loser)
    due = find_starter(state, sides)
    if due >= 0 and sides[due] != action.first:
        data = {"side": name_side(action.first), "due": name_side(sides[due])}
        yield Breach("C41", "C41", data)


def C41_toss(state: State, action: Reveal) -> Breaches:
    """C41: where the flag is tossed, somebody has to say who starts."""
    if action.park in state.duels:
        return
    play = open_ready_duel(state, action.park)
    if play.first < 0 and not action.by:
        yield Breach("C41", "C41.toss", {"park": action.park})
    elif action.by in play.sides and play.first >= 0 and play.sides[play.first] != action.by:
        data = {"side": name_side(action.by), "due": name_side(play.sides[play.first])}
        yield Breach("C41", "C41", data)


def C44_turn(state: State, action: Reveal) -> Breaches:
    """C44: the side without the flag reveals."""
    if action.park not in state.duels or not action.by:
        return
    play = open_ready_duel(state, action.park)
    if play.ended is None and play.sides[play.turn] != action.by:
        data = {"side": name_side(action.by), "turn": name_side(play.sides[play.turn])}
        yield Breach("C41" if play.holder < 0 else "C44", "C44.turn", data)


def C80_pending(state: State, action: Reveal) -> Breaches:
    """C80: what an effect asks for is done before the next card is revealed."""
    duel = state.duels.get(action.park)
    if duel is None or not duel.steps:
        return
    step = duel.steps[0]
    if isinstance(step, ManualStep):
        yield Breach("C80", "C80.manual", {"card": step.card})
    choice = find_choice(open_duel(state, action.park))
    if choice is not None and choice[1].min > 0:
        yield Breach("C80", "C80.pending", {"card": choice[0].card, "n": choice[1].min})


# -- which card comes ----------------------------------------------------------------------------


def C40_order(play: Play, action: Reveal) -> Breaches:
    """C40: only effects change the order of a deck, so the card that is known to be next comes
    next."""
    i = play.turn
    due = play.next_card(i)
    data = {"card": action.card}
    if is_unknown(due):
        if not play.can_be(due, action.card):
            level = pool_level(play.booking.pool_of(due))
            yield Breach("C40", "C40.level", data | {"level": level})
    elif due and due != action.card:
        yield Breach("C40", "C40.order", data | {"due": due})
    elif not due and is_only_below(play, i, action.card):
        yield Breach("C40", "C40.below", data)


def is_only_below(play: Play, i: int, item: str) -> bool:
    """Return whether all cards of a deck that can be `item`, known and unknown, are known to lie
    below the top card."""
    entries = (*play.tops[i][1:], *play.bottoms[i])
    if play.loose[i] or not entries:
        return False
    below = [entry.removeprefix(HIDDEN) for entry in entries]
    deck = DECK[play.sides[i]]
    known = [item] * play.places.get(deck, EMPTY).get(item, 0)
    unknown = find_unknowns(play.booking, deck, play.find(item))
    able = [*known, *unknown]
    return bool(able) and all(able.count(card) <= below.count(card) for card in set(able))


def C31_deck(play: Play, action: Reveal) -> Breaches:
    """C31, C34, C79: a card is revealed only as often as it is in the deck. In a deck whose list is
    not known that can be said of starters, which nobody adds (C24, C30)."""
    side = play.sides[play.turn]
    if play.loose[play.turn]:
        if action.card in BOX.starter and not count_starters_left(play, side, action.card):
            yield explain_absence(play, side, action.card)
        return
    if play.places.get(DECK[side], EMPTY).get(action.card, 0) > 0:
        return
    if find_unknowns(play.booking, DECK[side], play.find(action.card)):
        return
    yield explain_absence(play, side, action.card)


def explain_absence(play: Play, side: str, item: str) -> Breach:
    """Return why a card cannot come out of a deck, with the plies of its picks or its removal."""
    player = play.state.players[side]
    data = {"side": name_side(side), "card": item}
    removed = [entry.ply for entry in player.history if entry.card == item and entry.kind != "pick"]
    picked = [entry.ply for entry in player.history if entry.card == item and entry.kind == "pick"]
    revealed = count_revealed(play, side, item)
    if revealed:
        return Breach("C31", "C31.often", data | {"n": revealed}, tuple(picked or removed))
    if item in player.gone:
        return Breach("C79", "C79.gone", data)
    if removed:
        return Breach("C34", "C34.removed", data, (removed[-1],))
    stated = [entry.ply for entry in player.history if entry.kind == "deck"]
    return Breach("C31", "C31.never", data, tuple(stated[-1:]))


def C44_actual(state: State, action: Reveal) -> Breaches:
    """C44, C51, C52, C71: captures, bonuses, fans and the end come as they are computed."""
    actual = action.actual
    before = open_revealing_duel(state, action) if actual else None
    if before is None:
        return
    usual = replace(action, actual={})
    i = before.turn
    play = apply_reveal(state, open_booking(state), usual)
    data = {"card": action.card, "side": name_side(before.sides[i])}
    comparisons = find_comparisons(state, usual)
    if "captured" in actual and comparisons:
        attack, flag = comparisons[-1].attack, comparisons[-1].flag
        if bool(actual["captured"]) != (attack >= flag):
            why = "C44.captured" if actual["captured"] else "C44.held"
            yield Breach("C44", why, data | {"attack": attack, "defence": flag})
    shown = next((s for s in (*play.attack, play.flag) if s and s.card == action.card), None)
    if "bonus" in actual and shown is not None and shown.bonus != actual["bonus"]:
        yield Breach("C71", "C71.bonus", data | {"n": actual["bonus"], "computed": shown.bonus})
    if "fans" in actual:
        gained = count_fans(play, i) - count_fans(before, i)
        if gained != actual["fans"]:
            yield Breach("C71", "C71.fans", data | {"n": actual["fans"], "computed": gained})
    if actual.get("end") == 0 and play.ended is not None:
        loser = name_side(play.sides[1 - play.ended[0]])
        rule = "C51" if play.ended[1] == "bench" else "C52"
        yield Breach(rule, f"{rule}.end", {"side": loser})


CARD_COMES = Together(open_known_reveal, C40_order, C31_deck)
"""The rules about which card comes: both ask about the duel in which it is revealed."""


def count_fans(play: Play, i: int) -> int:
    """Return the number of fan tokens of a side."""
    return play.places.get(FANS[play.sides[i]], EMPTY).get(FAN, 0)


# -- choices, looks and unknown cards ------------------------------------------------------------


def open_choice(state: State, action: Choose) -> tuple[Play, ChoiceStep, Shift] | None:
    """Return the duel of a choice, the step that waits for it and the move that asks for it; None
    where no choice is asked for."""
    if action.park not in state.duels:
        return None
    play = open_duel(state, action.park)
    choice = find_choice(play)
    return None if choice is None else (play, *choice)


def C80_choice(state: State, action: Choose) -> Breaches:
    """C80, C81: as many cards as the effect says are chosen, of those that it may move."""
    choice = open_choice(state, action)
    if choice is None:
        yield Breach("C80", "C80.undue", {"park": action.park})
        return
    play, step, effect = choice
    least, most = choice_range(effect, find_candidates(play, step, effect))
    n = len(action.cards)
    data = {"card": step.card, "least": least, "most": most, "n": n}
    if not least <= n <= most:
        yield Breach("C80", "C80.number", data)
    for item in dict.fromkeys(action.cards):
        card = find_card(state, item)
        if card is not None and not covers(effect.filter, card, play.round):
            rule = "C81" if effect.filter.level is not None else "C75"
            yield Breach(rule, "C81.kind", data | {"chosen": item})


def C82_chooser(state: State, action: Choose) -> Breaches:
    """C82: the owner of the effect chooses, or its opponent where the card says so. The opponent
    chooses for the robot."""
    choice = open_choice(state, action)
    if choice is None:
        return
    play, step, effect = choice
    due = find_chooser(play, step, effect)
    if action.seat not in (due, TABLE):
        data = {"card": step.card, "due": Seat(due), "seat": Seat(action.seat)}
        yield Breach("C82", "C82", data)


LOOK_NUMBERS = {
    "reorder_top": (0, 0),
    "one_bottom_one_top": (1, 1),
    "choose_to_top": (1, 0),
    "choose_to_bottom": (0, 1),
}
"""How many cards a look puts on top and at the bottom; 0, 0 stands for all that were seen."""


def C83_look(state: State, action: LookAt) -> Breaches:
    """C83: only a look puts cards elsewhere in a deck, as many as its card says."""
    duel = state.duels.get(action.park)
    side = acting_side(action)
    looks = [look for look in duel.looks if duel.sides[look.side] == side] if duel else []
    if duel is None or not looks:
        why = "C83.undue" if side in state.players else "C83.nobody"
        yield Breach("C83", why, {"side": name_side(side), "park": action.park})
        return
    if not action.top and not action.bottom:
        return
    look = looks[0]
    due = look_numbers(state, duel, look, len(action.top))
    given = (len(action.top), len(action.bottom))
    if any(n and n != wanted for n, wanted in zip(given, due, strict=True)):
        data = {"card": look.card, "top": due[0], "bottom": due[1]}
        yield Breach("C83", "C83.number", data)
    if duel.loose[look.side]:
        return
    for item in dict.fromkeys((*action.top, *action.bottom)):
        held = state.book.count(DECK[side], item) > 0 or is_unknown(item)
        if not held and not find_unknowns(open_booking(state), DECK[side], find_card(state, item)):
            yield Breach("C83", "C83.absent", {"card": item})


def look_numbers(state: State, duel: Duel, look: OpenLook, given: int) -> tuple[int, int]:
    """Return how many cards a look puts on top and at the bottom of the deck.

    Where a look puts all cards back, that is the number `given` as far as nothing tells otherwise:
    its effect may name no number, and a deck that nobody counted may have fewer cards.
    """
    top, bottom = LOOK_NUMBERS[look.then]
    if look.then == "reorder_top":
        most = find_look_limit(find_card(state, look.card), look.number) or given
        size = duel.sizes[look.side]
        top = min(most, max(given, duel.least[look.side]) if size is None else size)
    return top, bottom


def C79_seen(state: State, action: Seen) -> Breaches:
    """C79: only an unknown card in the place can turn out to be something."""
    booking = open_booking(state)
    held = state.book.holding(action.place)
    names = [name for name, n in held.items() if is_unknown(name) and n > 0]
    if action.name:
        names = [name for name in names if name == action.name]
    data = {"card": action.card, "place": action.place}
    if not names:
        yield Breach("C79", "C79.nothing", data)
    elif not any(
        can_come_from(booking.pool_of(name), find_card(state, action.card)) for name in names
    ):
        yield Breach("C79", "C79.level", data)


# -- the sizes of decks --------------------------------------------------------------------------


def C52_decks(state: State, action: Start) -> Breaches:
    """C52: a deck that is counted as its duel begins has as many cards as the record says."""
    booking = open_booking(state)
    for side, n in action.decks.items():
        record = deck_size(state, booking, side) if side in state.players else None
        if record is not None and record != n:
            yield Breach("C52", "C52.count", {"side": name_side(side), "record": record, "n": n})


def C52_count(state: State, action: Left) -> Breaches:
    """C52: a deck has as many cards as the record says."""
    duel = state.duels.get(action.park)
    if duel is None or action.of not in duel.sides:
        yield Breach("C52", "C52.nobody", {"side": name_side(action.of), "park": action.park})
        return
    size = duel.sizes[duel.sides.index(action.of)]
    if size is not None and (size < action.cards if action.more else size != action.cards):
        data = {"side": name_side(action.of), "n": action.cards, "record": size}
        yield Breach("C52", "C52.count", data)


def C52_out(state: State, action: Out) -> Breaches:
    """C52: only the side that has to reveal and has no card loses so."""
    if action.park not in state.duels and not can_begin(state, action.park):
        yield Breach("C52", "C52.idle", {"park": action.park})
        return
    play = open_ready_duel(state, action.park)
    if action.by and action.by not in play.sides:
        yield Breach("C52", "C52.nobody", {"side": name_side(action.by), "park": action.park})
        return
    if play.ended is not None:
        return
    i = play.sides.index(action.by) if action.by in play.sides else play.turn
    if i != play.turn:
        yield Breach("C52", "C52.turn", {"side": name_side(play.sides[i])})
    size = play.sizes[i]
    if size is None and not play.loose[i]:
        size = sum(play.places.get(DECK[play.sides[i]], EMPTY).values())
    if size:
        yield Breach("C52", "C52.cards", {"side": name_side(play.sides[i]), "n": size})
