"""The deck phase (C30 to C35): options, offers, picks, removals, or the deck as it is now."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking, age
from engines.challengers.actions import Deck, Offer, Option, Pick, Ready, Redraw, Refill, Remove
from engines.challengers.cards.card import Card, fits
from engines.challengers.cards.catalog import (
    BOX,
    DECK,
    DISCARD,
    FAN,
    FANS,
    OFFER,
    PILE,
    ROBOT,
    SIDES,
)
from engines.challengers.cards.format import ExtraPick, GainFans
from engines.challengers.state import Entry, Player, State
from engines.challengers.unseen import decks, piles
from engines.challengers.unseen.debts import level_in
from engines.values import TABLE, Action


class Draft:
    """One side's deck phase being moved on; dropped when the action is carried out."""

    def __init__(self, state: State, booking: Booking, action: Action) -> None:
        self.state = state
        self.booking = booking
        self.side = ROBOT if action.seat == TABLE else SIDES[action.seat]
        self.player: Player = state.players[self.side]
        self.deck = DECK[self.side]
        self.offer = OFFER[self.side]
        self.drafts = self.player.drafts
        self.noted: list[Entry] = []
        self.before = sum(booking.places.get(self.deck, EMPTY).values())

    def note(self, kind: str, card: str) -> None:
        """Remember what became of a card, to be cited when the deck turns out otherwise."""
        self.noted.append(Entry(self.state.ply, kind, card))

    def draw(self, pool: str, target: str, rule: str) -> str:
        """Move an unseen card, under a name of this deck phase's own."""
        self.drafts += 1
        return self.booking.draw(pool, target, rule, f"{UNKNOWN}{self.side}-{self.drafts}")

    def close(self, **changes: object) -> State:
        """Return the table with the side's phase as it is now."""
        player = self.player
        joined = sum(self.booking.places.get(self.deck, EMPTY).values()) - self.before
        if player.loose and player.size is not None and "size" not in changes:
            changes["size"] = max(player.size + joined, 0)
        player = replace(
            player,
            touched=True,
            drafts=self.drafts,
            history=(*player.history, *self.noted),
            **changes,
        )
        duels = self.state.duels
        for park, duel in duels.items():
            if self.side in duel.sides and joined:
                i = duel.sides.index(self.side)
                sizes = [*duel.sizes]
                sizes[i] = None if sizes[i] is None else max((sizes[i] or 0) + joined, 0)
                duels = duels | {park: replace(duel, sizes=(sizes[0], sizes[1]))}
        return replace(
            self.state,
            book=self.booking.close(),
            players=self.state.players | {self.side: player},
            duels=duels,
        )

    # -- parts of actions ------------------------------------------------------------------------

    def discard_offer(self, rule: str) -> None:
        """What is on offer goes to the discards of its tray."""
        clear_offer(self.state, self.booking, self.side, rule)

    def let_go(self, item: str, rule: str) -> None:
        """A card leaves the deck: to its tray's discards, a starter to the box."""
        extra = self.state.extra
        item = decks.face_of(self.state.book, item)
        if item[0] == UNKNOWN and not self.booking.places.get(self.deck, EMPTY).get(item):
            self.draw(self.deck, DISCARD.get(item[1:], "box"), rule)
            return
        held = self.booking.places.get(self.deck, EMPTY)
        target = decks.discard_place(extra, self.booking, item)
        if item[0] != UNKNOWN and held.get(item, 0) <= 0:
            names = decks.likely(self.booking, extra, self.deck, item)
            if names:
                decks.identify(self.booking, extra, names[0], item, self.deck, "C34")
            elif self.player.loose:
                decks.bring(self.booking, extra, item, self.deck, "C31")
            if names or self.player.loose:
                self.booking.owe(item, self.deck, target, rule)
                return
        self.booking.move(1, item, self.deck, target, rule)

    def take(self, item: str) -> str:
        """A card joins the deck: from the offer, else from its pile; return what it is called."""
        on_offer = self.booking.places.get(self.offer, EMPTY)
        if item[0] == UNKNOWN:
            level = item[1:]
            names = [
                name
                for name, n in on_offer.items()
                if n > 0
                and name[0] == UNKNOWN
                and level_in(self.booking.pool_of(name)) in ("", level)
            ]
            if names:
                name = min(names, key=age)
                self.booking.move(1, name, self.offer, self.deck, "C31")
                return name
            shown = any(level_shown(self.state, card) == level for card in on_offer)
            source = self.offer if shown else PILE.get(level, "pile.A")
            return self.draw(source, self.deck, "C31")
        if on_offer.get(item, 0) > 0:
            self.booking.move(1, item, self.offer, self.deck, "C31")
            return item
        names = decks.likely(self.booking, self.state.extra, self.offer, item)
        if names:
            decks.identify(self.booking, self.state.extra, names[0], item, self.offer, "C31")
            self.booking.move(1, item, self.offer, self.deck, "C31")
            return item
        decks.bring(self.booking, self.state.extra, item, self.deck, "C31")
        return item


