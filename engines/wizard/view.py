"""The board of Wizard as certain eyes see it.

The pad as on paper, trump and tricks, the hands as far as these eyes know them. With six seats it
is at most 80 columns wide.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.board import Board, Cell, Panel, Row
from engines.book import UNKNOWN
from engines.game import make_seat_columns
from engines.values import SEAT_LETTERS
from engines.wizard.catalog import (
    FLIP,
    HANDS,
    LETTER_OF,
    NO_TRUMP,
    PLAYED,
    POINTS,
    SUIT,
    SUITS,
    TRICKS,
)
from engines.wizard.choices import list_prompts
from engines.wizard.knowledge import KnownHand, survey_hands, view_hand
from engines.wizard.score import list_totals, place_fines
from engines.wizard.state import PadLine, PlayedCard, State, count_won_tricks, find_pool, took_part

MOST_MAYBE = 8
"""The most possible cards of a hand that are listed; of more, only their number is shown."""


def view(state: State, eyes: int | None) -> Board:
    """Return the board that `eyes` see: a seat, TABLE (what is open to all), None (the record)."""
    panels = [pad_panel(state)]
    trumped = state.trump and (state.level != "pad" or state.trump != NO_TRUMP)
    if state.flip or trumped or state.trick or state.taken_tricks:
        panels += [trump_panel(state), tricks_panel(state)]
    if state.dealt:
        panels.append(hands_panel(state, eyes))
    turn = tuple(sorted({prompt.seat for prompt in list_prompts(state) if not prompt.optional}))
    return Board(tuple(panels), turn=tuple(seat for seat in turn if seat >= 0))


def pad_panel(state: State) -> Panel:
    """Return the score pad: a line for every round with total, bid and tricks of each seat.

    The running round shows bids and tricks so far; ``D`` marks the dealer. A line with ``±`` shows
    what penalties changed before a round, the last one what counts changed as well, the first one
    what was counted before any round was written down.
    """
    rows = []
    sums = [0] * state.seats
    if any(state.brought):
        rows.append(Row("±", change_cells(sums, [*state.brought])))
        sums = [*state.brought]
    for fines, line in place_fines(state):
        if line is None:
            break
        fined = sums.copy()
        for fine in fines:
            fined[fine.seat] -= fine.points
        if fined != sums:
            rows.append(Row("±", change_cells(sums, fined)))
        points = [*line.points, *[0] * (state.seats - len(line.points))]
        sums = [total + n for total, n in zip(fined, points, strict=True)]
        latest = line is state.pad[-1]
        rows.append(Row(str(line.number), pad_cells(line, sums, latest=latest)))
    now = list_totals(state)
    if now != sums:
        rows.append(Row("±", change_cells(sums, now, latest=True)))
    if not state.over:
        rows.append(Row(f"{state.number}", running_cells(state, now), active=True))
    return Panel("panel.pad", tuple(rows), make_seat_columns(state.seats))


def change_cells(before: list[int], after: list[int], *, latest: bool = False) -> tuple[Cell, ...]:
    """Return a line of what changed beside the rounds: ``-20 50`` is 20 less, a total of 50."""
    return tuple(
        Cell(
            f"{points - total:+d} {points}" if points != total else "",
            place=POINTS[seat] if latest else "",
        )
        for seat, (total, points) in enumerate(zip(before, after, strict=True))
    )


def pad_cells(line: PadLine, sums: list[int], *, latest: bool) -> tuple[Cell, ...]:
    """Return a line of the pad: ``70 2/1`` is a total of 70 after bidding 2 and winning 1."""
    return tuple(
        Cell(
            f"{total} {line.bids[seat]}/{line.tricks[seat]}" if took_part(line, seat) else "",
            place=POINTS[seat] if latest else "",
        )
        for seat, total in enumerate(sums)
    )


def running_cells(state: State, now: list[int]) -> tuple[Cell, ...]:
    """Return the line of the running round: ``70 2/0``; ``·`` is a bid that is not told."""
    tricks = count_won_tricks(state)
    played = state.taken_tricks or state.trick
    cells = []
    for seat in range(state.seats):
        if seat in state.left:
            cells.append(Cell(f"{now[seat]}", place=TRICKS[seat]))
            continue
        bid = "·" if state.bids[seat] is None else str(state.bids[seat])
        text = f"{now[seat]} {bid}" + (f"/{tricks[seat]}" if played else "")
        dealer = " D" if seat == state.dealer else ""
        cells.append(Cell(f"{text}{dealer}", place=TRICKS[seat]))
    return tuple(cells)


def trump_panel(state: State) -> Panel:
    """Return the card turned up, and trump."""
    suit = state.trump or UNKNOWN
    turned = state.flip or "–"
    up = Cell(turned, place=FLIP, tone=find_tone(turned))
    return Panel("panel.trump", (Row("", (up, Cell(suit, tone=suit))),))


def tricks_panel(state: State) -> Panel:
    """Return the last trick and the running one, with a column for every seat."""
    rows = []
    if state.taken_tricks:
        last = state.taken_tricks[-1]
        rows.append(Row("panel.last", trick_cells(state, last.plays, last.winner)))
    rows.append(Row("panel.trick", trick_cells(state, state.trick, None)))
    return Panel("panel.table", tuple(rows), make_seat_columns(state.seats))


def trick_cells(
    state: State, plays: tuple[PlayedCard, ...], winner: int | None
) -> tuple[Cell, ...]:
    """Return the card of every seat in a trick: ``>g11`` led it, ``g2!`` took it."""
    if not plays and winner is None:
        return (Cell("–"),)
    cells = []
    for seat in range(state.seats):
        cards = [play.card for play in plays if play.seat == seat]
        led = ">" if plays and plays[0].seat == seat else " "
        took = "!" if seat == winner else ""
        text = f"{led}{' '.join(cards)}{took}" if cards or took else ""
        shown = tuple((PLAYED, card) for card in cards)
        cells.append(Cell(text, tone=find_tone(cards[0]) if cards else "", more=shown))
    return tuple(cells)


def find_tone(card: str) -> str:
    """Return the colour of a card, "" for a card without one."""
    return card if card in SUITS else SUIT.get(card, "")


def hands_panel(state: State, eyes: int | None) -> Panel:
    """Return every hand as `eyes` know it: cards left, known cards, hidden cards, missing suits.

    ``–b``: the seat is out of blue, having not followed it. ``=``: cards that the seat must hold
    because nobody else can. ``?``: possible cards, where they are few.
    """
    known = [view_hand(state, seat, eyes) for seat in range(state.seats)]
    pools: dict[str, dict[int, KnownHand]] = {}
    for seat, mine in enumerate(known):
        pools.setdefault(find_pool(state, seat), {})[seat] = mine
    surveys = {pool: survey_hands(state, hands, pool) for pool, hands in pools.items()}
    asked = {prompt.seat for prompt in list_prompts(state) if not prompt.optional}
    rows = []
    for seat, mine in enumerate(known):
        if seat in state.left:
            continue
        found = surveys[find_pool(state, seat)]
        certain = found.list_certain(seat) if mine.most else []
        if sum(found.unseen[card] for card in certain) > mine.most:
            certain = []
        possible = found.list_possible_cards(seat) if mine.most else []
        maybe = [card for card in possible if card not in certain]
        out = "".join(LETTER_OF[suit] for suit in SUITS if suit in mine.out)
        sure = {card: found.unseen[card] for card in certain}
        cells = (
            Cell("", n=mine.left, place=HANDS[seat]),
            Cell(cards_text(mine.known), place=HANDS[seat]),
            Cell(hidden_text(mine.most, sure, maybe)),
            Cell(f"–{out}" if out else ""),
        )
        rows.append(Row(SEAT_LETTERS[seat], cells, seat=seat, active=seat in asked))
    columns = ("panel.left", "panel.known", "panel.hidden", "panel.out")
    return Panel("panel.hands", tuple(rows), columns)


def hidden_text(n: int, certain: dict[str, int], possible: list[str]) -> str:
    """Return the hidden cards of a hand as text: ``?3``, ``?1 =b7``, ``?2: b7,9 N``."""
    if not n:
        return ""
    left = n - sum(certain.values())
    parts = [f"={cards_text(certain)}"] if certain else []
    if left > 0:
        listed = 0 < len(possible) <= MOST_MAYBE
        parts.insert(
            0, f"?{left}" + (f": {cards_text(dict.fromkeys(possible, 1))}" if listed else "")
        )
    return " ".join(parts)


def cards_text(cards: dict[str, int]) -> str:
    """Return cards as text, suit by suit, high to low.

    >>> cards_text({"b7": 1, "W": 2, "b13": 1, "r1": 1, "N": 1})
    'b13,7 r1 W2 N'
    """
    parts = []
    for suit in SUITS:
        letter = LETTER_OF[suit]
        values = sorted((int(c[1:]) for c in cards if SUIT.get(c) == suit), reverse=True)
        if values:
            parts.append(letter + ",".join(map(str, values)))
    rest = [card for card in cards if card not in SUIT]
    parts.extend(f"{card}{cards[card] if cards[card] > 1 else ''}" for card in sort_specials(rest))
    return " ".join(parts)


def sort_specials(cards: Iterable[str]) -> list[str]:
    """Return wizards before jesters."""
    return sorted(cards, reverse=True)
