"""How a case of Machi Koro is run: a position is laid out, the dice fall, the outcome is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engines.machi_koro import engine
from engines.machi_koro.actions import (
    Build,
    Decline,
    Keep,
    Pass,
    Reroll,
    Roll,
    Swap,
    Tv,
)
from engines.machi_koro.catalog import BANK, BOX, COIN, COST, LANDMARKS, SUPPLY
from engines.machi_koro.state import BUILT_OF, CARDS_OF, COINS_OF, KEEP, PLANS_OF, State
from engines.values import Action, DecodeError, Setup
from tests.cases import Case, Runner, is_cited
from tests.engines import typist

Held = dict[str, int]


def runner(case: Case) -> Runner | None:
    """Return what runs a case: from its machine part, by a function of its own, or None."""
    machine = case.get("machine", {})
    if machine.get("option", "landmark_effects") != "landmark_effects":
        return BY_HAND.get(case["id"])
    return KINDS.get(machine.get("kind")) or BY_HAND.get(case["id"])


def lay_out(
    cards: Sequence[Held],
    coins: Sequence[int],
    landmarks: Sequence[Sequence[str]] = (),
    *,
    turn: int = 0,
    options: dict[str, Any] | None = None,
) -> State:
    """Return a table at the beginning of a turn. The supply holds what the seats do not."""
    state = engine.open(Setup(seats=len(cards), first=turn, options=options or {}))
    places: dict[str, Held] = {SUPPLY: {card.id: card.copies for card in BOX.cards}, BANK: {}}
    for seat, held in enumerate(cards):
        built = landmarks[seat] if landmarks else ()
        places[COINS_OF[seat]] = {COIN: coins[seat]} if coins[seat] else {}
        places[CARDS_OF[seat]] = dict(held)
        places[BUILT_OF[seat]] = dict.fromkeys(built, 1)
        places[PLANS_OF[seat]] = {item: 1 for item in LANDMARKS if item not in built}
    places = {place: held for place, held in places.items() if held}
    return replace(state, book=replace(state.book, places=places), played=1)


def play_all(state: State, *actions: Action) -> tuple[State, set[str]]:
    """Return the table after some actions, and every rule that they broke."""
    return typist.play_all(engine, state, *actions)


def purses(state: State) -> list[int]:
    """Return how many coins every seat has."""
    return [state.book.count(COINS_OF[seat], COIN) for seat in range(state.seats)]


def run_income(case: Case) -> list[str]:
    """Roll, make the choices, and compare what everybody has then."""
    machine = case["machine"]
    seat = machine["roller"]
    state = lay_out(
        machine["establishments"],
        machine["coins"],
        machine["landmarks"],
        turn=seat,
        options=machine.get("options"),
    )
    state, cited = play_all(state, Roll(dice=tuple(machine["dice"])))
    if state.phase == KEEP:
        state, _ = play_all(state, Keep(seat=seat))
    for choice in machine["choices"]:
        state, more = play_all(state, make_choice(seat, choice))
        cited |= more
    cited.discard("M7")  # a case about income may roll two dice without saying who built what
    problems = [f"cited {cited}"] if cited else []
    if machine["players"] != state.seats:
        problems.append(f"{state.seats} seats")
    for what, ours in outcomes(state).items():
        wanted = machine.get(f"expect_{what}")
        if wanted is not None and wanted != ours:
            problems.append(f"{what}: expected {wanted}, is {ours}")
    return problems


def outcomes(state: State) -> dict[str, Any]:
    """Return what a case may expect of a table."""
    return {
        "coins": purses(state),
        "establishments": [dict(state.book.holding(CARDS_OF[s])) for s in range(state.seats)],
        "extra_turn": state.again,
    }


def make_choice(seat: int, choice: dict[str, Any]) -> Action:
    """Return our action for a choice of the roller."""
    if choice["type"] == "tv_station":
        return Tv(seat=seat, target=choice["target"])
    if choice.get("give"):
        return Swap(seat=seat, target=choice["target"], give=choice["give"], take=choice["take"])
    return Decline(seat=seat)


def run_build(case: Case) -> list[str]:
    """Build after a roll that brings nothing."""
    machine = case["machine"]
    owned = machine["owned"]
    cards = {item: n for item, n in owned.items() if item not in LANDMARKS}
    built = [item for item in owned if item in LANDMARKS]
    state = lay_out([cards, {}], [machine["coins"], 0], [built, []])
    for card, left in machine.get("supply", {}).items():
        state = with_stack(state, card, left)
    state = skip_income(state)
    card = machine["build"]
    _, cited = play_all(state, Build(seat=0, card=card, paid=COST[card]))
    return judge(case, cited, legal=machine["legal"])


def skip_income(state: State) -> State:
    """Return the table with a roll that nothing works on."""
    return replace(state, phase="build", dice=(1,), total=1)


def with_stack(state: State, card: str, left: int) -> State:
    """Return the table with another number of cards left in a stack."""
    supply = {**state.book.holding(SUPPLY), card: left}
    places = {**state.book.places, SUPPLY: {item: n for item, n in supply.items() if n}}
    return replace(state, book=replace(state.book, places=places))


def run_swap(case: Case) -> list[str]:
    """Exchange two cards with the Business Center."""
    machine = case["machine"]
    give, take = machine["give"], machine["take"]
    target = machine.get("target", 1)
    mine, theirs = {"business_center": 1, "bakery": 1}, {"bakery": 1}
    built: list[list[str]] = [[], []]
    for item, held, landmarks in ((give, mine, built[0]), (take, theirs, built[1])):
        if item in LANDMARKS:
            landmarks.append(item)
        else:
            held[item] = held.get(item, 0) + 1
    state = lay_out([mine, theirs], [0, 0], built)
    state, _ = play_all(state, Roll(dice=(6,)))
    before = [dict(held) for held in outcomes(state)["establishments"]]
    state, cited = play_all(state, Swap(seat=0, target=target, give=give, take=take))
    problems = judge(case, cited, legal=machine["legal"])
    if machine["legal"]:
        before[0] = add_cards(add_cards(before[0], give, -1), take, 1)
        before[1] = add_cards(add_cards(before[1], take, -1), give, 1)
        if outcomes(state)["establishments"] != before:
            problems.append(f"cards {outcomes(state)['establishments']}")
    return problems


def add_cards(held: Held, card: str, n: int) -> Held:
    """Return a holding with `n` more of a card."""
    return {item: k for item, k in {**held, card: held.get(card, 0) + n}.items() if k}


def judge(case: Case, cited: set[str], *, legal: bool) -> list[str]:
    """Return what is wrong with the rules cited."""
    if legal:
        return [f"should be legal, cited {cited}"] if cited else []
    wanted = case["rule"].split(",")
    return [] if any(is_cited(cited, rule) for rule in wanted) else [f"cited {cited}"]


def run_option(case: Case) -> list[str]:
    """A mall built this turn, and a Café on the next seat's roll, under both values (M37)."""
    machine = case["machine"]
    problems = []
    for source in ("seed", "idw"):
        options = {machine["option"]: machine[f"{source}_value"]}
        state = lay_out([{"cafe": 1}, {}], [10, 9], options=options)
        state, cited = play_all(
            skip_income(state),
            Build(seat=0, card="shopping_mall", paid=10),
            Roll(dice=(3,)),
        )
        if purses(state)[0] != machine[f"expect_{source}"] or cited:
            problems.append(f"{source}: paid {purses(state)[0]}, cited {cited}")
    return problems


