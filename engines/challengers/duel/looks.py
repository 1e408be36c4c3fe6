"""Looks into the own deck (C83): what everybody, and what only its owner knows of it afterwards."""

from __future__ import annotations

from engines.book import is_unknown
from engines.challengers.cards.card import Card
from engines.challengers.cards.format import Look
from engines.challengers.duel.decks_in_play import replace_one
from engines.challengers.duel.play import Play
from engines.challengers.state import HIDDEN, UNSEEN, CarryOutStep, OpenLook


def do_look(play: Play, step: CarryOutStep, effect: Look) -> None:
    """C83: open a look. What it changes is unknown until its outcome is told."""
    i = step.side
    size = play.sizes[i]
    if size is not None and size <= 1:
        return
    top, bottom = play.tops[i], play.bottoms[i]
    look = OpenLook(i, step.card, step.number, effect.then, top, bottom)
    play.looks = (*play.looks, look)
    n = effect.n if effect.n is not None else 0
    n = n if size is None else min(n, size)
    if effect.then == "reorder_top":
        play.tops = replace_one(play.tops, i, trim_top((UNSEEN,) * n + top[n:]))
        if size is not None and len(bottom) > size - n:
            play.bottoms = replace_one(play.bottoms, i, bottom[len(bottom) - (size - n) :])
    elif effect.then == "one_bottom_one_top":
        play.tops = replace_one(play.tops, i, trim_top((UNSEEN, *top[2:])))
        low = bottom if size is None or len(bottom) <= size - n else ()
        play.bottoms = replace_one(play.bottoms, i, trim_bottom((*low, UNSEEN)))
    else:
        play.tops = replace_one(play.tops, i, ())
        play.bottoms = replace_one(play.bottoms, i, ())


def find_look_limit(card: Card | None, number: int) -> int | None:
    """Return how many cards effect `number` of a card looks at, at most; None where it names no
    number."""
    effect = card.effects[number] if card is not None and number < len(card.effects) else None
    return effect.n if isinstance(effect, Look) else None


def close_look(play: Play, look: OpenLook, top: tuple[str, ...], bottom: tuple[str, ...]) -> None:
    """C83: note what a look came to: the cards now on top and at the bottom of the deck. The other
    side does not see them, so the entries are hidden."""
    i = look.side
    play.looks = tuple(one for one in play.looks if one is not look)
    above, below = hide_entries(look.top), hide_entries(look.bottom)
    if look.then == "reorder_top":
        new_top, new_bottom = hide_cards(top) + above[len(top) :], play.bottoms[i]
    elif look.then == "one_bottom_one_top":
        new_top = (*(hide_cards(top) or (UNSEEN,)), *above[2:])
        new_bottom = (*below, *(hide_cards(bottom) or (UNSEEN,)))
    elif look.then == "choose_to_top":
        kept = entries_without(play, above, top)
        new_top = hide_cards(top) + kept if kept is not None else hide_cards(top)
        new_bottom = entries_without(play, below, top) or ()
    else:
        new_top = entries_without(play, above, bottom) or ()
        kept = entries_without(play, below, bottom)
        new_bottom = kept + hide_cards(bottom) if kept is not None else hide_cards(bottom)
    size = play.sizes[i]
    if look.then == "reorder_top" and size is None:
        size = find_told_size(play, look, len(top))
        play.sizes = replace_one(play.sizes, i, size)
    if size is not None:
        new_top = new_top[:size]
        new_bottom = new_bottom[max(0, len(new_bottom) - size + len(new_top)) :]
    play.tops = replace_one(play.tops, i, trim_top(new_top))
    play.bottoms = replace_one(play.bottoms, i, trim_bottom(new_bottom))


def find_told_size(play: Play, look: OpenLook, told: int) -> int | None:
    """Return the size of a deck that nobody counted, as the number of cards put back tells it: all
    of them, where there were fewer than the card looks at. None where it does not tell."""
    limit = find_look_limit(play.find(look.card), look.number)
    return told if limit is not None and 0 < told < limit else None


def hide_cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the entries of cards that only the deck's owner knows."""
    return tuple(UNSEEN if is_unknown(card) else HIDDEN + card for card in cards)


def hide_entries(entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return entries as known by the deck's owner only: the other side cannot be sure any more."""
    return tuple(e if e == UNSEEN or e[0] == HIDDEN else HIDDEN + e for e in entries)


def entries_without(
    play: Play, entries: tuple[str, ...], taken: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Return entries unchanged after `taken` were taken from anywhere in the deck, None when one of
    the entries may have been among them."""
    for card in taken:
        for entry in entries:
            bare = entry.removeprefix(HIDDEN)
            if bare in (UNSEEN, card) or (is_unknown(bare) and play.can_be(bare, card)):
                return None
    return entries


def trim_top(entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return the entries of a deck's top without the unseen ones under the last known one."""
    while entries and entries[-1] == UNSEEN:
        entries = entries[:-1]
    return entries


def trim_bottom(entries: tuple[str, ...]) -> tuple[str, ...]:
    """Return the entries of a deck's bottom without the unseen ones over the first known one."""
    while entries and entries[0] == UNSEEN:
        entries = entries[1:]
    return entries
