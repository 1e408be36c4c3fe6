"""What a sheet may say: every mistake is found at once, with its place and what is near."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engines import LANGUAGES
from engines.registry import load_engine, load_sheet_engine, load_sheets
from engines.sheet.collection import FOLDER
from engines.sheet.validity import check_content
from engines.words import read_words
from replay.explain.sheet_problems import describe_sheet_file
from replay.files.sheets import make_game_id, parse_sheet
from tests.some import some

SHIPPED = sorted(load_sheets().list_shipped())

SMALL: dict[str, Any] = {
    "format": "foldtable-sheet/1",
    "id": "small",
    "names": {"en": "Small", "ko": "작은 게임"},
    "rows": [{"id": "gold", "names": {"en": "Gold", "ko": "금"}}],
}


def list_keys(**changes: Any) -> list[tuple[str, str]]:
    """Return the place and the key of every problem of a small sheet with changes."""
    _sheet, problems = check_content({**SMALL, **changes})
    return [
        (".".join(map(str, problem.path)), problem.key) for problem in problems if problem.grave
    ]


def make_rows(**row: Any) -> list[dict[str, Any]]:
    """Return the rows of a small sheet with a second one."""
    return [*SMALL["rows"], {"id": "more", "names": {"en": "More", "ko": "더"}, **row}]


@pytest.mark.parametrize("game", SHIPPED)
def test_a_sheet_that_ships_has_no_problem(game: str) -> None:
    """And the index says of it what its file says."""
    content = tomllib.loads(Path(load_sheets().find_file(game)).read_text(encoding="utf-8"))
    info, problems = load_sheets().check(content)
    assert info is not None
    assert [problem for problem in problems if problem.grave] == []
    listed = load_sheets().list_shipped()[game]
    assert (listed.game, listed.names, listed.seats) == (info.game, info.names, info.seats)
    assert set(listed.called) == set(info.called)


def test_the_index_lists_every_file() -> None:
    """No sheet ships that nobody can find."""
    files = {Path(str(each)).stem for each in FOLDER.iterdir() if str(each).endswith(".toml")}
    assert files == set(SHIPPED)


WRONG = [
    ({"rows": make_rows(multiplier=2)}, ("rows.1.multiplier", "shape.field")),
    ({"rows": make_rows(id="gold")}, ("rows.1.id", "sheet.twice")),
    ({"rows": make_rows(id="a")}, ("rows.1.id", "sheet.letter")),
    ({"rows": make_rows(id="win")}, ("rows.1.id", "sheet.reserved")),
    ({"rows": make_rows(id="More!")}, ("rows.1.id", "sheet.id")),
    ({"rows": make_rows(kind="one")}, ("rows.1.value", "sheet.valueless")),
    ({"rows": make_rows(kind="computed")}, ("rows.1.of", "sheet.valueless")),
    ({"rows": make_rows(kind="computed", of=["villages"])}, ("rows.1.of.0", "sheet.no-row")),
    ({"rows": make_rows(kind="computed", of=["more"])}, ("rows.1.of", "sheet.circle")),
    ({"rows": make_rows(table=[[2, 1], [1, 2]])}, ("rows.1.table.1", "sheet.rises")),
    ({"rows": make_rows(table=[[2]])}, ("rows.1.table.0", "sheet.step")),
    ({"rows": make_rows(min=3, max=2)}, ("rows.1.min", "sheet.range")),
    ({"rows": make_rows(times=2, per=3)}, ("rows.1", "sheet.ways")),
    ({"rows": make_rows(times="@speed")}, ("rows.1.times", "sheet.no-option")),
    ({"rows": make_rows(times="fast")}, ("rows.1.times", "sheet.not-number")),
    ({"rows": make_rows(times=2_000_000_000)}, ("rows.1.times", "shape.range")),
    ({"rows": make_rows(times=1.5)}, ("rows.1.times", "shape.kind")),
    ({"rows": make_rows(only={"option": "x"})}, ("rows.1.only.option", "sheet.no-option")),
    ({"rows": make_rows(rule="own")}, ("rows.1.rule", "sheet.no-rule")),
    ({"rows": make_rows(names={})}, ("rows.1.names", "sheet.nameless")),
    ({"rows": make_rows(names={"en": "a\x1b[31m"})}, ("rows.1.names", "sheet.name")),
    ({"rows": [{"id": f"r{n}", "names": {"en": "R"}} for n in range(61)]}, ("rows", "sheet.many")),
    ({"format": "foldtable-sheet/2"}, ("format", "sheet.newer")),
    ({"format": "chess/1"}, ("format", "sheet.format")),
    ({"seats": [3]}, ("seats", "sheet.seats")),
    ({"seats": [1, 13]}, ("seats", "sheet.seats")),
    ({"win": {"rank": ["silver most"]}}, ("win.rank.0", "sheet.no-key")),
    ({"win": {"rank": ["gold best"]}}, ("win.rank.0", "sheet.no-key")),
    ({"end": {"at": 10, "of": "silver"}}, ("end.of", "sheet.no-key")),
    ({"dealer": "rotates"}, ("dealer", "sheet.dealer")),
    ({"teams": {"sizes": [2, 2]}, "seats": [4, 5]}, ("teams.sizes", "sheet.sizes")),
    ({"checks": [{"what": "points", "sum": 26}]}, ("checks.0.what", "sheet.no-rounds")),
    ({"checks": [{"what": "gold"}]}, ("checks.0", "shape.missing")),
    ({"decimals": 1}, ("decimals", "sheet.unplayed")),
]


@pytest.mark.parametrize(("changes", "expected"), WRONG)
def test_a_mistake_is_named_with_its_place(
    changes: dict[str, Any], expected: tuple[str, str]
) -> None:
    """SF1: what is expected, and where."""
    assert expected in list_keys(**changes)


def test_all_mistakes_are_said_at_once() -> None:
    """Nobody runs the check once for each."""
    rows = [*make_rows(id="gold", kind="one"), {"id": "b", "names": {"en": "B"}}]
    assert len(list_keys(rows=rows, seats=[5, 2], dealer="rotates")) == 5


def test_a_missing_language_is_a_note() -> None:
    """The other stands in for it."""
    sheet, problems = check_content({**SMALL, "names": {"en": "Small"}})
    assert sheet is not None
    assert [(p.key, p.grave) for p in problems] == [("sheet.hint.ko", False)]


def test_every_problem_has_a_sentence_in_both_languages() -> None:
    """A key without one would be shown as it is."""
    keys = {key for _changes, (_path, key) in WRONG}
    for lang in some(LANGUAGES):
        words = load_sheet_engine().words(lang).text
        assert keys <= words.keys()
        own = read_words("engines.sheet", lang)["text"]
        assert {key for key in own if key.startswith("sheet.")} <= words.keys()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("x.toml", "rows = [", "x.toml:1: It is no TOML"),
        ("x.toml", 'id = "a"\nid = "b"\n', "x.toml:2: It is no TOML"),
        ("x.json", '{"id": ', "x.json:1: From here on it is no JSON."),
        ("x.json", "[]", "x.json:1: an object { } is expected"),
    ],
)
def test_what_is_no_sheet_at_all_is_said_with_its_line(name: str, text: str, expected: str) -> None:
    """Neither TOML nor JSON, or something else."""
    assert next(iter(describe_sheet_file(parse_sheet(Path(name), text)))).startswith(expected)


def distort(value: Any, chance: random.Random) -> Any:
    """Return a tree with something in it that is not what it was."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        return {**value, key: distort(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        return [*value[:at], distort(value[at], chance), *value[at + 1 :]]
    strange: tuple[Any, ...] = (-1, 0, 10**12, "", "@x", True, None, [], {}, [[]], {"": 0}, 1.5)
    return chance.choice(strange)


