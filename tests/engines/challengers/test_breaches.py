"""A position for each breach of Challengers!: it breaks one rule for one reason, nothing else."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.challengers import engine
from engines.challengers.rules import deck, match
from engines.challengers.rules import duel as duel_rules
from engines.challengers.state import State
from engines.protocol import find_breaches
from engines.values import Action, Setup
from tests.engines.breaches import assert_sayable, find_rule_breaches, list_missed, list_reasons
from tests.engines.challengers.positions import PARK, begin, lay_out, play_texts
from tests.engines.challengers.test_deck import after_the_first_duel, in_round
from tests.engines.challengers.test_duel import DRAGONS, HORSES, duel, on_bench
from tests.engines.challengers.test_sets import ODD, a_set
from tests.engines.challengers.test_tournament import play_rounds, show_all

NAMES = ("Ana", "Bo", "Cy", "Dee")
RESULTS = engine.open(Setup(4, level="results"))
TWO = engine.open(Setup(2, level="actions"))
FULL = in_round(1)
OFFERED = play_texts(FULL, "a: offer cat, gangster, sailor, parrot, merman")
PLAYED = show_all(play_rounds(RESULTS))
OVER = play_texts(PLAYED, PLAYED.finalists[0])
WINNER, LOSER = PLAYED.finalists
LIST = "newcomer*3 talent dog champion"
LOOKED = play_texts(
    duel(DRAGONS, ["ship-sailor-a", "city-dog-s", "city-talent-s"]), "dragon", "sailor"
)
JUGGLED = play_texts(duel(DRAGONS, ["funfair-juggler-a", *["city-dog-s"] * 4]), "dragon", "juggler")
THIRD = next(side for side in "abcd" if side not in PLAYED.finalists)
VILLAIN = play_texts(
    begin(lay_out({"a": ["film-villain-c", *HORSES], "b": DRAGONS}), "a"),
    "villain",
    "dragon",
    "dragon",
)
UFO = play_texts(begin(lay_out({"a": ["space-ufo-b", *HORSES], "b": DRAGONS}), "a"), "ufo")


def open_trimming() -> State:
    """Return a match before its final, with decks asked for."""
    return replace(PLAYED, level="actions")


def with_two_fans(state: State) -> State:
    """Return a table whose first side has taken two fan tokens in its duel."""
    return replace(state, duels={PARK: replace(state.duels[PARK], fans=(2, 0))})


def with_card_gone(state: State, item: str) -> State:
    """Return a table at which a card has left the first side's deck for good."""
    players = {side: replace(player, gone=(item,)) for side, player in state.players.items()}
    return replace(state, players=players)


def write_sheet(wrong: int = 0) -> str:
    """Return the score sheet of the match that was played, with `wrong` fans more for the first."""
    totals = [score.total or 0 for score in engine.standing(PLAYED).scores]
    return " ".join(["result", *map(str, (totals[0] + wrong, *totals[1:]))])


def even_sheet() -> State:
    """Return a match of two of which a score sheet is about to be told."""
    return engine.open(Setup(2, level="results"))


DISCARDED = play_texts(
    in_round(1, tray_refill="when_empty"),
    "a: offer cat, gangster, sailor, parrot, merman",
    "a: redraw",
)
REVEALED = play_texts(duel(DRAGONS, ["castle-horse-b", "city-dog-s"]), "dragon", "horse")
CLAIRVOYANT = ["funfair-clairvoyant-b", "city-dog-s", "city-talent-s"]
FORESEEN = play_texts(duel(DRAGONS, CLAIRVOYANT, first="b"), "clair", "dragon", "l dog")
NECROMANCER = play_texts(
    on_bench(
        play_texts(duel(DRAGONS, ["haunted-necromancer-b", *HORSES]), "dragon"),
        "b",
        {"city-talent-s": 1, "film-gangster-a": 1, "castle-pig-a": 1},
    ),
    "necromancer",
)
SIREN = play_texts(
    on_bench(
        play_texts(duel(DRAGONS, ["ship-siren-c", *HORSES]), "dragon"),
        "a",
        {"castle-bard-c": 1, "city-dog-s": 1},
    ),
    "siren",
)
BY_HAND = play_texts(
    begin(
        lay_out(
            {"a": ["city-dog-s", "film-cat-a"], "b": ["beach-odd-a", "city-dog-s"]},
            options={"cardsets": [a_set(ODD)]},
        ),
        "a",
    ),
    "dog",
    "odd",
)
TOKENS = with_two_fans(duel(HORSES, HORSES))
UNCOUNTED = begin(lay_out({"a": ["city-dog-s", *HORSES], "b": HORSES}, known=False), "a")
"""A duel of decks whose lists nobody told."""

