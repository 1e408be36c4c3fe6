"""Points, why a trick went where it did, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from engines.book import UNKNOWN
from engines.values import Action, Score, Seat, Standing, Term, seat_by_letter
from engines.wizard.actions import WINNER, Bid, Bids, Play, Round, Trick, Tricks
from engines.wizard.catalog import JESTER, NO_TRUMP, POINT, POINTS, SCORING, SUIT, TRICK, WIZARD
from engines.wizard.state import PadLine, Played, State, cards_on, outcome, won
from engines.wizard.tricks import lead_suit


def points_for(bid: int, tricks: int) -> int:
    """Return the points of a round (W50, W51).

    >>> points_for(2, 2), points_for(0, 0), points_for(3, 1)
    (40, 20, -20)
    """
    if bid == tricks:
        return SCORING.exact + SCORING.trick * tricks
    return -SCORING.difference * abs(bid - tricks)


def totals(state: State) -> list[int]:
    """Return the points of every seat so far (W52)."""
    return [state.book.count(POINTS[seat], POINT) for seat in range(state.seats)]


def leader(state: State) -> int | None:
    """Return the seat that alone has the highest total, None when there is none."""
    points = totals(state)
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return why a trick goes where it goes, card by card, and what a finished round scores.

    A card adds 1 when it takes the trick, else 0; points are added as they are written down.
    """
    lines: list[Term] = []
    plays = state.trick
    taker = None
    tricks = list(won(state))
    counted = state.counted
    bids = list(state.bids)
    if isinstance(action, Play):
        plays = (*plays, Played(action.seat, action.card, state.ply))
        if len(plays) < state.seats:
            return tuple(explain(state, plays, None))
        wins = outcome(state, plays)
        taker = None if wins is None else plays[wins.position].seat
        if WINNER in action.actual:
            taker = seat_by_letter(action.actual[WINNER])
    elif isinstance(action, Trick):
        taker = action.seat
    elif isinstance(action, (Tricks, Round)):
        tricks, counted = list(action.tricks), True
    if isinstance(action, Bid):
        bids[action.seat] = action.bid
    elif isinstance(action, (Bids, Round)):
        bids = list(action.bids)
    if isinstance(action, (Play, Trick)):
        lines.extend(explain(state, plays, taker))
        if taker is not None:
            tricks[taker] += 1
            counted = counted or len(state.taken) + 1 >= state.cards
    told = [bid for bid in bids if bid is not None]
    if counted and not state.over and len(told) == state.seats:
        lines.extend(scored(told, tricks))
    return tuple(lines)


def explain(state: State, plays: tuple[Played, ...], taker: int | None) -> list[Term]:
    """Return the suit that was led, the trump, and what every card came to (W36, W37); in a trick
    that is not over yet, what it comes to so far."""
    if not plays:
        return (
            []
            if taker is None
            else [Term("line.taken", 1, "W37", data={"seat": Seat(taker)}, unit=TRICK)]
        )
    cards = cards_on(plays)
    complete = len(plays) == state.seats
    wins = outcome(state, plays) if complete or taker is None else None
    lines = []
    if not complete and taker is None:
        lines.append(Term("line.so-far", 0, "W32", data={"n": len(plays), "of": state.seats}))
    if not state.table.war:
        lead = lead_suit(cards)
        if lead:
            lines.append(Term("line.lead", 0, "W36", data={"suit": lead}))
        else:
            lines.append(Term("line.no-lead", 0, rule_of_no_lead(cards)))
        if state.trump and state.trump != NO_TRUMP:
            lines.append(Term("line.trump", 0, "W14", data={"suit": state.trump}))
        elif state.trump:
            lines.append(Term("line.no-trump", 0, "W37b"))
    for position, play in enumerate(plays):
        wins_it = wins is not None and wins.position == position
        label, rule = verdict(state, cards, position, wins_it)
        n = 1 if play.seat == taker else 0
        shown = {"seat": Seat(play.seat), "card": play.card}
        lines.append(Term(label, n, rule, data=shown, unit=TRICK))
    if taker is not None and (wins is None or plays[wins.position].seat != taker):
        lines.append(Term("line.given", 0, "W37", data={"seat": Seat(taker)}))
    return lines


