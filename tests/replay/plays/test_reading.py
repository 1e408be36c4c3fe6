"""Tests of recognising files, and of files that are broken or of another kind."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.plays.errors import UnreadablePlays
from replay.plays.play import PlayFile
from replay.plays.reading import read_plays
from tests.replay.plays.samples import SAMPLES

WIDE = "Date,Game,Ann,Bo,Cy,Winner\n"
LONG = "date,game,player,score,winner\n"


def read(text: str, **options: Any) -> PlayFile:
    """Return the plays in a table or document."""
    return read_plays(text.encode(), "x.csv", **options)


def make_export(**play: Any) -> bytes:
    """Return an export of BG Stats with one play of Ann and Bo."""
    entries = [{"playerRefId": 1, "winner": 1, "score": "12"}, {"playerRefId": 2, "score": None}]
    row = {"uuid": "AB", "gameRefId": 1, "playDate": "2026-03-14 19:05:00", "playerScores": entries}
    content = {
        "players": [{"id": 1, "uuid": "P1", "name": "Ann "}, {"id": 2, "name": "Bo"}],
        "games": [{"id": 1, "name": "Wizard", "bggId": 1465}],
        "plays": [row | play],
    }
    return json.dumps(content).encode()


def test_flags_of_an_export_are_words_or_numbers() -> None:
    """``1`` is yes, blanks around names are none of them."""
    (play,) = read_plays(make_export(), "x").plays
    assert [(seat.name, seat.winner) for seat in play.seats] == [("Ann", True), ("Bo", False)]
    assert play.id == "bgstats:ab"


@pytest.mark.parametrize(
    ("play", "text"),
    [
        ({"gameRefId": 9}, "the play names no game of the file"),
        ({"playDate": "soon"}, "the play has no date: {text}"),
        ({"playDate": None}, "the play has no date: {text}"),
        ({"uuid": ""}, "the play has no uuid"),
    ],
)
def test_a_play_that_cannot_be_read_is_skipped_with_its_reason(play: Any, text: str) -> None:
    """Its number in the list is said."""
    found = read_plays(make_export(**play), "x")
    assert not found.plays
    assert [(remark.row, remark.text) for remark in found.skipped] == [(1, text)]


@pytest.mark.parametrize(
    ("setting", "direction", "kind"),
    [(0, "most", "versus"), (2, "least", "versus"), (3, "none", "versus"), (5, "least", "co-op")],
)
def test_a_play_may_be_scored_by_a_setting_of_its_own(
    setting: int, direction: str, kind: str
) -> None:
    """With eight added nobody wins, and the rest means the same."""
    for value in (setting, setting + 8):
        (play,) = read_plays(make_export(scoringSetting=value), "x").plays
        assert (play.game.direction, play.kind) == (direction, kind)


def test_seats_are_ordered_by_where_they_started() -> None:
    """Without such positions they are as listed."""
    entries = [{"playerRefId": 1, "startPosition": "2"}, {"playerRefId": 2, "startPosition": "1"}]
    (play,) = read_plays(make_export(playerScores=entries), "x").plays
    assert [(seat.name, seat.starts) for seat in play.seats] == [("Bo", True), ("Ann", False)]


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b'{"plays": [', "breaks off"),
        (b"[1, 2]", "none that foldtable knows"),
        (b"{}", "none that foldtable knows"),
        (b"[" * 100_000, "breaks off"),
        (b"<html><body>Unauthorized</body></html>", "a page, not a list"),
        (b"<plays><play id='1' date='2026-01-01'>", "breaks off"),
        (b"<plays><!DOCTYPE x [<!ENTITY a 'b'>]></plays>", "breaks off"),
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]><plays>&a;</plays>", "a page, not a list"),
        (b"\x89PNG\x00\x00", "none that foldtable knows"),
        (b"", "none that foldtable knows"),
        (b"hello", "none that foldtable knows"),
        (b"objectname,objectid,numplays\nWizard,1465,3\n", "list of a collection"),
        (b"a,b,c\n1,2,3\n", "--columns"),
        (b'Date,Game,Ann\n2026-01-01,"Wizard,3\n', "quotation mark"),
    ],
)
def test_another_file_is_refused_with_what_it_is(content: bytes, part: str) -> None:
    """A sentence, and what foldtable reads."""
    with pytest.raises(UnreadablePlays) as caught:
        read_plays(content, "x")
    assert part in f"{caught.value} {caught.value.hint}"


def test_a_document_that_declares_entities_is_refused() -> None:
    """A small file must not become a large one."""
    bomb = '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY a "aa">]><plays username="&a;"></plays>'
    with pytest.raises(UnreadablePlays):
        read(bomb)


@pytest.mark.parametrize("name", ["bgstats-b.json", "bgg-plays-b.xml", "csv-long.csv"])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_a_file_cut_or_changed_anywhere_is_read_or_refused(name: str, data: Any) -> None:
    """Never anything else."""
    content = bytearray((SAMPLES / name).read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[at:]
    else:
        content[at] = data.draw(st.integers(0, 255))
    try:
        found = read_plays(bytes(content), name)
    except UnreadablePlays:
        return
    assert len(found.plays) + len(found.skipped) <= found.rows * 100


def test_days_that_may_be_read_either_way_are_asked_about() -> None:
    """An order that is said, or one clear day, decides."""
    text = WIDE + "03/04/2026,Wizard,20,10,,Ann\n"
    with pytest.raises(UnreadablePlays, match="two ways"):
        read(text)
    assert read(text, dates="mdy").plays[0].date == "2026-03-04"
    assert read(text + "13/04/2026,Wizard,20,10,,Ann\n").plays[0].date == "2026-04-03"


def test_semicolons_decimal_commas_and_other_letters_are_read() -> None:
    """As spreadsheets of half of Europe write them; the letters are said."""
    text = "Datum;Spiel;Jörg;Bo\n14.03.2026;Ähnlich;21,5;20\n"
    found = read_plays(text.encode("cp1252"), "x.csv")
    (play,) = found.plays
    assert [seat.name for seat in play.seats] == ["Jörg", "Bo"]
    assert [str(seat.points.value) for seat in play.seats if seat.points] == ["21.5", "20"]
    assert "Windows-1252" in found.remarks[0].text


def test_utf_16_of_a_spreadsheet_is_read() -> None:
    """Excel calls it Unicode text; its separator is a tab."""
    text = "날짜\t게임\t선수\t점수\t승자\n2026-03-14\tWizard\t지훈\t30\t1\n"
    found = read_plays(text.encode("utf-16"), "x.txt")
    assert found.plays[0].seats[0].name == "지훈"
    assert found.plays[0].winners == (0,)


@pytest.mark.parametrize("cell", ["Ann;Bo", "Ann, Bo", "ann & bo", "Ann and Bo"])
def test_several_winners_stand_in_one_cell(cell: str) -> None:
    """Names are told apart by what people write between them."""
    (play,) = read(f'{WIDE}2026-03-14,Wizard,20,20,10,"{cell}"\n').plays
    assert play.winners == (0, 1)


def test_a_winner_that_was_worked_out_is_said() -> None:
    """A star marks one, too."""
    found = read(f"{WIDE}2026-03-14,Wizard,20,30,,\n2026-03-15,Wizard,15*,30,,\n")
    assert [play.winners for play in found.plays] == [(1,), (0,)]
    assert [(remark.row, remark.data["day"]) for remark in found.remarks] == [(2, "2026-03-14")]


def test_rows_of_a_long_table_without_ids_are_grouped_by_day_and_game() -> None:
    """A person who comes again begins the next play."""
    rows = "".join(f"2026-03-14,Wizard,{name},{n},0\n" for name, n in [("A", 1), ("B", 2)] * 2)
    found = read(LONG + rows)
    assert [[seat.name for seat in play.seats] for play in found.plays] == [["A", "B"]] * 2


def test_a_longer_table_has_the_same_ids_for_its_first_rows() -> None:
    """Equal rows are told apart by their numbers."""
    row = "2026-03-14,Wizard,20,10,,Ann\n"
    before = [play.id for play in read(WIDE + row * 2).plays]
    after = [play.id for play in read(WIDE + row * 3).plays]
    assert after[:2] == before
    assert len(set(after)) == 3


def test_headers_of_ones_own_are_explained() -> None:
    """Column by column."""
    text = "Wann,Was,Ann,Bo\n2026-03-14,Wizard,20,10\n"
    (play,) = read(text, columns={"Wann": "date", "Was": "game"}).plays
    assert (play.date, play.game.name, len(play.seats)) == ("2026-03-14", "Wizard", 2)


def test_a_kind_of_column_that_there_is_not_is_refused_with_those_there_are() -> None:
    """A kind may be said in Korean, too."""
    text = "Wann,Was,Ann,Bo\n2026-03-14,Wizard,20,10\n"
    assert read(text, columns={"Wann": "날짜", "Was": "게임"}).plays[0].date == "2026-03-14"
    with pytest.raises(UnreadablePlays, match="when"):
        read(text, columns={"Wann": "when"})
