"""Traces of Wizard: whole games folded at every level of recording, and openings of finals.

A game is folded five times: with the hands, without them, with bids and trick winners, as the
lines of a pad, and as final totals. With hands every forbidden card must break its rule and every
other card of the hand must be offered; without hands nothing may be reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engines.protocol import find_breaches
from engines.values import Action, Setup
from engines.wizard import engine
from engines.wizard.actions import (
    Bid,
    Flip,
    Hand,
    Play,
    Result,
    Round,
    Trick,
    Trump,
)
from engines.wizard.state import State
from tests.traces import Step, apply_checked, find_differences

FORMATS = ("wizard-trace/1", "wizard-human-partial/1")

LETTERS = {"H": "b", "E": "g", "D": "r", "G": "y"}
SUITS = {"human": "blue", "elf": "green", "dwarf": "red", "giant": "yellow"}


def card(code: str) -> str:
    """Return our card for a trace's: ``H7`` is ``b7``, ``Z`` is ``W``, ``HZ`` is ``bW``."""
    letter = LETTERS.get(code[0], "")
    rest = (code[1:] if letter else code).replace("Z", "W")
    return letter + rest


def seat(name: str) -> int:
    """Return the seat of ``P2``."""
    return int(name.split()[0][1:])


def replay(trace: dict[str, Any]) -> Iterator[Step]:
    """Yield the steps of a trace at every level."""
    if trace["format"] == "wizard-human-partial/1":
        for game in trace["games"]:
            yield from replay_opening(game)
        return
    yield from replay_cards(trace, level="full")
    yield from replay_cards(trace, level="actions")
    yield from replay_winners(trace)
    yield from replay_pad(trace)
    yield from replay_result(trace)


def open_traced(trace: dict[str, Any], level: str) -> State:
    """Return the table of a trace."""
    options = {"bid_sum_rule": "not_equal"} if trace["options"].get("plus_minus_one") else {}
    first = trace["rounds"][0]["dealer"]
    setup = Setup(seats=len(trace["seats"]), first=seat(first), options=options, level=level)
    state: State = engine.open(setup)
    return state


def replay_cards(trace: dict[str, Any], level: str) -> Iterator[Step]:
    """Yield every trick, with known hands or without, and every round."""
    state = open_traced(trace, level)
    for record in trace["rounds"]:
        where = f"{level}, round {record['round']}"
        found = list(compare_start(record, state))
        if level == "full":
            for owner, cards in record["hands"].items():
                hand = Hand(seat=seat(owner), cards=dict(Counter(map(card, cards))))
                state = apply_checked(engine, state, hand, found)
        if record["flip"]:
            state = apply_checked(engine, state, Flip(card=card(record["flip"])), found)
        found.extend(refused_trumps(record, state))
        for action in parse_bids(record):
            state = apply_checked(engine, state, action, found)
        found.extend(find_differences("trump", record["trump"], trump_code(state.trump)))
        yield Step(f"{where}, bids", found)
        for number, trick in enumerate(record["tricks"], 1):
            found = []
            left = state.number
            for position, play in enumerate(trick["plays"]):
                if level == "full":
                    found.extend(compare_legal(record, number, position, state))
                action = Play(seat=seat(play["player"]), card=card(play["card"]))
                state = apply_checked(engine, state, action, found)
            if state.number == left and not state.over:
                found.extend(find_differences("winner", seat(trick["winner"]), state.turn))
            yield Step(f"{where}, trick {number}", found)
        yield Step(f"{where}, score", list(compare_score(record, state)))
    yield Step(f"{level}, end", list(compare_end(trace, state)))


def read_actions(trace: dict[str, Any]) -> tuple[State, list[Action]]:
    """Return the opening state of a trace and all its actions, hands included."""
    state = open_traced(trace, "full") if "seats" in trace else engine.open(Setup(seats=4))
    actions: list[Action] = []
    for record in trace.get("rounds", ()):
        for owner, cards in record["hands"].items():
            actions.append(Hand(seat=seat(owner), cards=dict(Counter(map(card, cards)))))
        if record["flip"]:
            actions.append(Flip(card=card(record["flip"])))
        actions += parse_bids(record)
        for trick in record["tricks"]:
            actions += [Play(seat=seat(p["player"]), card=card(p["card"])) for p in trick["plays"]]
    return state, actions


