"""Every question that Challengers! asks: of whom, for which actions, in which words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.challengers import engine
from engines.challengers.state import State
from engines.values import Setup
from tests.engines.challengers.positions import begin, lay_out, play_texts
from tests.engines.challengers.test_deck import in_round
from tests.engines.challengers.test_duel import DRAGONS, HORSES, duel, on_bench
from tests.engines.challengers.test_sets import ODD, a_set
from tests.engines.challengers.test_tournament import play_rounds, show_all
from tests.engines.prompts import list_asked, list_kinds, list_questions

RESULTS = engine.open(Setup(4, level="results"))
SUMMARY = engine.open(Setup(4, level="summary"))
PLAYED = show_all(play_rounds(RESULTS))
FINAL = replace(PLAYED, finalists=("a", "b"))
DECK = "option/offer/pick/redraw/remove/ready/deck"
NEXT = "table reveal/out/win green: green park:"
TALENTS = ["city-talent-s"] * 3


def at_level(level: str, state: State) -> State:
    """Return a table at which more, or less, is recorded from now on."""
    return replace(state, level=level)


def run_out() -> State:
    """Return a table whose level A pile is short of a draw, with cards in its tray."""
    state = in_round(1)
    places = state.book.places | {"pile.A": {"film-cat-a": 2}, "discard.A": {"space-cow-a": 4}}
    return replace(state, book=replace(state.book, places=places))


def haunt(level: str) -> State:
    """Return a duel in which b's Ghost has exhausted a card of a's deck."""
    decks = {"a": ["castle-dragon-c", "castle-pig-a"], "b": ["haunted-ghost-b", "city-dog-s"]}
    return at_level(level, play_texts(begin(lay_out(decks), "a"), "dragon", "ghost"))


def reveal(card: str, *deck: str) -> State:
    """Return a duel in which seat b reveals a card against the Dragon."""
    state = play_texts(duel(DRAGONS, [card, *deck]), "dragon", card)
    return at_level("full", state)


def pull() -> State:
    """Return a duel in which seat b reveals a card that moves one or two of its bench."""
    move: dict[str, object] = {
        "op": "move",
        "source": "own_bench",
        "dest": "own_deck_top",
        "chooser": "self",
    }
    move |= {"min": 1, "max": 2}
    pulling = {"id": "beach-pull-a", "name": "Pull", "timing": "reveal", "effects": [move]}
    decks = {"a": DRAGONS, "b": ["beach-pull-a", *HORSES]}
    state = begin(lay_out(decks, options={"cardsets": [a_set(pulling)]}), "a")
    state = on_bench(play_texts(state, "dragon"), "b", {"castle-bard-c": 1, "city-dog-s": 1})
    return play_texts(state, "pull")


def haunt_twice() -> State:
    """Return a duel in which an unknown card lies on a's exhaust pile, another on a's bench."""
    state = haunt("full")
    places = state.book.places
    places = places | {"a.bench": dict(places["a.exhaust"])}
    return replace(state, book=replace(state.book, places=places))


def ask_deck(*said: str) -> list[str]:
    """Return the questions about decks: who is asked, what is said of them."""
    return [
        f"{letter} {DECK} {letter}.deck: {name}, {what}"
        for letter, name, what in zip("ab", ("Ana", "Bo"), said, strict=True)
    ]


READY = {side: replace(player, done=True) for side, player in FINAL.players.items()}
TRIMMED = replace(FINAL, level="actions", players=READY)
PICK_A = "cards picked and removed? ({0}: Reporter, Talent (A) -Newcomer; {0}: ok)"
ROUND_1 = f"round 1, 2 left to pick of level A: {PICK_A}"
ROUND_3 = f"round 3, 2 to pick of level A or 1 of level B: {PICK_A}"
SHORT = (
    "round 1, 2 left to pick of level A: cards picked and removed? ({0}: Cat -Newcomer; {0}: ok)"
)
CLAIRVOYANT = duel(DRAGONS, ["funfair-clairvoyant-b", *TALENTS], first="b")
COWBOY = duel(["city-newcomer-s", "funfair-clown-a", *HORSES], ["film-cowboy-b", *HORSES])
UNTOLD = begin(lay_out({"a": [], "b": []}, known=False), "a")
BENCH = {"city-talent-s": 1, "film-gangster-a": 1, "castle-pig-a": 1}
NECROMANCER = play_texts(duel(DRAGONS, ["haunted-necromancer-b", *HORSES]), "dragon")
SIREN = play_texts(duel(DRAGONS, ["ship-siren-c", *HORSES]), "dragon")
ODDITY = begin(
    lay_out(
        {"a": ["city-dog-s", "film-cat-a"], "b": ["beach-odd-a", "city-dog-s"]},
        options={"cardsets": [a_set(ODD)]},
    ),
    "a",
)

CASES: list[tuple[State, list[str]]] = [
    # results and summaries
    (
        RESULTS,
        [
            "table win green: round 1, green park: Ana or Dee? (a2: Ana wins, 2 on the trophy)",
            "table win red: round 1, red park: Bo or Cy? (b2: Bo wins, 2 on the trophy)",
        ],
    ),
    (
        SUMMARY,
        [
            "table win green: round 1, green park: Ana or Dee, and how? (a2 d17 sd)",
            "table win red: round 1, red park: Bo or Cy, and how? (b2 d17 sc)",
        ],
    ),
    (
        engine.leave(RESULTS, 1)[0],
        [
            "table win green: round 1, green park: Ana or Dee? (a2: Ana wins, 2 on the trophy)",
            "table win red: round 1, red park: Bo has left, so Cy wins (c2: 2 on the trophy)",
        ],
    ),
    (
        replace(PLAYED, finalists=()),
        ["table finalists final: seats are even: who meets in the final? (finalists a c)"],
    ),
    (FINAL, ["table win final: final: Ana or Bo? (a: Ana wins)"]),
    (at_level("summary", FINAL), ["table win final: final: Ana or Bo, and how? (a d17 sb)"]),
    (TRIMMED, ["table start final: final: Ana or Bo, who starts? (s a)"]),
    (
        engine.leave(play_texts(TRIMMED, "final start a"), 1)[0],
        ["table win final: final: Bo has left, so Ana wins (a)"],
    ),
    # decks
    (in_round(1), ask_deck(ROUND_1.format("a"), ROUND_1.format("b"))),
    (in_round(3), ask_deck(ROUND_3.format("a"), ROUND_3.format("b"))),
    (
        play_texts(in_round(1), "a: +cat +gangster"),
        ask_deck(
            "round 1, nothing left to pick: cards removed? (a: -Newcomer; a: ok)",
            ROUND_1.format("b"),
        ),
    ),
    (
        at_level("actions", PLAYED),
        [
            "a remove/ready a.deck: Ana, before the final: cards removed? (a: -Newcomer; a: ok)",
            "b remove/ready b.deck: Bo, before the final: cards removed? (b: -Newcomer; b: ok)",
        ],
    ),
    (
        run_out(),
        [
            "table refill? pile.A: the level A pile runs out:"
            " are its discards shuffled and put under it? (refill A)",
            *ask_deck(SHORT.format("a"), SHORT.format("b")),
        ],
    ),
    (
        play_texts(in_round(1), "a: ok", "b: ok"),
        ["table start green: green park: Ana or Bo, who starts? (s a)"],
    ),
    # duels
    (duel(HORSES, HORSES), [f"{NEXT} Ana’s first card?"]),
    (play_texts(duel(DRAGONS, HORSES), "dragon"), [f"{NEXT} Bo’s next card? 7 to beat"]),
    (play_texts(duel(DRAGONS, HORSES), "dragon", "horse"), [f"{NEXT} Bo’s next card? 2 to beat"]),
    (
        haunt("full"),
        [
            f"{NEXT} Bo’s next card? 6 to beat",
            "table seen? a.exhaust: which card came to Ana’s exhaust pile? (seen a Pig)",
        ],
    ),
    (
        haunt_twice(),
        [
            f"{NEXT} Bo’s next card? 6 to beat",
            "table seen? a.exhaust: which card came to Ana’s exhaust pile? (seen a.exhaust Pig)",
        ],
    ),
    (haunt("actions"), [f"{NEXT} Bo’s next card? 6 to beat"]),
    (
        reveal("city-reporter-a", "city-newcomer-s", "city-champion-s"),
        ["b look? green: Reporter: which card stayed on top, which went down? (l dog/cat)"],
    ),
    (
        reveal("funfair-juggler-a", *TALENTS),
        [
            "b look? green: Juggler: the top cards of Bo’s deck in their new order?"
            " (l dog, cat, bat)"
        ],
    ),
    (
        reveal("ship-sailor-a", *TALENTS),
        ["b look? green: Sailor: which card did Bo put at the bottom? (l dog)"],
    ),
    (
        play_texts(CLAIRVOYANT, "clair", "dragon"),
        ["b look? green: Clairvoyant: which card did Bo put on top? (l dog)"],
    ),
    (
        at_level("actions", play_texts(COWBOY, "newcomer", "cowboy")),
        ["table seen? a.bench: which card came to Ana’s bench? (Clown)"],
    ),
    (
        at_level("actions", play_texts(UNTOLD, "lion", "lifeguard")),
        [
            "table left? green: green park:"
            " how many cards are left in Bo’s deck? (1, or 2+ for more)"
        ],
    ),
    (
        play_texts(on_bench(NECROMANCER, "b", BENCH), "necromancer"),
        ["b choose green: green park: Necromancer: choose 1 of the cards it may move (Talent)"],
    ),
    (pull(), ["b choose green: green park: beach-pull-a: choose 1 to 2 cards (Bard)"]),
    (
        play_texts(on_bench(SIREN, "a", {"castle-bard-c": 1, "city-dog-s": 1}), "siren"),
        ["b choose? green: green park: Siren: choose up to 1 (Bard; - for none)"],
    ),
    (
        play_texts(ODDITY, "dog", "odd"),
        ["table manual green: green park: what came of beach-odd-a? (manual ..., - for nothing)"],
    ),
]

TROPHIES = {1: 2, 2: 2, 3: 3, 4: 5, 5: 6, 6: 7, 7: 9}
"""The least that is on the trophy of a round."""


def test_what_is_on_hidden_trophies_is_asked_before_the_final() -> None:
    assert list_asked(engine, play_rounds(RESULTS)) == [
        f"table trophy {letter}.trophies: what is on {name}’s trophy of round {n}?"
        f" (t {letter} {n} {TROPHIES[n]}: {TROPHIES[n]} fans)"
        for letter, name, rounds in (
            ("a", "Ana", "1234567"),
            ("b", "Bo", "13467"),
            ("c", "Cy", "25"),
        )
        for n in map(int, rounds)
    ]


@pytest.mark.parametrize(("state", "asked"), CASES, ids=[str(n) for n in range(len(CASES))])
def test_what_is_asked(state: State, asked: list[str]) -> None:
    assert list_asked(engine, state) == asked


def test_every_question_is_in_the_table() -> None:
    states = [play_rounds(RESULTS), *(state for state, _ in CASES)]
    assert set().union(*(list_kinds(engine, state) for state in states)) == list_questions(engine)
