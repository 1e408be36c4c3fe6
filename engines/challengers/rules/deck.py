"""The rules of the deck phase: what an action of it breaks (C30 to C34)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engines.book import UNKNOWN, is_unknown
from engines.challengers.actions import Deck, Offer, Option, Pick, Redraw, Remove
from engines.challengers.cards.card import has_pick_fans
from engines.challengers.cards.catalog import BOX, DECK, FINAL, OFFER, PILE_LEVELS, ROBOT, SIDES
from engines.challengers.cards.format import GainFans
from engines.challengers.deck_phase import (
    find_extra_pick,
    find_option,
    infer_option,
    visible_level,
)
from engines.challengers.state import Player, State, find_card, is_in_duel, name_side, park_of
from engines.challengers.unseen import decks, piles
from engines.challengers.unseen.debts import open_booking
from engines.values import TABLE, Action, Breach

Breaches = Iterator[Breach]
DRAFTING = (Option, Offer, Pick, Redraw)


def acting_player(state: State, action: Action) -> tuple[str, Player]:
    """Return the side that acts, and its state."""
    side = ROBOT if action.seat == TABLE else SIDES[action.seat]
    return side, state.players[side]


def C30_phase(state: State, action: Action) -> Breaches:
    """C30, C92: decks change between duels, until a seat is done; before the final only by
    removing."""
    side, player = acting_player(state, action)
    park = park_of(state, side)
    data = {"side": name_side(side)}
    if is_in_duel(state, side):
        yield Breach("C30", "C30.duel", data)
    elif not park and not state.over:
        yield Breach("C30", "C30.none", data)
    elif player.done:
        ended = [entry.ply for entry in player.history if entry.kind == "ready"]
        yield Breach("C30", "C30.done", data, tuple(ended[-1:]))
    if park == FINAL and isinstance(action, DRAFTING):
        yield Breach("C92", "C92.draft", data)


def explain_pile(why: str, schedule: Mapping[str, int]) -> str:
    """Return the key of what is wrong with a pick from another pile: `why`, or that no pile is open
    in this round."""
    return why if schedule else "C30.nothing"


def C30_option(state: State, action: Option) -> Breaches:
    """C30: one option of the round, chosen before drawing."""
    side, player = acting_player(state, action)
    schedule = BOX.schedule.get(player.round, {})
    if schedule.get(action.level) != action.picks:
        options = [f"{level}{n}" for level, n in schedule.items()]
        given = f"{action.level}{action.picks}"
        data = {"side": name_side(side), "given": given, "round": player.round, "options": options}
        yield Breach("C30", explain_pile("C30", schedule), data)
    if player.option is not None:
        yield Breach("C30", "C30.twice", {"side": name_side(side), "level": player.option[0]})


def C31_offer(state: State, action: Offer) -> Breaches:
    """C31, C32: five cards of the chosen pile, after a redraw as many as were discarded."""
    side, player = acting_player(state, action)
    schedule = BOX.schedule.get(player.round, {})
    option = infer_option(state, player, list(action.cards))
    level = option[0] if option is not None else ""
    data = {"side": name_side(side), "level": level}
    if level and level not in schedule:
        yield Breach("C30", explain_pile("C30.level", schedule), data | {"options": list(schedule)})
    for item in action.cards:
        found = visible_level(state, item)
        if (found or item != UNKNOWN) and found != level:
            yield Breach("C31", "C31.other", data | {"card": item})
    if player.offered > (player.redrawn is not None) or state.book.size(OFFER[side]):
        yield Breach("C31", "C31.again", data)
    pile = piles.pile_size(state.book, level) if level in PILE_LEVELS else BOX.draw
    due = player.redrawn or BOX.draw
    n = sum(action.cards.values())
    if n != due and not (n < due and n == pile):
        yield Breach("C32" if player.redrawn else "C31", "C31.drawn", data | {"n": n, "due": due})


def C31_pick(state: State, action: Pick) -> Breaches:
    """C30, C31: cards from the offer, of the chosen pile, no more than the option allows."""
    side, player = acting_player(state, action)
    schedule = BOX.schedule.get(player.round, {})
    option = infer_option(state, player, [action.card])
    level = visible_level(state, action.card)
    data = {"side": name_side(side), "card": action.card}
    if level not in schedule and action.card != UNKNOWN:
        yield Breach("C30", explain_pile("C30.pick", schedule), data | {"options": list(schedule)})
    elif option is not None and level and level != option[0]:
        yield Breach("C31", "C31.level", data | {"level": option[0]})
    if not action.paid and option is not None and player.picked >= option[1]:
        yield Breach("C31", "C31.many", {"side": name_side(side), "picks": option[1]})
    on_offer = state.book.holding(OFFER[side])
    booking = open_booking(state)
    hidden = decks.find_unknowns(booking, OFFER[side], find_card(state, action.card))
    if (
        player.offered
        and not is_unknown(action.card)
        and action.card not in on_offer
        and not hidden
    ):
        yield Breach("C31", "C31.offer", data)


def C33_paid(state: State, action: Pick) -> Breaches:
    """C33: an extra pick costs what the card that allows it says; a card that gives fans gives as
    many as it says."""
    side, player = acting_player(state, action)
    if action.paid:
        if not player.extra and not has_unseen_pick(state, side):
            yield Breach("C33", "C33.undue", {"side": name_side(side)})
        elif player.extra and not find_extra_pick(state, player, action.paid):
            cost = {"cards": list(player.extra), "paid": dict(action.paid.items())}
            yield Breach("C33", "C33.cost", cost)
    if "fans" in action.actual:
        card = find_card(state, action.card)
        effects = card.on_pick if card is not None and has_pick_fans(card) else ()
        due = sum(effect.amount for effect in effects if isinstance(effect, GainFans))
        if action.actual["fans"] != due:
            data = {"card": action.card, "n": action.actual["fans"], "due": due}
            yield Breach("C33", "C33.fans", data)


def has_unseen_pick(state: State, side: str) -> bool:
    """Return whether a side has picked a card that may allow an extra pick, as nobody knows its
    face."""
    held = state.book.holding(DECK[side])
    picks = [entry.card for entry in state.players[side].history if entry.kind == "pick"]
    return any(is_unknown(card) and held.get(card, 0) > 0 for card in picks)


def C32_redraw(state: State, action: Redraw) -> Breaches:
    """C32: once a deck phase, and while there is still something to pick."""
    side, player = acting_player(state, action)
    option = find_option(state, player)
    if player.redrawn is not None:
        yield Breach("C32", "C32.twice", {"side": name_side(side)})
    if option is not None and player.picked >= option[1]:
        yield Breach("C32", "C32.late", {"side": name_side(side)})


def C34_remove(state: State, action: Remove) -> Breaches:
    """C34: only what is in the deck can be removed."""
    side, player = acting_player(state, action)
    item = action.card
    if player.loose or is_unknown(item) or state.book.count(DECK[side], item) > 0:
        return
    if not decks.find_unknowns(open_booking(state), DECK[side], find_card(state, item)):
        data = {"side": name_side(side), "card": item}
        plies = tuple(e.ply for e in player.history if e.card == item and e.kind != "pick")
        yield Breach("C34", "C34.absent", data, plies[-1:])


def C31_list(state: State, action: Deck) -> Breaches:
    """C30, C31: a deck cannot have got more new cards than the round allows."""
    side, player = acting_player(state, action)
    if player.loose or side == ROBOT:
        return
    if is_in_duel(state, side):
        yield Breach("C30", "C30.duel", {"side": name_side(side)})
        return
    held = state.book.holding(DECK[side])
    hidden = sum(n for item, n in held.items() if is_unknown(item) and n > 0)
    new = {
        item: n - held.get(item, 0)
        for item, n in action.cards.items()
        if not is_unknown(item) and n > held.get(item, 0)
    }
    schedule = BOX.schedule.get(player.round, {})
    option = find_option(state, player)
    most = max((n for level, n in schedule.items() if option in (None, (level, n))), default=0)
    allowed = max(most - player.picked, 0) + hidden + count_extra_picks(state, new, player)
    strange = [i for i in new if visible_level(state, i) not in schedule]
    data = {"side": name_side(side), "new": new, "most": allowed}
    if sum(new.values()) > allowed:
        yield Breach("C31", "C31.list", data)
    elif strange and len(strange) > hidden:
        yield Breach("C30", explain_pile("C30.list", schedule), data | {"options": list(schedule)})


def count_extra_picks(state: State, new: dict[str, int], player: Player) -> int:
    """Return how many extra picks a deck can have had, with those of its new cards (C33)."""
    open_ones = len(player.extra)
    for item, n in new.items():
        card = find_card(state, item)
        if card is not None and card.on_pick and not has_pick_fans(card):
            open_ones += n
    return open_ones
