"""Tests of reading real files: each holds what a separate program counted in it."""

from __future__ import annotations

from collections import Counter

import pytest

from replay.plays.play import Play, Points
from tests.replay.plays.samples import EXPECTED, GAMES, read_sample, summarise
from tests.some import some

EXPORTS = ("bgstats-a.json", "bgstats-a-earlier.json", "bgstats-b.json")


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_of_bg_stats_has_its_plays_by_kind(name: str) -> None:
    """Those that the app leaves out of its statistics are read and do not count."""
    expected = EXPECTED[name]
    found = read_sample(name)
    assert len(found.plays) == found.rows == expected["counts"]["plays"]
    assert not found.skipped
    counted = [play for play in found.plays if not play.uncounted]
    assert Counter(play.kind for play in counted) == expected["kinds (not ignored)"]
    ignored = expected["counts"].get("ignored (imported, never counted)", 0)
    assert len(found.plays) - len(counted) == ignored


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_of_bg_stats_has_its_people_places_times_and_expansions(name: str) -> None:
    """An anonymous player and a program are nobody; ten o'clock means that no time is known."""
    expected = EXPECTED[name]["counts"]
    plays = read_sample(name).plays
    people = {seat.name for play in plays for seat in play.seats if seat.known}
    assert len(people) == expected["people named"]
    assert len({play.place for play in plays} - {""}) == expected.get("places", 0)
    assert sum(not play.place for play in plays) == expected["without location"]
    assert sum(play.minutes is not None for play in plays) == expected["with duration"]
    second_of_a_day = name.startswith("bgstats-a")  # one play at 10:00:01, which keeps an order
    without_time = expected["day only (10:00:00)"] + second_of_a_day
    assert sum(not play.time for play in plays) == without_time
    assert sum(bool(play.expansions) for play in plays) == expected.get("with expansions", 0)
    assert sum(bool(play.sheet) for play in plays) == expected.get("score sheets filled", 0)


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_of_bg_stats_has_its_winners(name: str) -> None:
    """Ties and plays that everybody or nobody won are read as they were logged."""
    expected = EXPECTED[name]["counts"]
    plays = [play for play in read_sample(name).plays if not play.uncounted]
    versus = [play for play in plays if play.kind == "versus"]
    without = [play for play in versus if play.winners and not _has_scores(play)]
    everybody = [play for play in versus if len(play.winners) == len(play.seats)]
    nobody = [play for play in versus if not play.winners]
    assert len(without) == expected["versus: winner without scores"]
    assert len(everybody) == expected["versus: everybody won"]
    assert len(nobody) == expected["versus: no winner given"]
    won = [play for play in plays if play.kind == "co-op" and len(play.winners) == len(play.seats)]
    assert len(won) == expected["co-op: won"]


def _has_scores(play: Play) -> bool:
    """Return whether anybody has points in a play."""
    return any(seat.points for seat in play.seats)


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_of_bg_stats_has_the_plays_of_our_games_seat_by_seat(name: str) -> None:
    """Each by its uuid, with day, minutes, people, points and winners."""
    plays = {play.id: play for play in read_sample(name).plays}
    for each in some(EXPECTED[name]["plays of our games"]):
        play = plays[f"bgstats:{each['uuid'].lower()}"]
        assert GAMES[play.game.bgg_id] == each["game"]
        assert play.date == each["playDate"][:10]
        assert play.minutes == each["minutes"]
        assert summarise(play) == {key: each[key] for key in ("players", "scores", "winners")}


def test_two_scores_with_a_decimal_comma_are_numbers() -> None:
    """They are 21.7 and 20.1."""
    seats = [seat for play in read_sample("bgstats-b.json").plays for seat in play.seats]
    found = [seat.points for seat in seats if seat.points and "," in seat.points.text]
    assert [str(points.value) for points in found] == ["21.7", "20.1"]


