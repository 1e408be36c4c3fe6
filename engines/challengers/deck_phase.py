"""The deck phase (C30 to C35): options, offers, picks, removals, whole decks. One function for each
action."""

from __future__ import annotations

from msgspec.structs import replace

from engines.book import EMPTY, UNKNOWN, Booking, is_unknown, parse_name_number
from engines.challengers.actions import Deck, Offer, Option, Pick, Ready, Redraw, Refill, Remove
from engines.challengers.cards.card import Card, covers
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
from engines.challengers.state import DeckEntry, DeckEvent, Player, State
from engines.challengers.unseen import decks, piles
from engines.challengers.unseen.debts import pool_level
from engines.values import TABLE, Action


class DeckPhase:
    """One side's deck phase while an action is carried out; it is dropped afterwards."""

    def __init__(self, state: State, booking: Booking, action: Action) -> None:
        self.state = state
        self.booking = booking
        self.side = ROBOT if action.seat == TABLE else SIDES[action.seat]
        self.player: Player = state.players[self.side]
        self.deck = DECK[self.side]
        self.offer = OFFER[self.side]
        self.names = self.player.phase_names
        self.noted: list[DeckEntry] = []
        self.before = sum(booking.places.get(self.deck, EMPTY).values())

    def note_card(self, kind: DeckEvent, card: str) -> None:
        """Note what happened to a card, to be cited when the deck turns out otherwise."""
        self.noted.append(DeckEntry(self.state.ply, kind, card))

    def draw_card(self, pool: str, target: str, rule: str) -> str:
        """Move an unseen card, under a name of this deck phase. Return the name."""
        self.names += 1
        return self.booking.draw(pool, target, rule, f"{UNKNOWN}{self.side}-{self.names}")

    def save(self, **changes: object) -> State:
        """Return the table with the side's deck phase as it is now, and with `changes` of its
        fields."""
        player = self.player
        joined = sum(self.booking.places.get(self.deck, EMPTY).values()) - self.before
        if player.loose and player.size is not None and "size" not in changes:
            changes["size"] = max(player.size + joined, 0)
        player = replace(
            player,
            touched=True,
            phase_names=self.names,
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
        """Move what is on offer to the discards of its level."""
        discard_offer(self.state, self.booking, self.side, rule)

    def take_out(self, item: str, rule: str) -> None:
        """Move a card from the deck to the discards of its level, a starter to the box."""
        extra = self.state.extra
        item = decks.known_face(self.state.book, item)
        if is_unknown(item) and not self.booking.places.get(self.deck, EMPTY).get(item):
            self.draw_card(self.deck, DISCARD.get(item[1:], "box"), rule)
            return
        held = self.booking.places.get(self.deck, EMPTY)
        target = decks.find_discards(extra, self.booking, item)
        if not is_unknown(item) and held.get(item, 0) <= 0:
            names = decks.rank_unknowns(self.booking, extra, self.deck, item)
            if names:
                decks.identify_card(self.booking, extra, names[0], item, self.deck, "C34")
            elif self.player.loose:
                decks.bring_card(self.booking, extra, item, self.deck, "C31")
            if names or self.player.loose:
                self.booking.owe(item, self.deck, target, rule)
                return
        self.booking.move(1, item, self.deck, target, rule)

    def add_card(self, item: str) -> str:
        """Move a card into the deck from the offer, else from its pile. Return what it goes by."""
        on_offer = self.booking.places.get(self.offer, EMPTY)
        if is_unknown(item):
            level = item[1:]
            names = [
                name
                for name, n in on_offer.items()
                if n > 0
                and is_unknown(name)
                and pool_level(self.booking.pool_of(name)) in ("", level)
            ]
            if names:
                name = min(names, key=parse_name_number)
                self.booking.move(1, name, self.offer, self.deck, "C31")
                return name
            shown = any(visible_level(self.state, card) == level for card in on_offer)
            source = self.offer if shown else PILE.get(level, "pile.A")
            return self.draw_card(source, self.deck, "C31")
        if on_offer.get(item, 0) > 0:
            self.booking.move(1, item, self.offer, self.deck, "C31")
            return item
        names = decks.rank_unknowns(self.booking, self.state.extra, self.offer, item)
        if names:
            decks.identify_card(self.booking, self.state.extra, names[0], item, self.offer, "C31")
            self.booking.move(1, item, self.offer, self.deck, "C31")
            return item
        decks.bring_card(self.booking, self.state.extra, item, self.deck, "C31")
        return item


def discard_offer(state: State, booking: Booking, side: str, rule: str) -> None:
    """C31, C32: move what a side has on offer to the discards of its level."""
    held = booking.places.get(OFFER[side], EMPTY)
    if any(n < 0 for n in held.values()):
        level = next((level for item in held if (level := visible_level(state, item))), "A")
        piles.discard_partly_unseen(booking, side, level, state.ply)
        return
    for item, n in list(booking.places.get(OFFER[side], EMPTY).items()):
        target = decks.find_discards(state.extra, booking, item)
        booking.move(n, item, OFFER[side], target, rule)


def usual_option(state: State, player: Player, level: str) -> tuple[str, int]:
    """Return the option (level, picks) that a pick from a level stands for: one pick where the
    round has no option for it."""
    return level, BOX.schedule.get(player.round, {}).get(level, 1)


def find_option(state: State, player: Player) -> tuple[str, int] | None:
    """Return the option (level, picks) of a deck phase (C30): the chosen one, or the only one; None
    while it is open."""
    if player.option is not None:
        return player.option
    options = BOX.schedule.get(player.round, {})
    return next(iter(options.items())) if len(options) == 1 else None


def visible_level(state: State, item: str) -> str:
    """Return the level of a card or of ``?A``, "" for one of another level."""
    if is_unknown(item):
        return item[1:] if item[1:] in DISCARD else ""
    card = decks.find_card(state.extra, item)
    return card.level if card is not None and card.level in DISCARD else ""


def infer_option(state: State, player: Player, items: list[str]) -> tuple[str, int] | None:
    """Return the option that was chosen, as the first of some cards shows it; None while it is
    open."""
    known = find_option(state, player)
    if known is not None:
        return known
    level = next((level for item in items if (level := visible_level(state, item))), "")
    return usual_option(state, player, level) if level else None


# -- actions -------------------------------------------------------------------------------------


def apply_option(state: State, booking: Booking, action: Option) -> State:
    """C30: choose a pile and so the number of picks."""
    return DeckPhase(state, booking, action).save(option=(action.level, action.picks))


def apply_offer(state: State, booking: Booking, action: Offer) -> State:
    """C31, C32: draw the cards on offer."""
    phase = DeckPhase(state, booking, action)
    player = phase.player
    found = infer_option(state, player, list(action.cards))
    level = found[0] if found is not None else "A"
    wanted = sum(action.cards.values())
    piles.prepare_draw(booking, level, wanted, state.options.refill_when_empty, state.ply)
    for item, n in sorted(action.cards.items()):
        for _ in range(n):
            if is_unknown(item):
                phase.draw_card(
                    PILE.get(visible_level(state, item) or level, "box"), phase.offer, "C31"
                )
            else:
                decks.bring_card(booking, state.extra, item, phase.offer, "C31")
    return phase.save(option=found, offered=player.offered + 1)


def apply_pick(state: State, booking: Booking, action: Pick) -> State:
    """C31, C33: add a card to the deck, pay for an extra pick, carry out what the card does."""
    phase = DeckPhase(state, booking, action)
    player = phase.player
    option_now = infer_option(state, player, [action.card])
    item = phase.add_card(action.card)
    phase.note_card("pick", item)
    extra = list(player.extra)
    if action.paid:
        for paid, n in sorted(action.paid.items()):
            for _ in range(n):
                phase.take_out(paid, "C33")
                phase.note_card("paid", paid)
        allowed = find_extra_pick(state, player, action.paid)
        if allowed in extra:
            extra.remove(allowed)
    card = decks.find_card(state.extra, item)
    gained = action.actual.get("fans")
    for effect in card.on_pick if card is not None else ():
        if isinstance(effect, GainFans) and gained is None:
            booking.move(effect.amount, FAN, "bank", FANS[phase.side], "C33", item)
        elif isinstance(effect, ExtraPick):
            extra.append(item)
    if gained:
        booking.move(gained, FAN, "bank", FANS[phase.side], "C33")
    picked = player.picked + (0 if action.paid else 1)
    return phase.save(option=option_now, picked=picked, extra=tuple(extra))


def find_extra_pick(state: State, player: Player, paid: dict[str, int]) -> str:
    """Return the picked card whose extra pick costs the cards `paid`, "" when none does."""
    for item in player.extra:
        card = decks.find_card(state.extra, item)
        if card is not None and any(match_costs(state, card, paid, player.round)):
            return item
    return ""


def match_costs(state: State, card: Card, paid: dict[str, int], round_: int) -> list[bool]:
    """Return for every extra pick of a card whether the cards `paid` are its cost."""
    found = []
    for effect in card.on_pick:
        if isinstance(effect, ExtraPick):
            known = [decks.find_card(state.extra, item) for item in paid]
            fit = all(c is None or covers(effect.cost.filter, c, round_) for c in known)
            found.append(fit and sum(paid.values()) == effect.cost.remove_from_deck)
    return found


def apply_redraw(state: State, booking: Booking, action: Redraw) -> State:
    """C32: discard what is on offer, for as many new cards."""
    phase = DeckPhase(state, booking, action)
    held = sum(booking.places.get(phase.offer, EMPTY).values())
    phase.discard_offer("C32")
    return phase.save(redrawn=held)


def apply_remove(state: State, booking: Booking, action: Remove) -> State:
    """C34: remove a card from the deck."""
    phase = DeckPhase(state, booking, action)
    phase.take_out(action.card, "C34")
    phase.note_card("remove", action.card)
    return phase.save()


def apply_deck(state: State, booking: Booking, action: Deck) -> State:
    """C31, C34: note the whole deck; the cards that the record did not see come or leave do so
    now."""
    phase = DeckPhase(state, booking, action)
    total = sum(action.cards.values())
    known = {item: n for item, n in sorted(action.cards.items()) if not is_unknown(item)}
    for item, n in known.items():
        add_missing_copies(phase, item, n)
    if total != sum(known.values()):
        return phase.save(loose=True, size=total)
    held = dict(booking.places.get(phase.deck, EMPTY))
    for item, n in sorted(held.items()):
        for _ in range(n - known.get(item, 0)):
            phase.take_out(item, "C34")
            phase.note_card("remove", item)
    phase.note_card("deck", "")
    return phase.save(loose=False, size=None)


def add_missing_copies(phase: DeckPhase, item: str, n: int) -> None:
    """Identify or bring the copies of a card that the deck is said to have and the record
    misses."""
    booking, extra = phase.booking, phase.state.extra
    missing = n - booking.places.get(phase.deck, EMPTY).get(item, 0)
    for _ in range(missing):
        names = decks.rank_unknowns(booking, extra, phase.deck, item)
        phase.note_card("pick", item)
        if names:
            decks.identify_card(booking, extra, names[0], item, phase.deck, "C31")
        else:
            decks.bring_card(booking, extra, item, phase.deck, "C31")


def apply_ready(state: State, booking: Booking, action: Ready) -> State:
    """C31, C34: end the deck phase and discard what is still on offer."""
    phase = DeckPhase(state, booking, action)
    phase.discard_offer("C31")
    phase.note_card("ready", "")
    return phase.save(done=True)


def apply_refill(state: State, booking: Booking, action: Refill) -> State:
    """C35: put the discards of a level under its pile."""
    piles.refill_pile(booking, action.level, state.ply)
    return replace(state, book=booking.close())
