"""The rules of the tournament: what an action breaks of C21, C35, C60, C90 to C93.

Every function is named by the number of its rule in `rulebook.toml` and yields the breaches of it.
`RULES` lists the rules that each kind of action must answer, those of the deck phase and of duels
among them.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.challengers.actions import (
    ByHand,
    Choose,
    Deck,
    Finalists,
    Left,
    LookAt,
    Offer,
    Option,
    Out,
    Pick,
    Plans,
    Ready,
    Redraw,
    Refill,
    Register,
    Remove,
    Result,
    Reveal,
    Seen,
    Start,
    Trophy,
    Win,
)
from engines.challengers.cards.catalog import (
    BOX,
    DISCARD,
    FINAL,
    ROBOT,
    TROPHIES,
    trophy_fans,
    trophy_round,
)
from engines.challengers.duel.results import reveal_range
from engines.challengers.ranking import are_rounds_played, find_hidden_trophies, rank_seats
from engines.challengers.rules.deck import (
    C30_option,
    C30_phase,
    C31_list,
    C31_offer,
    C31_pick,
    C32_redraw,
    C33_paid,
    C34_remove,
)
from engines.challengers.rules.duel import (
    CARD_COMES,
    C40_again,
    C41_starter,
    C41_toss,
    C44_actual,
    C44_turn,
    C52_count,
    C52_decks,
    C52_out,
    C79_seen,
    C80_choice,
    C80_pending,
    C82_chooser,
    C83_look,
)
from engines.challengers.score import find_final, list_terms
from engines.challengers.state import State, has_final, is_gone, name_side, planned_sides, seat_of
from engines.challengers.unseen import piles
from engines.counts import Count
from engines.game import Check
from engines.values import Action, Breach, Seat

Breaches = Iterator[Breach]


def C90_over(state: State, action: Action) -> Breaches:
    """C90, C92, C93: after the end nothing is played."""
    if state.over:
        rule = "C92" if has_final(state) else "C93"
        yield Breach(rule, "C90.over", {"verb": f"verb.{action.verb}"})


def C21_plans(state: State, action: Plans) -> Breaches:
    """C21: everybody holds one plan of those for this number of sides, from the first round on."""
    rows = len(state.plans)
    wrong = [plan for plan in action.of if plan > rows]
    if wrong or len(action.of) != state.seats:
        yield Breach("C21", "C21.plans", {"seats": state.seats, "plans": rows})
    if state.outcomes or state.duels:
        yield Breach("C21", "C21.late", {})


def C21_pairing(state: State, action: Start | Win | Reveal) -> Breaches:
    """C21, C91: those meet whom the plans send to this park, in the final the finalists; in a duel
    under way its sides do, and nobody else has a part in it. Which of them may reveal is a matter
    of C44."""
    under_way = state.duels.get(action.park)
    if under_way is not None and isinstance(action, Reveal):
        return
    round_ = state.rounds[action.park]
    planned = planned_sides(state, action.park, round_) if under_way is None else under_way.sides
    rule = "C91" if action.park == FINAL else "C21"
    if len(planned) != 2:
        yield Breach(rule, f"{rule}.nobody", {"park": action.park})
        return
    for side in dict.fromkeys((*named_sides(action), *list_mentioned(action))):
        if side and side not in planned:
            data = {
                "side": name_side(side),
                "park": action.park,
                "planned": [*map(name_side, planned)],
            }
            yield Breach(rule, f"{rule}.others", data)


def named_sides(action: Start | Win | Reveal) -> tuple[str, ...]:
    """Return the sides that an action says to be in a duel."""
    if isinstance(action, Start):
        return action.first, action.against
    return (action.winner, action.loser) if isinstance(action, Win) else (action.by,)


def list_mentioned(action: Start | Win | Reveal) -> tuple[str, ...]:
    """Return the sides of which the summary of a result says something."""
    if not isinstance(action, Win):
        return ()
    return (action.first, *action.fans, *action.seats, *action.gained, *action.lost)


def C21_early(state: State, action: Start | Win | Reveal) -> Breaches:
    """C21: a duel begins when both sides have played their rounds before it."""
    if action.park in state.duels:
        return
    round_ = state.rounds[action.park]
    if action.park == FINAL:
        if not are_rounds_played(state):
            yield Breach("C91", "C91.early", {})
        return
    for side in planned_sides(state, action.park, round_):
        if state.players[side].round < round_:
            data = {"side": name_side(side), "round": round_, "now": state.players[side].round}
            yield Breach("C21", "C21.early", data)


def C60_value(state: State, action: Win | Trophy) -> Breaches:
    """C60: a trophy has one of the numbers of its round on its back; the final has none."""
    fans = action.trophy if isinstance(action, Win) else action.fans
    if fans is None:
        return
    if isinstance(action, Win) and action.park == FINAL:
        yield Breach("C92", "C92.trophy", {})
        return
    round_ = action.round if isinstance(action, Trophy) else state.rounds[action.park]
    worth = BOX.trophies.get(round_, ())
    if fans not in worth:
        data = {"fans": fans, "round": round_, "worth": sorted(set(worth))}
        yield Breach("C60", "C60.value", data)


def C60_owner(state: State, action: Trophy) -> Breaches:
    """C60: whoever shows a trophy has won it, and it shows what it has shown before."""
    data = {"side": name_side(action.of), "round": action.round, "fans": action.fans}
    for item in state.book.holding(TROPHIES.get(action.of, "")):
        if trophy_round(item) == action.round:
            known = trophy_fans(item)
            if known is not None and known != action.fans:
                yield Breach("C60", "C60.other", data | {"known": known})
            return
    yield Breach("C60", "C60.none", data)


def C60_fans(state: State, action: Win) -> Breaches:
    """C60, C71: the tokens of a result agree with those recorded card by card."""
    under_way = state.duels.get(action.park)
    if under_way is None:
        return
    for side, n in zip(under_way.sides, under_way.fans, strict=True):
        said = next((m for s, m in action.fans.items() if s == side), 0)
        if action.fans and said < n:
            yield Breach("C60", "C60.fans", {"side": name_side(side), "n": said, "record": n})


def C52_reveals(state: State, action: Win) -> Breaches:
    """C51, C52: a duel takes as many cards as its decks have, and as its end needs."""
    allowed = reveal_range(state, action) if action.reveals is not None else None
    if allowed is None or action.reveals is None:
        return
    least, most = allowed
    data = {"n": action.reveals, "least": least, "most": most}
    if action.reveals > most:
        yield Breach("C52", "C52.many", data)
    elif action.reveals < least:
        rule = "C51" if action.reason == "bench" else "C52"
        yield Breach(rule, f"{rule}.few", data)


def C91_finalists(state: State, action: Finalists) -> Breaches:
    """C91: the two with the most fans meet; only where seats are even in everything the table
    decides."""
    if not has_final(state):
        yield Breach("C93", "C93.no-final", {})
        return
    if not are_rounds_played(state):
        yield Breach("C91", "C91.early", {})
        return
    if find_hidden_trophies(state):
        return
    rows = rank_seats(state)
    bar = rows[1][0]
    for side in action.sides:
        key = next((key for key, seat in rows if seat == side), None)
        better = [seat for other, seat in rows if key is not None and other > key]
        if key is None or key < bar or len([s for s in better if s not in action.sides]) > 0:
            data = {"side": name_side(side), "best": [name_side(seat) for _, seat in rows[:2]]}
            yield Breach("C91", "C91.finalist", data)


def C90_sheet(state: State, action: Result) -> Breaches:
    """C90, C92: the score sheet agrees with what was recorded."""
    if not state.outcomes:
        return
    if not state.over:
        yield Breach("C90", "C90.early", {})
    hidden = {side for side, _ in find_hidden_trophies(state)}
    for seat, fans in enumerate(action.fans):
        side = chr(97 + seat)
        if side in hidden or side not in state.players:
            continue
        computed = sum(line.n for line in list_terms(state, side))
        if fans != computed:
            data = {"seat": Seat(seat), "fans": fans, "computed": computed}
            yield Breach("C90", "C90.sheet", data)
    final = find_final(state)
    if final is not None and action.winner and seat_of(action.winner) != seat_of(final.winner):
        yield Breach("C92", "C92.winner", {"side": name_side(final.winner)})


def C91_sheet(state: State, action: Result) -> Breaches:
    """C91, C93: the final is won by one of the two best; without a final the best wins. Trophies
    decide where they were counted; without them even fans leave it open."""
    if not action.fans or not action.winner or action.winner == ROBOT:
        return
    owned = action.trophies or (0,) * len(action.fans)
    keys = sorted(zip(action.fans, owned, strict=False), reverse=True)
    winner = seat_of(action.winner)
    mine = (action.fans[winner], owned[winner])
    better = [key for key in keys if key > mine]
    side = name_side(action.winner)
    if not has_final(state) and better:
        yield Breach("C93", "C93.winner", {"side": side})
    elif len(better) > 1:
        seats = range(len(action.fans))
        best = sorted(seats, key=lambda seat: (action.fans[seat], owned[seat]), reverse=True)
        yield Breach("C91", "C91.finalist", {"side": side, "best": [Seat(s) for s in best[:2]]})


def C35_refill(state: State, action: Refill) -> Breaches:
    """C35: discards go under a pile; where the table waits until it is empty, not before."""
    left = piles.pile_size(state.book, action.level)
    if state.options.refill_when_empty and left > 0:
        yield Breach("C35", "C35.left", {"level": action.level, "n": left})
    if state.book.size(DISCARD[action.level]) <= 0:
        yield Breach("C35", "C35.nothing", {"level": action.level})


def C98_left(state: State, action: Start | Win | Reveal) -> Breaches:
    """C98: who has left plays no duel and wins none."""
    if not state.left:
        return
    duel = state.duels.get(action.park)
    sides = planned_sides(state, action.park, state.rounds[action.park])
    for side in sides if duel is None else duel.sides:
        if is_gone(state, side) and (not isinstance(action, Win) or action.winner == side):
            yield Breach("C98", "left.acts", {"seat": Seat(seat_of(side))})


BEFORE_DUEL: tuple[Check, ...] = (C90_over, C21_pairing, C21_early, C98_left)
IN_DECK_PHASE: tuple[Check, ...] = (C90_over, C30_phase)

RULES: dict[type[Action], tuple[Check, ...]] = {
    Plans: (C21_plans,),
    Start: (*BEFORE_DUEL, C41_starter, C40_again, C52_decks),
    Reveal: (
        *BEFORE_DUEL,
        C41_toss,
        C44_turn,
        C80_pending,
        CARD_COMES,
        C44_actual,
    ),
    Choose: (C90_over, C80_choice, C82_chooser),
    LookAt: (C90_over, C83_look),
    Seen: (C79_seen,),
    Left: (C90_over, C52_count),
    Out: (C90_over, C52_out),
    ByHand: (C90_over,),
    Win: (*BEFORE_DUEL, C41_starter, C52_reveals, C60_value, C60_fans),
    Trophy: (C60_value, C60_owner),
    Finalists: (C90_over, C91_finalists),
    Register: (),
    Option: (*IN_DECK_PHASE, C30_option),
    Offer: (*IN_DECK_PHASE, C31_offer),
    Pick: (*IN_DECK_PHASE, C31_pick, C33_paid),
    Redraw: (*IN_DECK_PHASE, C32_redraw),
    Remove: (*IN_DECK_PHASE, C34_remove),
    Deck: (C90_over, C31_list),
    Ready: IN_DECK_PHASE,
    Refill: (C35_refill,),
    Result: (C90_sheet, C91_sheet),
    Count: (),
}