CASES = [
    (OVER, "m green -", "C92", "C90.over"),
    (RESULTS, "plans 1 2 3 7", "C21", "C21.plans"),
    (play_texts(RESULTS, "a 2"), "plans 1 2 3 4", "C21", "C21.late"),
    (replace(TWO, rounds={PARK: 9}), "g win a", "C21", "C21.nobody"),
    (after_the_first_duel(), "s d", "C21", "C21.others"),
    (
        play_texts(RESULTS, "g win a"),
        "g win a",
        "C21",
        "C21.early",
    ),
    (play_rounds(RESULTS), "final win a", "C91", "C91.nobody"),
    (replace(PLAYED, finalists=("a", "b")), "final win c", "C91", "C91.others"),
    (replace(RESULTS, finalists=("a", "b")), "final win a", "C91", "C91.early"),
    (RESULTS, "finalists a b", "C91", "C91.early"),
    (TWO, "finalists a b", "C93", "C93.no-final"),
    (PLAYED, f"final win {WINNER} 5", "C92", "C92.trophy"),
    (RESULTS, "a 9", "C60", "C60.value"),
    (play_texts(RESULTS, "a 2"), "t a 1 3", "C60", "C60.other"),
    (RESULTS, "t a 1 2", "C60", "C60.none"),
    (OVER, write_sheet(wrong=1), "C90", "C90.sheet"),
    (OVER, f"{write_sheet()} final {LOSER}", "C92", "C92.winner"),
    (PLAYED, write_sheet(), "C90", "C90.early"),
    (PLAYED, f"finalists {THIRD} {WINNER}", "C91", "C91.finalist"),
    (lay_out({"a": HORSES, "b": HORSES}, trophies={"a": 1}), "a 2 sb", "C41", "C41"),
    (TOKENS, "a 2 a+1", "C60", "C60.fans"),
    (RESULTS, "result 34 36 20 10 final d", "C91", "C91.finalist"),
    (engine.leave(RESULTS, 1)[0], "b2", "C98", "left.acts"),
    (even_sheet(), "result 20 12 final b", "C93", "C93.winner"),
    (FULL, "refill A", "C35", "C35.nothing"),
    (
        play_texts(
            in_round(1, tray_refill="when_empty"),
            "a: offer cat, gangster, sailor, parrot, merman",
            "a: redraw",
        ),
        "refill A",
        "C35",
        "C35.left",
    ),
    (after_the_first_duel(), "c: ok", "C30", "C30.duel"),
    (after_the_first_duel(), f"c: deck {LIST}", "C30", "C30.duel"),
    (play_texts(FULL, "a: ok"), "a: ok", "C30", "C30.done"),
    (open_trimming(), f"{WINNER}: redraw", "C92", "C92.draft"),
    (open_trimming(), f"{THIRD}: ok", "C30", "C30.none"),
    (FULL, "a: b1", "C30", "C30"),
    (play_texts(FULL, "a: a2"), "a: a2", "C30", "C30.twice"),
    (in_round(4), "a: offer dragon*5", "C30", "C30.level"),
    (play_texts(in_round(4), "a: b2"), "a: offer horse, lion, bat, alien, cat", "C31", "C31.other"),
    (OFFERED, "a: offer cat, gangster, sailor, parrot, merman", "C31", "C31.again"),
    (FULL, "a: offer cat, gangster", "C31", "C31.drawn"),
    (play_texts(OFFERED, "a: redraw"), "a: offer cat", "C32", "C31.drawn"),
    (FULL, "a: dragon", "C30", "C30.pick"),
    (play_texts(in_round(4), "a: b2"), "a: cat", "C31", "C31.level"),
    (play_texts(FULL, "a: cat, parrot"), "a: merman", "C31", "C31.many"),
    (OFFERED, "a: clown", "C31", "C31.offer"),
    (play_texts(FULL, "a: cat"), "a: merman for dog", "C33", "C33.undue"),
    (play_texts(FULL, "a: shapeshifter"), "a: cat for dog, talent", "C33", "C33.cost"),
    (FULL, "a: k cat ~fans=1", "C33", "C33.fans"),
    (play_texts(FULL, "a: redraw"), "a: redraw", "C32", "C32.twice"),
    (play_texts(FULL, "a: cat, parrot"), "a: redraw", "C32", "C32.late"),
    (FULL, "a: -cat", "C34", "C34.absent"),
    (FULL, f"a: deck {LIST} cat*3", "C31", "C31.list"),
    (FULL, f"a: deck {LIST} dragon", "C30", "C30.list"),
    (play_texts(duel(HORSES, HORSES), "horse"), "s a", "C40", "C40.again"),
    (lay_out({"a": HORSES, "b": HORSES}, trophies={"b": 1}), "s a", "C41", "C41"),
    (lay_out({"a": HORSES, "b": HORSES}, trophies={"b": 1}), "horse by a", "C41", "C41"),
    (lay_out({"a": HORSES, "b": HORSES}), "f horse", "C41", "C41.toss"),
    (duel(HORSES, HORSES), "horse by b", "C41", "C44.turn"),
    (play_texts(duel(HORSES, HORSES), "horse"), "horse by a", "C44", "C44.turn"),
    (
        play_texts(
            duel(DRAGONS, ["ship-sailor-a", "city-dog-s", "city-talent-s"]),
            "dragon",
            "sailor",
            "l dog",
        ),
        "dog",
        "C40",
        "C40.below",
    ),
    (
        REVEALED,
        "horse",
        "C31",
        "C31.often",
    ),
    (duel(HORSES, HORSES), "dragon", "C31", "C31.never"),
    (play_texts(UNCOUNTED, "dog", "horse"), "dog", "C31", "C31.often"),
    (play_texts(duel(HORSES, DRAGONS), "horse"), "dragon ~captured=0", "C44", "C44.held"),
    (play_texts(duel(DRAGONS, HORSES), "dragon"), "horse ~captured=1", "C44", "C44.captured"),
    (duel(HORSES, HORSES), "horse ~bonus=1", "C71", "C71.bonus"),
    (duel(HORSES, HORSES), "horse ~fans=1", "C71", "C71.fans"),
    (play_texts(duel(DRAGONS, HORSES[:1]), "dragon"), "horse ~end=0", "C52", "C52.end"),
    (duel(HORSES, HORSES), "c horse", "C80", "C80.undue"),
    (play_texts(duel(HORSES, HORSES), "horse"), "b: l horse", "C83", "C83.undue"),
    (JUGGLED, "l dog, dog", "C83", "C83.number"),
    (LOOKED, "l champion", "C83", "C83.absent"),
    (duel(HORSES, HORSES), "seen a.bench dog", "C79", "C79.nothing"),
    (lay_out({"a": HORSES, "b": HORSES}), "s a 4", "C52", "C52.count"),
    (duel(HORSES, HORSES), "left a 2", "C52", "C52.count"),
    (after_the_first_duel(), "left red d 2", "C52", "C52.nobody"),
    (after_the_first_duel(), "o d", "C52", "C52.nobody"),
    (after_the_first_duel(), "out green", "C52", "C52.idle"),
    (duel(HORSES, HORSES), "o a", "C52", "C52.cards"),
    (
        duel([], HORSES, first="b"),
        "o a",
        "C52",
        "C52.turn",
    ),
    (play_texts(LOOKED, "l dog"), "champion", "C31", "C31.never"),
    (
        play_texts(
            duel(DRAGONS, ["funfair-clairvoyant-b", "city-dog-s", "city-talent-s"], first="b"),
            "clair",
            "dragon",
            "l dog",
        ),
        "talent by b",
        "C40",
        "C40.order",
    ),
    (VILLAIN, "horse by a", "C40", "C40.level"),
    (play_texts(TWO, "a: -dog", "a: ok", "b: ok", "s a"), "dog", "C34", "C34.removed"),
    (UFO, "seen a.deck dragon", "C79", "C79.level"),
    (with_card_gone(duel(HORSES, HORSES), "city-dog-s"), "dog", "C79", "C79.gone"),
    (lay_out({"a": HORSES, "b": HORSES}), "a n17", "C52", "C52.many"),
    (lay_out({"a": HORSES, "b": HORSES}), "a d2", "C52", "C52.few"),
    (lay_out({"a": HORSES, "b": HORSES}), "a x2", "C51", "C51.few"),
    (NECROMANCER, "f horse", "C80", "C80.pending"),
    (NECROMANCER, "-", "C80", "C80.number"),
    (NECROMANCER, "c pig", "C75", "C81.kind"),
    (SIREN, "a: c bard", "C82", "C82"),
    (BY_HAND, "f dog", "C80", "C80.manual"),
]


def parse(state: State, text: str) -> Action:
    """Return the action of a text."""
    (action,) = engine.parse(text, state)
    return action


@pytest.mark.parametrize(
    ("state", "text", "rule", "why"),
    CASES,
    ids=[f"{why or rule}: {t}" for _, t, rule, why in CASES],
)
def test_K1_a_position_that_breaks_this_rule_alone(
    state: State, text: str, rule: str, why: str
) -> None:
    """Beside what the book finds missing."""
    found = find_rule_breaches(engine, state, parse(state, text))
    assert set(list_reasons(found)) == {(rule, why)}
    assert_sayable(engine, found, NAMES[: state.seats])


def test_K1_every_breach_is_in_the_table() -> None:
    def check_all() -> None:
        for state, text, _, _ in CASES:
            find_breaches(engine, state, parse(state, text))

    assert list_missed([deck, duel_rules, match], check_all) == []
