"""Recording from a pipe: the same lines as at the prompt; the first that fails stops it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ledger.location import Location
from ledger.store import Ledger
from replay.record.session import Session
from tests import table
from tests.replay.cli.conftest import Run
from tests.some import some


def recorded(run: Run, match: str = "maple") -> list[tuple[str, Any]]:
    """Everything that was recorded after the opening: type and payload."""
    listed = json.loads(run("log", match, "--raw", "--json").stdout)
    return [(event["type"], event["payload"]) for event in listed[1:]]


@pytest.fixture
def nut(run: Run, maple: str) -> str:
    """A match with nothing recorded yet."""
    run("new", "splendor", "Ana", "Bo", "--name", "nut", "--level", "actions", "--another")
    return "nut"


def test_a_line_is_an_event(run: Run, nut: str) -> None:
    """Each is said as it is recorded."""
    said = run("record", nut, given="wug\nwrk\n").stdout.splitlines()
    assert [line.split()[:2] for line in said] == [["2", "Ana"], ["3", "Bo"]]
    assert [kind for kind, _ in recorded(run, nut)] == ["take", "take"]


@pytest.mark.parametrize(
    "given",
    [
        "wug\nwrk\n",
        "wug\nwrk",
        "wug\r\nwrk\r\n",
        "\ufeffwug\nwrk\n",
        "\n\nwug; wrk\n\n",
        " wug \n\twrk\n",
    ],
    ids=repr,
)
def test_however_the_lines_end(run: Run, nut: str, given: str) -> None:
    """As editors on any system write them; empty lines are nothing."""
    run("record", nut, given=given)
    assert [payload["seat"] for _, payload in recorded(run, nut)] == [0, 1]


def test_nothing_is_nothing(run: Run, nut: str) -> None:
    """An empty pipe records nothing."""
    assert run("record", nut, given="").output == ""
    assert recorded(run, nut) == []


def test_without_a_name_it_is_the_match_recorded_on_last(run: Run, maple: str, nut: str) -> None:
    """An open one."""
    run("record", maple, given="ugr\n")
    run("record", given="rgw\n")
    assert recorded(run, maple)[-1][1]["tokens"] == {"green": 1, "red": 1, "white": 1}
    run("close", maple, "--abandoned")
    run("record", given="rgw\n")
    assert len(recorded(run, nut)) == 1


def test_a_breach_stops_the_pipe_and_names_the_line(run: Run, nut: str) -> None:
    """What came before is recorded, what comes after is not looked at."""
    result = run("record", nut, given="wug\n\nkkk\nugr\n", code=1)
    assert "line 3: kkk" in result.stderr
    assert "S5" in result.stderr
    assert [kind for kind, _ in recorded(run, nut)] == ["take"]


def test_a_reason_lets_it_pass_and_is_stored_as_a_ruling(run: Run, nut: str) -> None:
    """On the event, by its rules, with who ruled."""
    run("record", nut, "--actor", "Cy", given="wug\nkkk ! Bo is new\nugr\n")
    kinds = recorded(run, nut)
    assert [kind for kind, _ in kinds] == ["take", "take", "log.ruling", "take"]
    assert kinds[2][1] == {"at": 3, "by": "Cy", "reason": "Bo is new", "rules": ["S5"]}


def test_a_reason_may_come_on_the_next_line(run: Run, nut: str) -> None:
    """No: in a pipe the breach has stopped it."""
    run("record", nut, given="kkk\n! Bo is new\n", code=1)
    assert recorded(run, nut) == []


@pytest.mark.parametrize("line", ["xyzzy", "b99", "undo 99", "amend 1 wug", "! why", "zoe: wug"])
def test_a_line_that_cannot_be_read_stops_the_pipe(run: Run, nut: str, line: str) -> None:
    """It is named with its number."""
    code = 3 if line == "undo 99" else 2  # an event that is not there
    result = run("record", nut, given=f"wug\n{line}\nwrk\n", code=code)
    assert f"line 2: {line}" in result.stderr
    assert [kind for kind, _ in recorded(run, nut)] == ["take"]


def test_broken_utf_8_is_named_with_its_byte(run: Run, nut: str) -> None:
    """Everything before it is recorded."""
    result = run("record", nut, given=b"wug\n# caf\xe9\nwrk\n", code=2)
    assert "line 2" in result.stderr
    assert "byte 5" in result.stderr
    assert [kind for kind, _ in recorded(run, nut)] == ["take"]


@pytest.mark.parametrize(
    "given", [b"\x00\x01\x02\n", b"\xff\xfe\x00w", b"wug\x00\n", b"\x1b[31m\n"]
)
def test_what_is_no_text_is_refused(run: Run, nut: str, given: bytes) -> None:
    """And nothing of it is recorded."""
    run("record", nut, given=given, code=2)
    assert recorded(run, nut) == []


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch, location: Location) -> Any:
    """Let Bo record a line just before the next append of whoever records."""
    append = Ledger.append

    def arrange(match: str, line: str) -> None:
        armed = [True]

        def delayed(self: Ledger, *arguments: Any, **named: Any) -> Any:
            if armed.pop() if armed else False:
                with Ledger(location) as other:
                    bo = Session(other, other.find(match), "bo")
                    table.type_accepted(table.open_desk(bo), line)
            return append(self, *arguments, **named)

        monkeypatch.setattr(Ledger, "append", delayed)

    return arrange


def test_a_conflict_stops_the_pipe(run: Run, nut: str, meanwhile: Any) -> None:
    """Somebody else has recorded that turn: it is shown, and nothing is doubled."""
    meanwhile(nut, "wrk")
    result = run("record", nut, given="wug\nugr\n", code=5)
    assert "line 1: wug" in result.stderr
    assert "Ana takes" in result.stderr
    assert [payload["tokens"] for _, payload in recorded(run, nut)] == [
        {"black": 1, "red": 1, "white": 1}
    ]


def test_what_changes_nothing_does_not(run: Run, nut: str, meanwhile: Any) -> None:
    """A note by somebody else: the take goes after it."""
    meanwhile(nut, "note thirsty")
    run("record", nut, given="wug\nugr\n")
    assert [kind for kind, _ in recorded(run, nut)] == ["log.note", "take", "take"]


def test_corrections_work_in_a_pipe(run: Run, nut: str) -> None:
    """All of the desk's commands do."""
    run("record", nut, given="wug\nwrk\nundo\nredo\namend 2 ugr ! misheard\n# noted\nquit\nwug\n")
    kinds = [kind for kind, _ in recorded(run, nut)]
    assert kinds == ["take", "take", "log.strike", "log.strike", "log.amend", "log.note"]


