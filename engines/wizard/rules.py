"""The rules of Wizard: which of them an action breaks.

The name of a rule's function begins with its number in `rulebook.toml`; it yields breaches. `RULES`
lists the rules that each kind of action must keep. Rules about the deal are in `rules_deal`, rules
about bids in `rules_bids`. The book itself finds cards that are not where they are taken from.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, begin_booking
from engines.counts import Count
from engines.game import Check
from engines.seating import list_present, set_apart
from engines.values import Action, Breach, Seat, seat_by_letter
from engines.wizard.actions import (
    WINNER,
    Bid,
    Bids,
    Deal,
    Flip,
    Hand,
    Level,
    Penalty,
    Play,
    Redeal,
    Result,
    Round,
    Rounds,
    Trick,
    Tricks,
    Trump,
    Unwon,
)
from engines.wizard.apply import apply
from engines.wizard.catalog import (
    ENDLESS,
    HANDS,
    POINT,
    POINTS,
    SUIT,
)
from engines.wizard.knowledge import has_ample_room, survey_pool
from engines.wizard.play import is_last_play, lay_play, list_claims_after
from engines.wizard.rules_bids import (
    V1_sum,
    V3_early,
    V3_missing,
    W12_first,
    W20_before,
    W20_order,
    W20_range,
    W21_again,
)
from engines.wizard.rules_deal import (
    V4_forehead,
    V5a_folk,
    W2_dealt,
    W5_hand,
    W7_dealer,
    W9_flip,
    W9_seen,
    W12_trump,
)
from engines.wizard.score import (
    find_result_winners,
    is_played_out,
    is_tie_open,
    score_bid,
    standing,
)
from engines.wizard.seen import Breaches, find_copy_breaches, list_shown_plies
from engines.wizard.state import (
    PlayedCard,
    State,
    can_redeal,
    count_finished_rounds,
    count_hidden_cards,
    count_known_cards,
    count_players,
    count_plays,
    count_won_tricks,
    decide_trick,
    find_lead,
    has_played,
    has_unseen_play,
    is_round_untouched,
    list_plays,
    took_part,
)
from engines.wizard.tricks import is_stray


def W60_over(state: State, action: Action) -> Breaches:
    """W60: nothing is dealt, bid or played after the last round."""
    if state.over:
        rounds = len(state.table.cards)
        yield Breach("W60", "W60.over", {"rounds": rounds, "more": rounds + 1})


def W2_once(state: State, action: Play) -> Breaches:
    """W2, W9: a card is played as often as it exists, and the card turned up is not played."""
    known = state.book.places.get(HANDS[action.seat], EMPTY)
    if action.card != UNKNOWN and action.card not in known:
        yield from find_copy_breaches(state, action.seat, action.card, 1)


def W32_turn(state: State, action: Play) -> Breaches:
    """W30, W31, W32: the seat left of the dealer leads, then the winner; others follow in turn."""
    if len(state.trick) >= count_players(state):
        data = {"seat": Seat(action.seat), "n": len(state.taken_tricks) + 1}
        yield Breach("W32", "W32.full", data, tuple(play.ply for play in state.trick))
        return
    if action.seat == state.turn:
        return
    data = {"seat": Seat(action.seat), "turn": Seat(state.turn)}
    before = [play.ply for play in state.trick if play.seat == action.seat]
    if before:
        yield Breach("W32", "W32.twice", data, tuple(before))
    elif state.trick:
        yield Breach("W32", "W32.turn", data)
    elif state.taken_tricks:
        yield Breach("W31", data=data, at=(state.taken_tricks[-1].ply,))
    else:
        yield Breach("W30", data=data)


def W5_played(state: State, action: Play) -> Breaches:
    """W5: nobody plays more cards than were dealt."""
    n = count_plays(state, action.seat)
    if n >= state.cards:
        data = {"seat": Seat(action.seat), "n": n + 1, "cards": state.cards}
        at = tuple(play.ply for play in list_plays(state) if play.seat == action.seat)
        yield Breach("W5", "W5.played", data, at)


def W32_held(state: State, action: Play) -> Breaches:
    """W32: a card played is in the hand; said only where the whole hand is known (P2)."""
    if action.card == UNKNOWN or not state.dealt or action.seat in state.unnoted_plays:
        return
    hand = HANDS[action.seat]
    if not state.book.count(hand, action.card) and not count_hidden_cards(state, hand):
        data = {
            "seat": Seat(action.seat),
            "card": action.card,
            "held": count_known_cards(state, action.seat),
        }
        yield Breach("W32", "W32.held", data, list_shown_plies(state, action.seat))


def W33_follow(state: State, action: Play) -> Breaches:
    """W33: a seat that holds a number of the suit led plays one, a wizard or a jester (P2)."""
    if state.table.war or action.card not in SUIT:
        return
    lead = find_lead(state.trick)
    if not is_stray(lead, action.card) or action.seat in state.unnoted_plays:
        return
    hand = state.book.places.get(HANDS[action.seat], EMPTY)
    mine = [card for card, n in hand.items() if SUIT.get(card) == lead and n > 0]
    if mine:
        data = {"seat": Seat(action.seat), "card": action.card, "suit": lead, "held": mine}
        yield Breach("W33", data=data, at=list_shown_plies(state, action.seat, mine))


def W33_revoke(state: State, action: Play | Hand) -> Breaches:
    """W33, P3: a seat that did not follow a suit has a number of it after all (a revoke)."""
    claims = [each for each in state.claims if each.seat == action.seat and not each.proven]
    if not claims:
        return
    cards = action.cards if isinstance(action, Hand) else (action.card,)
    for claim in claims:
        if isinstance(action, Hand) and has_unseen_play(state, claim.seat, claim.ply):
            continue
        for card in cards:
            if SUIT.get(card) == claim.suit and not has_played(state, action.seat, card):
                data = {
                    "seat": Seat(claim.seat),
                    "suit": claim.suit,
                    "card": card,
                    "earlier": claim.card,
                    "trick": claim.trick,
                }
                why = "W33.late" if isinstance(action, Play) else "W33.shown"
                yield Breach("W33", why, data, (claim.ply,))
                break


def W33_deduced(state: State, action: Play | Hand | Flip) -> Breaches:
    """W33, P5: the unseen cards of some suits have no room left in the hands that may hold them."""
    after = (
        foresee_card(state, action) if isinstance(action, Play) else foresee_hands(state, action)
    )
    if after is None:
        return
    suits = survey_pool(after).find_suits_without_room()
    if not suits or survey_pool(state).find_suits_without_room():
        return
    out = [c for c in after.claims if not c.proven]
    seats = [
        seat
        for seat in range(state.seats)
        if count_hidden_cards(after, HANDS[seat])
        and all(any(c.seat == seat and c.suit == suit for c in out) for suit in suits)
    ]
    at = tuple(c.ply for c in out if c.seat in seats and c.suit in suits and c.ply < state.ply)
    data = {"suits": suits, "seats": [Seat(seat) for seat in seats]}
    yield Breach("W33", "W33.deduced", data, at)


def foresee_card(state: State, action: Play) -> State | None:
    """Return the table once a card is laid, None where no suit can lack room then: nobody is out
    of one, there is ample room, or the round is over."""
    claims = () if state.table.war else list_claims_after(state, action.seat, action.card)
    if not claims or (state.dealt and has_ample_room(state, claims)):
        return None
    if is_last_play(state, action):
        return None
    booking = begin_booking(state.book, ENDLESS)
    laid = lay_play(state, booking, action)
    return replace(laid, book=booking.close())


def foresee_hands(state: State, action: Hand | Flip) -> State | None:
    """Return the table once cards are told, None where no suit can lack room then."""
    if state.table.war or not state.claims:
        return None
    return apply(state, action)[0]


def W37_winner(state: State, action: Play | Trick) -> Breaches:
    """W37, V5d: a trick goes to the card that wins it."""
    if isinstance(action, Trick):
        plays, taker = state.trick, action.seat
    else:
        if not action.actual.get(WINNER):
            return
        plays = (*state.trick, PlayedCard(action.seat, action.card, state.ply))
        taker = seat_by_letter(action.actual[WINNER])
    if len(plays) < count_players(state):
        if isinstance(action, Play):
            yield Breach("W37", "W37.early", {"n": len(plays)})
        return
    wins = decide_trick(state, plays)
    if wins is None or plays[wins.position].seat == taker:
        return
    best = plays[wins.position]
    data = {"seat": Seat(taker), "winner": Seat(best.seat), "card": best.card}
    at = tuple(play.ply for play in plays if play.ply < state.ply)
    yield Breach(wins.rule, "W37.wrong", data, at)


def W32_all(state: State, action: Trick | Unwon) -> Breaches:
    """W32: a trick has a card of every seat."""
    if 0 < len(state.trick) < count_players(state):
        laid = {play.seat for play in state.trick}
        missing = [Seat(seat) for seat in list_present(state) if seat not in laid]
        yield Breach("W32", "W32.missing", {"seats": missing})


def W39_nobody(state: State, action: Play | Unwon) -> Breaches:
    """W39: somebody wins every trick."""
    if isinstance(action, Unwon) or action.actual.get(WINNER) == "":
        yield Breach("W39")


def W39_some(state: State, action: Tricks | Round) -> Breaches:
    """W39: somebody wins every trick of a round."""
    if action.unwon:
        yield Breach("W39", "W39.some", {"n": action.unwon})


def W4_played(state: State, action: Rounds) -> Breaches:
    """W4: rounds that were played, or that have begun, belong to the match."""
    begun = (
        count_finished_rounds(state) if state.over or is_round_untouched(state) else state.number
    )
    if action.rounds < begun:
        yield Breach("W4", "W4.played", {"rounds": action.rounds, "played": begun})


def W53_sum(state: State, action: Tricks | Round) -> Breaches:
    """W53: the tricks of a round add up to the cards of each seat."""
    total = sum(action.tricks) + action.unwon
    if total != state.cards:
        yield Breach("W53", data={"total": total, "cards": state.cards})
    if state.trick:
        yield Breach("W53", "W53.open", {"turn": Seat(state.turn)})
    for seat, (recorded, n) in enumerate(zip(count_won_tricks(state), action.tricks, strict=True)):
        if n < recorded:
            at = tuple(taken.ply for taken in state.taken_tricks if taken.winner == seat)
            data = {"seat": Seat(seat), "n": n, "recorded": recorded}
            yield Breach("W53", "W53.fewer", data, at)


def R7_waiting(state: State, action: Tricks | Round) -> Breaches:
    """R7: whoever joined in the middle of a round wins no trick of it."""
    for seat in state.waiting:
        if action.tricks[seat]:
            yield Breach("R7", "R7.waiting", {"seat": Seat(seat), "n": action.tricks[seat]})


def W50_points(state: State, action: Action) -> Breaches:
    """W50, W51: the points written are those of the bid and the tricks."""
    actual: Mapping[str, str] = getattr(action, "actual", {})
    if not actual or not actual.keys() - {WINNER}:
        return
    after, _ = apply(state, action)
    if len(after.pad) == len(state.pad):
        yield Breach("W53", "W53.early", {"number": state.number})
        return
    line = after.pad[-1]
    for seat, (bid, n) in enumerate(zip(line.bids, line.tricks, strict=True)):
        due = score_bid(bid, n) if took_part(line, seat) else 0
        if line.points[seat] != due:
            data = {"seat": Seat(seat), "written": line.points[seat], "due": due}
            rule = "W50" if bid == n else "W51"
            yield Breach(rule, "W50.written", data | {"bid": bid, "tricks": n})


def R3_round(state: State, action: Redeal) -> Breaches:
    """R3: the running round is dealt again, or the last one while nothing followed it."""
    if action.round not in (0, state.number) and not can_redeal(state, action.round):
        yield Breach("R3", data={"number": action.round, "running": state.number})


def W60_early(state: State, action: Result) -> Breaches:
    """W60: totals are compared after the last round, not before."""
    if state.pad and not state.over and state.level != "results":
        left = len(state.table.cards) - count_finished_rounds(state)
        yield Breach("W60", "W60.early", {"left": left})


def W52_totals(state: State, action: Result) -> Breaches:
    """W52: the totals written are the sums of the rounds."""
    if not is_played_out(state):
        return
    for seat, points in enumerate(action.points):
        total = state.book.count(POINTS[seat], POINT)
        if points != total and seat not in state.left:
            yield Breach("W52", data={"seat": Seat(seat), "written": points, "total": total})


def W60_winner(state: State, action: Result) -> Breaches:
    """W60, W61: the winners named are those of the rounds, or of the totals beside them."""
    if not action.winners:
        return
    if is_played_out(state):
        winners = set_apart(standing(replace(state, result=None)), state.left).winners
        wrong = action.winners != winners
    else:
        winners = find_result_winners(state, action)
        open_tie = is_tie_open(state, winners)
        wrong = bool(winners) and (
            not set(action.winners) <= set(winners) if open_tie else action.winners != winners
        )
    if wrong:
        rule = "W61" if len(winners) > 1 else "W60"
        yield Breach(rule, "W60.winner", {"winners": [Seat(seat) for seat in winners]})


RULES: dict[type[Action], tuple[Check, ...]] = {
    Deal: (W60_over, W7_dealer),
    Hand: (W60_over, W5_hand, V4_forehead, V5a_folk, W2_dealt, W33_revoke, W33_deduced),
    Flip: (W60_over, V3_missing, W9_flip, W9_seen, W33_deduced),
    Trump: (W60_over, W12_trump),
    Bid: (W60_over, W12_first, V3_early, W20_order, W20_range, V1_sum, W50_points),
    Bids: (W60_over, W12_first, V3_early, W21_again, W20_range, V1_sum, W50_points),
    Play: (
        W60_over,
        V3_missing,
        W20_before,
        W32_turn,
        W5_played,
        W32_held,
        V5a_folk,
        W2_once,
        W33_follow,
        W33_revoke,
        W33_deduced,
        W37_winner,
        W39_nobody,
        W50_points,
    ),
    Trick: (W60_over, V3_missing, W20_before, W32_all, W37_winner, W50_points),
    Unwon: (W60_over, V3_missing, W20_before, W32_all, W39_nobody, W50_points),
    Tricks: (W60_over, V3_missing, W39_some, W53_sum, R7_waiting, W50_points),
    Round: (
        W60_over,
        V3_missing,
        W21_again,
        W20_range,
        V1_sum,
        W39_some,
        W53_sum,
        R7_waiting,
        W50_points,
    ),
    Rounds: (W4_played,),
    Redeal: (R3_round,),
    Penalty: (),
    Level: (),
    Result: (W60_early, W52_totals, W60_winner),
    Count: (),
}
