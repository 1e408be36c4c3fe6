"""What certain eyes see of a match, as a board that fits 80 columns."""

from __future__ import annotations

from engines.board import Board, Cell, Panel, Row
from engines.book import UNKNOWN, is_unknown
from engines.challengers.cards.catalog import (
    BOX,
    DECK,
    DISCARD,
    FAN,
    FANS,
    FINAL,
    OFFER,
    PILE,
    PILE_LEVELS,
    ROBOT,
    ROUNDS,
    TROPHIES,
    trophy_fans,
    trophy_round,
)
from engines.challengers.ranking import rank_seats
from engines.challengers.score import is_provisional
from engines.challengers.state import (
    Outcome,
    State,
    count_trophies,
    has_final,
    is_in_deck_phase,
    is_in_duel,
    park_of,
    planned_sides,
    seat_of,
)
from engines.challengers.unseen.piles import pile_size as pile_size
from engines.challengers.view.duel import duel_panel
from engines.values import TABLE, SeatText


def view(state: State, eyes: int | None) -> Board:
    """Return what `eyes` know: a seat, TABLE (what everybody has seen), None (the record)."""
    panels = [standings_panel(state, eyes)]
    panels += [duel_panel(state, park, eyes) for park in state.duels]
    panels.append(pairings_panel(state))
    if has_final(state):
        panels.append(final_panel(state, eyes))
    seen = [side for side in state.players if can_see(eyes, side)]
    panels += [
        deck_panel(state, side) for side in seen if eyes is not None or has_list(state, side)
    ]
    if eyes is None:
        panels.append(piles_panel(state))
    notes = (Cell("note.provisional"),) if is_provisional(state) else ()
    return Board(tuple(panels), turn=acting_seats(state), notes=notes)


def can_see(eyes: int | None, side: str) -> bool:
    """Return whether `eyes` see what a side keeps to itself; only the record (None) sees the
    robot's."""
    return eyes is None or (eyes != TABLE and eyes == seat_of(side))


def acting_seats(state: State) -> tuple[int, ...]:
    """Return the seats that are to act: those that reveal, and those in their deck phase."""
    seats = {seat_of(duel.sides[duel.turn]) for duel in state.duels.values()}
    seats |= {
        seat_of(side)
        for side, player in state.players.items()
        if is_in_deck_phase(state, side) and not player.done
    }
    return tuple(sorted(seat for seat in seats if seat >= 0))


def standings_panel(state: State, eyes: int | None) -> Panel:
    """Return every side's fans with the trophies and tokens behind them (C61)."""
    rows = []
    for side in state.players:
        if side == ROBOT and state.seats > 1:
            continue
        tokens = state.book.count(FANS[side], FAN)
        least, most, shown = count_visible_fans(state, side, eyes)
        total = str(tokens + least) if least == most else f"{tokens + least}–{tokens + most}"
        park = park_of(state, side)
        cells = (
            Cell(total, place=FANS[side]),
            Cell(n=tokens, place=FANS[side]),
            Cell(shown or "–", place=TROPHIES[side]),
            Cell(park or "–", tone=park if park in COLOURED_PARKS else ""),
        )
        active = is_in_duel(state, side)
        seat = seat_of(side) if side != ROBOT else None
        rows.append(Row(side, cells, seat=seat, active=active))
    columns = ("panel.fans", "panel.tokens", "panel.trophies", "panel.park")
    return Panel("panel.standings", tuple(rows), columns)


CARDS_A_LINE = 3
"""How many cards are shown side by side."""

COLOURED_PARKS = ("green", "red", "purple", "yellow")


def count_visible_fans(state: State, side: str, eyes: int | None) -> tuple[int, int, str]:
    """Return the fewest and the most fans on a side's trophies as `eyes` know them, and the
    trophies as ``1:2 4:?`` (round, fans)."""
    least = most = 0
    shown = []
    for item in sorted(state.book.holding(TROPHIES[side]), key=trophy_round):
        round_ = trophy_round(item)
        fans = trophy_fans(item)
        if f"{side}.{round_}" in state.secret and not can_see(eyes, side):
            fans = None
        worth = BOX.trophies.get(round_, (0,))
        least += min(worth) if fans is None else fans
        most += max(worth) if fans is None else fans
        shown.append(f"{round_}:{'?' if fans is None else fans}")
    return least, most, " ".join(shown)


def pairings_panel(state: State) -> Panel:
    """Return who meets whom, round by round; ``a > b``: a has won."""
    parks = [park for park in state.rounds if park != FINAL]
    rows = []
    for round_ in ROUNDS:
        cells = []
        for park in parks:
            outcome = state.outcomes.get(f"{park}.{round_}")
            cells.append(
                Cell(
                    pair_text(state, park, round_, outcome),
                    tone=park,
                    place=f"{park}.trophies",
                    item=f"{UNKNOWN}{park}.{round_}",
                )
            )
        active = any(state.rounds[park] == round_ for park in parks)
        rows.append(Row(str(round_), tuple(cells), active=active))
    return Panel("panel.pairings", tuple(rows), tuple(parks))