def parse_bids(record: dict[str, Any]) -> Iterator[Action]:
    """Yield the dealer's choice of trump and the bids."""
    if record["dealer_choice"]:
        yield Trump(seat=seat(record["dealer"]), suit=SUITS[record["dealer_choice"]])
    for bid in record["bids"]:
        yield Bid(seat=seat(bid["player"]), bid=bid["bid"])


def compare_start(record: dict[str, Any], state: State) -> Iterator[str]:
    """Yield a difference in round, cards or dealer."""
    yield from find_differences("round", record["round"], state.number)
    yield from find_differences("cards", record["cards_each"], state.cards)
    yield from find_differences("dealer", seat(record["dealer"]), state.dealer)


def refused_trumps(record: dict[str, Any], state: State) -> Iterator[str]:
    """Yield a difference if somebody but the dealer may name trump."""
    for probe in record.get("rejected_probes", ()):
        if probe["action"] == "choose_trump":
            action = Trump(seat=seat(probe["player"]), suit="blue")
            if "W12" not in {breach.rule for breach in find_breaches(engine, state, action)}:
                yield f"{probe['player']} may name trump"


def compare_legal(
    record: dict[str, Any], number: int, position: int, state: State
) -> Iterator[str]:
    """Yield a difference if forbidden cards break no rule or the others are not offered."""
    player = record["tricks"][number - 1]["plays"][position]["player"]
    played = [
        play["card"]
        for trick in record["tricks"][: number - 1]
        for play in trick["plays"]
        if play["player"] == player
    ]
    hand = Counter(map(card, record["hands"][player])) - Counter(map(card, played))
    forbidden = {
        card(probe["card"])
        for probe in record.get("rejected_probes", ())
        if probe["action"] == "play"
        and (probe["trick"], probe["position"]) == (number, position + 1)
    }
    for code in forbidden:
        action = Play(seat=seat(player), card=code)
        rules = {breach.rule for breach in find_breaches(engine, state, action)}
        if rules != {"W33"}:
            yield f"{player} plays {code}: broke {rules}"
    (prompt,) = engine.list_prompts(state)
    offered = {getattr(choice.action, "card", "") for choice in engine.choices(state, prompt)}
    legal = set(hand) - forbidden
    if offered != legal:
        yield f"legal: trace {sorted(legal)}, ours {sorted(offered)}"


def tricks_won(record: dict[str, Any], seats: int) -> tuple[int, ...]:
    """Return the tricks of every seat."""
    won = Counter(seat(trick["winner"]) for trick in record["tricks"])
    return tuple(won[n] for n in range(seats))


def compare_score(record: dict[str, Any], state: State) -> Iterator[str]:
    """Yield a difference in the line of the pad or the totals."""
    line = state.pad[-1]
    points = [record["round_points"][f"P{n}"] for n in range(state.seats)]
    totals = [record["totals"][f"P{n}"] for n in range(state.seats)]
    yield from find_differences("points", points, list(line.points))
    yield from find_differences("totals", totals, [s.total for s in engine.standing(state).scores])
    yield from find_differences("tricks", tricks_won(record, state.seats), line.tricks)


def replay_winners(trace: dict[str, Any]) -> Iterator[Step]:
    """Yield every round, recorded by bids and by who took the tricks in order."""
    state = open_traced(trace, "summary")
    for record in trace["rounds"]:
        found = list(compare_start(record, state))
        for bid in record["bids"]:
            state = apply_checked(
                engine, state, Bid(seat=seat(bid["player"]), bid=bid["bid"]), found
            )
        for trick in record["tricks"]:
            state = apply_checked(engine, state, Trick(seat=seat(trick["winner"])), found)
        found.extend(compare_score(record, state))
        yield Step(f"summary, round {record['round']}", found)
    yield Step("summary, end", list(compare_end(trace, state)))


def replay_pad(trace: dict[str, Any]) -> Iterator[Step]:
    """Yield every round, recorded as a line of the pad."""
    state = open_traced(trace, "pad")
    for record in trace["rounds"]:
        found = list(compare_start(record, state))
        bids = {seat(bid["player"]): bid["bid"] for bid in record["bids"]}
        line = Round(
            bids=tuple(bids[n] for n in range(state.seats)),
            tricks=tricks_won(record, state.seats),
        )
        state = apply_checked(engine, state, line, found)
        found.extend(compare_score(record, state))
        yield Step(f"pad, round {record['round']}", found)
    yield Step("pad, end", list(compare_end(trace, state)))


