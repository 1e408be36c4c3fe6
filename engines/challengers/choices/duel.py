"""What a duel asks for, and what is legal in answer (C40 to C54, C80 to C83)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any

from engines.book import EMPTY, UNKNOWN, is_unknown
from engines.challengers.actions import (
    ByHand,
    Choose,
    Left,
    LookAt,
    Out,
    Reveal,
    Seen,
    Start,
)
from engines.challengers.cards.catalog import BENCH, BOX, DECK, EXHAUST, ROBOT
from engines.challengers.cards.format import Look
from engines.challengers.duel.beginning import open_duel
from engines.challengers.duel.effects import (
    choice_range,
    find_candidates,
    find_choice,
    find_chooser,
)
from engines.challengers.duel.flow import WAITING, count_starters_left, skip_waiting
from engines.challengers.duel.play import Play
from engines.challengers.state import (
    HIDDEN,
    CountStep,
    Duel,
    NameStep,
    OpenLook,
    State,
    WaitingStep,
    name_side,
    planned_sides,
    seat_of,
    short_side,
)
from engines.challengers.unseen.debts import open_booking
from engines.challengers.unseen.decks import list_possible_faces
from engines.challengers.unseen.left_out import bring_left_out
from engines.choices import list_combinations
from engines.values import SEAT_LETTERS, TABLE, Choice, Prompt

# -- prompts -------------------------------------------------------------------------------------


def duel_prompts(state: State, park: str) -> Iterator[Prompt]:
    """Yield what a duel under way asks for: the step that waits for somebody; else looks, where
    everything is recorded; else the next card, and the unknown cards that came off a deck."""
    duel = state.duels[park]
    play = open_duel(state, park)
    if duel.steps and isinstance(duel.steps[0], WAITING):
        yield waiting_prompt(play, duel.steps[0])
        return
    if state.level == "full":
        looks = [look_prompt(park, duel, look) for look in duel.looks]
        yield from looks
        if looks:
            return
    data: dict[str, Any] = {
        "park": park,
        "side": name_side(duel.sides[duel.turn]),
        "need": max(play.flag_power() - play.attack_power(), 0),
    }
    ask = "ask.reveal" if duel.holder >= 0 else "ask.first"
    yield Prompt(TABLE, ask, ("reveal", "out", "win"), park, data=data)
    if state.level == "full":
        for side in duel.sides:
            if has_exhausted_unknown(state, side):
                yield seen_prompt(state, EXHAUST[side])


def has_exhausted_unknown(state: State, side: str) -> bool:
    """Return whether an unknown card on an exhaust pile came off the side's deck, where everybody
    could see it."""
    return any(
        state.book.pools.get(item) == DECK[side]
        for item, n in state.book.holding(EXHAUST[side]).items()
        if n > 0
    )


def find_unknown_place(state: State, side: str) -> str:
    """Return the first place in which a side has an unknown card, its bench before the others."""
    for zone in ("bench", "exhaust", "field", "deck"):
        held = state.book.holding(f"{side}.{zone}")
        if any(is_unknown(item) and n > 0 for item, n in held.items()):
            return f"{side}.{zone}"
    return f"{side}.bench"


def short_place(state: State, place: str) -> str:
    """Return a place with an unknown card as it may be typed: its owner where that is enough, as in
    ``seen c dog``, else the place, as in ``seen c.exhaust dog``."""
    side = place.partition(".")[0]
    return side if find_unknown_place(state, side) == place else place


def waiting_prompt(play: Play, step: WaitingStep) -> Prompt:
    """Return the prompt for the step that a duel waits with."""
    side = play.sides[step.side]
    if isinstance(step, NameStep):
        return seen_prompt(play.state, BENCH[side])
    data: dict[str, Any] = {"park": play.park, "side": name_side(side), "card": step.card}
    if isinstance(step, CountStep):
        data |= {"n": step.limit, "more": step.limit + 1}
        return Prompt(TABLE, "ask.left", ("left",), play.park, True, data)
    choice = find_choice(play)
    if choice is None:
        return Prompt(TABLE, "ask.manual", ("manual",), play.park, data=data)
    effect = choice[1]
    candidates = find_candidates(play, step, effect)
    least, most = choice_range(effect, candidates)
    data |= {"least": least, "most": most, "example": next(iter(candidates), "")}
    ask = "ask.choose" if not least else "ask.choose.some" if least < most else "ask.choose.all"
    seat = find_chooser(play, step, effect)
    return Prompt(seat, ask, ("choose",), play.park, not effect.min, data)


def seen_prompt(state: State, place: str) -> Prompt:
    """Return the prompt for the face of an unknown card in a place, with an answer as example."""
    faces = list_faces(state, place)
    side, _, zone = place.partition(".")
    data = {
        "side": name_side(side),
        "place": place,
        "letter": short_side(side),
        "example": faces[0] if faces else next(iter(BOX.starter)),
    }
    ask = "ask.seen"
    if zone == "exhaust":
        ask += ".exhaust" if short_place(state, place) == side else ".exhaust.full"
    return Prompt(TABLE, ask, ("seen",), place, True, data)


def look_prompt(park: str, duel: Duel, look: OpenLook) -> Prompt:
    """Return the prompt for the outcome of a look."""
    side = duel.sides[look.side]
    data = {"park": park, "side": name_side(side), "card": look.card}
    return Prompt(seat_of(side), f"ask.look.{look.then}", ("look",), park, True, data)


# -- choices -------------------------------------------------------------------------------------


def duel_choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield what is legal in answer to a prompt of a duel."""
    park = prompt.place
    kind = prompt.kind
    if kind == "seen":
        yield from seen_choices(state, prompt.place)
    elif kind == "start":
        one, other = planned_sides(state, park, state.rounds[park])
        yield Choice(Start(park=park, first=one, against=other))
        yield Choice(Start(park=park, first=other, against=one))
    elif kind == "reveal":
        yield from reveal_choices(open_duel(state, park))
    elif kind == "choose":
        yield from choose_choices(open_duel(state, park), prompt.seat)
    elif kind == "left":
        yield from left_choices(open_duel(state, park))
    elif kind == "manual":
        yield Choice(ByHand(park=park))
    else:
        yield from look_choices(open_duel(state, park), prompt.seat)


