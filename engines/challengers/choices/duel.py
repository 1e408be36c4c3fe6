"""What a duel asks for, and what is legal then (C40 to C54, C80 to C83)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import Any

from engines.book import UNKNOWN
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
from engines.challengers.bookings import open_booking
from engines.challengers.cards.catalog import BENCH, BOX, DECK, EXHAUST, ROBOT
from engines.challengers.cards.format import Look, Shift
from engines.challengers.duel import actions, flow
from engines.challengers.duel.effects import find_candidates
from engines.challengers.duel.play import Play
from engines.challengers.rules.duel import find_chooser, find_effect, next_entry
from engines.challengers.state import (
    HIDDEN,
    Duel,
    State,
    Step,
    name_side,
    planned_sides,
    seat_of,
    short_side,
)
from engines.challengers.unseen.decks import possible_faces
from engines.choices import combinations
from engines.values import TABLE, Choice, Prompt


def duel_prompts(state: State, park: str) -> Iterator[Prompt]:
    """Yield what a duel under way asks for: what an effect waits for, else looks and unseen cards
    where everything is recorded, else the next card and what has come up unseen."""
    under_way = state.duels[park]
    play = Play(state, open_booking(state), park, under_way)
    if under_way.steps:
        yield waiting_prompt(play, under_way.steps[0])
        return
    if state.level == "full":
        looks = [look_prompt(state, park, under_way, step) for step in under_way.looks]
        yield from looks
        if looks:
            return
    attack, defence = play.attack_power(), play.flag_power()
    data: dict[str, Any] = {
        "park": park,
        "side": name_side(under_way.sides[under_way.turn]),
        "need": max(defence - attack, 0),
    }
    ask = "ask.reveal" if under_way.holder >= 0 else "ask.first"
    yield Prompt(TABLE, ask, ("reveal", "out", "win"), park, data=data)
    if state.level == "full":
        for side in under_way.sides:
            if has_revealed_unknown(state, side):
                yield seen_prompt(state, EXHAUST[side])


def has_revealed_unknown(state: State, side: str) -> bool:
    """Return whether an unknown card on an exhaust pile came off a deck, where all could see it."""
    return any(
        state.book.pools.get(item) == DECK[side]
        for item, n in state.book.holding(EXHAUST[side]).items()
        if n > 0
    )


def find_unknown_place(state: State, side: str) -> str:
    """Return where a side has an unknown card: its bench first."""
    for zone in ("bench", "exhaust", "field", "deck"):
        held = state.book.holding(f"{side}.{zone}")
        if any(item[0] == UNKNOWN and n > 0 for item, n in held.items()):
            return f"{side}.{zone}"
    return f"{side}.bench"


def short_place(state: State, place: str) -> str:
    """Return what must be typed for a place with an unknown card: its owner where that is enough.

    ``seen c dog``, ``seen c.exhaust dog``.
    """
    side = place.partition(".")[0]
    return side if find_unknown_place(state, side) == place else place


def waiting_prompt(play: Play, step: Step) -> Prompt:
    """Return the question that a duel waits for an answer to."""
    side = play.sides[step.side]
    data: dict[str, Any] = {
        "park": play.park,
        "side": name_side(side),
        "card": step.card,
    }
    if step.kind == "seen":
        return seen_prompt(play.state, BENCH[side])
    if step.kind == "left":
        return Prompt(
            TABLE, "ask.left", ("left",), play.park, True, data | {"n": step.n, "more": step.n + 1}
        )
    effect = find_effect(play, step)
    if isinstance(effect, Shift):
        there = find_candidates(play, step, effect)
        total = sum(there.values())
        least, most = min(effect.min, total), min(effect.max, total)
        data |= {"least": least, "most": most, "example": next(iter(there), "")}
        ask = "ask.choose" if not least else "ask.choose.some" if least < most else "ask.choose.all"
        seat = find_chooser(play, step, effect)
        return Prompt(seat, ask, ("choose",), play.park, not effect.min, data)
    return Prompt(TABLE, "ask.manual", ("manual",), play.park, data=data)


def seen_prompt(state: State, place: str) -> Prompt:
    """Return the question which unknown card came to a place, with what answers it."""
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


def look_prompt(state: State, park: str, under_way: Duel, step: Step) -> Prompt:
    """Return the question what a look came to."""
    side = under_way.sides[step.side]
    data = {"park": park, "side": name_side(side), "card": step.card}
    return Prompt(seat_of(side), f"ask.look.{step.when}", ("look",), park, True, data)


def duel_choices(state: State, prompt: Prompt) -> Iterator[Choice]:
    """Yield what is legal in answer to what a duel asks for."""
    ask = prompt.ask
    if ask.startswith("ask.seen"):
        yield from seen_choices(state, prompt.place)
        return
    park = prompt.place
    if ask == "ask.start":
        one, other = planned_sides(state, park, state.rounds[park])
        yield Choice(Start(park=park, first=one, against=other))
        yield Choice(Start(park=park, first=other, against=one))
        return
    play = actions.open_play(state, open_booking(state), park, Play)
    if ask in ("ask.reveal", "ask.first"):
        yield from reveal_choices(play, park)
    elif ask.startswith("ask.choose"):
        yield from choose_choices(play, park, prompt.seat)
    elif ask == "ask.left":
        step = play.steps[0]
        side = play.sides[step.side]
        least = play.least[step.side]
        for n in range(least, step.n + 1):
            yield Choice(Left(park=park, of=side, cards=n))
        yield Choice(Left(park=park, of=side, cards=step.n + 1, more=True))
    elif ask == "ask.manual":
        yield Choice(ByHand(park=park))
    else:
        yield from look_choices(play, park, prompt.seat)


def reveal_choices(play: Play, park: str) -> Iterator[Choice]:
    """Yield every card that may come next: the one known to lie on top, else any of the deck; or
    that there is none (C52)."""
    flow.skip_waiting(play)
    i = play.turn
    side = play.sides[i]
    for item, n in next_cards(play, i).items():
        yield Choice(Reveal(park=park, card=item), weight=n)
    if play.sizes[i] == 0 or (play.sizes[i] is None and play.holder >= 0):
        yield Choice(Out(park=park, by=side))


def next_cards(play: Play, i: int) -> dict[str, int]:
    """Return what may be on top of a deck, with how often it is there."""
    due = next_entry(play, i)
    if due[:1] == UNKNOWN:
        return dict.fromkeys(list_card_faces(play, due), 1)
    if due:
        return {due: 1}
    return list_deck_faces(play, i)


def list_card_faces(play: Play, name: str) -> tuple[str, ...]:
    """Return the faces that an unknown card may have."""
    return possible_faces(play.booking, play.state.extra, name)


def count_free_cards(play: Play, i: int) -> dict[str, int]:
    """Return the known cards of a deck that do not lie at a known position of it."""
    lying = play.placed_cards(i)
    held = play.places.get(DECK[play.sides[i]], {})
    return {
        item: n - lying.count(item)
        for item, n in held.items()
        if item[0] != UNKNOWN and n > lying.count(item)
    }


def choose_choices(play: Play, park: str, seat: int) -> Iterator[Choice]:
    """Yield every choice of cards that an effect leaves (C80)."""
    step = play.steps[0]
    effect = find_effect(play, step)
    if isinstance(effect, Shift):
        there = find_candidates(play, step, effect)
        total = sum(there.values())
        for n in range(min(effect.min, total), min(effect.max, total) + 1):
            for picked in combinations(there, n):
                cards = tuple(item for item, k in picked.items() for _ in range(k))
                yield Choice(Choose(seat=seat, park=park, cards=cards))


def seen_choices(state: State, place: str) -> Iterator[Choice]:
    """Yield what an unknown card on a bench or an exhaust pile may turn out to be."""
    owner, _, zone = place.partition(".")
    names = [
        item
        for item, n in state.book.holding(place).items()
        if n > 0
        and item[0] == UNKNOWN
        and (zone == "bench" or state.book.pools.get(item) == DECK[owner])
    ]
    park = next((p for p, under_way in state.duels.items() if owner in under_way.sides), "")
    if not park:
        return
    play = actions.open_play(state, open_booking(state), park, Play)
    for name in names:
        if state.book.pools.get(name) == DECK[owner]:
            faces = list_deck_faces(play, play.sides.index(owner))
        else:
            faces = dict.fromkeys(list_card_faces(play, name), 1)
        which = name if len(names) > 1 else ""
        for face, n in faces.items():
            yield Choice(Seen(place=place, card=face, name=which), weight=n)


def list_faces(state: State, place: str) -> list[str]:
    """Return the faces that an unknown card on a bench or an exhaust pile may have."""
    found = [choice.action for choice in seen_choices(state, place)]
    return list(dict.fromkeys(action.card for action in found if isinstance(action, Seen)))


def list_deck_faces(play: Play, i: int) -> dict[str, int]:
    """Return what a card may be that comes off a deck, with how often it is there. In a deck of
    which nothing is known it may be a starter, or of level A, as far as anybody can tell."""
    faces = count_free_cards(play, i)
    lying = play.placed_cards(i)
    for item, n in play.places.get(DECK[play.sides[i]], {}).items():
        if n > 0 and item[0] == UNKNOWN and item not in lying:
            faces |= {face: 1 for face in list_card_faces(play, item) if face not in faces}
    if faces or not play.loose[i]:
        return faces
    side = play.sides[i]
    starters = [item for item in BOX.starter if flow.count_starters_left(play, side, item) > 0]
    of_level_a = [item for item in play.places.get("pile.A", {}) if item[0] != UNKNOWN]
    return dict.fromkeys((*starters, *of_level_a), 1)


def look_choices(play: Play, park: str, seat: int) -> Iterator[Choice]:
    """Yield what a look may have come to; also that nobody told."""
    side = ROBOT if seat == TABLE else chr(97 + seat)
    step = next((s for s in play.looks if play.sides[s.side] == side), None)
    yield Choice(LookAt(seat=seat, park=park))
    if step is None:
        return
    i = step.side
    card = play.find(step.card)
    effect = card.effects[step.n] if card is not None else None
    if not isinstance(effect, Look):
        return
    free = looked_at_cards(play, step)
    if step.when == "choose_to_top":
        for item in free:
            yield Choice(LookAt(seat=seat, park=park, top=(item,)))
    elif step.when == "choose_to_bottom":
        for item in free:
            yield Choice(LookAt(seat=seat, park=park, bottom=(item,)))
    else:
        size = play.sizes[i]
        n = effect.n or 0
        n = n if size is None else min(n, size)
        for order in look_orders(step, free, n):
            if step.when == "reorder_top":
                yield Choice(LookAt(seat=seat, park=park, top=order))
            else:
                yield Choice(LookAt(seat=seat, park=park, top=order[:1], bottom=order[1:]))


def looked_at_cards(play: Play, step: Step) -> dict[str, int]:
    """Return the cards of a deck that a look may have seen beside those whose place was known."""
    lying = [e.removeprefix(HIDDEN) for e in (*step.top, *step.bottom)]
    held = play.places.get(DECK[play.sides[step.side]], {})
    return {
        item: n - lying.count(item)
        for item, n in held.items()
        if item[0] != UNKNOWN and n > lying.count(item)
    }


def look_orders(step: Step, free: Mapping[str, int], n: int) -> Iterator[tuple[str, ...]]:
    """Yield every order in which the top `n` cards may now lie; an unknown one is ``?``."""
    known = [e.removeprefix(HIDDEN) for e in step.top[:n]]
    fixed = [("?",) if e[:1] in ("", UNKNOWN) else (e,) for e in known]
    rest = n - len(fixed)
    found: set[tuple[str, ...]] = set()
    for group in combinations(free, rest):
        cards = [(item,) for item, k in group.items() for _ in range(k)]
        for seen in product(*fixed, *cards):
            found.update(permutations(seen))
    yield from sorted(found)