def replay_result(trace: dict[str, Any]) -> Iterator[Step]:
    """Yield the end alone."""
    state = open_traced(trace, "results")
    found: list[str] = []
    totals = trace["rounds"][-1]["totals"]
    result = Result(points=tuple(totals[f"P{n}"] for n in range(state.seats)))
    state = apply_checked(engine, state, result, found)
    yield Step("results", [*found, *compare_end(trace, state)])


def compare_end(trace: dict[str, Any], state: State) -> Iterator[str]:
    """Yield a difference in the end, the totals or the winners."""
    standing = engine.standing(state)
    if not standing.over:
        yield "the game is over in the trace, not in ours"
    reported = {row["player"]: row["points"] for row in trace["final_ranking_as_reported"]}
    ours = {f"P{score.seat}": score.total for score in standing.scores}
    yield from find_differences("final", reported, ours)
    winners = [f"P{winner}" for winner in standing.winners]
    yield from find_differences("winners", sorted(trace["winners"]), winners)


def replay_opening(game: dict[str, Any]) -> Iterator[Step]:
    """Yield the rounds of a final that are known, as lines of the pad.

    Where the winners of the tricks are known in order the round is recorded by them. Points that
    were printed are compared with ours: a slip of the report is told by its own findings.
    """
    seats = len(game["rounds"][0]["bids"])
    options = {"length": "tournament"}
    first = seat(game["first_dealer"])
    state: State = engine.open(Setup(seats=seats, first=first, options=options, level="pad"))
    for number, record in enumerate(game["rounds"], 1):
        found = list(find_differences("cards", record["cards"], state.cards))
        found.extend(find_differences("dealer", seat(record["dealer"]), state.dealer))
        found.extend(find_differences("leader", seat(record["first_leader"]), state.turn))
        for action in opening_actions(record, state):
            state = apply_checked(engine, state, action, found)
        line = state.pad[-1]
        found.extend(find_differences("tricks", record["tricks"], list(line.tricks)))
        found.extend(find_differences("points", record["points"], list(line.points)))
        totals = [score.total for score in engine.standing(state).scores]
        found.extend(find_differences("totals", record["totals"], totals))
        exact = sum(line.bids) == line.cards
        found.extend(find_differences("sum", record["bid_sum_equals_tricks"], exact))
        found.extend(compare_printed(game, number, record, line.points, totals))
        yield Step(f"{game['id']}, round {number}", found)


def opening_actions(record: dict[str, Any], state: State) -> Iterator[Action]:
    """Yield what is known of a round: its trump, its bids, its tricks."""
    if record.get("flip"):
        yield Flip(card=card(record["flip"]))
        if record.get("dealer_choice"):
            yield Trump(seat=state.dealer, suit=SUITS[record["dealer_choice"]])
    elif record.get("trump"):
        yield Flip(card=SUITS[record["trump"]])
    if "trick_winners" not in record:
        yield Round(bids=tuple(record["bids"]), tricks=tuple(record["tricks"]))
        return
    order = [(state.dealer + 1 + i) % state.seats for i in range(state.seats)]
    for bidder in order:
        yield Bid(seat=bidder, bid=record["bids"][bidder])
    for winner in record["trick_winners"]:
        yield Trick(seat=seat(winner))


def compare_printed(
    game: dict[str, Any],
    number: int,
    record: dict[str, Any],
    points: tuple[int, ...],
    totals: list[int | None],
) -> Iterator[str]:
    """Yield a difference from what was printed, unless the trace calls it a slip."""
    slips = "; ".join(game["audit_findings"])
    for name, ours in (("printed_points", points), ("printed_totals", totals)):
        for place, printed in enumerate(record.get(name, ())):
            slip = f"round {number} {name} P{place}" in slips
            if printed is not None and (printed != ours[place]) != slip:
                yield f"{name} P{place}: printed {printed}, ours {ours[place]}"


def trump_code(trump: str) -> str | None:
    """Return a trump as a trace names it."""
    return next((name for name, suit in SUITS.items() if suit == trump), None)
