"""Points, tricks and standings of Wizard, term by term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.book import UNKNOWN
from engines.values import TABLE, Action, Message, Score, Seat, Standing, Term, seat_by_letter
from engines.wizard.actions import WINNER, Bid, Bids, Play, Result, Round, Trick, Tricks, Unwon
from engines.wizard.catalog import JESTER, NO_TRUMP, POINT, POINTS, SCORING, SUIT, TRICK, WIZARD
from engines.wizard.state import (
    Fine,
    PadLine,
    PlayedCard,
    State,
    count_finished_rounds,
    count_players,
    count_won_tricks,
    decide_trick,
    list_cards,
    list_possible_winners,
    took_part,
)
from engines.wizard.tricks import find_lead_suit, is_lead_known


def score_bid(bid: int, tricks: int) -> int:
    """Return the points of a round (W50, W51).

    >>> score_bid(2, 2), score_bid(0, 0), score_bid(3, 1)
    (40, 20, -20)
    """
    if bid == tricks:
        return SCORING.exact + SCORING.trick * tricks
    return -SCORING.difference * abs(bid - tricks)


def list_totals(state: State) -> list[int]:
    """Return the points of every seat (W52)."""
    return [state.book.count(POINTS[seat], POINT) for seat in range(state.seats)]


def find_leader(state: State) -> int | None:
    """Return the seat that alone has the highest total, or None."""
    points = {seat: n for seat, n in enumerate(list_totals(state)) if seat not in state.left}
    best = [seat for seat, n in points.items() if n == max(points.values())]
    return best[0] if len(best) == 1 else None


def quote(state: State, action: Action) -> tuple[Term, ...]:
    """Return the terms of an action: card by card why a trick goes where it goes, then the points.

    A card counts 1 when it takes the trick, else 0.
    """
    lines: list[Term] = []
    plays = state.trick
    taker = None
    tricks = list(count_won_tricks(state))
    counted = state.tricks_counted
    bids = list(state.bids)
    if isinstance(action, Play):
        plays = (*plays, PlayedCard(action.seat, action.card, state.ply))
        if len(plays) < count_players(state):
            return tuple(trick_terms(state, plays, None))
        wins = decide_trick(state, plays)
        taker = None if wins is None else plays[wins.position].seat
        if WINNER in action.actual:
            taker = seat_by_letter(action.actual[WINNER]) if action.actual[WINNER] else TABLE
    elif isinstance(action, (Trick, Unwon)):
        taker = action.seat
    elif isinstance(action, (Tricks, Round)):
        tricks, counted = list(action.tricks), True
    if isinstance(action, Bid):
        bids[action.seat] = action.bid
    elif isinstance(action, (Bids, Round)):
        bids = list(action.bids)
    if isinstance(action, (Play, Trick, Unwon)):
        lines.extend(trick_terms(state, plays, taker))
        if taker is not None:
            if taker != TABLE:
                tricks[taker] += 1
            counted = counted or len(state.taken_tricks) + 1 >= state.cards
    told = {seat: bid for seat, bid in enumerate(bids) if bid is not None}
    told = {seat: bid for seat, bid in told.items() if seat not in state.left}
    if counted and not state.over and len(told) == count_players(state):
        lines.extend(round_terms(told, tricks))
    return tuple(lines)


def trick_terms(state: State, plays: tuple[PlayedCard, ...], taker: int | None) -> list[Term]:
    """Return the suit led, the trump, and a term for every card of a trick (W36, W37).

    A trick that is not complete is explained as it stands.
    """
    if not plays and taker is None:
        return []
    if not plays and taker == TABLE:
        return [Term("line.nobody", 0, "W39")]
    if not plays and taker is not None:
        return [Term("line.taken", 1, "W37", data={"seat": Seat(taker)}, unit=TRICK)]
    cards = list_cards(plays)
    players = count_players(state)
    complete = len(plays) == players
    unseen = 0 if taker is None else players - len(plays)
    missing = tuple(PlayedCard(TABLE, UNKNOWN, state.ply) for _ in range(unseen))
    wins = decide_trick(state, (*plays, *missing))
    lines = []
    if not complete and taker is None:
        lines.append(Term("line.so-far", 0, "W32", data={"n": len(plays), "of": players}))
    if not state.table.war:
        lead = find_lead_suit(cards)
        if lead:
            lines.append(Term("line.lead", 0, "W36", data={"suit": lead}))
        elif not is_lead_known(cards):
            lines.append(Term("line.lead-unseen", 0, "W36"))
        else:
            lines.append(Term("line.no-lead", 0, find_no_lead_rule(cards)))
        if state.trump and state.trump != NO_TRUMP:
            lines.append(Term("line.trump", 0, "W14", data={"suit": state.trump}))
        elif state.trump:
            lines.append(Term("line.no-trump", 0, "W37b"))
    possible = list_possible_winners(state, plays) if wins is None else {wins.position}
    for position, play in enumerate(plays):
        if wins is None and position in possible:
            label, rule = "line.undecided", "W37"
        else:
            label, rule = explain_card(state, cards, position, position in possible)
        n = 1 if play.seat == taker else 0
        shown = {"seat": Seat(play.seat), "card": play.card}
        lines.append(Term(label, n, rule, data=shown, unit=TRICK))
    if taker == TABLE:
        lines.append(Term("line.nobody", 0, "W39"))
    elif taker is not None and (wins is None or plays[wins.position].seat != taker):
        lines.append(Term("line.given", 0, "W37", data={"seat": Seat(taker)}))
    return lines


def find_no_lead_rule(cards: Sequence[str]) -> str:
    """Return the rule by which no suit has to be followed (W36).

    >>> find_no_lead_rule(["W", "b7"]), find_no_lead_rule(["N", "W"]), find_no_lead_rule(["N", "N"])
    ('W36a', 'W36c', 'W36b')
    """
    if cards[0] == WIZARD:
        return "W36a"
    return "W36c" if WIZARD in cards else "W36b"


def explain_card(state: State, cards: list[str], position: int, wins: bool) -> tuple[str, str]:
    """Return the label of a card's term in a trick, and its rule."""
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
    lead = find_lead_suit(cards)
    if not wins and (not is_lead_known(cards) or (not state.trump and suit != lead)):
        return "line.beaten", "W37"
    if suit == state.trump:
        return ("line.highest-trump", "W37(2)") if wins else ("line.trump-beaten", "W37(2)")
    if suit == lead:
        return ("line.highest-lead", "W37(3)") if wins else ("line.lead-beaten", "W37(3)")
    return "line.stray", "W37b"


