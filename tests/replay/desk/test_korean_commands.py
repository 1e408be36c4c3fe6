"""Commands as Korean says them, and people with particles behind their names."""

from __future__ import annotations

import pytest

from ledger.store import Ledger
from replay.desk.desk import Desk
from replay.desk.korean_commands import read_command
from tests import table

SEATS = ("김지훈", "민지", "수아")


@pytest.fixture
def town(ledger: Ledger) -> Desk:
    """A match of Machi Koro in Korean, in which two have played."""
    session = table.open_session(ledger, game="machi-koro", seats=SEATS)
    desk = table.open_desk(session, "ko")
    table.type_accepted(desk, "3 밀밭", "4 숲")
    return desk


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("취소해 줘", ("undo", "")),
        ("마지막 거 취소", ("undo", "")),
        ("방금 거 되돌려줘", ("undo", "")),
        ("5번 지웠어", ("undo", "5번")),
        ("3라운드 지훈 2로 고쳐", ("amend", "3라운드 지훈 2")),
        ("12번을 고쳐 목장으로", ("amend", "12번 목장")),
        ("5번 뒤에 1 밀밭 끼워넣어", ("insert", "5번 1 밀밭")),
        ("7번부터 한 칸씩 밀어", ("shift", "7번부터")),
        ("지훈이 먼저 나갔다", ("leave", "지훈이")),
        ("지훈 퇴장", ("leave", "지훈")),
        ("은별이 합류", ("join", "은별이")),
        ("지훈이랑 민지 자리 바꿨다", ("swap", "지훈이랑 민지")),
        ("지훈이 이름을 철수로 바꿔줘", ("rename", "지훈이 철수")),
        ("영희로 이름 바꿔", ("rename", "영희")),
        ("3번 밀밭을 목장으로 고쳐", ("amend", "3번 목장")),
        ("1라운드 수아는 3이 아니라 2였어", ("amend", "round 1 수아는 2")),
        ("아까 그거 지훈이 아니라 민지였어", ("amend", "민지")),
        ("다시 실행", ("redo", "")),
        ("마지막 3개만 보여줘", ("log", "3")),
        ("게임 끝났다", ("close", "")),
        ("도와줘", ("help", "")),
    ],
)
def test_G10_a_command_may_stand_at_the_end(said: str, command: tuple[str, str]) -> None:
    assert read_command(said) == command


@pytest.mark.parametrize("said", ["지훈이 목장 샀다", "undo 5", "빵집", "끝"])
def test_G10_what_is_no_command_is_none(said: str) -> None:
    assert read_command(said) is None


@pytest.mark.parametrize("said", ["3번 취소", "마지막 취소", "방금 거 무르기", "취소해 주세요"])
def test_G10_what_was_recorded_is_taken_back(town: Desk, said: str) -> None:
    table.type_accepted(town, said)
    assert town.session.timeline.line.struck


@pytest.mark.parametrize(
    "said",
    ["지훈이 나갔다", "지훈 퇴장", "leave 지훈이", "김지훈은 집에 갔어요", "지훈이가 먼저 갔다"],
)
def test_G10_a_person_is_known_with_a_particle(town: Desk, said: str) -> None:
    """Also without the family name."""
    table.type_accepted(town, said)
    assert town.session.engine.list_left(town.session.state) == (0,)


@pytest.mark.parametrize("said", ["join 지훈이", "지훈이 합류", "지훈이 들어왔어"])
def test_G10_whoever_sits_there_does_not_join_again(town: Desk, said: str) -> None:
    (reply,) = table.type_lines(town, said)
    assert reply.kind == "refused"
    assert tuple(town.session.timeline.seats) == SEATS
    assert "김지훈" in table.join_replies([reply])


@pytest.mark.parametrize("said", ["은별이 합류", "join 은별", "은별이가 들어왔다", "은별 님 입장"])
def test_G10_somebody_new_has_no_particle_in_the_name(town: Desk, said: str) -> None:
    table.type_accepted(town, said)
    assert tuple(town.session.timeline.seats) == (*SEATS, "은별")


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ("뭐 살 수 있어", "목장을 1에 지음"),
        ("뭘 지을 수 있어?", "목장을 1에 지음"),
        ("수아 목장 살 수 있어?", "수아 목장을 1에 지음"),
        ("지훈이 돈 얼마 있어?", "김지훈의 동전"),
        ("누가 이기고 있어?", "a 김지훈"),
        ("지금 누구 차례", "수아의 동전"),
    ],
)
def test_G10_questions_are_asked_as_koreans_ask(town: Desk, said: str, answered: str) -> None:
    """What can be bought, by whom, who has what."""
    table.type_accepted(town, "2")
    assert answered in table.join_replies(table.type_accepted(town, said))


@pytest.mark.parametrize("word", ["law", "법"])
def test_G10_a_token_has_its_row_of_the_notation_by_any_name(ledger: Ledger, word: str) -> None:
    """The Korean help gives it by its Korean name."""
    desk = table.open_desk(table.open_session(ledger, game="seven-wonders-duel"), "ko")
    said = table.join_replies(table.type_accepted(desk, f"help {word}"))
    assert "고른 발전 토큰" in said
    assert "law  법" in said


def test_G10_a_verb_is_explained_in_any_of_its_forms(ledger: Ledger) -> None:
    desk = table.open_desk(table.open_session(ledger, game="seven-wonders-duel"), "ko")
    assert "discard" in table.join_replies(table.type_accepted(desk, "help 버리기"))
