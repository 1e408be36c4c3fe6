"""Korean sentences of every game: particles, verbs at the end, numbers as words."""

from __future__ import annotations

import pytest

from engines.korean_verbs import list_denials, list_forms
from engines.registry import load_engine
from engines.values import NotationError, Setup

NAMES = ("김지훈", "민지", "수아")

SAID = [
    ("machi-koro", "2 밀밭", "지훈 2 나왔어 밀밭 하나 샀어"),
    ("machi-koro", "1 밀밭", "1 굴림 -> 밀밭"),
    ("machi-koro", "3 목장", "지훈이 3나와서 목장 구매완료"),
    ("machi-koro", "6 -", "김지훈은 6 나와서 아무것도 안 삼"),
    ("machi-koro", "6 -", "6 나옴 꽝"),
    ("machi-koro", "5 -", "5 돈이 없어서 못 샀음"),
    ("machi-koro", "5 -", "지훈 주사위 5, 건설 안 함"),
    ("machi-koro", "1 밀밭", "지훈 주사위1개 1 밀밭이요"),
    ("machi-koro", "b: build ranch =1", "민지: 목장"),
    ("splendor", "take r2", "지훈 빨간거 두 개"),
    ("splendor", "take ugw", "파랑 초록 하양 한 개씩 가져갈게"),
    ("splendor", "take wug", "흰파초 가져감"),
    ("splendor", "take r2", "빨2"),
    ("splendor", "d2", "지훈 2단계 맨 위 카드 예약이요"),
    ("splendor", "d2", "2단계 더미에서 안 보고 예약하고 황금 받음"),
    ("splendor", "take wug -k", "흰 파 초 가져가고 검정 반납"),
    ("splendor", "b: take wrk", "민지가 다이아, 루비, 오닉스를 가져갔습니다"),
    ("wizard", "b8", "파란색 8 뒤집었어요"),
    ("wizard", "t n", "으뜸패는 없음"),
    ("wizard", "bids 1 1 1", "다들 1씩 불렀어"),
    ("wizard", "= 60 50 40", "점수는 60 50 40"),
    ("seven-wonders-duel", "law, masonry", "법, 석공술 나옴"),
    ("machi-koro", "1 편의점", "1 - 편의점"),
    ("splendor", "take uwk", "파랑하양검정"),
    ("splendor", "take wuk", "흰 파 검 토큰 세개"),
    ("wizard", "b8", "파랑 8 까짐"),
    ("seven-wonders-duel", "law, masonry", "법이랑 석공술 열림"),
    ("challengers", "win a", "지훈 승"),
    ("challengers", "win a", "지훈이 민지 이김"),
    ("challengers", "win b 3", "트로피 3짜리로 민지 승"),
    ("challengers", "win a d", "민지가 덱이 없어서 짐"),
    ("challengers", "win a d14", "지훈이 이김, 상대 덱 14장 만에 떨어짐"),
    ("challengers", "win a 3 d14 sb", "지훈 승 3팬 덱 14장 민지 선"),
    ("challengers", "win b", "지훈 패"),
    ("challengers", "win a conceded", "민지가 기권"),
    ("challengers", "win a 3", "초록 공원 지훈 승 3점"),
    ("challengers", "win a", "1라운드 지훈 승"),
    ("machi-koro", "3+3", "지훈 주사위 2개로 더블 나옴 3 3"),
    ("machi-koro", "rr", "한 번 더"),
    ("machi-koro", "= a 12", "지훈 코인 12개 있음"),
    ("machi-koro", "6 숲", "아 지훈 6 숲 지었대"),
    ("splendor", "= a r3", "지훈 빨강 3개 있음"),
]


def write_in_full(game: str, text: str) -> list[str]:
    """Return in full what a text means at the beginning of a match."""
    engine = load_engine(game)
    seats = max(2, engine.seats.start)
    level = "results" if game == "challengers" else "full"
    state = engine.open(Setup(seats, level=level))
    return [engine.write(each) for each in engine.parse(text, state, NAMES[:seats])]


@pytest.mark.parametrize(("game", "typed", "said"), SAID)
def test_G10_a_korean_sentence_means_the_notation(game: str, typed: str, said: str) -> None:
    assert write_in_full(game, said) == write_in_full(game, typed)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("machi-koro", "지훈이 뭔가 했다"),
        ("splendor", "민지가 웃었다"),
        ("wizard", "수아가 화장실 갔다"),
        ("seven-wonders-duel", "지훈이 커피를 샀다"),
        ("challengers", "강아지가 짖었다"),
    ],
)
def test_G10_what_means_nothing_is_refused(game: str, said: str) -> None:
    with pytest.raises(NotationError):
        write_in_full(game, said)


@pytest.mark.parametrize(
    ("entry", "form"),
    [
        ("사다", "삼"),
        ("사다", "살게"),
        ("사다", "삽니다"),
        ("샀다", "샀음"),
        ("버리다", "버린다"),
        ("버렸다", "버려"),
        ("구입하다", "구입"),
        ("구입하다", "구입했어요"),
        ("팔다", "팖"),
        ("먹다", "먹음"),
        ("찜", "찜"),
    ],
)
def test_G10_a_verb_has_the_forms_that_people_type(entry: str, form: str) -> None:
    assert form in list_forms(entry)


@pytest.mark.parametrize(
    ("entry", "form"),
    [("사다", "안 삼"), ("샀다", "못샀음"), ("건설하다", "건설 안 함"), ("사다", "안 산다")],
)
def test_G10_a_verb_can_be_denied(entry: str, form: str) -> None:
    assert form in list_denials(entry)