def test_asking_works_in_a_pipe(run: Run, nut: str) -> None:
    """The answers come between the events."""
    said = run("record", nut, given="wug\nboard\nwhy ana.blue\nlog 5\nhelp\n").stdout
    assert "Bank" in said
    assert "S4" in said
    assert len(recorded(run, nut)) == 1


def test_expressions_are_lines(run: Run, nut: str) -> None:
    """-e may be given more than once; errors name which."""
    run("record", nut, "-e", "wug", "-e", "wrk; ugr")
    assert len(recorded(run, nut)) == 3
    assert "line 2" in run("record", nut, "-e", "rgk", "-e", "xyzzy", code=2).stderr


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        (("undo",), ["take", "take", "log.strike"]),
        (("undo", "2"), ["take", "take", "log.strike"]),
        (("amend", "2", "ugr"), ["take", "take", "log.amend"]),
        (("insert", "2", "b:", "rgk"), ["take", "take", "log.insert"]),
        (("note", "so", "far"), ["take", "take", "log.note"]),
        (("amend", "2", "ugr", "--dry-run"), ["take", "take"]),
        (("insert", "2", "b:", "rgk", "--dry-run"), ["take", "take"]),
    ],
    ids=str,
)
def test_corrections_are_commands_too(
    run: Run, nut: str, command: tuple[str, ...], kinds: list[str]
) -> None:
    """One line each; a dry run only says what would change."""
    run("record", nut, given="wug\nwrk\n")
    run(command[0], nut, *command[1:])
    assert [kind for kind, _ in recorded(run, nut)] == kinds


