"""The rules of Wizard as questions: does this action break me?

Every function bears the number of its rule in `rulebook.toml` and yields its breaches. `RULES`
says which of them each kind of action must answer. Cards that are not where they are taken from
are found by the book itself as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engines.book import EMPTY, UNKNOWN
from engines.kit import Check, Count, judge, miscounts
from engines.protocol import SEAT_LETTERS, Action, Breach, Seat
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
    Trick,
    Tricks,
    Trump,
)
from engines.wizard.apply import apply
from engines.wizard.catalog import (
    COPIES,
    FLIP,
    FOLK_OF_CARD,
    HANDS,
    NO_TRUMP,
    POINT,
    POINTS,
    SUIT,
    WIZARD,
)
from engines.wizard.evidence import Bidding, Breaches, bids_of, elsewhere, told_at
from engines.wizard.knowledge import survey
from engines.wizard.score import leader, played_out, points_for
from engines.wizard.state import (
    Played,
    State,
    all_plays,
    bidder,
    dealer_of,
    has_stock,
    held,
    hidden,
    laid_unseen,
    lead_of,
    may_repeat,
    names_trump,
    outcome,
    untouched,
    won,
)
from engines.wizard.tricks import strays


def check(state: State, action: Action) -> tuple[Breach, ...]:
    """Return everything that `action` breaks."""
    _, moves = apply(state, action)
    return judge(RULES, state, action, moves)


def W60_over(state: State, action: Action) -> Breaches:
    """W60: after the last round nothing is dealt, bid or played."""
    if state.over:
        yield Breach("W60", "W60.over", {"rounds": len(state.table.cards)})


def W7_dealer(state: State, action: Deal) -> Breaches:
    """W7: the deal passes one seat to the left every round."""
    due = dealer_of(state.table, state.number)
    if action.seat != due:
        yield Breach("W7", data={"seat": Seat(action.seat), "due": Seat(due)})


def W5_hand(state: State, action: Hand) -> Breaches:
    """W5: in a round every seat gets as many cards as all others, and no more."""
    played = [play.card for play in all_plays(state) if play.seat == action.seat]
    mine = Counter(held(state, action.seat)) + Counter(c for c in played if c != UNKNOWN)
    told = Counter({card: n for card, n in action.cards.items() if card != UNKNOWN})
    n = max((mine | told).total(), sum(action.cards.values()))
    if n > state.cards:
        seat = Seat(action.seat)
        yield Breach("W5", "W5.many", {"seat": seat, "n": n, "cards": state.cards})


def V4_forehead(state: State, action: Hand) -> Breaches:
    """V4: only in the first round, and only by agreement, cards are held to the forehead."""
    due = state.table.clairvoyant and state.number == 1
    if action.forehead != due:
        yield Breach("V4", "V4" if due else "V4.no", {"seat": Seat(action.seat)})


def V5a_folk(state: State, action: Hand | Play) -> Breaches:
    """V5a: in the colour war every seat has the cards of its own folk only."""
    if not state.table.war:
        return
    suit = state.table.folks[action.seat]
    for card in action.cards if isinstance(action, Hand) else (action.card,):
        if card != UNKNOWN and FOLK_OF_CARD[card] != suit:
            yield Breach("V5a", data={"seat": Seat(action.seat), "card": card, "suit": suit})


def W2_dealt(state: State, action: Hand) -> Breaches:
    """W2, W9: a card told of in a hand has not been seen elsewhere in this round."""
    mine = Counter(held(state, action.seat))
    mine += Counter(play.card for play in all_plays(state) if play.seat == action.seat)
    for card, n in action.cards.items():
        if card != UNKNOWN:
            yield from elsewhere(state, action.seat, card, n - mine[card])


def W2_once(state: State, action: Play) -> Breaches:
    """W2, W9: every card is there once, the one turned up not at all, wizards four times."""
    known = state.book.places.get(HANDS[action.seat], EMPTY)
    if action.card != UNKNOWN and action.card not in known:
        yield from elsewhere(state, action.seat, action.card, 1)


def W9_flip(state: State, action: Flip) -> Breaches:
    """W9, W13: one card is turned up, where any are left after the deal; none in the colour war."""
    if state.table.war:
        yield Breach("V5b", "V5b.flip")
    elif not has_stock(state):
        yield Breach("W13", data={"number": state.number})
    elif state.flip and state.flip != UNKNOWN and SUIT.get(action.card) != state.flip:
        yield Breach("W9", "W9.again", {"card": state.flip})


def W9_seen(state: State, action: Flip) -> Breaches:
    """W2, W9: the card turned up is in nobody's hand and has not been played."""
    card = action.card
    if card == UNKNOWN or card in SUIT.values() or state.book.count(FLIP, card):
        return
    plies = [play.ply for play in all_plays(state) if play.card == card]
    seen = len(plies) + sum(held(state, seat).get(card, 0) for seat in range(state.seats))
    if seen >= (1 if state.table.war else COPIES[card]):
        plies += [shown.ply for shown in state.shown if shown.card == card]
        yield Breach("W9", "W9.elsewhere", {"card": card}, tuple(sorted(plies)[:1]))


