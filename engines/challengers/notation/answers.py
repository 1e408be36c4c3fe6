"""Reading a text without a verb in a duel: the answer to what the duel waits for, or the next
card."""

from __future__ import annotations

from collections.abc import Sequence

from engines.book import is_unknown
from engines.challengers.actions import ByHand, Choose, Left, Reveal, Seen
from engines.challengers.cards.catalog import BENCH, DECK
from engines.challengers.choices.duel import duel_prompts, list_faces, list_next_cards, short_place
from engines.challengers.choices.match import COARSE, opening_prompts
from engines.challengers.duel.beginning import open_duel
from engines.challengers.duel.effects import find_candidates, find_choice, find_chooser
from engines.challengers.duel.play import Play
from engines.challengers.names import card_names
from engines.challengers.notation.duel import (
    ASKED_SIDE,
    CARDS_LEFT,
    CHOOSER,
    ONLY_PARK,
    find_park,
    list_near_cards,
    parse_reveal,
)
from engines.challengers.notation.reading import parse_card, parse_cards, parse_park, typed_side
from engines.challengers.rules.duel import CARD_COMES, C44_turn
from engines.challengers.state import CountStep, ManualStep, NameStep, State, can_begin, park_of
from engines.intents import WANTED, Parsed, wrap_actions
from engines.names import Names, find, matches
from engines.seats import typed_place
from engines.values import TABLE, Action, NotationError


def parse_answer(
    body: str,
    actual: dict[str, str],
    state: State,
    names: Sequence[str],
    park: str,
    by: str,
) -> tuple[Parsed, ...]:
    """Return what a text without a verb means in a duel: the answer to the step that it waits with,
    else an unknown card that it names, else the next card."""
    if not park:
        only = find_park(state, find_only_park(body, state, names, by))
        return tuple(
            parsed.add_intent(ONLY_PARK) if hasattr(parsed.action, "park") else parsed
            for parsed in parse_answer(body, actual, state, names, only, by)
        )
    under_way = state.duels.get(park)
    if under_way is not None and under_way.steps:
        play = open_duel(state, park)
        try:
            if not is_passed_over(body, play, by):
                return parse_waiting(body, play)
        except NotationError as error:
            if error.unclear or body in {"-", "0"}:
                raise
    sightings = find_sightings(body, state, park, by) if under_way is not None else ()
    if sightings and not actual:
        return choose_seen_or_reveal(body, sightings, state, names, park, by)
    return parse_reveal(reveal_text(body, park, by), actual, state, () if by else names, TABLE, "")


def find_only_park(body: str, state: State, names: Sequence[str], by: str) -> str:
    """Return the only one of several parks in which a card can be revealed now, "" where there is
    none, where a duel waits for something else, and where the text is a park itself."""
    waiting = any(duel.steps for duel in state.duels.values())
    if len(state.duels) < 2 or waiting or parse_park(body, state) is not None:
        return ""
    fits = []
    for park in state.duels:
        try:
            found = parse_reveal(
                reveal_text(body, park, by), {}, state, () if by else names, TABLE, ""
            )
        except NotationError:
            continue
        if any(can_be_revealed(state, parsed.action) for parsed in found):
            fits.append(park)
    return fits[0] if len(fits) == 1 else ""


def reveal_text(body: str, park: str, by: str) -> str:
    """Return what follows the verb where a card is revealed, by a side in the letters of ids."""
    return f"{park} {body} by {by}" if by else f"{park} {body}"


def is_passed_over(body: str, play: Play, by: str) -> bool:
    """Return whether a text leaves open which card came to a bench: it is about the other side, or
    it names a card that cannot have come while all cards of the deck are known."""
    step = play.steps[0]
    if not isinstance(step, NameStep):
        return False
    side = play.sides[step.side]
    if by not in ("", side):
        return True
    try:
        find(body, card_names(play.state, list_faces(play.state, BENCH[side])))
    except NotationError as error:
        return not error.unclear and not play.loose[step.side] and not is_unknown(body)
    return False


def choose_seen_or_reveal(
    body: str,
    sightings: tuple[Seen, ...],
    state: State,
    names: Sequence[str],
    park: str,
    by: str,
) -> tuple[Parsed, ...]:
    """Return the next card where a text can be that, else the unknown card that it names. Raise
    NotationError with all spellings where there are several."""
    try:
        found = parse_reveal(reveal_text(body, park, by), {}, state, () if by else names, TABLE, "")
    except NotationError:
        found = ()
    if any(can_be_revealed(state, parsed.action) for parsed in found):
        return found
    if len(sightings) == 1:
        return wrap_actions(sightings)
    either = {
        f"seen {typed_zone(short_place(state, each.place), names)} {body}": () for each in sightings
    }
    raise NotationError("which-seen", word=body, candidates=either, unclear=True, given=body)


def typed_zone(place: str, names: Sequence[str]) -> str:
    """Return a side, or a place of one, as it is typed."""
    return typed_place(place, names) if "." in place else typed_side(place, names)


