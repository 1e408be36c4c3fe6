"""How a case of Wizard is run: by its kind, or by a function written for its id."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from engines.book import begin_booking
from engines.protocol import find_breaches
from engines.values import Action, Setup, SetupError
from engines.wizard import engine
from engines.wizard.actions import (
    Bid,
    Bids,
    Count,
    Flip,
    Hand,
    Play,
    Redeal,
    Round,
    Trick,
    Tricks,
    Trump,
)
from engines.wizard.catalog import ENDLESS, POINT, POINTS
from engines.wizard.deal import begin_round, collect_cards
from engines.wizard.score import score_bid
from engines.wizard.state import State
from engines.wizard.tricks import find_war_winner, find_winner
from tests.cases import Case, Runner
from tests.traces.wizard import SUITS, card

PROFILES: dict[str, dict[str, Any]] = {
    "seed003": {},
    "german_championship_2015": {"exempt_first_rounds": 1},
    "german_championship_2014": {"zero_always_allowed": True},
    "pbmserv_german": {"exempt_first_rounds": 3},
    "canadian_rule": {"only_if_dealer_sole_leader": True},
    "canadian_rule_online_wizardcards": {
        "only_if_dealer_sole_leader": True,
        "zero_always_allowed": True,
    },
}
"""The ways in which plus-minus-one is played, as options of the match."""


def runner(case: Case) -> Runner | None:
    """Return what runs a case: a function of its own, one for its kind, or None."""
    if case["id"] in BY_HAND:
        return BY_HAND[case["id"]]
    data = case.get("data", {})
    kind = data.get("kind", "")
    if kind == "revoke" and not {"detected_at_trick", "revoke_trick"} <= data.keys():
        return None
    return KINDS.get(kind)


def at_round(setup: Setup, number: int) -> State:
    """Return the table at the start of a round, nobody having any points."""
    state: State = engine.open(setup)
    booking = begin_booking(state.book, ENDLESS)
    collect_cards(state, booking)
    state = begin_round(state, booking, number)
    return replace(state, book=booking.close())


def apply_all(state: State, *actions: Action) -> State:
    """Return the table after some actions."""
    for action in actions:
        state, _ = engine.apply(state, action)
    return state


def type_lines(state: State, *lines: str) -> State:
    """Return the table after some lines of notation."""
    for line in lines:
        state = apply_all(state, *engine.parse(line, state))
    return state


def find_broken(state: State, action: Action) -> set[str]:
    """Return the rules that an action breaks."""
    return {breach.rule for breach in find_breaches(engine, state, action)}


def same(what: str, expected: Any, found: Any) -> list[str]:
    """Return a problem if two things differ."""
    return [] if expected == found else [f"{what}: expected {expected}, is {found}"]


def run_score(case: Case) -> list[str]:
    """Points of one bid and what was won."""
    data = case["data"]
    return same("points", data["points"], score_bid(data["bid"], data["tricks"]))


def run_round_score(case: Case) -> list[str]:
    """A line of the pad, on top of the totals before it."""
    data = case["data"]
    seats = len(data["bids"])
    state = at_round(Setup(seats=seats, level="pad"), sum(data["tricks"]))
    totals = data.get("totals", data["points"])
    before = [total - points for total, points in zip(totals, data["points"], strict=True)]
    start = {place: {POINT: n} for place, n in zip(POINTS[:seats], before, strict=True)}
    state = apply_all(state, Count(holds=start))
    line = Round(bids=tuple(data["bids"]), tricks=tuple(data["tricks"]))
    problems = same("breaches", (), find_breaches(engine, state, line))
    state = apply_all(state, line)
    problems += same("points", tuple(data["points"]), state.pad[-1].points)
    scores = engine.standing(state).scores
    return problems + same("totals", totals, [score.total for score in scores])


def run_game(case: Case) -> list[str]:
    """Several lines of the pad."""
    rounds = case["data"]["rounds"]
    state: State = engine.open(Setup(seats=len(rounds[0]["bids"]), level="pad"))
    problems = []
    for record in rounds:
        line = Round(bids=tuple(record["bids"]), tricks=tuple(record["tricks"]))
        problems += same("breaches", (), find_breaches(engine, state, line))
        state = apply_all(state, line)
        problems += same("points", tuple(record["points"]), state.pad[-1].points)
    scores = engine.standing(state).scores
    return problems + same("totals", case["data"]["totals"], [s.total for s in scores])


def run_rounds(case: Case) -> list[str]:
    """How many rounds there are, with how many cards; in the last nothing is turned up."""
    data = case["data"]
    seats = data.get("players", 4)
    options = {"length": "tournament"} if "cards" in data else {}
    state: State = engine.open(Setup(seats=seats, options=options))
    cards = state.table.cards
    problems = same("rounds", data.get("rounds", len(cards)), len(cards))
    problems += same("cards", data.get("cards", list(cards)), list(cards))
    last = at_round(Setup(seats=seats, options=options), len(cards))
    problems += same("cards in the last", 60 // seats, last.cards)
    if "W13" not in find_broken(last, Flip(card="?")) or last.trump != "none":
        problems.append("the last round has a trump")
    return problems


def run_trump(case: Case) -> list[str]:
    """What the card turned up makes of trump, and whether the dealer is asked."""
    data = case["data"]
    state = apply_all(engine.open(Setup(seats=4, level="actions")), Flip(card=card(data["flip"])))
    dealer = Trump(seat=state.dealer, suit=SUITS[data.get("choice") or "elf"])
    problems = same("may choose", "choice" in data, not find_broken(state, dealer))
    if data.get("choice"):
        problems += same(
            "asked", ["ask.trump"], [prompt.ask for prompt in engine.list_prompts(state)]
        )
        state = apply_all(state, dealer)
    expected = SUITS[data["trump"]] if data["trump"] else "none"
    problems += same("trump", expected, state.trump)
    return problems + same("then", ["ask.bid"], [p.ask for p in engine.list_prompts(state)])


def WZ016(case: Case) -> list[str]:  # noqa: N802
    """Somebody else than the dealer names trump."""
    state = apply_all(engine.open(Setup(seats=3)), Flip(card="W"))
    others = [seat for seat in range(3) if seat != state.dealer]
    return [
        f"seat {seat} may name trump"
        for seat in others
        if "W12" not in find_broken(state, Trump(seat=seat, suit="blue"))
    ]


def run_bid(case: Case) -> list[str]:
    """A bid after those of others, with plus-minus-one as a profile plays it."""
    data = case["data"]
    others = data.get("others", [])
    seats = max(3, len(others) + 1)
    options = {"bid_sum_rule": "not_equal"} | PROFILES[data.get("profile", "seed003")]
    state = at_round(Setup(seats=seats, level="pad", options=options), data["round"])
    if data.get("dealer_leads"):
        state = apply_all(state, Count(holds={POINTS[state.dealer]: {POINT: 20}}))
    bids = [0] * (seats - 1 - len(others)) + others if others else []
    for bid in bids:
        (action,) = engine.parse(str(bid), state)
        state = apply_all(state, action)
    (action,) = engine.parse(str(data["bid"]), state)
    rules = find_broken(state, action)
    problems = same("legal", data["legal"], not rules)
    offered = {c.action.bid for p in engine.list_prompts(state) for c in bid_choices(state, p)}
    return problems + same("offered", data["legal"], data["bid"] in offered)


def bid_choices(state: State, prompt: Any) -> list[Any]:
    """Return the bids that are offered."""
    return [choice for choice in engine.choices(state, prompt) if isinstance(choice.action, Bid)]


def WZ025(case: Case) -> list[str]:  # noqa: N802
    """Seat 2 is to bid and seat 0 does."""
    state = type_lines(engine.open(Setup(seats=3)), "b5", "0")
    return same("turn", "ask.bid", engine.list_prompts(state)[-1].ask) + (
        []
        if "W20" in find_broken(state, Bid(seat=0, bid=0))
        else ["a bid out of order is accepted"]
    )


def run_trick(case: Case) -> list[str]:
    """Who takes a trick: by the cards alone, and played at a table where that is possible."""
    data = case["data"]
    cards = [card(code) for code in data["cards"]]
    trump = SUITS[data["trump"]] if data["trump"] else "none"
    wins = find_winner(cards, trump)
    position = None if wins is None else wins.position
    problems = same("winner", data["winner_index"], position)
    seats = len(cards)
    if 3 <= seats <= 6 and max(Counter(c for c in cards if c not in "WN").values(), default=1) == 1:
        state = at_round(Setup(seats=seats, level="actions"), 2)
        state = replace(type_lines(state, "?", " ".join(["0"] * seats)), trump=trump)
        first = state.turn
        for code in cards:
            state = apply_all(state, Play(seat=state.turn, card=code))
        problems += same("leads on", (first + data["winner_index"]) % seats, state.turn)
    return problems


def run_legal(case: Case) -> list[str]:
    """Which cards of a hand may be played on what lies on the table."""
    data = case["data"]
    hand = Counter(card(code) for code in data["hand"])
    laid = [card(code) for code in data["table"]]
    seats = max(3, len(laid) + 1)
    trump = SUITS[data["trump"]] if data.get("trump") else "none"
    state = at_round(Setup(seats=seats, level="full"), hand.total())
    state = replace(type_lines(state, "?", " ".join(["0"] * seats)), trump=trump)
    player = (state.turn + len(laid)) % seats
    state = apply_all(state, Hand(seat=player, cards=dict(hand)))
    for code in laid:
        state = apply_all(state, Play(seat=state.turn, card=code))
    (prompt,) = engine.list_prompts(state)
    offered = {choice.action.card for choice in engine.choices(state, prompt)}  # type: ignore[attr-defined]
    problems = same("legal", sorted({card(c) for c in data["legal"]}), sorted(offered))
    for code in hand:
        rules = find_broken(state, Play(seat=player, card=code))
        expected = {"W33"} if code in {card(c) for c in data["illegal"]} else set()
        problems += same(f"rules of {code}", expected, rules)
    return problems


def run_war_trick(case: Case) -> list[str]:
    """Who takes a trick of the colour war."""
    data = case["data"]
    cards = [card(code) for code in data["cards"]]
    wins = find_war_winner(cards)
    problems = same("winner", data["winner_index"], None if wins is None else wins.position)
    letters = "".join(dict.fromkeys(code[0] for code in cards))
    if len(letters) != len(cards) or len(cards) not in (3, 4):
        return problems
    rest = "".join(letter for letter in "bgry" if letter not in letters)
    options = {"mode": "colour_war", "folks": letters + rest}
    state: State = engine.open(Setup(seats=len(cards), first=len(cards) - 1, options=options))
    state = type_lines(state, " ".join(["0"] * len(cards)))
    for code in cards:
        action = Play(seat=state.turn, card=code)
        problems += same(f"rules of {code}", set(), find_broken(state, action))
        state = apply_all(state, action)
    return problems + same("leads on", data["winner_index"], state.turn)


def run_score_pad(case: Case) -> list[str]:
    """Whether tricks add up, on the pad."""
    data = case["data"]
    seats = len(data["tricks"])
    state = at_round(Setup(seats=seats, level="pad"), data["round"])
    state = type_lines(state, " ".join(["0"] * seats))
    rules = find_broken(state, Tricks(tricks=tuple(data["tricks"])))
    return same("rules", set() if data["legal"] else {"W53"}, rules)


def run_revoke(case: Case) -> list[str]:
    """Hands unknown: a suit is not followed, and comes out of the same hand later."""
    data = case["data"]
    early, late = data["revoke_trick"], data["detected_at_trick"]
    mina = 1
    state = at_round(Setup(seats=4, level="actions"), max(late, 5))
    state = type_lines(state, "y1", "0 0 0 0")
    problems: list[str] = []
    ply = -1
    for number in range(1, late + 1):
        if number not in (early, late):
            state = apply_all(state, Trick(seat=0))
            continue
        lines = {0: "b13", 1: "r4", 2: "b2", 3: "b3"} if number == early else {0: "b5", 1: "b9"}
        for seat, code in lines.items():
            action = Play(seat=seat, card=code)
            found = [
                breach for breach in find_breaches(engine, state, action) if breach.rule == "W33"
            ]
            if number == late and seat == mina:
                at = [breach.at for breach in found]
                problems += same("found", [(ply,)], at)
                suits = [breach.data["suit"] for breach in found]
                problems += same("suit", ["blue"], suits)
            else:
                problems += same(f"trick {number}, seat {seat}", [], found)
            if seat == mina:
                ply = state.ply
            state = apply_all(state, action)
    return problems


def WZ097(case: Case) -> list[str]:  # noqa: N802
    """Two seats share the highest total."""
    state = type_lines(engine.open(Setup(seats=3, level="results")), "result 20 20 0")
    return same("winners", (0, 1), engine.standing(state).winners)


def WZ008(case: Case) -> list[str]:  # noqa: N802
    """Bids that add up to the tricks, with and without plus-minus-one."""
    problems = []
    for rule, expected in (("free", set()), ("not_equal", {"V1"})):
        options = {"bid_sum_rule": rule}
        state: State = engine.open(Setup(seats=3, level="pad", options=options))
        one = Round(bids=(0, 1, 1), tricks=(0, 0, 1))
        problems += same(f"round 1, {rule}", set(), find_broken(state, one))
        two = Round(bids=(2, 0, 0), tricks=(1, 0, 1))
        problems += same(f"round 2, {rule}", expected, find_broken(apply_all(state, one), two))
    return problems


def WZ061(case: Case) -> list[str]:  # noqa: N802
    """C wins the first trick and B leads."""
    state = type_lines(at_round(Setup(seats=3, first=2), 2), "y1", "0 0 0")
    state = type_lines(state, "b3 b9 b4")
    problems = same("turn", 2, state.turn)
    if "W31" not in find_broken(state, Play(seat=1, card="b5")):
        problems.append("B may lead")
    return problems + same("C leads", set(), find_broken(state, Play(seat=2, card="b5")))


def WZ062(case: Case) -> list[str]:  # noqa: N802
    """B bids first, A last; B leads, whoever bid highest or named trump."""
    state = type_lines(engine.open(Setup(seats=4, level="actions")), "W", "b")
    order = []
    while engine.list_prompts(state)[0].ask == "ask.bid":
        order.append(engine.list_prompts(state)[0].seat)
        state = type_lines(state, "1" if len(order) == 3 else "0")
    return same("bids", [1, 2, 3, 0], order) + same("leads", 1, engine.list_prompts(state)[0].seat)


def WZ064(case: Case) -> list[str]:  # noqa: N802
    """A trick is not complete and the table scores."""
    state = type_lines(engine.open(Setup(seats=3)), "y1", "0 0 0", "b3 b9")
    return [] if "W53" in find_broken(state, Tricks(tricks=(0, 0, 1))) else ["the round is scored"]


def WZ065(case: Case) -> list[str]:  # noqa: N802
    """One player, two, seven. (Names are not known to an engine.)"""
    return [problem for seats in (1, 2, 7) for problem in refuse({}, seats)]


def refuse(options: dict[str, Any], seats: int) -> list[str]:
    """Return a problem if a match can be opened."""
    try:
        engine.open(Setup(seats=seats, options=options))
    except SetupError:
        return []
    return [f"{seats} seats with {options} are accepted"]


def WZ076(case: Case) -> list[str]:  # noqa: N802
    """Simultaneous bids are shown in one event, and plus-minus-one does not go with them."""
    options = {"bid_mode": "simultaneous"}
    state = type_lines(at_round(Setup(seats=3, options=options, level="actions"), 3), "y1")
    bids = Bids(bids=(1, 1, 1))
    problems = same("rules", set(), find_broken(state, bids))
    problems += same("read", (bids,), engine.parse("1 1 1", state))
    if "V2" not in find_broken(state, Play(seat=state.turn, card="b3")):
        problems.append("a card may be led before the bids")
    after = apply_all(state, bids)
    problems += same("then", ["ask.play"], [prompt.ask for prompt in engine.list_prompts(after)])
    return problems + refuse({**options, "bid_sum_rule": "not_equal"}, 3)


def WZ077(case: Case) -> list[str]:  # noqa: N802
    """Secret bids: no score before they are shown."""
    options = {"bid_mode": "secret"}
    state = type_lines(at_round(Setup(seats=3, options=options, level="summary"), 3), "a b c")
    problems = same("pad", (), state.pad)
    if "V3" not in find_broken(state, Trick(seat=0)):
        problems.append("play goes on without the bids")
    state = type_lines(state, "1 1 0")
    return problems + same("points", (30, 30, -10), state.pad[-1].points)


def WZ079(case: Case) -> list[str]:  # noqa: N802
    """Clairvoyance: in round 1 each sees all cards but its own."""
    options = {"clairvoyant_first_round": True}
    state: State = engine.open(Setup(seats=3, options=options))
    state = type_lines(state, "y1", "a: h b7", "b: h r2", "c: h W")
    problems = []
    for eyes in range(3):
        rows = engine.view(state, eyes).panels[-1].rows
        seen = [row.cells[1].text for row in rows]
        expected = ["" if seat == eyes else text for seat, text in enumerate(("b7", "r2", "W"))]
        problems += same(f"eyes {eyes}", expected, seen)
    state = type_lines(state, "0 0 1", "r2 W b7")
    problems += same("round", 2, state.number)
    rules = find_broken(state, Hand(seat=0, cards={"b7": 1}, forehead=True))
    return problems + same("round 2", {"V4"}, rules)


def WZ083(case: Case) -> list[str]:  # noqa: N802
    """Colour war: nobody follows anything."""
    options = {"mode": "colour_war", "folks": "rbgy"}
    state: State = engine.open(Setup(seats=3, first=2, options=options))
    state = type_lines(state, "0 0 0", "b: h b4 b12", "r9")
    return [
        problem
        for code in ("b4", "b12")
        for problem in same(code, set(), find_broken(state, Play(seat=1, card=code)))
    ]


def WZ085(case: Case) -> list[str]:  # noqa: N802
    """Colour war with five players."""
    return refuse({"mode": "colour_war"}, 5)


def WZ088(case: Case) -> list[str]:  # noqa: N802
    """The card turned up is played."""
    state = type_lines(engine.open(Setup(seats=3, level="actions")), "g8", "0 0 0")
    return [] if "W9" in find_broken(state, Play(seat=1, card="g8")) else ["it is accepted"]


def WZ089(case: Case) -> list[str]:  # noqa: N802
    """A fifth wizard: after four played, or after three and one turned up."""
    problems = []
    for flip, trump in (("y1", ()), ("W", ("b",))):
        state = at_round(Setup(seats=3, level="actions"), 2)
        state = type_lines(state, flip, *trump, "0 0 0", "W W W")
        if flip == "y1":
            problems += same(
                "the fourth", set(), find_broken(state, Play(seat=state.turn, card="W"))
            )
            state = type_lines(state, "W")
        if "W2" not in find_broken(state, Play(seat=state.turn, card="W")):
            problems.append(f"a fifth wizard after {flip}")
    return problems


def WZ100(case: Case) -> list[str]:  # noqa: N802
    """A revoke is taken back before the next trick: the card is replaced, nothing remains of it.

    Taking back is a correction of the line: the card is struck and another one stands there.
    """
    start = type_lines(at_round(Setup(seats=3, first=2), 2), "y1", "0 0 0", "a: h b7 r2")
    start = type_lines(start, "b3 b4")
    wrong = same("rules", {"W33"}, find_broken(start, Play(seat=0, card="r2")))
    right = same("rules", set(), find_broken(start, Play(seat=0, card="b7")))
    after = type_lines(start, "b7")
    return wrong + right + same("claims", (), after.claims) + same("winner", 0, after.turn)


def WZ101(case: Case) -> list[str]:  # noqa: N802
    """A misdeal is found after the bids: one hand is a card short; the round is dealt again."""
    state = type_lines(at_round(Setup(seats=3, level="actions"), 4), "y1", "1 1 1")
    (count,) = engine.parse("= b hand 3", state)
    problems = same("count", {"COUNT"}, find_broken(state, count))
    state = apply_all(state, count)
    action = Redeal()
    problems += same("redeal", set(), find_broken(state, action))
    after = apply_all(state, action)
    problems += same("round", (4, state.dealer), (after.number, after.dealer))
    problems += same("bids", (None, None, None), after.bids)
    asked = [prompt.ask for prompt in engine.list_prompts(after)]
    problems += same("asked", ["ask.flip"], asked)
    problems += same("cards", 4, after.book.size("b.hand"))
    return problems + same("unaccounted", {}, dict(after.book.holding("unaccounted")))


KINDS: dict[str, Runner] = {
    "score": run_score,
    "round_score": run_round_score,
    "game": run_game,
    "rounds": run_rounds,
    "trump": run_trump,
    "bid": run_bid,
    "trick": run_trick,
    "legal": run_legal,
    "colour_war_trick": run_war_trick,
    "score_pad": run_score_pad,
    "revoke": run_revoke,
}
BY_HAND: dict[str, Runner] = {
    "WZ008": WZ008,
    "WZ016": WZ016,
    "WZ025": WZ025,
    "WZ061": WZ061,
    "WZ062": WZ062,
    "WZ064": WZ064,
    "WZ065": WZ065,
    "WZ076": WZ076,
    "WZ077": WZ077,
    "WZ079": WZ079,
    "WZ083": WZ083,
    "WZ085": WZ085,
    "WZ088": WZ088,
    "WZ089": WZ089,
    "WZ097": WZ097,
    "WZ100": WZ100,
    "WZ101": WZ101,
}
UNREAD: dict[str, str] = {}
OUT_OF_SCOPE: dict[str, str] = {}
