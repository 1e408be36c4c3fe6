"""The board of 7 Wonders Duel. No seat knows more than the other: all eyes see the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from engines.board import Board, Cell, Panel, Row
from engines.book import UNKNOWN, is_unknown
from engines.seven_wonders_duel.catalog import (
    AGES,
    BOX,
    CARDS,
    COIN,
    COLOURS,
    LAYOUT,
    LIMITS,
    LOOT,
    RESOURCES,
    SLOT,
    WONDERS,
    Spot,
)
from engines.seven_wonders_duel.layout import list_accessible_slots
from engines.seven_wonders_duel.score import count_rows
from engines.seven_wonders_duel.state import (
    CITY_OF,
    COINS_OF,
    DISCARDS,
    LOOT_OF,
    TOKENS_OF,
    TRACK_OF,
    UNDER,
    WONDERS_OF,
    State,
    count_symbols,
    find_pawn,
    is_guild,
)
from engines.seven_wonders_duel.trade import compute_price, count_production, find_means
from engines.values import SEAT_LETTERS, SeatText

GUILD_BACK: Final = "?guild"
"""The text of a face-down card with the back of a guild (D10)."""

PIECES_IN_ROW: Final = 5
"""How many pieces of a pile stand in a row."""


def view(state: State, eyes: int | None) -> Board:
    """Return the board: seats, layout, track, tokens, wonders, cities and the discard pile."""
    panels = [seats_panel(state)]
    if state.age:
        panels.append(layout_panel(state))
    panels.append(track_panel(state))
    shown = (place for place in ("offer", "board", "drawn") if state.book.size(place))
    panels.extend(pile_panel(state, place) for place in shown)
    if any(state.book.holding(place) for place in WONDERS_OF):
        panels.append(wonders_panel(state))
    panels.extend(belongings_panels(state))
    panels.extend(city_panel(state, seat) for seat in (0, 1))
    if state.book.size(DISCARDS):
        panels.append(pile_panel(state, DISCARDS))
    return Board(tuple(panels), turn=() if state.over else (state.turn,))


def seats_panel(state: State) -> Panel:
    """Return each seat's coins, production and price of each resource, symbols and points."""
    places = state.book.places
    rows = []
    for seat in (0, 1):
        letter = SEAT_LETTERS[seat]
        coins = state.book.count(COINS_OF[seat], COIN)
        cells = [Cell(SeatText(letter.upper())), Cell("", n=coins, place=COINS_OF[seat])]
        made, prices = count_production(places, seat), find_means(places, seat).prices
        for i, resource in enumerate(RESOURCES):
            cells.append(Cell(f"{made[i]}/{prices[i]}", tone=resource))
        cells.append(Cell("", n=len(count_symbols(places, seat))))
        cells.append(Cell("", n=sum(count_rows(state, seat).values())))
        active = not state.over and seat == state.turn
        rows.append(Row(letter, tuple(cells), seat=seat, active=active))
    columns = ("", "panel.coins", *RESOURCES, "panel.symbols", "panel.points")
    return Panel("panel.seats", tuple(rows), columns, central=True)


def layout_panel(state: State) -> Panel:
    """Return the age's cards row by row, with colour, slot number and price below each.

    ``gn 2 (1)``: green, slot 2, costs the seat on turn one coin; a covered card shows no price. A
    row in which all lie face down takes one line: ``? 3``.
    """
    reachable = set(list_accessible_slots(state))
    rows: list[Row] = []
    for spots in list_rows(state.age):
        cards: list[Cell] = []
        numbers: list[Cell] = []
        for spot in spots:
            card, number = Cell(), Cell()
            if spot is not None:
                card, number = slot_cells(state, spot.number, spot.number in reachable)
            cards.append(card)
            numbers.append(number)
        if any(cell.text not in ("", UNKNOWN, GUILD_BACK) for cell in cards):
            rows += [Row("", tuple(cards)), Row("", tuple(numbers))]
        else:
            rows.append(Row("", tuple(map(number_back, cards, numbers))))
    return Panel(f"panel.age.{state.age}", tuple(rows), layout="pyramid", central=True)


