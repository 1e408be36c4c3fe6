"""Fans, ranks and winners, with the trophy or token behind every fan (C60, C90 to C97)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from engines.challengers.actions import Result
from engines.challengers.cards.catalog import (
    BOX,
    FAN,
    FANS,
    FINAL,
    ROBOT,
    ROUNDS,
    TROPHIES,
    trophy_fans,
    trophy_round,
)
from engines.challengers.ranking import fan_range, find_hidden_trophies
from engines.challengers.state import (
    Outcome,
    State,
    count_trophies,
    has_final,
    is_gone,
    latest_round,
    name_side,
    seat_of,
)
from engines.values import Message, Score, Standing, Term


def standing(state: State) -> Standing:
    """Return the fans of every seat (C90), ranked, and the winners once the match is over.

    A hidden trophy counts with the least that can be on it, so totals are provisional until all
    are shown. With a final its two sides come first, the winner of it before the other (C92);
    else ties go by trophies and then by the latest trophy (C91, C93).
    """
    if state.result is not None and not state.outcomes:
        return make_sheet_standing(state, state.result)
    scores = []
    for side in state.players:
        if side == ROBOT:
            continue
        seat = seat_of(side)
        lines = list(list_terms(state, side))
        ties = (count_trophies(state, side), latest_round(state, side))
        scores.append(Score(seat, sum(line.n for line in lines), tuple(lines), ties=ties))
    key = {
        score.seat: (*final_place(state, score.seat), score.total or 0, *score.ties)
        for score in scores
    }
    ranked = rank_scores(scores, key)
    if not state.over:
        return Standing(ranked, notice=describe_last_round(state))
    best = tuple(score.seat for score in ranked if score.rank == 1)
    return Standing(ranked, True, find_winners(state, best), *end_reason(state))


def describe_last_round(state: State) -> Message | None:
    """Return the message that the last round, or the final, is to be played; None before it."""
    last = len(ROUNDS)
    reached = min(
        player.round for side, player in state.players.items() if not is_gone(state, side)
    )
    if reached == last:
        key = "notice.final-follows" if has_final(state) else "notice.last-round"
        return Message(key, {"n": last})
    if reached < last or not has_final(state):
        return None
    sides = [name_side(side) for side in state.finalists]
    return Message("notice.finalists" if sides else "notice.final", {"sides": sides})


def list_open_totals(state: State) -> dict[int, tuple[int, int]]:
    """Return the fewest and the most fans of every seat that has a hidden trophy (C61)."""
    ranges = {seat_of(side): fan_range(state, side) for side in state.players if side != ROBOT}
    return {seat: fans for seat, fans in ranges.items() if fans[0] != fans[1]}


def rank_scores(scores: Sequence[Score], keys: Mapping[int, tuple[int, ...]]) -> tuple[Score, ...]:
    """Return the scores with their ranks; `keys` are what seats are compared by."""
    return tuple(
        replace(score, rank=1 + sum(other > keys[score.seat] for other in keys.values()))
        for score in scores
    )


def make_sheet_standing(state: State, sheet: Result) -> Standing:
    """Return the standing that a score sheet tells (C90). The winner that it names comes first,
    then the other finalist: the best of the others (C92).

    Where it names none, a final is open between the two best. Without a final, even fans are open
    where the trophies were not counted (C93).
    """
    seats = range(state.seats)
    owned = sheet.trophies or (0,) * state.seats
    counted = [(sheet.fans[seat] if sheet.fans else 0, owned[seat]) for seat in seats]
    scores = [
        Score(
            seat,
            sheet.fans[seat] if sheet.fans else None,
            (Term("line.sheet", sheet.fans[seat], "C90"),) if sheet.fans else (),
            ties=(owned[seat], 0),
        )
        for seat in seats
    ]
    won = seat_of(sheet.winner) if sheet.winner else None
    others = sorted((counted[seat] for seat in seats if seat != won), reverse=True)
    second = (
        others[:1] if won is not None and has_final(state) and others[:1] != others[1:2] else []
    )
    keys = {seat: (seat == won, counted[seat] in second, *counted[seat]) for seat in seats}
    ranked = rank_scores(scores, keys)
    best = tuple(score.seat for score in ranked if score.rank == 1)
    if won is not None:
        return Standing(ranked, True, (won,) if won >= 0 else (), "end.sheet", "C90")
    if has_final(state):
        bar = sorted(counted, reverse=True)[1]
        tied = tuple(seat for seat in seats if counted[seat] >= bar)
        return Standing(ranked, True, (), "end.sheet.open", "C92", tied)
    if len(best) > 1 and not sheet.trophies:
        return Standing(ranked, True, (), "end.sheet.tied", "C93", best)
    return Standing(ranked, True, best, "end.sheet", "C90")


def list_terms(state: State, side: str) -> Iterator[Term]:
    """Yield the terms of a side's fans: tokens, then trophies by round."""
    tokens = state.book.count(FANS[side], FAN)
    if tokens:
        yield Term("line.tokens", tokens, "C90", FAN)
    held = state.book.holding(TROPHIES[side])
    for item in sorted(held, key=trophy_round):
        round_ = trophy_round(item)
        fans = trophy_fans(item)
        if fans is not None:
            yield Term("line.trophy", fans * held[item], "C60", item, {"round": round_})
        elif round_:
            least, most = min(BOX.trophies[round_]), max(BOX.trophies[round_])
            data = {"round": round_, "least": least, "most": most}
            yield Term("line.trophy.hidden", least * held[item], "C61", item, data)


def final_place(state: State, seat: int) -> tuple[int, int]:
    """Return (won the final, was in it) for a seat, each 0 or 1; it counts before fans (C92)."""
    final = find_final(state)
    if final is None:
        return (0, 0)
    return (
        int(seat_of(final.winner) == seat),
        int(seat in map(seat_of, (final.winner, final.loser))),
    )


def find_final(state: State) -> Outcome | None:
    """Return the outcome of the final, None before."""
    return next((o for o in state.outcomes.values() if o.park == FINAL), None)


def find_winners(state: State, best: tuple[int, ...]) -> tuple[int, ...]:
    """Return the winners of a match that is over; `best` are the seats ranked first. There is none
    where the robot is better (C97), or where a score sheet does not name the winner of the final
    (C92)."""
    if has_final(state):
        final = find_final(state)
        if final is not None:
            return (seat_of(final.winner),)
        said = state.result.winner if state.result is not None else ""
        return (seat_of(said),) if said and said != ROBOT else ()
    if state.result is not None and state.result.winner:
        return () if state.result.winner == ROBOT else (seat_of(state.result.winner),)
    if ROBOT in state.players and state.outcomes:
        mine, its = (solo_result(state, side) for side in state.players)
        return best if mine >= its else ()
    return best


def solo_result(state: State, side: str) -> tuple[int, int, int]:
    """Return (fans, trophies, latest round), by which a side is compared with the robot (C97)."""
    return fan_range(state, side)[0], count_trophies(state, side), latest_round(state, side)


def end_reason(state: State) -> tuple[str, str]:
    """Return why a match is over: the key of a sentence and its rule."""
    if state.result is not None and (not state.outcomes or find_final(state) is None):
        return "end.sheet", "C90"
    if has_final(state):
        return "end.final", "C92"
    rule = "C97" if ROBOT in state.players else "C93"
    played = all(round_ > len(BOX.schedule) for round_ in state.rounds.values())
    return ("end.rounds" if played else "end.lead"), rule


def is_provisional(state: State) -> bool:
    """Return whether totals can still turn out higher, because trophies are hidden (C61)."""
    return bool(find_hidden_trophies(state))