KINDS: dict[str, Runner] = {
    "income": run_income,
    "build": run_build,
    "swap": run_swap,
    "option": run_option,
}


def expect(
    state: State, *actions: Action, rules: Sequence[str] = (), coins: Sequence[int] | None = None
) -> list[str]:
    """Play some actions; return what is wrong with the rules cited or the coins."""
    state, cited = play_all(state, *actions)
    problems = [f"no {rule} among {cited}" for rule in rules if not is_cited(cited, rule)]
    if not rules and cited:
        problems.append(f"cited {cited}")
    if coins is not None and purses(state) != list(coins):
        problems.append(f"coins {purses(state)}")
    return problems


def MK005(case: Case) -> list[str]:  # noqa: N802
    """Everything works, and only what is worded "may" can be left out."""
    cards = [{"stadium": 1, "tv_station": 1}, {"business_center": 1}]
    state, _ = play_all(lay_out(cards, [0, 9]), Roll(dice=(6,)))
    declined = expect(state, Decline(seat=0), rules=["M28"])
    left_out = expect(state, Pass(seat=0), rules=["M27"])
    forgotten = Roll(dice=(6,), actual={"a.stadium.b": 0})
    return declined + left_out + expect(lay_out(cards, [0, 9]), forgotten, rules=["M26"])


