"""The rules of a duel as questions (C40 to C54, C70 to C84)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.book import UNKNOWN
from engines.challengers.actions import Choose, Left, LookAt, Out, Reveal, Seen, Start, Win
from engines.challengers.bookings import open_booking
from engines.challengers.cards.card import covers
from engines.challengers.cards.catalog import BOX, DECK, FANS
from engines.challengers.cards.format import Shift
from engines.challengers.duel import actions, flow
from engines.challengers.duel.effects import find_candidates
from engines.challengers.duel.play import Play
from engines.challengers.duel.quote import weigh
from engines.challengers.state import (
    HIDDEN,
    UNSEEN,
    State,
    Step,
    can_begin,
    find_card,
    find_starter,
    name_side,
    seat_of,
)
from engines.challengers.unseen import decks
from engines.challengers.unseen.debts import can_come_from, pool_level
from engines.values import TABLE, Breach, Seat

Breaches = Iterator[Breach]


def open_ready_play(state: State, park: str) -> Play:
    """Return a duel as it stands, begun where it is to begin; what nobody said passed over."""
    play = actions.open_play(state, open_booking(state), park, Play)
    flow.skip_waiting(play)
    return play


def C40_again(state: State, action: Start) -> Breaches:
    """C40: a duel begins once."""
    under_way = state.duels.get(action.park)
    if under_way is not None and under_way.holder >= 0:
        yield Breach("C40", "C40.again", {"park": action.park})


def C41_starter(state: State, action: Start | Win) -> Breaches:
    """C41: whoever owns the later trophy starts; the flag is tossed where nobody does."""
    if not action.first:
        return
    if isinstance(action, Start):
        sides = actions.find_sides(state, action.park, action.first, action.against)
    else:
        sides = actions.find_sides(state, action.park, action.winner, action.loser)
    due = find_starter(state, sides)
    if due >= 0 and sides[due] != action.first:
        yield Breach("C41", "C41", {"side": name_side(action.first), "due": name_side(sides[due])})


def C41_toss(state: State, action: Reveal) -> Breaches:
    """C41: without a later trophy the flag is tossed, so somebody must say who starts."""
    under_way = state.duels.get(action.park)
    if under_way is not None:
        return
    play = open_ready_play(state, action.park)
    if play.first < 0 and not action.by:
        yield Breach("C41", "C41.toss", {"park": action.park})
    elif action.by in play.sides and play.first >= 0 and play.sides[play.first] != action.by:
        data = {"side": name_side(action.by), "due": name_side(play.sides[play.first])}
        yield Breach("C41", "C41", data)


def C44_turn(state: State, action: Reveal) -> Breaches:
    """C44: the side without the flag reveals."""
    under_way = state.duels.get(action.park)
    if under_way is None or not action.by:
        return
    play = open_ready_play(state, action.park)
    if play.ended is None and play.sides[play.turn] != action.by:
        data = {"side": name_side(action.by), "turn": name_side(play.sides[play.turn])}
        yield Breach("C41" if play.holder < 0 else "C44", "C44.turn", data)


def C80_pending(state: State, action: Reveal) -> Breaches:
    """C80: what must be done is done before the next card is revealed."""
    under_way = state.duels.get(action.park)
    if under_way is None or not under_way.steps:
        return
    step = under_way.steps[0]
    play = Play(state, open_booking(state), action.park, under_way)
    effect = find_effect(play, step)
    if step.kind == "choose" and isinstance(effect, Shift) and effect.min > 0:
        yield Breach("C80", "C80.pending", {"card": step.card, "n": effect.min})
    if step.kind == "manual":
        yield Breach("C80", "C80.manual", {"card": step.card})


def find_effect(play: Play, step: Step) -> object:
    """Return the effect that a step waits for, None where it is no effect's."""
    effects = play.effective_card(step.side, step.card).effects
    return effects[step.n] if step.kind == "choose" and step.n < len(effects) else None


def C40_order(state: State, action: Reveal) -> Breaches:
    """C40: nobody changes the order of a deck but by a card's effect, so what is known to be next
    comes next."""
    if action.card[0] == UNKNOWN:
        return
    play = open_revealing_play(state, action)
    if play is None:
        return
    i = play.turn
    due = next_entry(play, i)
    data = {"card": action.card}
    if due[:1] == UNKNOWN:
        if not play.can_be(due, action.card):
            level = pool_level(play.booking.pool_of(due))
            yield Breach("C40", "C40.level", data | {"level": level})
    elif due and due != action.card:
        yield Breach("C40", "C40.order", data | {"due": due})
    elif not due and is_only_below(play, i, action.card):
        yield Breach("C40", "C40.below", data)


def open_revealing_play(state: State, action: Reveal) -> Play | None:
    """Return the duel with the side on turn that reveals, None where it is over before."""
    play = open_ready_play(state, action.park)
    if action.by in play.sides and play.ended is None:
        flow.switch_turn(play, play.sides.index(action.by))
    return play if play.ended is None else None