def refuse_letter(body: str, side: str, state: State, names: Sequence[str], park: str = "") -> None:
    """Raise NotationError where a letter alone need not be the winner: it may also be who starts,
    or a card of a duel that is recorded card by card."""
    if len(body) > 1 or state.level in COARSE:
        return
    own, typed = park or park_of(state, side), typed_side(side, names)
    if has_prompt(state, own, "start"):
        both = {f"{park} win {typed}".strip(): (), f"s {typed}": ()}
        raise NotationError("won-or-starts", word=body, candidates=both, unclear=True, given=body)
    parks = [own] if park else dict.fromkeys((own, *state.duels))
    for each in filter(None, parks):
        if not is_card_by_card(state, each):
            continue
        cards = find_cards_by_letter(body, state, each)
        if cards or each == own:
            won = f"{park} win {typed}".strip()
            either = {won: (), **cards}
            raise NotationError(
                "won-or-card", word=body, candidates=either, unclear=True, given=body
            )


def is_card_by_card(state: State, park: str) -> bool:
    """Return whether a park's duel is under way, or its first card is asked for."""
    return park in state.duels or has_prompt(state, park, "reveal")


def has_prompt(state: State, park: str, kind: str) -> bool:
    """Return whether a park whose next duel can begin asks a question of a kind."""
    return (
        bool(park)
        and can_begin(state, park)
        and any(prompt.kind == kind for prompt in opening_prompts(state, park))
    )


def find_cards_by_letter(letter: str, state: State, park: str) -> Names:
    """Return the cards that may be revealed next in a park and begin with a letter."""
    play = open_duel(state, park)
    cards = (*list_near_cards(state, park, ""), *list_next_cards(play, play.turn))
    names = card_names(state, dict.fromkeys(card for card in cards if not is_unknown(card)))
    return {card: spelled for card, spelled in names.items() if matches(letter, spelled)}


def is_answer(body: str, state: State) -> bool:
    """Return whether a text is something that a duel may wait for: cards, a number, nothing."""
    if is_unknown(body) or CARDS_LEFT.match(body):
        return True
    try:
        parse_cards(body.partition(" by ")[0].replace("/", ","), state)
    except NotationError as error:
        return error.unclear or error.key == "one-or-two"
    return True


def find_sightings(body: str, state: State, park: str, by: str) -> tuple[Seen, ...]:
    """Return the unknown cards that a text may name where a park asks for them; with `by` only
    those of that side."""
    found = []
    for prompt in duel_prompts(state, park):
        if prompt.kind != "seen":
            continue
        faces = list_faces(state, prompt.place)
        try:
            card = find(body, card_names(state, faces)) if faces else ""
        except NotationError as error:
            if error.unclear:
                raise
            continue
        if card and by in ("", prompt.place.partition(".")[0]):
            found.append(Seen(place=prompt.place, card=card))
    return tuple(found)


def can_be_revealed(state: State, action: Action) -> bool:
    """Return whether a card can be revealed now: by its side, out of its deck, in its order."""
    return isinstance(action, Reveal) and not any(
        True for rule in (CARD_COMES, C44_turn) for _ in rule(state, action)
    )


def parse_waiting(body: str, play: Play) -> tuple[Parsed, ...]:
    """Return the answer to the step that a duel waits with."""
    step = play.steps[0]
    if isinstance(step, NameStep):
        return (Parsed(parse_sighting(body, play, step), {"place": WANTED}),)
    if isinstance(step, CountStep):
        return (Parsed(parse_cards_left(body, play, step), ASKED_SIDE),)
    if isinstance(step, ManualStep):
        return (Parsed(parse_nothing(body, play)),)
    return (Parsed(parse_chosen(body, play), CHOOSER),)


def parse_chosen(body: str, play: Play) -> Choose:
    """Return the choice of an effect's cards: ``dog, cat``; ``-`` for none."""
    choice = find_choice(play)
    if choice is None:
        raise NotationError("not-understood", word=body, given=body)
    candidates = find_candidates(play, *choice)
    chosen = parse_cards(body, play.state, candidates)
    if any(card not in candidates for card in chosen):
        raise NotationError("no-such-card", word=body, given=body)
    return Choose(seat=find_chooser(play, *choice), park=play.park, cards=tuple(chosen))


def parse_sighting(body: str, play: Play, step: NameStep) -> Seen:
    """Return the face of the unknown card on a bench: ``dog``."""
    side = play.sides[step.side]
    near = [item for item, n in play.places.get(DECK[side], {}).items() if n > 0]
    return Seen(place=BENCH[side], card=parse_card(body, play.state, near))


def parse_cards_left(body: str, play: Play, step: CountStep) -> Left:
    """Return the count of the deck that is asked for: ``2``, ``2+`` (at least)."""
    found = CARDS_LEFT.match(body)
    if found is None:
        raise NotationError("left-form", word=body, given=body)
    side = play.sides[step.side]
    return Left(park=play.park, of=side, cards=int(found[1]), more=bool(found[2]))


def parse_nothing(body: str, play: Play) -> ByHand:
    """Return that nothing came of an effect: ``-``."""
    if body != "-":
        raise NotationError("not-understood", word=body, given=body)
    return ByHand(park=play.park)
