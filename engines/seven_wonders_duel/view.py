"""What certain eyes see of a position, as a board that any screen can draw.

Nothing is hidden from one seat and known to the other: all eyes see the same.
"""

from __future__ import annotations

from typing import Final

from engines.book import UNKNOWN
from engines.kit import Count
from engines.protocol import SEAT_LETTERS, Action, Board, Cell, Panel, Row, Seat, Telling
from engines.seven_wonders_duel.actions import (
    UNSEEN,
    Backs,
    Begin,
    Build,
    Discard,
    Draft,
    Keep,
    Paid,
    Raze,
    Result,
    Reveal,
    Revive,
    Token,
    Wonder,
)
from engines.seven_wonders_duel.catalog import (
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
)
from engines.seven_wonders_duel.score import sheet
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
    accessible,
    is_guild,
    pawn,
    symbols,
)
from engines.seven_wonders_duel.trade import means_of, price_of, production

GUILD_BACK: Final = "?guild"
"""A face-down card whose back is a guild's (D10)."""


def view(state: State, eyes: int | None) -> Board:
    """Return the layout, the track, the tokens, both cities and the discard pile."""
    panels = [seats(state)]
    if state.book.size("offer"):
        panels.append(pile(state, "offer", "panel.offer"))
    if state.age:
        panels.append(pyramid(state))
    panels.append(track(state))
    panels.append(pile(state, "board", "panel.board"))
    if state.book.size("drawn"):
        panels.append(pile(state, "drawn", "panel.drawn"))
    panels.extend(city(state, seat) for seat in (0, 1))
    panels.append(pile(state, DISCARDS, "panel.discard"))
    return Board(tuple(panels), turn=() if state.over else (state.turn,))


def pyramid(state: State) -> Panel:
    """Return the age's cards row by row, each with its slot's number; with an accessible one
    goes its price for the seat on turn."""
    open_now = set(accessible(state))
    rows: dict[int, list[Cell]] = {}
    last: dict[int, int] = {}
    for number, spot in LAYOUT[state.age].items():
        cells = rows.setdefault(spot.row, [])
        gap = (spot.x - last.get(spot.row, spot.x - 2)) // 2 - 1
        cells.extend([Cell()] * gap)
        last[spot.row] = spot.x
        cells.append(slot_cell(state, number, reachable=number in open_now))
    return Panel(
        f"panel.age.{state.age}",
        tuple(Row("", tuple(cells)) for cells in rows.values()),
        layout="pyramid",
    )


def slot_cell(state: State, number: int, *, reachable: bool) -> Cell:
    """Return what lies in a slot: a card, ``?`` face down, ``?guild`` by its back, or nothing."""
    place = SLOT[number]
    card = state.book.sole(place)
    if card is None:
        return Cell(place=place)
    if card not in CARDS:
        back = GUILD_BACK if state.age == 3 and is_guild(state, card) else UNKNOWN
        return Cell(back, place=place, note=str(number))
    price = price_of(state.book.places, state.turn, card).total if reachable else None
    return Cell(card, n=price, tone=CARDS[card].colour, place=place, note=str(number))


def track(state: State) -> Panel:
    """Return the military track: the pawn between the capitals, and the loot on each side."""
    at = pawn(state.book.places)
    loot = [
        Cell(" ".join(str(LOOT[t].coins) for t in LOOT if state.book.count(place, t)), place=place)
        for place in LOOT_OF
    ]
    line = Cell(draw_track(at), n=abs(at), place=TRACK_OF[0])
    return Panel("panel.track", (Row("panel.pawn", (loot[0], line, loot[1])),))


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
    left, right = ("o", "B") if at <= -LIMITS.capital else ("A", "B")
    if at >= LIMITS.capital:
        right = "o"
    return f"{left} {text} {right}"


def pile(state: State, place: str, title: str) -> Panel:
    """Return the pieces in a place, unknown ones as ``?``."""
    cells = tuple(
        Cell(UNKNOWN if item[0] == UNKNOWN else item, tone=tone_of(item), place=place)
        for item in state.book.holding(place)
    )
    return Panel(title, (Row("", cells),))


def tone_of(item: str) -> str:
    """Return the colour of a card, nothing for another piece."""
    return CARDS[item].colour if item in CARDS else ""