def next_entry(play: Play, i: int) -> str:
    """Return the card that is known to be the next of a deck, "" when none is."""
    entry = play.tops[i][0] if play.tops[i] else UNSEEN
    if not entry and play.sizes[i] is not None and play.sizes[i] == len(play.bottoms[i]):
        entry = play.bottoms[i][0] if play.bottoms[i] else UNSEEN
    return entry.removeprefix(HIDDEN)


def is_only_below(play: Play, i: int, item: str) -> bool:
    """Return whether a card can only come from further down in a deck: every copy of it is known to
    lie there."""
    lying = [e.removeprefix(HIDDEN) for e in (*play.tops[i][1:], *play.bottoms[i])]
    deck = DECK[play.sides[i]]
    held = play.places.get(deck, {}).get(item, 0)
    sure = 0 < held <= lying.count(item)
    return sure and not play.loose[i] and not play.find_unseen(i, deck, item)


def C31_deck(state: State, action: Reveal) -> Breaches:
    """C31, C34, C79: a card that is revealed is in the deck, as often as it was added and not
    removed. Whatever nobody told of a deck phase, no starter was added to it (C24, C30)."""
    if action.card[0] == UNKNOWN:
        return
    play = open_revealing_play(state, action)
    if play is None:
        return
    side = play.sides[play.turn]
    if play.loose[play.turn]:
        if action.card in BOX.starter and not flow.count_starters_left(play, side, action.card):
            yield explain_absence(state, side, action.card, play)
        return
    if play.places.get(DECK[side], {}).get(action.card, 0) > 0:
        return
    if decks.find_unknowns(play.booking, DECK[side], find_card(state, action.card)):
        return
    yield explain_absence(state, side, action.card, play)


def explain_absence(state: State, side: str, item: str, play: Play) -> Breach:
    """Return why a card cannot come out of a deck, with the picks or the removal concerned."""
    player = state.players[side]
    data = {"side": name_side(side), "card": item}
    left = [entry.ply for entry in player.history if entry.card == item and entry.kind != "pick"]
    came = [entry.ply for entry in player.history if entry.card == item and entry.kind == "pick"]
    seen = flow.count_revealed(play, side, item)
    if seen:
        return Breach("C31", "C31.often", data | {"n": seen}, tuple(came or left))
    if item in player.gone:
        return Breach("C79", "C79.gone", data)
    if left:
        return Breach("C34", "C34.removed", data, (left[-1],))
    stated = [entry.ply for entry in player.history if entry.kind == "deck"]
    return Breach("C31", "C31.never", data, tuple(stated[-1:]))


def C44_actual(state: State, action: Reveal) -> Breaches:
    """C44, C51, C52, C71: captures, bonuses, fans and the end come as they are computed."""
    if not action.actual:
        return
    usual = replace(action, actual={})
    told = action.actual
    before = open_revealing_play(state, action)
    if before is None:
        return
    side = before.turn
    play = actions.apply_reveal(state, open_booking(state), usual)
    data = {"card": action.card, "side": name_side(before.sides[side])}
    weighed = weigh(state, usual)
    if "captured" in told and weighed is not None:
        _, attack, defence = weighed.strengths[-1]
        if bool(told["captured"]) != (attack >= defence):
            why = "C44.captured" if told["captured"] else "C44.held"
            yield Breach("C44", why, data | {"attack": attack, "defence": defence})
    shown = next((s for s in (*play.attack, play.flag) if s and s.card == action.card), None)
    if "bonus" in told and shown is not None and shown.bonus != told["bonus"]:
        yield Breach("C71", "C71.bonus", data | {"n": told["bonus"], "computed": shown.bonus})
    if "fans" in told:
        gained = count_fans(play, side) - count_fans(before, side)
        if gained != told["fans"]:
            yield Breach("C71", "C71.fans", data | {"n": told["fans"], "computed": gained})
    if told.get("end") == 0 and play.ended is not None:
        loser = name_side(play.sides[1 - play.ended[0]])
        rule = "C51" if play.ended[1] == "bench" else "C52"
        yield Breach(rule, f"{rule}.end", {"side": loser})


def count_fans(play: Play, i: int) -> int:
    """Return the fan tokens of a side."""
    return play.places.get(FANS[play.sides[i]], {}).get("fan", 0)


def find_choice(state: State, action: Choose) -> tuple[Play, Step, Shift] | None:
    """Return the choice that a duel waits for, None when it waits for none."""
    under_way = state.duels.get(action.park)
    if under_way is None or not under_way.steps or under_way.steps[0].kind != "choose":
        return None
    play = Play(state, open_booking(state), action.park, under_way)
    step = under_way.steps[0]
    effect = find_effect(play, step)
    return (play, step, effect) if isinstance(effect, Shift) else None


