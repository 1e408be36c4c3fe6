"""Laying out one duel of Challengers!, with decks that are known or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from engines.challengers import engine
from engines.challengers.actions import Start
from engines.challengers.cards.catalog import BOX, CARDS, DECK, PILE, ROBOT, TROPHIES, trophy_id
from engines.challengers.cards.format import Shift
from engines.challengers.state import State
from engines.protocol import find_breaches
from engines.values import Breach, Setup

PARK = "green"


def lay_out(
    decks: Mapping[str, Sequence[str]],
    *,
    round_: int = 1,
    trophies: Mapping[str, int] | None = None,
    piles: Mapping[str, Sequence[str]] | None = None,
    known: bool = True,
    options: Mapping[str, object] | None = None,
) -> State:
    """Return the table before a duel in the green park: `decks` by side (``a``, ``b``, ``robot``).

    With `known` the decks' lists are recorded; without, nothing of them is, and every card of
    them may still lie in its pile.
    """
    solo = ROBOT in decks
    state = engine.open(Setup(1 if solo else 2, options=dict(options or {})))
    places = {place: dict(held) for place, held in state.book.places.items()}
    for side, cards in decks.items():
        places[DECK[side]] = dict(Counter(cards)) if known else {}
    for level, cards in (piles or {}).items():
        places[f"pile.{level}"] = dict(Counter(cards))
    for item in () if known else [item for cards in decks.values() for item in cards]:
        supply = places.setdefault(PILE.get(CARDS[item].level, "box"), {})
        supply[item] = supply.get(item, 0) + 1
    for side, n in (trophies or {}).items():
        if n:
            places[TROPHIES[side]] = {trophy_id(1, BOX.trophies[1][0]): n}
    players = {
        side: replace(player, round=round_, touched=known, done=known, loose=not known)
        for side, player in state.players.items()
    }
    return replace(
        state,
        book=replace(state.book, places={p: held for p, held in places.items() if held}),
        rounds={PARK: round_},
        players=players,
    )


class Orders:
    """Decks and piles in their order, known to whoever plays a duel out: single cards by uid."""

    def __init__(
        self,
        cards: Mapping[str, str],
        decks: Mapping[str, Sequence[str]],
        piles: Mapping[str, Sequence[str]],
    ) -> None:
        self.cards = dict(cards)
        self.decks = {side: list(uids) for side, uids in decks.items()}
        self.piles = {level: list(uids) for level, uids in piles.items()}

    def take(self, side: str, uid: str) -> None:
        """Take a revealed card off a deck; where another lay there, the order is set right."""
        deck = self.decks[side]
        if deck:
            deck.pop(deck.index(uid) if uid in deck else 0)

    def foresee(self, side: str, card: str) -> None:
        """Move what a card moves on being revealed that nobody sees."""
        if side == ROBOT and CARDS[card].set != ROBOT:
            return
        other = next(s for s in self.decks if s != side)
        for effect in CARDS[card].on_reveal:
            if not isinstance(effect, Shift):
                continue
            if effect.source.startswith("level_pile"):
                to = self.decks[other if effect.dest.startswith("opp") else side]
                for _ in range(min(effect.max, len(self.piles.get(effect.source[-1], ())))):
                    uid = self.piles[effect.source[-1]].pop(0)
                    to.insert(0 if effect.dest.endswith("top") else len(to), uid)
            elif "_deck_" in effect.source:
                of = self.decks[other if effect.source.startswith("opp") else side]
                if of:
                    of.pop(0 if effect.source.endswith("top") else -1)

    def remove_from_piles(self, uids: Iterable[str]) -> None:
        """Cards that are seen to lie elsewhere are in no pile any more."""
        for pile in self.piles.values():
            pile[:] = [uid for uid in pile if uid not in uids]

    def look(
        self, side: str, then: str, picked: Sequence[str], rest: Sequence[str]
    ) -> dict[str, tuple[str, ...]]:
        """Put looked-at cards where they go; return what a look action says: the cards by face."""
        deck = self.decks[side]
        moved = [*picked, *(rest if then == "one_bottom_one_top" else ())]
        deck[:] = [uid for uid in deck if uid not in moved]
        faces = tuple(self.cards[uid] for uid in picked)
        if then == "choose_to_bottom":
            deck += picked
            return {"bottom": faces}
        deck[:0] = picked
        if then != "one_bottom_one_top":
            return {"top": faces}
        deck += rest
        return {"top": faces, "bottom": tuple(self.cards[uid] for uid in rest)}


def start(state: State, first: str, sizes: Mapping[str, int] | None = None) -> Start:
    """Return how a duel laid out is begun by `first`."""
    other = next(side for side in state.players if side != first)
    return Start(park=PARK, first=first, against=other, decks=dict(sizes or {}))


def begin(state: State, first: str, sizes: Mapping[str, int] | None = None) -> State:
    """Return the table with the duel begun by `first`, without asking whose trophy is later."""
    return engine.apply(state, start(state, first, sizes))[0]


def play_texts(state: State, *texts: str) -> State:
    """Return the table after actions in the notation, each of them legal."""
    for text in texts:
        for action in engine.parse(text, state):
            engine.admit(state, action)
            assert find_breaches(engine, state, action) == (), text
            state, _ = engine.apply(state, action)
    return state


def list_breaches(state: State, text: str) -> list[Breach]:
    """Return what the actions of a text break, the book apart."""
    found = [
        breach
        for action in engine.parse(text, state)
        for breach in find_breaches(engine, state, action)
    ]
    return [breach for breach in found if breach.rule != "BOOK"]


def list_reasons(state: State, text: str) -> list[str]:
    """Return the reasons of what a text breaks, the book apart."""
    return [breach.why or breach.rule for breach in list_breaches(state, text)]


def find_broken(state: State, text: str) -> set[str]:
    """Return the rules that the actions of a text break, the book's among them."""
    return {
        breach.rule
        for action in engine.parse(text, state)
        for breach in find_breaches(engine, state, action)
    }