def clear_offer(state: State, booking: Booking, side: str, rule: str) -> None:
    """What is on offer goes to the discards of its tray (C31, C32)."""
    held = booking.places.get(OFFER[side], EMPTY)
    if any(n < 0 for n in held.values()):
        level = next((level for item in held if (level := level_shown(state, item))), "A")
        piles.set_aside(booking, side, level, state.ply)
        return
    for item, n in list(booking.places.get(OFFER[side], EMPTY).items()):
        target = decks.discard_place(state.extra, booking, item)
        booking.move(n, item, OFFER[side], target, rule)


def option_for(state: State, player: Player, level: str) -> tuple[str, int]:
    """Return the option that picking from a pile stands for; none is given for it: one pick."""
    return level, BOX.schedule.get(player.round, {}).get(level, 1)


def chosen_option(state: State, player: Player) -> tuple[str, int] | None:
    """Return the option of a deck phase (C30): what was chosen, or the only one there is."""
    if player.option is not None:
        return player.option
    options = BOX.schedule.get(player.round, {})
    return next(iter(options.items())) if len(options) == 1 else None


def level_shown(state: State, item: str) -> str:
    """Return the level of a card or of ``?A``, "" for one that has none of the piles'."""
    if item[0] == UNKNOWN:
        return item[1:] if item[1:] in DISCARD else ""
    card = decks.lookup(state.extra, item)
    return card.level if card is not None and card.level in DISCARD else ""


def inferred(state: State, player: Player, items: list[str]) -> tuple[str, int] | None:
    """Return the option that cards of a pile show to have been chosen."""
    known = chosen_option(state, player)
    if known is not None:
        return known
    level = next((level for item in items if (level := level_shown(state, item))), "")
    return option_for(state, player, level) if level else None


# -- actions -------------------------------------------------------------------------------------


def option(state: State, booking: Booking, action: Option) -> State:
    """C30: a pile is chosen."""
    return Draft(state, booking, action).close(option=(action.level, action.picks))


def offer(state: State, booking: Booking, action: Offer) -> State:
    """C31, C32: cards are drawn to pick from."""
    draft = Draft(state, booking, action)
    player = draft.player
    found = inferred(state, player, list(action.cards))
    level = found[0] if found is not None else "A"
    wanted = sum(action.cards.values())
    piles.ensure(booking, level, wanted, state.terms.refill_when_empty, state.ply)
    for item, n in sorted(action.cards.items()):
        for _ in range(n):
            if item[0] == UNKNOWN:
                draft.draw(PILE.get(level_shown(state, item) or level, "box"), draft.offer, "C31")
            else:
                decks.bring(booking, state.extra, item, draft.offer, "C31")
    return draft.close(option=found, offered=player.offered + 1)