def W12_trump(state: State, action: Trump) -> Breaches:
    """W12: only after a wizard, only the dealer, a suit, once, and before the first bid."""
    seat, dealer = Seat(action.seat), Seat(state.dealer)
    if state.flip != WIZARD:
        yield Breach("W12", "W12.uncalled", {"seat": seat})
    elif state.trump:
        yield Breach("W12", "W12.again", {"seat": seat, "trump": state.trump})
    if action.seat != state.dealer:
        yield Breach("W12", "W12.dealer", {"seat": seat, "dealer": dealer})
    if action.suit == NO_TRUMP:
        yield Breach("W12", "W12.none", {"seat": seat})
    if any(bid is not None for bid in state.bids) and not state.table.secret:
        yield Breach("W12", "W12.late", {"seat": seat})


def W12_first(state: State, action: Bidding) -> Breaches:
    """W12: trump is named before the first bid."""
    if names_trump(state) and all(bid is None for bid in state.bids):
        yield Breach("W12", "W12.before", {"dealer": Seat(state.dealer)})


def W20_range(state: State, action: Bidding) -> Breaches:
    """W20: a bid is a number from 0 to the tricks of the round."""
    for seat, bid in bids_of(action).items():
        if not 0 <= bid <= state.cards:
            yield Breach("W20", "W20.range", {"seat": seat, "bid": bid, "most": state.cards})


def W20_order(state: State, action: Bid) -> Breaches:
    """W20, W21: bids go clockwise from the dealer's left, one each."""
    mine = state.bids[action.seat]
    if mine is not None:
        yield Breach("W21", data={"seat": Seat(action.seat), "bid": mine})
    elif state.table.in_order:
        due = bidder(state)
        if due is not None and due != action.seat:
            yield Breach("W20", "W20.order", {"seat": Seat(action.seat), "due": Seat(due)})


def W21_again(state: State, action: Bids | Round) -> Breaches:
    """W21: bids once made are not changed."""
    for seat, bid in bids_of(action).items():
        mine = state.bids[seat]
        if mine is not None and mine != bid:
            yield Breach("W21", data={"seat": seat, "bid": mine})


def V1_sum(state: State, action: Bidding) -> Breaches:
    """V1: with plus-minus-one the last bid may not make the sum equal to the tricks."""
    table = state.table
    if not table.not_equal or state.number <= table.exempt:
        return
    bids = list(state.bids)
    for seat, bid in bids_of(action).items():
        bids[seat] = bid
    made = [bid for bid in bids if bid is not None]
    last = action.seat if isinstance(action, Bid) else state.dealer
    if len(made) < state.seats or sum(made) != state.cards:
        return
    if table.zero_allowed and bids[last] == 0:
        return
    if table.sole_leader and leader(state) != last:
        return
    yield Breach("V1", data={"seat": Seat(last), "bid": bids[last], "cards": state.cards})


def V3_early(state: State, action: Bid | Bids) -> Breaches:
    """V3: secret bids are shown after the last trick."""
    if state.table.secret and not state.counted:
        left = state.cards - len(state.taken)
        yield Breach("V3", "V3.early", {"left": left})


