"""The board of Splendor as certain eyes see it."""

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
    count_bonuses_and_points,
    count_bought_cards,
    count_tokens,
    find_level,
)
from engines.values import SEAT_LETTERS, TABLE


def view(state: State, eyes: int | None) -> Board:
    """Return the board that `eyes` see: a seat, TABLE (what is open to all), None (the record)."""
    panels = [nobles_panel(state), market_panel(state), bank_panel(state), seats_panel(state)]
    if any(state.book.size(RESERVED_OF[seat]) for seat in range(state.seats)):
        panels.append(hands_panel(state, eyes))
    return Board(tuple(panels), turn=() if state.over else (state.turn,))


def cost_text(cost: dict[str, int]) -> str:
    """Return tokens as letters with numbers: ``w3u1``.

    >>> cost_text({"white": 3, "blue": 1})
    'w3u1'
    """
    return "".join(f"{LETTER_OF[c]}{cost[c]}" for c in TOKENS if cost.get(c))


def card_cell(card: str, place: str, item: str = "") -> Cell:
    """Return the cell of a card: bonus, points, price; ``?`` for an unknown one."""
    if card not in CARDS:
        return Cell("?", place=place)
    return Cell(card_text(card), tone=CARDS[card].bonus, place=place, item=item)


def card_text(card: str) -> str:
    """Return a card as text: bonus, points, price.

    >>> card_text("2r-k5")
    'r 2pt k5'
    """
    found = CARDS[card]
    points = f" {found.points}pt" if found.points else ""
    return f"{LETTER_OF[found.bonus]}{points} {cost_text(found.cost)}"


def market_panel(state: State) -> Panel:
    """Return the open cards by level, and the size of each deck."""
    rows = []
    for level in reversed(DECK_LEVELS):
        cells = [Cell("panel.deck", n=state.book.size(DECK[level]), place=DECK[level])]
        for slot in SLOTS[level]:
            card = state.book.sole(slot)
            cells.append(Cell("–", place=slot) if card is None else card_cell(card, slot))
        rows.append(Row(str(level), tuple(cells)))
    columns = ("panel.deck", *(str(n + 1) for n in range(LIMITS.market)))
    return Panel("panel.market", tuple(rows), columns)


def nobles_panel(state: State) -> Panel:
    """Return the nobles on the table."""
    names = state.book.holding("nobles")
    known = [name for name in NOBLES if names.get(name)]
    cells = [
        Cell(" ".join(cost_text({c: n}) for c, n in NOBLES[name].needs.items()), place="nobles")
        for name in known
    ]
    cells += [Cell("?", place="nobles") for name in names if is_unknown(name)]
    return Panel("panel.nobles", (Row("", tuple(cells)),))


def bank_panel(state: State) -> Panel:
    """Return the tokens in the bank."""
    cells = tuple(
        Cell(LETTER_OF[c], n=state.book.count("bank", c), tone=c, place="bank", item=c)
        for c in TOKENS
    )
    return Panel("panel.bank", (Row("", cells),))


def seats_panel(state: State) -> Panel:
    """Return each seat's points, tokens with bonuses, and numbers of cards and nobles."""
    rows = []
    for seat in range(state.seats):
        bonuses, points = count_bonuses_and_points(state.book.places, seat)
        held = count_tokens(state, seat)
        letter = SEAT_LETTERS[seat]
        cards = state.book.holding(CARDS_OF[seat])
        cells = [Cell("", n=points, place=f"{letter}.points")]
        for i, colour in enumerate(COLOURS):
            text = f"{held.get(colour, 0)}+{bonuses[i]}"
            give = tuple((CARDS_OF[seat], c) for c in cards if find_bonus(c) == colour)
            cells.append(Cell(text, tone=colour, place=TOKENS_OF[seat], item=colour, more=give))
        cells.append(Cell(str(held.get(GOLD, 0)), tone=GOLD, place=TOKENS_OF[seat], item=GOLD))
        cells.append(Cell("", n=count_bought_cards(state, seat), place=f"{letter}.cards"))
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


def find_bonus(card: str) -> str:
    """Return the colour of a card's bonus, "" for an unknown card."""
    return CARDS[card].bonus if card in CARDS else ""


def hands_panel(state: State, eyes: int | None) -> Panel:
    """Return the cards in every hand as `eyes` know them; ``2?`` is an unseen card of level 2.

    Unseen cards come last and are sorted by level, so that their place gives nothing away.
    """
    rows = []
    for seat in range(state.seats):
        place = RESERVED_OF[seat]
        hides = eyes is not None and eyes in (TABLE, *list_other_seats(state, seat))
        seen, unseen = [], []
        for card in sorted(state.book.holding(place)):
            if is_unknown(card) or (hides and card in state.secret):
                unseen.append(Cell(f"{find_level(state.book, card)}?", place=place))
            else:
                seen.append(card_cell(card, place, card))
        unseen.sort(key=lambda cell: cell.text)
        rows.append(Row(SEAT_LETTERS[seat], (*seen, *unseen), seat=seat))
    columns = tuple(str(n + 1) for n in range(LIMITS.reserved))
    return Panel("panel.hands", tuple(rows), columns)


def list_other_seats(state: State, seat: int) -> tuple[int, ...]:
    """Return all seats except `seat`."""
    return tuple(other for other in range(state.seats) if other != seat)
