"""Reading what a text without a verb means in a duel: the answer to what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.challengers.actions import ByHand, Choose, Left, Seen
from engines.challengers.cardset import Shift
from engines.challengers.catalog import BENCH, DECK
from engines.challengers.effects import candidates
from engines.challengers.play import Play
from engines.challengers.reading import read_card, read_cards
from engines.challengers.reading_duel import COUNTED, at, park_meant, read_reveal
from engines.challengers.rules_duel import chooser, effect_of
from engines.challengers.state import State
from engines.protocol import TABLE, Action, NotationError


def read_answer(
    body: str,
    actual: dict[str, str],
    state: State,
    names: Sequence[str],
    park: str,
    by: str,
) -> tuple[Action, ...]:
    """Return what a text without a verb means in a duel: the answer to what it waits for, else the
    next card."""
    park = park_meant(state, park)
    under_way = state.duels.get(park)
    if under_way is not None and under_way.steps:
        play = at(state, park)
        try:
            return ANSWERS[under_way.steps[0].kind](body, play, park)
        except NotationError as error:
            if error.unclear or body in {"-", "0"}:
                raise
    return read_reveal(
        f"{park} {body}" + (f" by {by}" if by else ""), actual, state, names, TABLE, ""
    )


def answer_choice(body: str, play: Play, park: str) -> tuple[Action, ...]:
    """``dog, cat``; ``-`` for none."""
    step = play.steps[0]
    effect = effect_of(play, step)
    if not isinstance(effect, Shift):
        raise NotationError("not-understood", word=body, given=body)
    there = candidates(play, step, effect)
    chosen = read_cards(body, play.state, there)
    if any(card not in there for card in chosen):
        raise NotationError("no-such-card", word=body, given=body)
    return (Choose(seat=chooser(play, step, effect), park=park, cards=tuple(chosen)),)


def answer_seen(body: str, play: Play, park: str) -> tuple[Action, ...]:
    """The card that came to a bench."""
    side = play.sides[play.steps[0].side]
    near = [i for i, n in play.places.get(DECK[side], {}).items() if n > 0]
    return (Seen(place=BENCH[side], card=read_card(body, play.state, near)),)


def answer_left(body: str, play: Play, park: str) -> tuple[Action, ...]:
    """``2``, ``2+``."""
    found = COUNTED.match(body)
    if found is None:
        raise NotationError("left-form", word=body, given=body)
    side = play.sides[play.steps[0].side]
    return (Left(park=park, of=side, cards=int(found[1]), more=bool(found[2])),)


def answer_manual(body: str, play: Play, park: str) -> tuple[Action, ...]:
    """``-``: nothing came of it."""
    if body != "-":
        raise NotationError("not-understood", word=body, given=body)
    return (ByHand(park=park),)


ANSWERS: dict[str, Callable[[str, Play, str], tuple[Action, ...]]] = {
    "choose": answer_choice,
    "seen": answer_seen,
    "left": answer_left,
    "manual": answer_manual,
}