def round_terms(bids: Mapping[int, int], tricks: Sequence[int]) -> list[Term]:
    """Return the points of a round, seat by seat (W50, W51)."""
    lines = []
    for seat, bid in bids.items():
        n = tricks[seat]
        data = {"seat": Seat(seat), "bid": bid, "tricks": n}
        if bid != n:
            lines.append(Term("line.missed", score_bid(bid, n), "W51", data=data, unit=POINT))
            continue
        lines.append(Term("line.exact", SCORING.exact, "W50", data=data, unit=POINT))
        if n:
            lines.append(Term("line.tricks", SCORING.trick * n, "W50", data=data, unit=POINT))
    return lines


def standing(state: State) -> Standing:
    """Return the totals round by round (W52), and the winners once it is over (W60, W61)."""
    named = find_named_winners(state)
    unknown = bool(named) and not state.pad and not any(list_totals(state))
    scores = [
        Score(seat, None if unknown else total, terms, ties=list_tie_breaks(state, seat))
        for seat, total in enumerate(list_totals(state))
        for terms in (score_terms(state, seat),)
    ]
    order = [(score.seat in named, rank_key(score)) for score in scores]
    ranked = tuple(
        Score(score.seat, score.total, score.lines, 1 + sum(o > mine for o in order), score.ties)
        for score, mine in zip(scores, order, strict=True)
    )
    if not state.over:
        return Standing(ranked, notice=describe_last_round(state))
    winners = tuple(score.seat for score in ranked if score.rank == 1)
    best = ranked[winners[0]].total
    level = [score for score in ranked if score.total == best and score.seat not in state.left]
    tied = not named and len(level) > 1
    if is_played_out(state) or state.result is None:
        return Standing(ranked, True, winners, "end.rounds", "W61" if tied else "W60")
    if not named and is_tie_open(state, winners):
        return Standing(ranked, True, (), "end.tied", "W61", winners)
    reason = "end.sheet" if state.result.points else "end.named"
    return Standing(ranked, True, named or winners, reason, "W61" if tied else "W60")