def reveal_choices(play: Play) -> Iterator[Choice]:
    """Yield every card that may come next; also that the deck is empty, where it may be (C52)."""
    skip_waiting(play)
    i = play.turn
    for item, n in list_next_cards(play, i).items():
        yield Choice(Reveal(park=play.park, card=item), weight=n)
    if play.sizes[i] == 0 or (play.sizes[i] is None and play.holder >= 0):
        yield Choice(Out(park=play.park, by=play.sides[i]))


def list_next_cards(play: Play, i: int) -> dict[str, int]:
    """Return the cards that may be on top of a deck, card to number of copies."""
    due = play.next_card(i)
    if is_unknown(due):
        faces = dict.fromkeys(list_card_faces(play, due), 1)
        return faces | list_left_out_faces(play, [due])
    if due:
        return {due: 1}
    return list_deck_faces(play, i)


def list_left_out_faces(play: Play, names: Sequence[str]) -> dict[str, int]:
    """Return the faces that unknown cards have if the set taken to be left out is played after all
    (C23), each with 0 copies: that is seldom so."""
    booking = open_booking(play.state)
    spare = bring_left_out(booking, play.state.extra)
    found: dict[str, int] = {}
    for name in names if spare else ():
        faces = list_possible_faces(booking, play.state.extra, name)
        found |= dict.fromkeys(spare.intersection(faces), 0)
    return dict(sorted(found.items()))


def list_card_faces(play: Play, name: str) -> tuple[str, ...]:
    """Return the faces that the unknown card `name` can have."""
    return list_possible_faces(play.booking, play.state.extra, name)


def count_free_cards(play: Play, i: int) -> dict[str, int]:
    """Return the known cards of a deck whose position in it is not known, card to number."""
    return count_others(play.places.get(DECK[play.sides[i]], EMPTY), play.placed_cards(i))


def count_others(held: Mapping[str, int], placed: list[str]) -> dict[str, int]:
    """Return the known cards of a holding without those at known positions, card to number."""
    return {
        item: n - placed.count(item)
        for item, n in held.items()
        if not is_unknown(item) and n > placed.count(item)
    }


def list_deck_faces(play: Play, i: int) -> dict[str, int]:
    """Return what the top card of a deck may be where its position tells nothing, face to number of
    copies. In a deck of which nothing is known it may be any starter or card of level A."""
    faces = count_free_cards(play, i)
    placed = play.placed_cards(i)
    deck = play.places.get(DECK[play.sides[i]], EMPTY)
    names = [item for item, n in deck.items() if n > 0 and is_unknown(item) and item not in placed]
    for name in names:
        faces |= {face: 1 for face in list_card_faces(play, name) if face not in faces}
    faces = list_left_out_faces(play, names) | faces
    if faces or not play.loose[i]:
        return faces
    side = play.sides[i]
    starters = [item for item in BOX.starter if count_starters_left(play, side, item) > 0]
    of_level_a = [item for item in play.places.get("pile.A", EMPTY) if not is_unknown(item)]
    return dict.fromkeys((*starters, *of_level_a), 1)