def V3_missing(state: State, action: Action) -> Breaches:
    """V3, W20: the round cannot be scored, and nothing goes on, until all bids are told."""
    if state.counted and not state.over and bidder(state) is not None:
        rule = "V3" if state.table.secret else "W20"
        yield Breach(rule, f"{rule}.missing", {"number": state.number})


def W20_before(state: State, action: Play | Trick) -> Breaches:
    """W20, V2: all bids are made before the first card is led."""
    due = bidder(state)
    if due is not None and not state.table.secret and not state.trick and not state.taken:
        rule = "W20" if state.table.in_order else "V2"
        yield Breach(rule, f"{rule}.before", {"seat": Seat(due)})


def W32_turn(state: State, action: Play) -> Breaches:
    """W30, W31, W32: the dealer's left leads first, then the winner; the others follow in turn."""
    if action.seat == state.turn:
        return
    data = {"seat": Seat(action.seat), "turn": Seat(state.turn)}
    before = [play.ply for play in state.trick if play.seat == action.seat]
    if before:
        yield Breach("W32", "W32.twice", data, tuple(before))
    elif state.trick:
        yield Breach("W32", "W32.turn", data)
    elif state.taken:
        yield Breach("W31", data=data, at=(state.taken[-1].ply,))
    else:
        yield Breach("W30", data=data)


def W5_played(state: State, action: Play) -> Breaches:
    """W5: nobody can play more cards than were dealt."""
    mine = [play for play in all_plays(state) if play.seat == action.seat]
    if len(mine) >= state.cards:
        data = {"seat": Seat(action.seat), "n": len(mine) + 1, "cards": state.cards}
        yield Breach("W5", "W5.played", data, tuple(play.ply for play in mine))


def W32_held(state: State, action: Play) -> Breaches:
    """W32: a card played is one of the hand; said only where the whole hand is known (P2)."""
    if action.card == UNKNOWN or not state.dealt or action.seat in state.blurred:
        return
    hand = HANDS[action.seat]
    if not hidden(state, hand) and not state.book.count(hand, action.card):
        data = {"seat": Seat(action.seat), "card": action.card, "held": held(state, action.seat)}
        yield Breach("W32", "W32.held", data, told_at(state, action.seat))


def W33_follow(state: State, action: Play) -> Breaches:
    """W33: whoever holds a number of the suit led plays one, or a wizard, or a jester (P2)."""
    lead = "" if state.table.war else lead_of(state.trick)
    if not strays(lead, action.card) or action.seat in state.blurred:
        return
    mine = [card for card in held(state, action.seat) if SUIT.get(card) == lead]
    if mine:
        data = {"seat": Seat(action.seat), "card": action.card, "suit": lead, "held": mine}
        yield Breach("W33", data=data, at=told_at(state, action.seat, mine))


def W33_revoke(state: State, action: Play | Hand) -> Breaches:
    """W33, P3: a seat that did not follow a suit has a number of it after all: a revoke."""
    cards = action.cards if isinstance(action, Hand) else (action.card,)
    played = {play.card for play in all_plays(state) if play.seat == action.seat}
    for claim in state.claims:
        if claim.seat != action.seat or claim.proven:
            continue
        if isinstance(action, Hand) and laid_unseen(state, claim.seat, claim.ply):
            continue
        for card in cards:
            if SUIT.get(card) == claim.suit and card not in played:
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
    """W33, P5: the cards still unseen have no room left in the hands that may hold them."""
    if state.table.war or not (state.claims or isinstance(action, Play)):
        return
    after, _ = apply(state, action)
    if after.number != state.number or not after.claims:
        return
    suits = survey(after).lacking()
    if not suits or survey(state).lacking():
        return
    out = [c for c in after.claims if not c.proven]
    seats = [
        seat
        for seat in range(state.seats)
        if hidden(after, HANDS[seat])
        and all(any(c.seat == seat and c.suit == suit for c in out) for suit in suits)
    ]
    at = tuple(c.ply for c in out if c.seat in seats and c.suit in suits and c.ply < state.ply)
    data = {"suits": suits, "seats": [Seat(seat) for seat in seats]}
    yield Breach("W33", "W33.deduced", data, at)