def find_named_winners(state: State) -> tuple[int, ...]:
    """Return the winners that a result names, () where the rounds on the pad decide."""
    return () if state.result is None or is_played_out(state) else state.result.winners


def find_result_winners(state: State, action: Result) -> tuple[int, ...]:
    """Return the seats that may have won by the totals of a result, () if it has none."""
    points = {seat: n for seat, n in enumerate(action.points) if seat not in state.left}
    best = max(points.values(), default=0)
    return tuple(seat for seat, n in points.items() if n == best)


def is_tie_open(state: State, winners: Sequence[int]) -> bool:
    """Return whether a tie is decided by what no final totals say: bids met, or their sum (W61)."""
    return len(winners) > 1 and state.table.tie_break != "shared"


def describe_last_round(state: State) -> Message | None:
    """Return the message that the round to be played is the last one (W60), None before it."""
    last = len(state.table.cards)
    return Message("notice.last-round", {"n": last}) if state.number == last else None


def is_played_out(state: State) -> bool:
    """Return whether every round of the match is on the pad."""
    return count_finished_rounds(state) == len(state.table.cards)


def rank_key(score: Score) -> tuple[int, ...]:
    """Return the key that seats are ranked by."""
    return (score.total or 0, *score.ties)


def score_terms(state: State, seat: int) -> tuple[Term, ...]:
    """Return the terms of a seat's total: its rounds, penalties, and what was counted.

    A penalty stands before the round in which it was given.
    """
    lines: list[Term] = []
    for fines, line in place_fines(state):
        lines += [penalty_term(fined) for fined in fines if fined.seat == seat]
        lines += [round_term(line, seat)] if line is not None and took_part(line, seat) else []
    beyond = state.book.count(POINTS[seat], POINT) - sum(line.n for line in lines)
    if beyond and state.result is not None and not is_played_out(state):
        lines.append(Term("line.sheet", beyond, "W60"))
    elif beyond:
        lines.append(Term("line.counted", beyond, "COUNT"))
    return tuple(lines)


def place_fines(state: State) -> Iterator[tuple[list[Fine], PadLine | None]]:
    """Yield the lines of the pad, each with the penalties given before it was written.

    The penalties after the last line come with None.
    """
    left = list(state.fines)
    for line in state.pad:
        yield [fined for fined in left if fined.number <= line.number], line
        left = [fined for fined in left if fined.number > line.number]
    if left:
        yield left, None


def penalty_term(fined: Fine) -> Term:
    """Return the term of a penalty in a seat's total, or of the points that somebody began with."""
    if fined.joined:
        return Term("line.joined", -fined.points, "R7", data={"number": fined.number})
    return Term("line.penalty", -fined.points, "R4", data={"number": fined.number})


def round_term(line: PadLine, seat: int) -> Term:
    """Return the term of a round in a seat's total."""
    bid, n = line.bids[seat], line.tricks[seat]
    rule = "W50" if bid == n else "W51"
    data = {"number": line.number, "bid": bid, "tricks": n}
    return Term("line.round", line.points[seat], rule, data=data)


def list_tie_breaks(state: State, seat: int) -> tuple[int, ...]:
    """Return the numbers that decide equal totals (W61), as the option `tie_break` says."""
    played = [line for line in state.pad if took_part(line, seat)]
    if state.table.tie_break == "most_exact_rounds":
        return (sum(line.bids[seat] == line.tricks[seat] for line in played),)
    if state.table.tie_break == "highest_bid_sum":
        return (sum(line.bids[seat] for line in played),)
    return ()