def pick(state: State, booking: Booking, action: Pick) -> State:
    """C31, C33: a card joins the deck; what it does when picked; what an extra pick costs."""
    draft = Draft(state, booking, action)
    player = draft.player
    option_now = inferred(state, player, [action.card])
    item = draft.take(action.card)
    draft.note("pick", item)
    extra = list(player.extra)
    if action.paid:
        for paid, n in sorted(action.paid.items()):
            for _ in range(n):
                draft.let_go(paid, "C33")
                draft.note("paid", paid)
        allowed = paying(state, player, action.paid)
        if allowed in extra:
            extra.remove(allowed)
    card = decks.lookup(state.extra, item)
    gained = action.actual.get("fans")
    for effect in card.on_pick if card is not None else ():
        if isinstance(effect, GainFans) and gained is None:
            booking.move(effect.amount, FAN, "bank", FANS[draft.side], "C33", item)
        elif isinstance(effect, ExtraPick):
            extra.append(item)
    if gained:
        booking.move(gained, FAN, "bank", FANS[draft.side], "C33")
    picked = player.picked + (0 if action.paid else 1)
    return draft.close(option=option_now, picked=picked, extra=tuple(extra))


def paying(state: State, player: Player, paid: dict[str, int]) -> str:
    """Return the picked card whose extra pick is paid for with some cards, "" when none is."""
    for item in player.extra:
        card = decks.lookup(state.extra, item)
        if card is not None and any(pays(state, card, paid, player.round)):
            return item
    return ""


def pays(state: State, card: Card, paid: dict[str, int], round_: int) -> list[bool]:
    """Return, for every extra pick of a card, whether some cards are its cost."""
    found = []
    for effect in card.on_pick:
        if isinstance(effect, ExtraPick):
            known = [decks.lookup(state.extra, item) for item in paid]
            fit = all(c is None or fits(effect.cost.filter, c, round_) for c in known)
            found.append(fit and sum(paid.values()) == effect.cost.remove_from_deck)
    return found


def redraw(state: State, booking: Booking, action: Redraw) -> State:
    """C32: what is on offer is discarded for as many new cards."""
    draft = Draft(state, booking, action)
    held = sum(booking.places.get(draft.offer, EMPTY).values())
    draft.discard_offer("C32")
    return draft.close(redrawn=held)


def remove(state: State, booking: Booking, action: Remove) -> State:
    """C34: a card leaves the deck."""
    draft = Draft(state, booking, action)
    draft.let_go(action.card, "C34")
    draft.note("remove", action.card)
    return draft.close()


def deck(state: State, booking: Booking, action: Deck) -> State:
    """C31, C34: the deck as it is; what the record did not see coming or going, came or went."""
    draft = Draft(state, booking, action)
    total = sum(action.cards.values())
    known = {item: n for item, n in sorted(action.cards.items()) if item[0] != UNKNOWN}
    for item, n in known.items():
        complete(draft, item, n)
    if total != sum(known.values()):
        return draft.close(loose=True, size=total)
    held = dict(booking.places.get(draft.deck, EMPTY))
    for item, n in sorted(held.items()):
        for _ in range(n - known.get(item, 0)):
            draft.let_go(item, "C34")
            draft.note("remove", item)
    draft.note("deck", "")
    return draft.close(loose=False, size=None)


def complete(draft: Draft, item: str, n: int) -> None:
    """Find as many copies of a card in a deck as are said to be there."""
    booking, extra = draft.booking, draft.state.extra
    missing = n - booking.places.get(draft.deck, EMPTY).get(item, 0)
    for _ in range(missing):
        names = decks.likely(booking, extra, draft.deck, item)
        draft.note("pick", item)
        if names:
            decks.identify(booking, extra, names[0], item, draft.deck, "C31")
        else:
            decks.bring(booking, extra, item, draft.deck, "C31")


def ready(state: State, booking: Booking, action: Ready) -> State:
    """C31, C34: the deck phase is over; what is still on offer is discarded."""
    draft = Draft(state, booking, action)
    draft.discard_offer("C31")
    draft.note("ready", "")
    return draft.close(done=True)


def refill(state: State, booking: Booking, action: Refill) -> State:
    """C35: a tray's discards go under its pile."""
    piles.refill(booking, action.level, state.ply)
    return replace(state, book=booking.close())