def pair_text(state: State, park: str, round_: int, outcome: Outcome | None) -> SeatText:
    """Return the two sides of a duel in letters."""
    return SeatText(write_pair(state, park, round_, outcome))


def write_pair(state: State, park: str, round_: int, outcome: Outcome | None) -> str:
    """Return the two sides of a duel in the letters of their places."""
    if outcome is not None:
        return f"{table_letter(outcome.winner)} > {table_letter(outcome.loser)}{end_mark(outcome)}"
    under_way = state.duels.get(park)
    if under_way is not None and under_way.round == round_:
        return f"{table_letter(under_way.sides[0])} x {table_letter(under_way.sides[1])}"
    return " – ".join(map(table_letter, planned_sides(state, park, round_))) or "–"


def table_letter(side: str) -> str:
    """Return the letter of a side in tables; the robot's is ``R``.

    >>> table_letter("b"), table_letter("robot")
    ('b', 'R')
    """
    return "R" if side == ROBOT else side


def end_mark(outcome: Outcome) -> str:
    """Return the mark of how a duel ended: ``=`` a deck was empty, ``#`` a bench was full, ``?`` an
    effect was carried out by hand."""
    return {"deck": " =", "bench": " #"}.get(outcome.reason, "") + ("" if outcome.verified else "?")


def final_panel(state: State, eyes: int | None) -> Panel:
    """Return the final: who meets, who has won, and why a seat with as many fans as a finalist is
    not in it (C91, C92)."""
    outcome = state.outcomes.get(f"{FINAL}.{len(ROUNDS) + 1}")
    public = not state.secret or eyes is None or FINAL in state.duels or outcome is not None
    sides = state.finalists if public else ()
    if outcome is not None:
        sides = (outcome.winner, outcome.loser)
    marks = dict.fromkeys(sides, "") | (explain_left_out(state, sides) if public else {})
    if outcome is not None:
        marks[outcome.winner] = "panel.winner"
    rows = []
    for side, mark in marks.items():
        least, most, _ = count_visible_fans(state, side, eyes)
        tokens = state.book.count(FANS[side], FAN)
        total = str(tokens + least) if least == most else f"{tokens + least}–{tokens + most}"
        cells = (
            Cell(total, place=FANS[side]),
            Cell(n=count_trophies(state, side), place=TROPHIES[side]),
            Cell(mark),
        )
        rows.append(Row(side, cells, seat=seat_of(side)))
    if not rows:
        rows.append(Row("", (Cell("note.open"), Cell(""), Cell(""))))
    return Panel("panel.final", tuple(rows), ("panel.fans", "panel.trophies.n", ""))


def explain_left_out(state: State, finalists: tuple[str, ...]) -> dict[str, str]:
    """Return the seats that have as many fans as a finalist and are none, with what decided
    (C91)."""
    if not finalists or is_provisional(state):
        return {}
    keys = {side: key for key, side in rank_seats(state)}
    fans, owned, last = min(keys[side] for side in finalists)
    found = {}
    for side, key in keys.items():
        if side not in finalists and key[0] == fans:
            fewer, earlier = key[1] < owned, key[1] == owned and key[2] < last
            why = "panel.fewer" if fewer else "panel.earlier" if earlier else "panel.decided"
            found[side] = why
    return found


def has_list(state: State, side: str) -> bool:
    """Return whether anything is recorded of a side's deck."""
    player = state.players[side]
    return not player.loose and (player.touched or bool(player.history))


def deck_panel(state: State, side: str) -> Panel:
    """Return a side's deck, and what it has on offer, a few cards a line."""
    title = "panel.deck.loose" if state.players[side].loose else "panel.deck"
    rows = card_rows(state, "" if side == ROBOT else side, DECK[side])
    rows[0] = Row(side, rows[0].cells, seat=seat_of(side) if side != ROBOT else None)
    if state.book.size(OFFER[side]):
        rows += card_rows(state, "panel.offer", OFFER[side])
    return Panel(title, tuple(rows))


def card_rows(state: State, label: str, place: str) -> list[Row]:
    """Return the cards in a place; ``?`` stands for unknown ones."""
    held = state.book.holding(place)
    known = {item: n for item, n in held.items() if n > 0 and not is_unknown(item)}
    unseen = state.book.size(place) - sum(known.values())
    cells = [Cell(i, n if n > 1 else None, place=place, item=i) for i, n in known.items()]
    if unseen > 0:
        cells.append(Cell(UNKNOWN, unseen if unseen > 1 else None))
    lines = [tuple(cells[n : n + CARDS_A_LINE]) for n in range(0, len(cells), CARDS_A_LINE)]
    return [Row(label if n == 0 else "", line) for n, line in enumerate(lines or [(Cell("–"),)])]


def piles_panel(state: State) -> Panel:
    """Return the sizes of the piles and their discards, as far as the record knows."""
    rows = tuple(
        Row(
            level,
            (
                Cell(n=pile_size(state.book, level), place=PILE[level]),
                Cell(n=state.book.size(DISCARD[level]), place=DISCARD[level]),
            ),
        )
        for level in PILE_LEVELS
    )
    return Panel("panel.piles", rows, ("panel.pile", "panel.discard"))