def MK014(case: Case) -> list[str]:  # noqa: N802
    """The exchange is left out, said or unsaid."""
    state = lay_out([{"business_center": 1, "ranch": 1}, {"mine": 1}], [3, 3])
    state, _ = play_all(state, Roll(dice=(6,)))
    after, cited = play_all(state, Decline(seat=0), Pass(seat=0))
    same = outcomes(after)["establishments"] == outcomes(state)["establishments"]
    return ([] if same and not cited else [f"cited {cited}"]) + expect(state, Pass(seat=0))


def MK016(case: Case) -> list[str]:  # noqa: N802
    """Two builds in one turn."""
    state = skip_income(lay_out([{}, {}], [10, 0]))
    first, second = Build(seat=0, card="ranch", paid=1), Build(seat=0, card="cafe", paid=2)
    return expect(state, first) + expect(state, first, second, rules=["M31"])


def MK017(case: Case) -> list[str]:  # noqa: N802
    """Doubles and the Amusement Park, twice in a row."""
    state = lay_out([{}, {}], [0, 0], [["train_station", "amusement_park"], []])
    for _ in range(2):
        state, cited = play_all(state, Roll(dice=(4, 4)), Pass(seat=0))
        if state.turn != 0 or cited:
            return [f"turn {state.turn}, cited {cited}"]
    state, _ = play_all(state, Roll(dice=(4, 3)), Pass(seat=0))
    return [] if state.turn == 1 else ["a third turn without a double"]


def MK019(case: Case) -> list[str]:  # noqa: N802
    """The fourth landmark ends the game at once."""
    built = ["train_station", "shopping_mall", "amusement_park"]
    state = lay_out([{}, {}, {}], [22, 0, 0], [built, [], []])
    state, cited = play_all(state, Roll(dice=(4, 4)), Build(seat=0, card="radio_tower", paid=22))
    over = engine.standing(state)
    if cited or over.winners != (0,) or engine.list_prompts(state):
        return [f"cited {cited}, winners {over.winners}"]
    return expect(state, Roll(dice=(1,)), rules=["M41"])


def MK028(case: Case) -> list[str]:  # noqa: N802
    """No Radio Tower, no second roll."""
    return expect(lay_out([{}, {}], [0, 0]), Roll(dice=(5,)), Reroll(seat=0), rules=["M8"])


def MK029(case: Case) -> list[str]:  # noqa: N802
    """One second roll a turn."""
    state = lay_out([{}, {}], [0, 0], [["radio_tower"], []])
    once = (Roll(dice=(5,)), Reroll(seat=0), Roll(dice=(4,)))
    return expect(state, *once) + expect(state, *once, Reroll(seat=0), rules=["M8"])


def MK031(case: Case) -> list[str]:  # noqa: N802
    """Only the second roll's double counts."""
    built = ["train_station", "amusement_park", "radio_tower"]
    state = lay_out([{}, {}], [0, 0], [built, []])
    rolls = (Roll(dice=(2, 3)), Reroll(seat=0), Roll(dice=(3, 3)), Pass(seat=0))
    state, cited = play_all(state, *rolls)
    return [] if state.turn == 0 and not cited else [f"turn {state.turn}, cited {cited}"]


def MK032(case: Case) -> list[str]:  # noqa: N802
    """A double without the Amusement Park."""
    state = lay_out([{}, {}], [0, 0], [["train_station"], []])
    state, cited = play_all(state, Roll(dice=(4, 4)), Pass(seat=0))
    return [] if state.turn == 1 and not cited else [f"turn {state.turn}, cited {cited}"]


def MK034(case: Case) -> list[str]:  # noqa: N802
    """An Amusement Park built in the turn of the double, under both options."""
    problems = []
    for value in ("next_own_turn", "immediately"):
        options = {"landmark_effects": value}
        state = lay_out([{}, {}], [16, 0], [["train_station"], []], options=options)
        build = Build(seat=0, card="amusement_park", paid=16)
        state, cited = play_all(state, Roll(dice=(4, 4)), build)
        if state.turn != 1 or cited:
            problems.append(f"{value}: turn {state.turn}, cited {cited}")
    return problems


def MK041(case: Case) -> list[str]:  # noqa: N802
    """The TV Station's target is another seat of this match."""
    state, _ = play_all(lay_out([{"tv_station": 1}, {}], [0, 9]), Roll(dice=(6,)))
    problems = expect(state, Tv(seat=0, target=0), rules=["M27"])
    try:
        engine.admit(state, Tv(seat=0, target=2))
        problems.append("a stranger was admitted")
    except DecodeError:
        pass
    return problems