def rule_of_no_lead(cards: Sequence[str]) -> str:
    """Return the rule by which no suit has to be followed (W36).

    >>> rule_of_no_lead(["W", "b7"]), rule_of_no_lead(["N", "W"]), rule_of_no_lead(["N", "N"])
    ('W36a', 'W36c', 'W36b')
    """
    if cards[0] == WIZARD:
        return "W36a"
    return "W36c" if WIZARD in cards else "W36b"


def verdict(state: State, cards: list[str], position: int, wins: bool) -> tuple[str, str]:
    """Return what a card of a trick came to: the words for it, and the rule."""
    card = cards[position]
    if card == UNKNOWN:
        return "line.unseen", "W37"
    if state.table.war:
        return ("line.strongest", "V5d") if wins else ("line.weaker", "V5d")
    if card == WIZARD:
        return ("line.first-wizard", "W37(1)") if wins else ("line.later-wizard", "W37(1)")
    if card == JESTER:
        return ("line.first-jester", "W37(4)") if wins else ("line.jester", "W37")
    suit = SUIT[card]
    if suit == state.trump:
        return ("line.highest-trump", "W37(2)") if wins else ("line.trump-beaten", "W37(2)")
    if suit == lead_suit(cards):
        return ("line.highest-lead", "W37(3)") if wins else ("line.lead-beaten", "W37(3)")
    return "line.stray", "W37b"


def scored(bids: list[int], tricks: list[int]) -> list[Term]:
    """Return the points of a round, seat by seat (W50, W51)."""
    lines = []
    for seat, (bid, n) in enumerate(zip(bids, tricks, strict=True)):
        data = {"seat": Seat(seat), "bid": bid, "tricks": n}
        if bid != n:
            lines.append(Term("line.missed", points_for(bid, n), "W51", data=data, unit=POINT))
            continue
        lines.append(Term("line.exact", SCORING.exact, "W50", data=data, unit=POINT))
        if n:
            lines.append(Term("line.tricks", SCORING.trick * n, "W50", data=data, unit=POINT))
    return lines


def standing(state: State) -> Standing:
    """Return the totals round by round (W52), and the winners once the last is over (W60, W61)."""
    scores = [
        Score(seat, total, lines_of(state, seat), ties=ties(state, seat))
        for seat, total in enumerate(totals(state))
    ]
    order = [key(score) for score in scores]
    ranked = tuple(
        Score(score.seat, score.total, score.lines, 1 + sum(o > mine for o in order), score.ties)
        for score, mine in zip(scores, order, strict=True)
    )
    if not state.over:
        return Standing(ranked)
    winners = tuple(score.seat for score in ranked if score.rank == 1)
    best = ranked[winners[0]].total
    tied = sum(score.total == best for score in ranked) > 1
    reason = "end.sheet" if state.result is not None and not played_out(state) else "end.rounds"
    return Standing(ranked, True, winners, reason, "W61" if tied else "W60")


def played_out(state: State) -> bool:
    """Return whether every round of the match is on the pad."""
    return len(state.pad) == len(state.table.cards)


def key(score: Score) -> tuple[int, ...]:
    """Return what places are decided by."""
    return (score.total or 0, *score.ties)


def lines_of(state: State, seat: int) -> tuple[Term, ...]:
    """Return where a seat's total comes from: its rounds, its penalties, what was counted."""
    lines = [round_line(line, seat) for line in state.pad]
    lines.extend(
        Term("line.penalty", -fined.points, "R4", data={"number": fined.number})
        for fined in state.fines
        if fined.seat == seat
    )
    beyond = state.book.count(POINTS[seat], POINT) - sum(line.n for line in lines)
    if beyond and state.result is not None and not played_out(state):
        lines.append(Term("line.sheet", beyond, "W60"))
    elif beyond:
        lines.append(Term("line.counted", beyond, "COUNT"))
    return tuple(lines)


def round_line(line: PadLine, seat: int) -> Term:
    """Return what a round came to for a seat."""
    bid, n = line.bids[seat], line.tricks[seat]
    rule = "W50" if bid == n else "W51"
    data = {"number": line.number, "bid": bid, "tricks": n}
    return Term("line.round", line.points[seat], rule, data=data)


def ties(state: State, seat: int) -> tuple[int, ...]:
    """Return what decides between equal totals (W61), as the table has agreed."""
    if state.table.tie_break == "most_exact_rounds":
        return (sum(line.bids[seat] == line.tricks[seat] for line in state.pad),)
    if state.table.tie_break == "highest_bid_sum":
        return (sum(line.bids[seat] for line in state.pad),)
    return ()
