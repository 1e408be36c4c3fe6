"""The command query: answers, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from replay.query.views import VIEWS
from tests.replay.cli.conftest import Run
from tests.some import some

PAGE = Path(__file__).parents[3] / "docs" / "query.md"
EXAMPLES = re.findall(
    r"^```sql\n(.+?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("form", [(), ("--csv",), ("--json",), ("--plain",)], ids=" ".join)
def test_an_answer_is_a_table_csv_or_json(run: Run, maple: str, form: tuple[str, ...]) -> None:
    """With a column for each that was asked for."""
    said = run("query", "select name, version, null as nothing from matches", *form).stdout
    if form == ("--json",):
        assert json.loads(said) == [{"name": "maple", "version": 7, "nothing": None}]
    elif form == ("--csv",):
        assert said == "name,version,nothing\nmaple,7,\n"
    else:
        assert [line.split() for line in said.splitlines()] == [
            ["name", "version", "nothing"],
            ["maple", "7"],
        ]


def test_a_question_is_read_from_a_pipe(run: Run, maple: str) -> None:
    """Where none is an argument."""
    assert run("query", "--csv", given="select count(*) n\nfrom seats\n").stdout == "n\n2\n"


def test_an_archive_answers_as_its_ledger_does(run: Run, maple: str, tmp_path: Path) -> None:
    """Without one."""
    folder = str(tmp_path / "evenings")
    run("archive", "write", folder)
    sql = "select rule, ruled from breaches order by all"
    expected = run("query", sql, "--json").stdout
    assert json.loads(expected) == [{"rule": "S5", "ruled": True}]
    elsewhere = ("--archive", folder, "--db", str(tmp_path / "none.db"))
    assert run("query", sql, "--json", *elsewhere).stdout == expected
    assert not (tmp_path / "none.db").exists()
    assert "intact" in run("verify", folder).stdout


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_docs_is_answered(run: Run, maple: str, example: str) -> None:
    """In a ledger with a recorded and two simulated matches."""
    run("simulate", "splendor", "--matches", "2")
    assert json.loads(run("query", example, "--json").stdout) is not None


def test_the_docs_have_every_view_and_column() -> None:
    """With its meaning."""
    assert len(EXAMPLES) > 4
    text = PAGE.read_text(encoding="utf-8")
    for name, view in some(VIEWS.items()):
        part = text.split(f"### {name}\n")[1].split("\n### ")[0]
        assert part.strip().startswith(view.explain())
        for column in some(view.columns):
            assert f"| `{column.name}` | {column.kind} | {column.explain()} |" in part


def test_views_lists_them(run: Run) -> None:
    """As text, as data, in Korean."""
    assert "who sits there at the end" in run("query", "--views").stdout
    assert set(json.loads(run("query", "--views", "--json").stdout)) == set(VIEWS)
    assert "match" not in run("query", "--views", "--lang", "ko").stdout.split("match_id")[0][8:]


REACHING = [
    "select * from read_csv('/etc/passwd')",
    "select * from read_parquet('x.parquet')",
    "select * from read_blob('/etc/passwd')",
    "select * from glob('/etc/*')",
]


@pytest.mark.parametrize("sql", REACHING)
def test_no_file_is_read(run: Run, maple: str, sql: str) -> None:
    """Nor are names of files listed."""
    said = run("query", sql, code=2).stderr
    assert said.startswith("A query reads the views alone: no file, no network, no extension.")
    assert "root" not in said


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ("copy (select 1) to '{path}'", "COPY"),
        ("export database '{path}'", "EXPORT"),
        ("install httpfs", "LOAD"),
        ("load httpfs", "LOAD"),
        ("attach '{path}' as other", "ATTACH"),
        ("set enable_external_access = true", "SET"),
        ("create table mine (n int)", "CREATE"),
        ("create view mine as select 1", "CREATE"),
        ("insert into events values (1)", "INSERT"),
        ("delete from events", "DELETE"),
        ("update events set version = 1", "UPDATE"),
        ("drop view events", "DROP"),
        ("pragma database_list", "PRAGMA"),
        ("call pragma_version()", "CALL"),
    ],
)
def test_a_query_only_reads(run: Run, maple: str, tmp_path: Path, sql: str, kind: str) -> None:
    """Whatever else a statement would do is refused by its kind, before anything is folded."""
    before = set(tmp_path.iterdir())
    said = run("query", sql.format(path=tmp_path / "out"), code=2).stderr
    assert said.startswith(f"A query only reads: select …; {kind} is not done.")
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "sql",
    [
        "select * from '/etc/passwd'",
        "select * from settings",
        "select * from sqlite_scan('x.db', 'events')",
        "select getenv('HOME')",
        "with gone as (delete from events returning *) select * from gone",
    ],
)
def test_nothing_but_the_views_is_there(run: Run, maple: str, sql: str) -> None:
    """No file by its name, no variable of the program, no extension, no environment."""
    assert run("query", sql, code=2).stderr.startswith("The query cannot be answered")


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("selct 1", '(line 1, column 1): syntax error at or near "selct"'),
        ("select name,\n  nix from matches", "(line 2, column 3): Referenced column"),
        ("select '민지', nix from matches", "(line 1, column 14): Referenced column"),
        ("select cast('x' as int)", "Could not convert string 'x' to INT32"),
        ("select name from matches where name = ?", "Values were not provided"),
    ],
)
def test_a_slip_is_said_with_its_place(run: Run, maple: str, sql: str, told: str) -> None:
    """In one line."""
    said = run("query", sql, code=2).stderr
    assert told in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("sql", ["", "  ", "/* nothing */", ";"])
def test_without_a_question_it_is_said_how_to_ask(run: Run, maple: str, sql: str) -> None:
    """A comment is none."""
    assert run("query", sql, code=2).stderr.startswith("A query is missing. foldtable query")


def test_two_statements_are_refused(run: Run, maple: str) -> None:
    """What was meant with both would be lost."""
    said = run("query", "select 1; select 2", code=2).stderr
    assert said == "A query is one statement; these are 2.\n"


def test_columns_of_one_name_are_told_apart(run: Run, maple: str) -> None:
    """In JSON as in the table."""
    (row,) = json.loads(run("query", "select 1 n, 2 n, 3 n_2", "--json").stdout)
    assert list(row.values()) == [1, 2, 3]


def test_values_that_json_does_not_have_are_texts(run: Run, maple: str) -> None:
    """Or lists and objects of them."""
    sql = (
        "select date '2026-11-30' d, 1.5::decimal(3,1) m, 1/0 x, [date '2026-11-30'] l, "
        "{'a': 1} s, 170141183460469231731687303715884105727::hugeint h, 2.5::double f, true b"
    )
    (row,) = json.loads(run("query", sql, "--json").stdout)
    assert row == {
        "d": "2026-11-30",
        "m": "1.5",
        "x": "inf",
        "l": ["2026-11-30"],
        "s": {"a": 1},
        "h": "170141183460469231731687303715884105727",
        "f": 2.5,
        "b": True,
    }


def test_what_others_wrote_commands_no_terminal(run: Run, maple: str) -> None:
    """Nor does what a query makes."""
    assert "\x1b" not in run("query", "select chr(27) || '[31m' as red").stdout
    assert "\x1b" not in run("query", "select chr(27) || '[31m' as red", "--csv").stdout


def test_errors_speak_korean(run: Run, maple: str) -> None:
    """But for what DuckDB says."""
    said = run("query", "drop view events", "--lang", "ko", code=2).stderr
    assert said.startswith("질문은 읽기만 합니다.")
    said = run("query", REACHING[0], "--lang", "ko", code=2).stderr
    assert not re.search(r"\b(file|network|reads)\b", said)