def W37_winner(state: State, action: Play | Trick) -> Breaches:
    """W37, V5d: the trick goes to the card that wins it."""
    if isinstance(action, Trick):
        plays, taker = state.trick, action.seat
    else:
        plays = (*state.trick, Played(action.seat, action.card, state.ply))
        if WINNER not in action.actual:
            return
        taker = SEAT_LETTERS.index(action.actual[WINNER])
    if len(plays) < state.seats:
        if isinstance(action, Play):
            yield Breach("W37", "W37.early", {"n": len(plays)})
        return
    wins = outcome(state, plays)
    if wins is None or plays[wins.position].seat == taker:
        return
    best = plays[wins.position]
    data = {"seat": Seat(taker), "winner": Seat(best.seat), "card": best.card}
    at = tuple(play.ply for play in plays if play.ply < state.ply)
    yield Breach(wins.rule, "W37.wrong", data, at)


def W32_all(state: State, action: Trick) -> Breaches:
    """W32: a trick has a card of every seat."""
    if 0 < len(state.trick) < state.seats:
        laid = {play.seat for play in state.trick}
        missing = [Seat(seat) for seat in range(state.seats) if seat not in laid]
        yield Breach("W32", "W32.missing", {"seats": missing})


def W53_sum(state: State, action: Tricks | Round) -> Breaches:
    """W53: the tricks of a round add up to the cards of each seat."""
    total = sum(action.tricks)
    if total != state.cards:
        yield Breach("W53", data={"total": total, "cards": state.cards})
    if state.trick:
        yield Breach("W53", "W53.open", {"turn": Seat(state.turn)})
    for seat, (recorded, n) in enumerate(zip(won(state), action.tricks, strict=True)):
        if n < recorded:
            at = tuple(taken.ply for taken in state.taken if taken.winner == seat)
            data = {"seat": Seat(seat), "n": n, "recorded": recorded}
            yield Breach("W53", "W53.fewer", data, at)


def W50_points(state: State, action: Action) -> Breaches:
    """W50, W51: the points written down are those of the bid and the tricks."""
    actual: Mapping[str, str] = getattr(action, "actual", {})
    if not actual.keys() - {WINNER}:
        return
    after, _ = apply(state, action)
    if len(after.pad) == len(state.pad):
        yield Breach("W53", "W53.early", {"number": state.number})
        return
    line = after.pad[-1]
    for seat, (bid, n) in enumerate(zip(line.bids, line.tricks, strict=True)):
        due = points_for(bid, n)
        if line.points[seat] != due:
            data = {"seat": Seat(seat), "written": line.points[seat], "due": due}
            rule = "W50" if bid == n else "W51"
            yield Breach(rule, "W50.written", data | {"bid": bid, "tricks": n})


def R3_round(state: State, action: Redeal) -> Breaches:
    """R3: only the running round, or the last one while nothing followed it, is dealt again."""
    if action.round not in (0, state.number) and not may_repeat(state, action.round):
        yield Breach("R3", data={"number": action.round, "running": state.number})


def W60_early(state: State, action: Result) -> Breaches:
    """W60: the highest total wins after the last round, not before."""
    if state.pad and not state.over and state.level != "results":
        left = len(state.table.cards) - len(state.pad)
        yield Breach("W60", "W60.early", {"left": left})


def W52_totals(state: State, action: Result) -> Breaches:
    """W52: the totals written down are the sums of the rounds."""
    if not played_out(state):
        return
    for seat, points in enumerate(action.points):
        total = state.book.count(POINTS[seat], POINT)
        if points != total:
            yield Breach("W52", data={"seat": Seat(seat), "written": points, "total": total})


def COUNT_differs(state: State, action: Count) -> Breaches:
    """COUNT: a count confirms the record; before anything is told it is where the match begins."""
    if state.pad or not untouched(state):
        yield from miscounts(state.book, action)


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
        W50_points,
    ),
    Trick: (W60_over, V3_missing, W20_before, W32_all, W37_winner, W50_points),
    Tricks: (W60_over, V3_missing, W53_sum, W50_points),
    Round: (W60_over, V3_missing, W21_again, W20_range, V1_sum, W53_sum, W50_points),
    Redeal: (R3_round,),
    Penalty: (),
    Level: (),
    Result: (W60_early, W52_totals),
    Count: (COUNT_differs,),
}
