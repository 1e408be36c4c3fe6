"""What certain eyes see of a position, as a board that any screen can draw.

The pad as on paper; the trump and the trick; the hands, as far as these eyes know them. At most
80 columns with six seats.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.board import Board, Cell, Panel, Row
from engines.book import UNKNOWN
from engines.game import seat_columns
from engines.values import SEAT_LETTERS
from engines.wizard.catalog import FLIP, HANDS, LETTER_OF, PLAYED, POINTS, SUIT, SUITS, TRICKS
from engines.wizard.choices import awaits
from engines.wizard.knowledge import Hand, conclude, hand
from engines.wizard.score import totals
from engines.wizard.state import PadLine, Played, State, pool_of, won

MOST_MAYBE = 8
"""So many cards that may be in a hand are listed; of more, only the number is shown."""


def view(state: State, eyes: int | None) -> Board:
    """Return what `eyes` know: a seat, TABLE (what lies open to all), None (the whole record)."""
    panels = [pad(state)]
    if state.flip or state.trump or state.trick or state.taken:
        panels += [trump(state), tricks(state)]
    if state.dealt:
        panels.append(hands(state, eyes))
    turn = tuple(sorted({prompt.seat for prompt in awaits(state) if not prompt.optional}))
    return Board(tuple(panels), turn=tuple(seat for seat in turn if seat >= 0))


def pad(state: State) -> Panel:
    """Return the score pad: a line for every round, the total with the bid and the tricks won.

    The running round shows bids, and tricks so far; ``D`` marks the dealer. What changed totals
    beside the rounds (penalties, counts) has the line before it.
    """
    rows = []
    sums = [0] * state.seats
    for line in state.pad:
        sums = [total + points for total, points in zip(sums, line.points, strict=True)]
        latest = line is state.pad[-1]
        rows.append(Row(str(line.number), written(line, sums, latest=latest)))
    now = totals(state)
    if now != sums:
        cells = [
            Cell(f"{points - total:+d} {points}" if points != total else "", place=POINTS[seat])
            for seat, (points, total) in enumerate(zip(now, sums, strict=True))
        ]
        rows.append(Row("±", tuple(cells)))
    if not state.over:
        rows.append(Row(f"{state.number}", running(state, now), active=True))
    return Panel("panel.pad", tuple(rows), seat_columns(state.seats))


def written(line: PadLine, sums: list[int], *, latest: bool) -> tuple[Cell, ...]:
    """Return a line of the pad: ``70 2/1`` is 70 points in all after bidding 2 and winning 1."""
    return tuple(
        Cell(
            f"{total} {line.bids[seat]}/{line.tricks[seat]}",
            place=POINTS[seat] if latest else "",
        )
        for seat, total in enumerate(sums)
    )


def running(state: State, now: list[int]) -> tuple[Cell, ...]:
    """Return the line of the running round: ``70 2/0``, ``·`` for a bid that is not told."""
    tricks = won(state)
    played = state.taken or state.trick
    cells = []
    for seat in range(state.seats):
        bid = "·" if state.bids[seat] is None else str(state.bids[seat])
        text = f"{now[seat]} {bid}" + (f"/{tricks[seat]}" if played else "")
        dealer = " D" if seat == state.dealer else ""
        cells.append(Cell(f"{text}{dealer}", place=TRICKS[seat]))
    return tuple(cells)


def trump(state: State) -> Panel:
    """Return the card turned up, and the trump."""
    suit = state.trump or UNKNOWN
    turned = state.flip or "–"
    up = Cell(turned, place=FLIP, tone=tone_of(turned))
    return Panel("panel.trump", (Row("", (up, Cell(suit, tone=suit))),))


def tricks(state: State) -> Panel:
    """Return the last trick and the running one, a column for every seat."""
    rows = []
    if state.taken:
        last = state.taken[-1]
        rows.append(Row("panel.last", laid(state, last.plays, last.winner)))
    rows.append(Row("panel.trick", laid(state, state.trick, None)))
    return Panel("panel.table", tuple(rows), seat_columns(state.seats))


def laid(state: State, plays: tuple[Played, ...], winner: int | None) -> tuple[Cell, ...]:
    """Return what every seat laid in a trick: ``>g11`` led it, `` g2!`` took it."""
    if not plays and winner is None:
        return (Cell("–"),)
    cells = []
    for seat in range(state.seats):
        cards = [play.card for play in plays if play.seat == seat]
        led = ">" if plays and plays[0].seat == seat else " "
        took = "!" if seat == winner else ""
        text = f"{led}{' '.join(cards)}{took}" if cards or took else ""
        shown = tuple((PLAYED, card) for card in cards)
        cells.append(Cell(text, tone=tone_of(cards[0]) if cards else "", more=shown))
    return tuple(cells)


def tone_of(card: str) -> str:
    """Return the colour of a card, "" for one without."""
    return card if card in SUITS else SUIT.get(card, "")


def hands(state: State, eyes: int | None) -> Panel:
    """Return every hand as `eyes` know it: cards left, those known, those not, what it cannot be.

    A seat that did not follow a suit is out of it: ``–b``. Cards that the seat must hold because
    nobody else can are marked ``=``; when few are possible they are listed after ``?``.
    """
    known = [hand(state, seat, eyes) for seat in range(state.seats)]
    pools: dict[str, dict[int, Hand]] = {}
    for seat, mine in enumerate(known):
        pools.setdefault(pool_of(state, seat), {})[seat] = mine
    surveys = {pool: conclude(state, hands, pool) for pool, hands in pools.items()}
    asked = {prompt.seat for prompt in awaits(state) if not prompt.optional}
    rows = []
    for seat, mine in enumerate(known):
        found = surveys[pool_of(state, seat)]
        certain = found.certain(seat) if mine.most else []
        if sum(found.unseen[card] for card in certain) > mine.most:
            certain = []
        possible = found.possible(seat) if mine.most else []
        maybe = [card for card in possible if card not in certain]
        out = "".join(LETTER_OF[suit] for suit in SUITS if suit in mine.out)
        sure = {card: found.unseen[card] for card in certain}
        cells = (
            Cell("", n=mine.left, place=HANDS[seat]),
            Cell(short(mine.known), place=HANDS[seat]),
            Cell(hidden_text(mine.most, sure, maybe)),
            Cell(f"–{out}" if out else ""),
        )
        rows.append(Row(SEAT_LETTERS[seat], cells, seat=seat, active=seat in asked))
    columns = ("panel.left", "panel.known", "panel.hidden", "panel.out")
    return Panel("panel.hands", tuple(rows), columns)


def hidden_text(n: int, certain: dict[str, int], possible: list[str]) -> str:
    """Return the hidden cards of a hand: ``?3``, ``?1 =b7``, ``?2: b7,9 N``."""
    if not n:
        return ""
    left = n - sum(certain.values())
    parts = [f"={short(certain)}"] if certain else []
    if left > 0:
        listed = 0 < len(possible) <= MOST_MAYBE
        parts.insert(0, f"?{left}" + (f": {short(dict.fromkeys(possible, 1))}" if listed else ""))
    return " ".join(parts)


def short(cards: dict[str, int]) -> str:
    """Return cards as people jot them down, high to low.

    >>> short({"b7": 1, "W": 2, "b13": 1, "r1": 1, "N": 1})
    'b13,7 r1 W2 N'
    """
    parts = []
    for suit in SUITS:
        letter = LETTER_OF[suit]
        values = sorted((int(c[1:]) for c in cards if SUIT.get(c) == suit), reverse=True)
        if values:
            parts.append(letter + ",".join(map(str, values)))
    rest = [card for card in cards if card not in SUIT]
    parts.extend(f"{card}{cards[card] if cards[card] > 1 else ''}" for card in specials(rest))
    return " ".join(parts)


def specials(cards: Iterable[str]) -> list[str]:
    """Return wizards before jesters."""
    return sorted(cards, reverse=True)