def C80_choice(state: State, action: Choose) -> Breaches:
    """C80, C81: as many cards as the effect says, of those it may move."""
    found = find_choice(state, action)
    if found is None:
        yield Breach("C80", "C80.undue", {"park": action.park})
        return
    play, step, effect = found
    there = find_candidates(play, step, effect)
    total = sum(there.values())
    least, most = min(effect.min, total), min(effect.max, total)
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
    """C82: the owner of the effect chooses, or its opponent where the card says so. For the robot
    its opponent does."""
    found = find_choice(state, action)
    if found is None:
        return
    play, step, effect = found
    due = find_chooser(play, step, effect)
    if action.seat not in (due, TABLE):
        data = {"card": step.card, "due": Seat(due), "seat": Seat(action.seat)}
        yield Breach("C82", "C82", data)


def find_chooser(play: Play, step: Step, effect: Shift) -> int:
    """Return the seat that chooses for an effect (C82)."""
    side = play.sides[1 - step.side if effect.chooser == "opponent" else step.side]
    seat = seat_of(side)
    return seat if seat != TABLE else seat_of(play.sides[step.side - 1])


LOOK_NUMBERS = {
    "reorder_top": (0, 0),
    "one_bottom_one_top": (1, 1),
    "choose_to_top": (1, 0),
    "choose_to_bottom": (0, 1),
}
"""How many cards a look puts on top and at the bottom; 0, 0 stands for all that were seen."""


def C83_look(state: State, action: LookAt) -> Breaches:
    """C83: only a look puts cards elsewhere in a deck, and as its card says."""
    under_way = state.duels.get(action.park)
    side = actions.acting_side(action)
    looks = [s for s in under_way.looks if under_way.sides[s.side] == side] if under_way else []
    if not looks:
        why = "C83.undue" if side in state.players else "C83.nobody"
        yield Breach("C83", why, {"side": name_side(side), "park": action.park})
        return
    if not action.top and not action.bottom:
        return
    step = looks[0]
    card = find_card(state, step.card)
    top, bottom = LOOK_NUMBERS.get(step.when, (0, 0))
    effect = card.effects[step.n] if card is not None and step.n < len(card.effects) else None
    if step.when == "reorder_top" and under_way is not None:
        size = under_way.sizes[step.side]
        most = getattr(effect, "n", None) or len(action.top)
        top = most if size is None else min(most, size)
    given = (len(action.top), len(action.bottom))
    if any(n and n != due for n, due in zip(given, (top, bottom), strict=True)):
        data = {"card": step.card, "top": top, "bottom": bottom}
        yield Breach("C83", "C83.number", data)
    if under_way is not None and not under_way.loose[step.side]:
        booking = open_booking(state)
        for item in dict.fromkeys((*action.top, *action.bottom)):
            held = state.book.count(DECK[side], item) > 0 or item[0] == UNKNOWN
            if not held and not decks.find_unknowns(booking, DECK[side], find_card(state, item)):
                yield Breach("C83", "C83.absent", {"card": item})


def C79_seen(state: State, action: Seen) -> Breaches:
    """C79: only what lies there unknown can turn out to be something."""
    booking = open_booking(state)
    held = state.book.holding(action.place)
    names = [name for name, n in held.items() if name[0] == UNKNOWN and n > 0]
    if action.name:
        names = [name for name in names if name == action.name]
    data = {"card": action.card, "place": action.place}
    if not names:
        yield Breach("C79", "C79.nothing", data)
    elif not any(can_come_from(booking.pool_of(n), find_card(state, action.card)) for n in names):
        yield Breach("C79", "C79.level", data)


def C52_decks(state: State, action: Start) -> Breaches:
    """C52: a deck that is counted as its duel begins has as many cards as the record says."""
    booking = open_booking(state)
    for side, n in action.decks.items():
        record = flow.deck_size(state, booking, side) if side in state.players else None
        if record is not None and record != n:
            yield Breach("C52", "C52.count", {"side": name_side(side), "record": record, "n": n})


def C52_count(state: State, action: Left) -> Breaches:
    """C52: a deck has as many cards as the record says."""
    under_way = state.duels.get(action.park)
    if under_way is None or action.of not in under_way.sides:
        yield Breach("C52", "C52.nobody", {"side": name_side(action.of), "park": action.park})
        return
    size = under_way.sizes[under_way.sides.index(action.of)]
    wrong = size is not None and (size < action.cards if action.more else size != action.cards)
    if wrong:
        data = {"side": name_side(action.of), "n": action.cards, "record": size}
        yield Breach("C52", "C52.count", data)


def C52_out(state: State, action: Out) -> Breaches:
    """C52: only who must reveal and has no card loses so."""
    if action.park not in state.duels and not can_begin(state, action.park):
        yield Breach("C52", "C52.idle", {"park": action.park})
        return
    play = open_ready_play(state, action.park)
    if play.ended is not None:
        return
    i = play.sides.index(action.by) if action.by in play.sides else play.turn
    if i != play.turn:
        yield Breach("C52", "C52.turn", {"side": name_side(play.sides[i])})
    size = play.sizes[i]
    if size is None and not play.loose[i]:
        size = sum(play.places.get(DECK[play.sides[i]], {}).values())
    if size:
        yield Breach("C52", "C52.cards", {"side": name_side(play.sides[i]), "n": size})