@pytest.mark.parametrize("game", SHIPPED)
def test_wrong_files_give_problems_and_no_traceback(game: str) -> None:
    """Whatever stands anywhere in one, and what remains can be opened and described."""
    content = msgspec.json.decode(msgspec.json.encode(load_sheets().read_shipped(game)))
    for seed in some(range(60)):
        chance = random.Random(seed)
        wrong = content
        for _ in range(chance.randint(1, 3)):
            wrong = distort(wrong, chance)
        sheet, problems = check_content(wrong)
        assert (sheet is None) == any(problem.grave for problem in problems)


def test_every_row_and_round_has_a_rule_in_words() -> None:
    """Breaches, why and disputes cite it."""
    books = [load_engine(game).rulebook.rules.values() for game in SHIPPED]
    own = [rule for rules in books for rule in rules if rule.id.startswith("R.")]
    for rule in some(own):
        for lang in some(LANGUAGES):
            assert rule.title[lang]
            assert rule.text[lang]
            assert "{" not in rule.text[lang]


def test_a_game_has_an_id_whatever_its_name() -> None:
    """The same name has the same one."""
    assert make_game_id("Kitchen Chess") == make_game_id("kitchen  chess") == "kitchen-chess"
    assert make_game_id("윷놀이") != make_game_id("장기")
    assert make_game_id("윷놀이").startswith("game-")