def test_a_later_export_has_the_same_ids_for_the_same_plays() -> None:
    """Fifteen are new after eighteen months."""
    before = {play.id for play in read_sample("bgstats-a-earlier.json").plays}
    after = {play.id for play in read_sample("bgstats-a.json").plays}
    assert before < after
    assert len(after - before) == 15


def test_a_play_in_the_list_of_deleted_ones_is_read_and_said() -> None:
    """What is in the file counts."""
    (remark,) = read_sample("bgstats-a.json").remarks
    assert remark.data == {"n": 1}


def test_a_listing_of_boardgamegeek_has_a_play_for_each_of_its_quantity() -> None:
    """Two documents in one file; nobody but the owner is known, and nobody has won."""
    expected = EXPECTED["bgg-plays-a.xml"]["counts"]
    found = read_sample("bgg-plays-a.xml")
    assert found.rows == expected["rows"]
    assert len(found.plays) == expected["plays (quantity summed)"]
    assert {seat.name for play in found.plays for seat in play.seats} == {found.owner}
    assert not any(play.winners or play.results for play in some(found.plays))
    incomplete = {play.id.split("#")[0] for play in found.plays if play.uncounted}
    assert len(incomplete) == expected["incomplete rows (never counted)"]
    ours = Counter(GAMES[play.game.bgg_id] for play in found.plays if play.game.bgg_id in GAMES)
    assert ours == {"machi-koro": 4, "splendor": 3}
    assert len({play.id for play in found.plays}) == len(found.plays)


def test_a_page_of_boardgamegeek_has_people_winners_and_what_it_lacks() -> None:
    """Anonymous players are seats and nobody; 678 of 758 plays are on other pages."""
    expected = EXPECTED["bgg-plays-b.xml"]["counts"]
    found = read_sample("bgg-plays-b.xml")
    people = {seat.name for play in found.plays for seat in play.seats if seat.known}
    assert len(people) == expected["people named"]
    assert len({play.place for play in found.plays} - {""}) == expected["places"]
    assert sum(bool(play.winners) for play in found.plays) == expected["rows with winner"]
    assert sum("\n" in play.comments for play in found.plays) == 11
    scored = [play for play in found.plays if _has_scores(play)]
    assert len(scored) == expected["rows with scores"]
    assert [remark.data for remark in found.remarks] == [{"missing": 678, "total": 758}]


@pytest.mark.parametrize("name", ["csv-wide.csv", "csv-long.csv"])
def test_a_table_has_its_matches(name: str) -> None:
    """Seat by seat, with points and winners, in the order of the table."""
    expected = EXPECTED[name]
    found = read_sample(name)
    assert found.rows == expected["rows"]
    assert len(found.plays) == expected["matches"]
    for play, each in some(zip(found.plays, expected["plays"], strict=True)):
        assert play.date == each["date"]
        assert summarise(play) == {key: each[key] for key in ("players", "scores", "winners")}


def test_a_table_with_a_column_a_person_has_a_row_that_is_no_match() -> None:
    """The row of totals is skipped and named; an empty row is none."""
    (skipped,) = read_sample("csv-wide.csv").skipped
    assert skipped.row == 32
    assert skipped.text == "a row of sums is no play"


def test_a_mark_in_a_column_of_a_person_says_that_somebody_was_there() -> None:
    """Points are not known then."""
    play = next(play for play in read_sample("csv-wide.csv").plays if play.date == "2019-08-05")
    assert [seat.points for seat in play.seats] == [None, None]
    assert play.winners == (1,)


def test_a_score_sheet_adds_up_to_the_score() -> None:
    """A full sheet of 7 Wonders Duel, where ``10.`` is ten."""
    plays = read_sample("bgstats-a.json").plays
    play = next(p for p in plays if p.sheet and p.game.bgg_id == 173346)
    assert {row.id for row in play.sheet} >= {"civilian", "military", "coins"}
    for seat, found in enumerate(some(play.seats)):
        cells = [Points(row.cells[seat]) for row in play.sheet if row.cells[seat]]
        assert found.points is not None
        assert sum(int(cell.text.rstrip(".")) for cell in cells) == found.points.value