def list_rows(age: int) -> list[list[Spot | None]]:
    """Return an age's slots by row; None stands for a gap in a row."""
    rows: dict[int, list[Spot | None]] = {}
    last: dict[int, int] = {}
    for spot in LAYOUT[age].values():
        row = rows.setdefault(spot.row, [])
        row += [None] * ((spot.x - last.get(spot.row, spot.x - 2)) // 2 - 1)
        row.append(spot)
        last[spot.row] = spot.x
    return list(rows.values())


def number_back(card: Cell, number: Cell) -> Cell:
    """Return the cell of a card that lies face down with the number of its slot in it."""
    return structs.replace(card, n=int(number.text)) if number.text else card


def slot_cells(state: State, number: int, reachable: bool) -> tuple[Cell, Cell]:
    """Return the cell of a slot and the one below it.

    The slot shows a card, ``?`` face down, ``?guild`` by its back, or nothing.
    """
    place = SLOT[number]
    card = state.book.sole(place)
    if card is None:
        return Cell(place=place), Cell()
    if card not in CARDS:
        guild = state.age == AGES[-1] and is_guild(state, card)
        return Cell(GUILD_BACK if guild else UNKNOWN, place=place), Cell(str(number))
    colour = CARDS[card].colour
    price = compute_price(state.book.places, state.turn, card).total if reachable else None
    name = Cell(f"{card}.short", tone=colour, place=place)
    due = "" if price is None else str(price)
    return name, Cell(f"letter.{colour}", n=number, tone=colour, note=due)


def track_panel(state: State) -> Panel:
    """Return the military track: the pawn between the capitals, and the loot on each side."""
    at = find_pawn(state.book.places)
    cells = []
    for place in LOOT_OF:
        left = "+".join(str(t.coins) for t in LOOT.values() if state.book.count(place, t.id))
        cells.append(Cell(left or "–", place=place))
    line = Cell(SeatText(draw_track(at)), place=TRACK_OF[0])
    return Panel("panel.track", (Row("", (cells[0], line, cells[1])),), central=True)


def draw_track(at: int) -> str:
    """Return the track as text: ``A`` and ``B`` are the capitals, ``o`` is the pawn.

    >>> draw_track(3)
    'A ...|...|..|.|..|o..|... B'
    """
    starts = {zone.at for zone in BOX.zones}
    text = ""
    for space in range(1 - LIMITS.capital, LIMITS.capital):
        if (space > 0 and space in starts) or (space <= 0 and 1 - space in starts):
            text += "|"
        text += "o" if space == at else "."
    left = "o" if at <= -LIMITS.capital else "A"
    right = "o" if at >= LIMITS.capital else "B"
    return f"{left} {text} {right}"


def pile_panel(state: State, place: str) -> Panel:
    """Return the pieces in a place in rows; unknown ones are ``?``."""
    cells = [
        Cell(UNKNOWN if is_unknown(item) else item, tone=find_tone(item), place=place, item=item)
        for item in state.book.holding(place)
    ]
    rows = [
        Row("", tuple(cells[n : n + PIECES_IN_ROW])) for n in range(0, len(cells), PIECES_IN_ROW)
    ]
    return Panel(f"panel.{place}", tuple(rows))


def find_tone(item: str) -> str:
    """Return the colour of a card, "" for another piece."""
    return CARDS[item].colour if item in CARDS else ""


def wonders_panel(state: State) -> Panel:
    """Return each seat's wonders in the order drafted: the card under one, or its price."""
    places = state.book.places
    rows = []
    for seat in (0, 1):
        cells = []
        for wonder in state.book.holding(WONDERS_OF[seat]):
            if wonder not in WONDERS:
                cells.append(Cell(UNKNOWN, place=WONDERS_OF[seat]))
                continue
            under = state.book.sole(UNDER[wonder])
            if under is not None:
                note = under if under in CARDS else "panel.under"
                cells.append(Cell(wonder, place=UNDER[wonder], note=note))
            else:
                price = compute_price(places, seat, wonder).total
                cells.append(Cell(wonder, n=price, place=WONDERS_OF[seat], item=wonder))
        rows.append(Row(SEAT_LETTERS[seat], tuple(cells), seat=seat))
    return Panel("panel.wonders", tuple(rows), tuple(f"w{n + 1}" for n in range(4)))


def belongings_panels(state: State) -> Iterator[Panel]:
    """Yield the progress tokens and the symbols of both seats, where there are any."""
    holdings = [state.book.holding(TOKENS_OF[seat]) for seat in (0, 1)]
    if any(holdings):
        rows = [
            Row(
                SEAT_LETTERS[seat],
                tuple(Cell(token, place=TOKENS_OF[seat], item=token) for token in held),
                seat=seat,
            )
            for seat, held in enumerate(holdings)
        ]
        yield Panel("panel.tokens", tuple(rows))
    shown = [count_symbols(state.book.places, seat) for seat in (0, 1)]
    if any(shown):
        rows = [
            Row(SEAT_LETTERS[seat], tuple(Cell(s, n=n) for s, n in found.items()), seat=seat)
            for seat, found in enumerate(shown)
        ]
        yield Panel("panel.science", tuple(rows))


def city_panel(state: State, seat: int) -> Panel:
    """Return a city's cards, one column for each colour that it has."""
    place = CITY_OF[seat]
    by_colour: dict[str, list[Cell]] = {}
    for colour in COLOURS:
        held = [c for c in state.book.holding(place) if c in CARDS and CARDS[c].colour == colour]
        if held:
            by_colour[colour] = [Cell(f"{c}.short", tone=colour, place=place, item=c) for c in held]
    height = max((len(cells) for cells in by_colour.values()), default=0)
    rows = []
    for n in range(max(height, 1)):
        across = tuple(cells[n] if n < len(cells) else Cell() for cells in by_colour.values())
        label = "" if n else SEAT_LETTERS[seat]
        rows.append(Row(label, across, seat=None if n else seat))
    return Panel("panel.city", tuple(rows), tuple(by_colour))
