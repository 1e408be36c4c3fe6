"""What certain eyes see of a position, as a board that any screen can draw."""

from __future__ import annotations

from engines.board import Board, Cell, Panel, Row
from engines.book import is_unknown
from engines.splendor.catalog import (
    CARDS,
    COLOURS,
    DECK,
    DECK_LEVELS,
    GOLD,
    LETTER_OF,
    LIMITS,
    NOBLES,
    SLOTS,
    TOKENS,
)
from engines.splendor.state import (
    CARDS_OF,
    NOBLES_OF,
    RESERVED_OF,
    TOKENS_OF,
    State,
    bought,
    level_of,
    tally,
    tokens,
)
from engines.values import SEAT_LETTERS, TABLE


def view(state: State, eyes: int | None) -> Board:
    """Return what `eyes` know: a seat, TABLE (what lies open to all), None (the whole record)."""
    panels = [nobles(state), market(state), bank(state), seats(state)]
    if any(state.book.size(RESERVED_OF[seat]) for seat in range(state.seats)):
        panels.append(hands(state, eyes))
    return Board(tuple(panels), turn=() if state.over else (state.turn,))


def letters(cost: dict[str, int]) -> str:
    """Return a holding of tokens in letters: ``w3u1``.

    >>> letters({"white": 3, "blue": 1})
    'w3u1'
    """
    return "".join(f"{LETTER_OF[c]}{cost[c]}" for c in TOKENS if cost.get(c))


def card_cell(card: str, place: str, item: str = "") -> Cell:
    """Return a card as the table reads it: bonus, points, price."""
    if card not in CARDS:
        return Cell("?", place=place)
    return Cell(face(card), tone=CARDS[card].bonus, place=place, item=item)


def face(card: str) -> str:
    """Return a card in letters: bonus, points, price.

    >>> face("2r-k5")
    'r 2pt k5'
    """
    found = CARDS[card]
    points = f" {found.points}pt" if found.points else ""
    return f"{LETTER_OF[found.bonus]}{points} {letters(found.cost)}"


def market(state: State) -> Panel:
    """Return the open cards by level, and what is left of each deck."""
    rows = []
    for level in reversed(DECK_LEVELS):
        cells = [Cell("panel.deck", n=state.book.size(DECK[level]), place=DECK[level])]
        for slot in SLOTS[level]:
            card = state.book.sole(slot)
            cells.append(Cell("–", place=slot) if card is None else card_cell(card, slot))
        rows.append(Row(str(level), tuple(cells)))
    columns = ("panel.deck", *(str(n + 1) for n in range(LIMITS.market)))
    return Panel("panel.market", tuple(rows), columns)


def nobles(state: State) -> Panel:
    """Return the nobles that can still come."""
    names = state.book.holding("nobles")
    known = [name for name in NOBLES if names.get(name)]
    cells = [
        Cell(" ".join(letters({c: n}) for c, n in NOBLES[name].needs.items()), place="nobles")
        for name in known
    ]
    cells += [Cell("?", place="nobles") for name in names if is_unknown(name)]
    return Panel("panel.nobles", (Row("", tuple(cells)),))


def bank(state: State) -> Panel:
    """Return the tokens in the bank."""
    cells = tuple(
        Cell(LETTER_OF[c], n=state.book.count("bank", c), tone=c, place="bank", item=c)
        for c in TOKENS
    )
    return Panel("panel.bank", (Row("", cells),))


def seats(state: State) -> Panel:
    """Return every seat's points, tokens with bonuses, and how many cards and nobles it has."""
    rows = []
    for seat in range(state.seats):
        bonuses, points = tally(state.book.places, seat)
        held = tokens(state, seat)
        letter = SEAT_LETTERS[seat]
        cards = state.book.holding(CARDS_OF[seat])
        cells = [Cell("", n=points, place=f"{letter}.points")]
        for i, colour in enumerate(COLOURS):
            text = f"{held.get(colour, 0)}+{bonuses[i]}"
            give = tuple((CARDS_OF[seat], c) for c in cards if bonus_of(c) == colour)
            cells.append(Cell(text, tone=colour, place=TOKENS_OF[seat], item=colour, more=give))
        cells.append(Cell(str(held.get(GOLD, 0)), tone=GOLD, place=TOKENS_OF[seat], item=GOLD))
        cells.append(Cell("", n=bought(state, seat), place=f"{letter}.cards"))
        cells.append(Cell("", n=state.book.size(RESERVED_OF[seat]) or None))
        cells.append(Cell("", n=state.book.size(NOBLES_OF[seat]) or None, place=NOBLES_OF[seat]))
        active = not state.over and seat == state.turn
        rows.append(Row(letter, tuple(cells), seat=seat, active=active))
    columns = (
        "panel.points",
        *(LETTER_OF[c] for c in TOKENS),
        "panel.cards",
        "panel.hand",
        "panel.nobles",
    )
    return Panel("panel.seats", tuple(rows), columns)


def bonus_of(card: str) -> str:
    """Return the colour that a card gives, "" for one whose face is not known."""
    return CARDS[card].bonus if card in CARDS else ""


def hands(state: State, eyes: int | None) -> Panel:
    """Return the cards in every seat's hand, as `eyes` know them: ``2?`` is unseen, of level 2.

    Those come last and in the order of their levels, so that their place gives nothing away.
    """
    rows = []
    for seat in range(state.seats):
        place = RESERVED_OF[seat]
        hides = eyes is not None and eyes in (TABLE, *others(state, seat))
        seen, unseen = [], []
        for card in sorted(state.book.holding(place)):
            if is_unknown(card) or (hides and card in state.secret):
                unseen.append(Cell(f"{level_of(state.book, card)}?", place=place))
            else:
                seen.append(card_cell(card, place, card))
        unseen.sort(key=lambda cell: cell.text)
        rows.append(Row(SEAT_LETTERS[seat], (*seen, *unseen), seat=seat))
    columns = tuple(str(n + 1) for n in range(LIMITS.reserved))
    return Panel("panel.hands", tuple(rows), columns)


def others(state: State, seat: int) -> tuple[int, ...]:
    """Return all seats but one."""
    return tuple(other for other in range(state.seats) if other != seat)