def test_the_actor_is_kept(run: Run, nut: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who recorded, not who acted: the option, the variable, the user."""
    run("record", nut, "--actor", "Cy", "-e", "wug")
    monkeypatch.setenv("FOLDTABLE_ACTOR", "Di")
    run("record", nut, "-e", "wrk")
    monkeypatch.delenv("FOLDTABLE_ACTOR")
    run("record", nut, "-e", "ugr")
    actors = [e["actor"] for e in json.loads(run("log", nut, "--raw", "--json").stdout)]
    assert actors[1:3] == ["Cy", "Di"]
    assert actors[3]


def test_the_head_is_told_in_json(run: Run, nut: str) -> None:
    """With how many events were recorded."""
    told = json.loads(run("record", nut, "--json", given="wug\nwrk\n").stdout)
    assert told["recorded"] == 2
    assert told["head"] == json.loads(run("verify", nut, "--json").stdout)[0]["head"]


# -- opening and closing -------------------------------------------------------------------------


def test_again_is_the_same_people_next_to_begin(run: Run, maple: str) -> None:
    """With the same options and level."""
    run("close", maple, "--abandoned")
    options = ("-o", "tie_tokens", "--level", "results", "--place", "at Cy's")
    run("new", "splendor", "Ana", "Bo", "Cy", "--first", "Bo", "--name", "one", *options)
    run("close", "one", "--result", "15,12,9")
    run("new", "--again", "--name", "two")
    (opening,) = (e["payload"] for e in json.loads(run("log", "two", "--json").stdout))
    assert (opening["seats"], opening["first"]) == (["Ana", "Bo", "Cy"], 2)
    assert (opening["options"], opening["level"]) == ({"tie_tokens": True}, "results")


def test_closing_prints_the_result_for_the_chat(run: Run, nut: str) -> None:
    """Game and date, ranks, who won, the seal."""
    run("record", nut, given="= a points 15\n= b points 12\n")
    said = run("close", nut, "--result", "15,12").stdout.splitlines()
    assert said[1:3] == ["1. Ana 15", "2. Bo 12"]
    assert any("Ana" in line and "wins" in line for line in said)
    assert any(line.startswith("seal ") for line in said)


@pytest.mark.parametrize(
    ("arguments", "how", "winners"),
    [
        (("--result", "15,12"), "finished", [0]),
        (("--result", "12,12"), "finished", [0, 1]),
        (("--conceded", "Ana"), "conceded", [1]),
        (("--abandoned",), "abandoned", None),
    ],
)
def test_a_match_ends_in_one_way(
    run: Run, nut: str, arguments: tuple[str, ...], how: str, winners: list[int] | None
) -> None:
    """It is kept, and listed."""
    run("close", nut, *arguments)
    kind, payload = recorded(run, nut)[-1]
    assert (kind, payload["how"], payload.get("winners")) == ("match.close", how, winners)
    listed = json.loads(run("matches", "--state", "finished", "--json").stdout)
    assert [match["state"] for match in listed] == [how]


def test_a_finished_game_closes_with_what_was_recorded(run: Run, maple: str) -> None:
    """Nothing needs to be typed."""
    name = run("simulate", "splendor", "--seed", "5").stdout.strip()
    file = json.loads(run("export", name).stdout)
    closing = file["streams"][0]["events"][-1]["payload"]
    standing = json.loads(run("show", name, "--json").stdout)["standing"]
    assert closing["points"] == [score["total"] for score in standing["scores"]]
    assert closing["winners"] == standing["winners"]


def test_hidden_matches_are_out_of_the_lists_not_of_the_log(run: Run, maple: str) -> None:
    """Simulated ones are not in them either, unless all are asked for."""
    name = run("simulate", "splendor").stdout.strip()
    run("hide", maple)
    assert json.loads(run("matches", "--json").stdout) == []
    everything = json.loads(run("matches", "--all", "--json").stdout)
    assert {match["name"] for match in everything} == {maple, name}
    assert run("log", maple).stdout
    run("unhide", maple)
    assert [m["name"] for m in json.loads(run("matches", "--json").stdout)] == [maple]


def test_a_match_is_hidden_by_the_older_word_too(run: Run, maple: str) -> None:
    """`archive MATCH` was the name of the command."""
    assert run("archive", maple).stderr == "maple is hidden.\n"
    assert [m["hidden"] for m in json.loads(run("matches", "--all", "--json").stdout)] == [True]
    assert run("archive", maple, "--restore").stderr == "maple is back in the lists.\n"
    assert [m["hidden"] for m in json.loads(run("matches", "--json").stdout)] == [False]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (("--game", "spl"), ["maple", "old"]),
        (("--game", "machi"), []),
        (("--person", "bo"), ["maple"]),
        (("--person", "C"), ["old"]),
        (("--since", "2026-01-01"), ["maple"]),
        (("--until", "2019"), ["old"]),
        (("--state", "open"), ["maple"]),
        (("--state", "finished"), ["old"]),
    ],
    ids=str,
)
def test_matches_are_filtered(
    run: Run, maple: str, filters: tuple[str, ...], found: list[str]
) -> None:
    """By game, person, date and state."""
    old = ("--played", "2019-05-05", "--name", "old", "--another")
    run("new", "splendor", "Cy", "Di", *old)
    run("close", "old", "--abandoned")
    listed = json.loads(run("matches", *filters, "--json").stdout)
    assert sorted(match["name"] for match in listed) == found


def test_stepping_from_a_pipe(run: Run, maple: str) -> None:
    """Keys as lines; each step says what happened and what it moved."""
    said = run("step", maple, given="n\nn\nb\nf\nl\n3\nt\nq\nn\n").stdout
    steps = [int(line[:4]) for line in said.splitlines() if line[:4].strip().isdigit()]
    assert steps[:7] == [1, 2, 3, 2, 1, 7, 3]
    assert "z" in run("step", maple, given="z\n", code=3).stderr
    everything = run("step", maple).stdout
    assert [int(x[:4]) for x in everything.splitlines() if x[:4].strip().isdigit()] == [
        1,
        2,
        3,
        4,
        7,
    ]


def test_F37_a_day_to_come_is_no_day_of_play(run: Run, tmp_path: Path) -> None:
    """`new --played` refuses it and says what today is."""
    line = ("new", "splendor", "A", "B", "--another", "--played")
    assert "still to come" in run(*line, "9027-01-01", code=2).stderr
    run(*line, "2020-01-01")


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("9027-01-01", "still to come"),
        ("1026-11-30", "too long ago"),
        ("2026-02-30", "is no date"),
        ("yesterday", "is no date"),
    ],
)
def test_F37_a_wrong_day_is_refused_wherever_one_is_typed(
    run: Run, maple: str, day: str, why: str
) -> None:
    """With `new`, with `describe`, and at the prompt; it is not stored."""
    new = ("new", "splendor", "A", "B", "--another", "--played")
    assert why in run(*new, day, code=2).stderr
    assert why in run("describe", maple, "--played", day, code=2).stderr
    assert why in run("record", maple, given=f"played {day}\n", code=2).stderr
    assert day not in run("matches", "--all").stdout


def test_F37_a_wrong_day_of_a_filter_is_refused_with_its_forms(run: Run, maple: str) -> None:
    """A day, a month, a year."""
    said = run("matches", "--since", "nonsense", code=2).stderr
    assert said == "“nonsense” is no date. 2026-11-30, 2026-11, 2026\n"
    run("matches", "--since", "2026-11", "--until", "2026")


@pytest.mark.parametrize("option", ["--title", "--place"])
def test_F32_a_title_is_one_line_whatever_the_door(run: Run, maple: str, option: str) -> None:
    """With `new` as with `describe`."""
    forged = "ok\n   9  bid/won: 9/9 9/9"
    run("new", "splendor", "A", "B", "--another", option, forged, code=2)
    run("describe", maple, option, forged, code=2)
    assert "bid/won" not in run("matches", "--all", "--json").stdout


@pytest.mark.parametrize("suffix", ["csv", "xlsx", "pdf", "docx", "yaml", "zip", "db", "CSV"])
@pytest.mark.parametrize("command", ["export", "report"])
def test_F37_a_file_is_what_its_name_says(
    run: Run, maple: str, tmp_path: Path, command: str, suffix: str
) -> None:
    """A match file is no table, a page is no match file."""
    said = run(command, maple, "-o", str(tmp_path / f"x.{suffix}"), code=2).stderr
    assert "-o x." in said
    assert not (tmp_path / f"x.{suffix}").exists()


def test_F37_json_tells_what_was_recorded_before_a_line_that_fails(run: Run, maple: str) -> None:
    """The first line is recorded and counted; the second is refused."""
    result = run("record", maple, "--json", given="ugr\nnonsense\n", code=2)
    assert json.loads(result.stdout)["recorded"] == 1
    assert json.loads(result.stderr)["exit"] == 2
    nothing = run("record", maple, "--json", given="nonsense\n", code=2)
    assert nothing.stdout == ""


@pytest.mark.parametrize("break_", ["\n", "\x0b", "\u2028", "\x85"])
def test_F32_a_remark_stays_in_its_line(run: Run, maple: str, break_: str) -> None:
    """A note, a claim, a reason: none of them prints a line that looks like an event."""
    forged = f"ok{break_}   9  bid/won: 9/9 9/9"
    before = len(run("log", maple).stdout.splitlines())
    run("note", maple, forged)
    run("dispute", "open", f"{maple}@3", "--claim", forged)
    run("dispute", "rule", f"{maple}@3", "--decision", "stands", "--reason", forged)
    lines = run("log", maple).stdout.splitlines()
    assert len(lines) == before + 3
    assert not any(line.strip().startswith("9  bid") for line in some(lines))
    assert "9  bid/won" in lines[-1]
    listed = run("dispute", "list").stdout
    assert not any(line.strip().startswith("9  bid") for line in some(listed.splitlines()))