def MK043(case: Case) -> list[str]:  # noqa: N802
    """The Business Center works on a six only."""
    state = lay_out([{"business_center": 1, "ranch": 1}, {"mine": 1}], [0, 0])
    exchange = Swap(seat=0, target=1, give="ranch", take="mine")
    return expect(state, Roll(dice=(5,)), exchange, rules=["M16"])


def MK044(case: Case) -> list[str]:  # noqa: N802
    """One exchange a roll."""
    state = lay_out([{"business_center": 1, "ranch": 2}, {"mine": 2}], [0, 0])
    exchange = Swap(seat=0, target=1, give="ranch", take="mine")
    once = expect(state, Roll(dice=(6,)), exchange)
    return once + expect(state, Roll(dice=(6,)), exchange, exchange, rules=["M28"])


def MK046(case: Case) -> list[str]:  # noqa: N802
    """An empty stack."""
    state = with_stack(skip_income(lay_out([{}, {}], [5, 0])), "bakery", 0)
    return expect(state, Build(seat=0, card="bakery", paid=1), rules=["M34"])


def MK049(case: Case) -> list[str]:  # noqa: N802
    """A build before the dice, and before it is said whether they stand."""
    build = Build(seat=0, card="ranch", paid=1)
    problems = expect(lay_out([{}, {}], [5, 0]), build, rules=["M6"])
    state = lay_out([{}, {}], [5, 0], [["radio_tower"], []])
    return problems + expect(state, Roll(dice=(5,)), build, rules=["M6"])


def MK062(case: Case) -> list[str]:  # noqa: N802
    """One die is never a double."""
    state = lay_out([{}, {}], [0, 0], [["train_station", "amusement_park"], []])
    state, cited = play_all(state, Roll(dice=(6,)), Pass(seat=0))
    return [] if state.turn == 1 and not cited else [f"turn {state.turn}, cited {cited}"]


def MK065(case: Case) -> list[str]:  # noqa: N802
    """The bank pays however little is left in it."""
    state = lay_out([{"mine": 6}, {"mine": 6}], [200, 200], [["train_station"], []])
    return expect(state, Roll(dice=(4, 5)), coins=[230, 230])


def MK067(case: Case) -> list[str]:  # noqa: N802
    """A card that came by the exchange waits for the next roll."""
    state = lay_out([{"business_center": 1, "ranch": 1}, {"mine": 1}], [0, 0])
    exchange = Swap(seat=0, target=1, give="ranch", take="mine")
    state, cited = play_all(state, Roll(dice=(6,)), exchange)
    problems = [] if purses(state) == [0, 0] and not cited else [f"coins {purses(state)}"]
    (prompt,) = engine.list_prompts(state)
    return problems if prompt.verbs == ("build", "pass") else [*problems, f"asks {prompt.verbs}"]


def MK071(case: Case) -> list[str]:  # noqa: N802
    """One die the first time, two the second: refused, unless the table plays free."""
    built = [["train_station", "radio_tower"], []]
    rolls = (Roll(dice=(5,)), Reroll(seat=0), Roll(dice=(5, 1)))
    free = lay_out([{}, {}], [0, 0], built, options={"reroll_dice": "free"})
    return expect(lay_out([{}, {}], [0, 0], built), *rolls, rules=["M8"]) + expect(free, *rolls)


def MK073(case: Case) -> list[str]:  # noqa: N802
    """A poor seat may be named although another has coins."""
    state, _ = play_all(lay_out([{"tv_station": 1}, {}, {}], [0, 9, 0]), Roll(dice=(6,)))
    return expect(state, Tv(seat=0, target=2), coins=[0, 9, 0])


def MK074(case: Case) -> list[str]:  # noqa: N802
    """After the fourth landmark nobody plays for places."""
    built = ["train_station", "shopping_mall", "amusement_park"]
    state = skip_income(lay_out([{}, {}, {}], [22, 0, 0], [built, [], []]))
    state, _ = play_all(state, Build(seat=0, card="radio_tower", paid=22))
    return expect(state, Roll(dice=(1,)), Pass(seat=1), rules=["M41"])


BY_HAND: dict[str, Runner] = {
    name: function for name, function in list(globals().items()) if name.startswith("MK")
}

UNREAD: dict[str, str] = {"seating": "it is clockwise in every case"}
OUT_OF_SCOPE: dict[str, str] = {
    "MK068": "the Harbor expansion is not offered",
    "MK070": "the Harbor expansion is not offered",
}
