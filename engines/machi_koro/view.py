"""The board of Machi Koro. Nothing is hidden: all eyes see the same."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engines.board import Board, Cell, Panel, Row
from engines.book import EMPTY
from engines.game import make_seat_columns
from engines.machi_koro.catalog import BOX, COIN, LANDMARKS, SUPPLY, Card
from engines.machi_koro.log import dice_text
from engines.machi_koro.state import BUILT_OF, CARDS_OF, COINS_OF, PLANS_OF, State, count_coins
from engines.values import SEAT_LETTERS

NONE = "–"
"""Cell of a landmark that is not built."""


def view(state: State, eyes: int | None) -> Board:
    """Return the board."""
    turn = () if state.over else (state.turn,)
    return Board((market_panel(state), seats_panel(state)), turn=turn, notes=roll_notes(state))


def view_dense(state: State, eyes: int | None) -> Board:
    """Return the board in fewer lines: coins and landmarks stand above the cards of each seat."""
    turn = () if state.over else (state.turn,)
    return Board((dense_panel(state),), turn=turn, notes=roll_notes(state))


def dense_panel(state: State) -> Panel:
    """Return every kind of card, below the coins and the landmarks of each seat."""
    coins = (
        Cell("", n=count_coins(state, seat), place=COINS_OF[seat], item=COIN)
        for seat in range(state.seats)
    )
    built = (Cell(landmarks_text(state, seat), place=BUILT_OF[seat]) for seat in range(state.seats))
    rows = [
        Row("panel.coins", (Cell(), Cell(), Cell(), Cell(), *coins)),
        Row("panel.built", (Cell(), Cell("panel.letters"), Cell(), Cell(), *built)),
        *(Row(numbers_text(card), drop_notes(card_cells(state, card))) for card in BOX.cards),
    ]
    columns = ("", "panel.card", "panel.cost", "panel.left")
    return Panel("panel.market", tuple(rows), columns + make_seat_columns(state.seats))


def drop_notes(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return cells without their notes."""
    return tuple(replace(cell, note="") for cell in cells)


def landmarks_text(state: State, seat: int) -> str:
    """Return a letter for each landmark that a seat has built, a small one for one whose effect has
    not begun, and a dash for the others."""
    built = state.book.places.get(BUILT_OF[seat], EMPTY)
    letters = []
    for landmark in LANDMARKS:
        letter = LETTERS[landmark]
        shown = letter.lower() if state.fresh[seat] == landmark else letter
        letters.append(shown if built.get(landmark, 0) > 0 else NONE)
    return "".join(letters)


LETTERS = {landmark: landmark.split("_")[-1][0].upper() for landmark in LANDMARKS}
"""Landmark to the letter for it."""


def market_panel(state: State) -> Panel:
    """Return every kind of card by its numbers: colour, cost, copies left, copies of each seat."""
    rows = [Row(numbers_text(card), card_cells(state, card)) for card in BOX.cards]
    columns = ("", "panel.card", "panel.cost", "panel.left")
    return Panel("panel.market", tuple(rows), columns + make_seat_columns(state.seats))


def card_cells(state: State, card: Card) -> tuple[Cell, ...]:
    """Return the cells of one kind of card."""
    left = state.book.count(SUPPLY, card.id)
    owners = []
    for seat in range(state.seats):
        held = state.book.count(CARDS_OF[seat], card.id)
        owners.append(Cell("", n=held or None, place=CARDS_OF[seat], item=card.id))
    return (
        Cell(f"letter.{card.colour}", tone=card.colour),
        Cell(card.id, tone=card.colour, note=card.icon),
        Cell("", n=card.cost),
        Cell("", n=left, place=SUPPLY, item=card.id),
        *owners,
    )


def numbers_text(card: Card) -> str:
    """Return the numbers on which a card works, as text.

    >>> numbers_text(BOX.cards[2]), numbers_text(BOX.cards[11])
    ('2-3', '9')
    """
    first, last = card.numbers[0], card.numbers[-1]
    return str(first) if first == last else f"{first}-{last}"


def seats_panel(state: State) -> Panel:
    """Return each seat's coins and landmarks."""
    rows = []
    for seat in range(state.seats):
        built = state.book.places.get(BUILT_OF[seat], EMPTY)
        cells = [Cell("", n=count_coins(state, seat), place=COINS_OF[seat], item=COIN)]
        for landmark in LANDMARKS:
            if built.get(landmark, 0) > 0:
                fresh = state.fresh[seat] == landmark
                text = "panel.fresh" if fresh else "panel.built"
                cells.append(Cell(text, place=BUILT_OF[seat], item=landmark))
            else:
                cells.append(Cell(NONE, place=PLANS_OF[seat], item=landmark))
        active = not state.over and seat == state.turn
        rows.append(Row(SEAT_LETTERS[seat], tuple(cells), seat=seat, active=active))
    columns = ("panel.coins", *(f"{landmark}.short" for landmark in LANDMARKS))
    return Panel("panel.seats", tuple(rows), columns)


def roll_notes(state: State) -> tuple[Cell, ...]:
    """Return notes about the roll on the table, and about an extra turn."""
    found = []
    if state.total:
        found.append(Cell("note.rolled", n=state.total, note=dice_text(state.dice)))
    if state.extra:
        found.append(Cell("note.extra"))
    return tuple(found)