def choose_choices(play: Play, seat: int) -> Iterator[Choice]:
    """Yield every choice of cards that an effect leaves (C80)."""
    choice = find_choice(play)
    if choice is None:
        return
    candidates = find_candidates(play, *choice)
    least, most = choice_range(choice[1], candidates)
    for n in range(least, most + 1):
        for picked in list_combinations(candidates, n):
            cards = tuple(item for item, k in picked.items() for _ in range(k))
            yield Choice(Choose(seat=seat, park=play.park, cards=cards))


def left_choices(play: Play) -> Iterator[Choice]:
    """Yield every size up to the limit that is asked for, and that the deck is larger."""
    step = play.steps[0]
    if isinstance(step, CountStep):
        side = play.sides[step.side]
        for n in range(play.least[step.side], step.limit + 1):
            yield Choice(Left(park=play.park, of=side, cards=n))
        yield Choice(Left(park=play.park, of=side, cards=step.limit + 1, more=True))


def seen_choices(state: State, place: str) -> Iterator[Choice]:
    """Yield what an unknown card on a bench or an exhaust pile may turn out to be."""
    owner, _, zone = place.partition(".")
    pools = state.book.pools
    names = [
        item
        for item, n in state.book.holding(place).items()
        if n > 0 and is_unknown(item) and (zone == "bench" or pools.get(item) == DECK[owner])
    ]
    park = next((park for park, duel in state.duels.items() if owner in duel.sides), "")
    if not park:
        return
    play = open_duel(state, park)
    for name in names:
        if pools.get(name) == DECK[owner]:
            faces = list_deck_faces(play, play.sides.index(owner))
        else:
            faces = dict.fromkeys(list_card_faces(play, name), 1)
        which = name if len(names) > 1 else ""
        for face, n in faces.items():
            yield Choice(Seen(place=place, card=face, name=which), weight=n)


def list_faces(state: State, place: str) -> list[str]:
    """Return the faces that an unknown card on a bench or an exhaust pile may have."""
    actions = [choice.action for choice in seen_choices(state, place)]
    return list(dict.fromkeys(action.card for action in actions if isinstance(action, Seen)))


def look_choices(play: Play, seat: int) -> Iterator[Choice]:
    """Yield what a look may have come to; also that nobody told."""
    park = play.park
    side = ROBOT if seat == TABLE else SEAT_LETTERS[seat]
    look = next((one for one in play.looks if play.sides[one.side] == side), None)
    yield Choice(LookAt(seat=seat, park=park))
    if look is None:
        return
    card = play.find(look.card)
    effect = card.effects[look.number] if card is not None else None
    if not isinstance(effect, Look):
        return
    cards = count_looked_at(play, look)
    if look.then == "choose_to_top":
        for item in cards:
            yield Choice(LookAt(seat=seat, park=park, top=(item,)))
    elif look.then == "choose_to_bottom":
        for item in cards:
            yield Choice(LookAt(seat=seat, park=park, bottom=(item,)))
    else:
        size = play.sizes[look.side]
        most = effect.n or 0
        least = max(2, play.least[look.side]) if size is None else size
        for n in range(min(least, most), most + 1 if size is None else min(most, size) + 1):
            for order in list_orders(look, cards, n):
                if look.then == "reorder_top":
                    yield Choice(LookAt(seat=seat, park=park, top=order))
                else:
                    yield Choice(LookAt(seat=seat, park=park, top=order[:1], bottom=order[1:]))


def count_looked_at(play: Play, look: OpenLook) -> dict[str, int]:
    """Return the cards that a look may have seen beside those at known positions, card to
    number."""
    placed = [entry.removeprefix(HIDDEN) for entry in (*look.top, *look.bottom)]
    return count_others(play.places.get(DECK[play.sides[look.side]], EMPTY), placed)


def list_orders(look: OpenLook, cards: Mapping[str, int], n: int) -> Iterator[tuple[str, ...]]:
    """Yield every order in which the top `n` cards may lie after a look; an unknown one is ``?``.
    `cards` are those that may lie at the positions that were not known."""
    known = [entry.removeprefix(HIDDEN) for entry in look.top[:n]]
    fixed = [(UNKNOWN,) if not card or is_unknown(card) else (card,) for card in known]
    found: set[tuple[str, ...]] = set()
    for group in list_combinations(cards, n - len(fixed)):
        others = [(item,) for item, k in group.items() for _ in range(k)]
        for order in product(*fixed, *others):
            found.update(permutations(order))
    yield from sorted(found)
