"""A duel as its two sides lie on the table: flag, attack, decks, benches."""

from __future__ import annotations

from engines.board import Cell, Panel, Row
from engines.book import EMPTY, UNKNOWN, is_unknown
from engines.challengers.cards.catalog import BENCH, BOX, DECK, EXHAUST, FIELD, ROBOT
from engines.challengers.duel.play import Play, make_play
from engines.challengers.state import Shown, State
from engines.challengers.unseen.debts import open_booking


def duel_panel(state: State, park: str, eyes: int | None) -> Panel:
    """Return a duel in two columns, one card a line, so that it fits any width."""
    play = make_play(state, open_booking(state), park, state.duels[park])
    rows = [
        Row("panel.role", tuple(role_cell(play, i) for i in (0, 1))),
        Row("panel.power", tuple(power_cell(play, i) for i in (0, 1))),
    ]
    if play.holder >= 0:
        need = max(play.flag_power() - play.attack_power(), 0)
        attacker = 1 - play.holder
        rows.append(
            Row("panel.need", tuple(Cell(n=need) if i == attacker else Cell() for i in (0, 1)))
        )
    rows += pair_columns("panel.cards", [stack_cells(play, i, eyes) for i in (0, 1)])
    rows.append(Row("panel.left", tuple(deck_cell(play, i) for i in (0, 1))))
    rows += pair_columns("panel.exhaust", [heap_cells(play, i, EXHAUST, eyes) for i in (0, 1)])
    rows += bench_rows(play, eyes)
    sides = tuple(ROBOT if side == ROBOT else side for side in play.sides)
    return Panel(park, tuple(rows), sides)


def role_cell(play: Play, i: int) -> Cell:
    """Return what a side does now."""
    if play.holder < 0:
        return Cell("panel.starts" if i == play.turn else "")
    return Cell("panel.defends" if i == play.holder else "panel.attacks")


def power_cell(play: Play, i: int) -> Cell:
    """Return the power of the flag card, or of the attack so far."""
    if play.holder < 0:
        return Cell("–")
    return Cell(n=play.flag_power() if i == play.holder else play.attack_power())


def visible_card(play: Play, item: str, eyes: int | None) -> str:
    """Return a card as `eyes` see it; only the record (None) sees the name of an unknown one."""
    if is_unknown(item):
        return item if eyes is None else UNKNOWN
    return item


def visible_item(item: str, eyes: int | None) -> str:
    """Return the item by which a changed cell is marked, "" for an unknown card that `eyes` cannot
    tell from others."""
    return "" if is_unknown(item) and eyes is not None else item


def stack_cells(play: Play, i: int, eyes: int | None) -> list[Cell]:
    """Return a side's stack: the flag card and the number of cards under it, or the attack, latest
    first."""
    field = FIELD[play.sides[i]]
    if i != play.holder:
        shown: tuple[Shown, ...] = tuple(reversed(play.attack))
        return [
            Cell(visible_card(play, one.card, eyes), place=field, item=visible_item(one.card, eyes))
            for one in shown
        ]
    if play.flag is None:
        return []
    under = sum(play.places.get(field, EMPTY).values()) - 1
    card = play.flag.card
    cells = [Cell(visible_card(play, card, eyes), place=field, item=visible_item(card, eyes))]
    if under > 0:
        cells.append(Cell("panel.under", n=under, place=field))
    return cells


def deck_cell(play: Play, i: int) -> Cell:
    """Return the size of a deck."""
    size = play.sizes[i]
    place = DECK[play.sides[i]]
    return Cell("?", place=place) if size is None else Cell(n=size, place=place)


def heap_cells(play: Play, i: int, places: dict[str, str], eyes: int | None) -> list[Cell]:
    """Return the cards in a side's place, one kind a cell."""
    place = places[play.sides[i]]
    return [
        Cell(
            visible_card(play, item, eyes),
            n=n if n > 1 else None,
            place=place,
            item=visible_item(item, eyes),
        )
        for item, n in sort_cards(play.places.get(place, EMPTY))
    ]


def sort_cards(held: dict[str, int]) -> list[tuple[str, int]]:
    """Return (card, number) of what lies in a place, known cards first and sorted."""
    known = sorted((item, n) for item, n in held.items() if n > 0 and not is_unknown(item))
    return known + [(item, n) for item, n in held.items() if n > 0 and is_unknown(item)]


def bench_rows(play: Play, eyes: int | None) -> list[Row]:
    """Return the benches seat by seat: one name a row, with the number of its cards (C49)."""
    columns = []
    for i in (0, 1):
        place = BENCH[play.sides[i]]
        by_name: dict[str, tuple[str, int]] = {}
        for item, n in sort_cards(play.places.get(place, EMPTY)):
            card = play.find(item)
            name = card.name if card is not None else item
            first, before = by_name.get(name, (item, 0))
            by_name[name] = (first, before + n)
        columns.append(
            [
                Cell(
                    visible_card(play, item, eyes),
                    n=n if n > 1 else None,
                    place=place,
                    item=visible_item(item, eyes),
                )
                for item, n in by_name.values()
            ]
        )
    rows = max(len(columns[0]), len(columns[1]), 1)
    return [
        Row(
            f"panel.seat.{n + 1}" if n < BOX.seats else "panel.seat.over",
            tuple(column[n] if n < len(column) else Cell("·") for column in columns),
        )
        for n in range(rows)
    ]


def pair_columns(label: str, columns: list[list[Cell]]) -> list[Row]:
    """Return two columns of cells as rows; the label stands in the first one."""
    rows = max(map(len, columns))
    return [
        Row(
            label if n == 0 else "",
            tuple(column[n] if n < len(column) else Cell() for column in columns),
        )
        for n in range(rows)
    ]