def seats(state: State) -> Panel:
    """Return every seat's coins, what a unit of each resource costs it, symbols and points."""
    places = state.book.places
    rows = []
    for seat in (0, 1):
        letter = SEAT_LETTERS[seat]
        coins = Cell("", n=state.book.count(COINS_OF[seat], COIN), tone=COIN, place=COINS_OF[seat])
        made, prices = production(places, seat), means_of(places, seat).prices
        cells = [coins]
        for i, resource in enumerate(RESOURCES):
            cells.append(Cell(f"{made[i]}/{prices[i]}", tone=resource, place=CITY_OF[seat]))
        cells.append(Cell("", n=len(symbols(places, seat)), place=CITY_OF[seat]))
        cells.append(Cell("", n=sum(sheet(state, seat).values()), place=f"{letter}.points"))
        active = not state.over and seat == state.turn
        rows.append(Row(letter, tuple(cells), seat=seat, active=active))
    columns = ("panel.coins", *RESOURCES, "panel.symbols", "panel.points")
    return Panel("panel.seats", tuple(rows), columns)


def city(state: State, seat: int) -> Panel:
    """Return a seat's wonders, tokens, symbols and cards by colour."""
    places = state.book.places
    wonders = []
    for wonder in state.book.holding(WONDERS_OF[seat]):
        under = state.book.sole(UNDER[wonder]) if wonder in WONDERS else None
        if under is not None:
            note = "under" if under[0] == UNKNOWN else under
            wonders.append(Cell(wonder, place=UNDER[wonder], tone="built", note=note))
        else:
            price = price_of(places, seat, wonder).total if wonder in WONDERS else None
            wonders.append(Cell(wonder, n=price, place=WONDERS_OF[seat]))
    rows = [Row("panel.wonders", tuple(wonders), seat=seat)]
    tokens = tuple(Cell(t, place=TOKENS_OF[seat]) for t in state.book.holding(TOKENS_OF[seat]))
    if tokens:
        rows.append(Row("panel.tokens", tokens, seat=seat))
    shown = tuple(Cell(s, n=n, place=CITY_OF[seat]) for s, n in symbols(places, seat).items())
    if shown:
        rows.append(Row("panel.symbols", shown, seat=seat))
    held = [card for card in state.book.holding(CITY_OF[seat]) if card in CARDS]
    for colour in COLOURS:
        of_colour = [card for card in held if CARDS[card].colour == colour]
        cells = tuple(Cell(card, tone=colour, place=CITY_OF[seat]) for card in of_colour)
        if cells:
            rows.append(Row(colour, cells, seat=seat))
    return Panel(f"panel.city.{SEAT_LETTERS[seat]}", tuple(rows))


def tell(action: Action) -> Telling:
    """Return what an action was, for the log."""
    verb = f"did.{action.verb}"
    match action:
        case Draft():
            return Telling(verb, {"wonder": action.wonder})
        case Build():
            return Telling(verb + paid_key(action.paid), {"card": action.card} | paid(action.paid))
        case Discard():
            return Telling(verb, {"card": action.card, "n": action.taken})
        case Wonder():
            data = {"wonder": action.wonder, "card": action.card} | paid(action.paid)
            return Telling(verb + paid_key(action.paid), data)
        case Token() | Keep():
            return Telling(verb, {"token": action.token})
        case Raze() | Revive():
            return Telling(verb, {"card": action.card})
        case Begin():
            return Telling(verb, {"who": Seat(action.who)})
        case Reveal():
            seen = action.card != UNSEEN
            data = {"card": action.card, "place": action.place}
            return Telling(verb if seen else f"{verb}.unseen", data)
        case Backs():
            if action.guilds is None:
                return Telling(f"{verb}.unseen", {})
            places = [SLOT[n] for n in action.guilds]
            return Telling(verb if places else f"{verb}.none", {"places": places})
        case Result():
            return tell_result(action)
        case Count():
            return Telling(verb, {"holds": action.holds})
    return Telling(verb, {})


def paid_key(sum_: Paid) -> str:
    """Return the ending of the sentence for what was paid."""
    if not sum_.total:
        return ".free"
    return ".trade" if sum_.opponent else ""


def paid(sum_: Paid) -> dict[str, int]:
    """Return what was paid, for a sentence."""
    return {"n": sum_.total, "bank": sum_.bank, "opponent": sum_.opponent}


def tell_result(action: Result) -> Telling:
    """Return what a score sheet says."""
    points = [action.total(seat) for seat in range(len(action.sheet))]
    data = {"kind": f"kind.{action.kind}", "points": points}
    if action.winner is None:
        return Telling("did.result.shared", data)
    return Telling("did.result", data | {"winner": Seat(action.winner)})
