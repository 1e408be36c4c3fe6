"""Card sets from the command line: which there are, what is wrong with one, playing with one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.replay.cli.conftest import Run

BEACH = """{
  "format": "challengers-cardset/1", "set": "beach",
  "name": {"en": "Beach", "ko": "해변"}, "version": "3",
  "cards": [
    {"id": "beach-surfer-a", "name": "Surfer", "name_ko": "서퍼", "level": "A", "power": 2,
     "timing": "attack", "effects": [{"op": "power_bonus", "amount": 1}], "copies": 4},
    {"id": "beach-shell-a", "name": "Shell", "level": "A", "power": 1, "copies": 4}
  ]
}
"""
WRONG = BEACH.replace('"power": 2', '"power": 9').replace('"power": 1', '"pwoer": 1')


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of somebody's sets for Challengers!."""
    monkeypatch.setenv("FOLDTABLE_PACKS", str(tmp_path / "packs"))
    found = tmp_path / "packs" / "challengers"
    found.mkdir(parents=True)
    return found


@pytest.fixture
def beach(folder: Path) -> Path:
    """A file with a set in it."""
    path = folder / "beach.json"
    path.write_text(BEACH, encoding="utf-8")
    return path


class TestListing:
    def test_the_boxes_sets_and_ones_own(self, run: Run, beach: Path) -> None:
        (beach.parent / "wrong.json").write_text(WRONG, encoding="utf-8")
        lines = run("packs").stdout.splitlines()
        assert lines[1].split() == ["challengers", "city", "City", "2022", "68", "box"]
        assert lines[-3].split() == ["challengers", "beach", "Beach", "3", "8", "beach.json"]
        assert lines[-2].split()[:4] == ["challengers", "wrong", "2", "errors"]
        assert lines[-1] == f"Yours for challengers lie in {beach.parent}."

    def test_in_korean(self, run: Run, beach: Path) -> None:
        assert "해변" in run("packs", "--lang", "ko").stdout

    def test_as_json(self, run: Run, beach: Path) -> None:
        (beach.parent / "wrong.json").write_text(WRONG, encoding="utf-8")
        found = json.loads(run("packs", "--json").stdout)
        assert sum(each["cards"] for each in found if each["shipped"]) == 336 - 9
        mine = {each["set"]: each for each in found if not each["shipped"]}
        assert (mine["beach"]["cards"], mine["beach"]["different"]) == (8, 2)
        assert (mine["wrong"]["usable"], mine["wrong"]["cards"]) == (False, None)

    def test_without_a_folder_of_ones_own(self, run: Run, tmp_path: Path) -> None:
        listed = run("packs", "--game", "chall").stdout.splitlines()
        assert len(listed) == 1 + 8 + 1
        assert str(tmp_path / "home") in listed[-1]

    def test_a_file_that_cannot_be_opened_is_one_that_cannot_be_used(
        self, run: Run, beach: Path
    ) -> None:
        beach.with_name("folder.json").mkdir()
        listed = run("packs").stdout.splitlines()
        assert listed[-2].split() == ["challengers", "folder", "1", "error", "folder.json"]
        run("new", "challengers", "Ana", "Bo", "-o", "cardsets=beach")

    def test_a_game_without_sets(self, run: Run) -> None:
        assert "splendor has no card sets." in run("packs", "--game", "splendor", code=2).stderr

    def test_the_variable_is_explained(self, run: Run) -> None:
        assert "FOLDTABLE_PACKS" in run("help", "environment").stdout


class TestChecking:
    def test_a_set_that_can_be_played_with(self, run: Run, beach: Path) -> None:
        told = run("packs", "check", str(beach)).stdout
        assert told == (
            f"{beach}: Beach (beach), 2 different cards, 8 in all; it can be played with.\n"
        )

    def test_every_error_with_its_line(self, run: Run, beach: Path) -> None:
        beach.write_text(WRONG, encoding="utf-8")
        told = run("packs", "check", str(beach), code=1).stdout.splitlines()
        assert told == [
            f"{beach}:7:5: cards[1] (beach-shell-a): Needed and not there: power.",
            f"{beach}:7:60: cards[1].pwoer (beach-shell-a): There is no field “pwoer”; there are"
            " id, name, level, power, copies, name_ko, timing, effects, text. Did you mean power?",
            f"{beach}: 2 errors",
        ]
        beach.write_text(BEACH.replace('"power": 2', '"power": 9'), encoding="utf-8")
        told = run("packs", "check", str(beach), code=1).stdout.splitlines()
        assert told == [
            f"{beach}:5:79: cards[0].power (beach-surfer-a): Base power 9 is beyond level A:"
            " 0 to 3.",
            f"{beach}: 1 error",
        ]

    def test_notes_are_no_errors(self, run: Run, beach: Path) -> None:
        odd = '{"op": "manual", "note": "dance"}'
        text = BEACH.replace('{"op": "power_bonus", "amount": 1}', odd)
        beach.write_text(text.replace('"attack"', '"reveal"'), encoding="utf-8")
        first, last = run("packs", "check", str(beach)).stdout.splitlines()
        assert first.startswith(
            f"{beach}:6:38: note: cards[0].effects[0] (beach-surfer-a): Carried"
        )
        assert last.endswith("it can be played with.")

    def test_several_files_and_json(self, run: Run, beach: Path) -> None:
        other = beach.with_name("other.json")
        other.write_text(WRONG, encoding="utf-8")
        fine, wrong = json.loads(
            run("packs", "check", str(beach), str(other), "--json", code=1).stdout
        )
        assert (fine["usable"], wrong["usable"]) == (True, False)
        assert [(r["line"], r["column"], r["path"], r["near"]) for r in wrong["remarks"]] == [
            (7, 5, "cards[1]", ""),
            (7, 60, "cards[1].pwoer", "power"),
        ]

    @pytest.mark.parametrize(
        ("content", "where"),
        [
            (BEACH.replace("]\n}", "],\n}").encode(), "9:1: From here on it is no JSON: “}”."),
            (b"", "1:1: It ends too early: something is still open."),
            (b"\xff\xfe{", "1:1: From here on it is no UTF-8."),
            (b'{"format": "x",', "1:16: It ends too early: something is still open."),
            (b'{"format": 1,\n "format": 2}', "2:2: The field “format” is there twice."),
            (b"[" * 100_000, "1:52: From here on it is no JSON"),
            (b" " * 2_000_000, "1:1: A file has 1000000 bytes at most."),
        ],
        ids=["comma", "empty", "utf-16", "cut", "twice", "deep", "large"],
    )
    def test_what_is_no_json(self, run: Run, beach: Path, content: bytes, where: str) -> None:
        beach.write_bytes(content)
        assert run("packs", "check", str(beach), code=7).stdout.startswith(f"{beach}:{where}")

    def test_a_byte_order_mark_is_none_of_it(self, run: Run, beach: Path) -> None:
        beach.write_text(BEACH, encoding="utf-8-sig")
        run("packs", "check", str(beach))

    def test_a_file_that_is_not_there(self, run: Run) -> None:
        assert "nowhere.json" in run("packs", "check", "nowhere.json", code=3).stderr

    def test_a_folder(self, run: Run, folder: Path) -> None:
        run("packs", "check", str(folder), code=4)

    def test_nothing_to_check_and_other_words(self, run: Run) -> None:
        assert "Check what?" in run("packs", "check", code=2).stderr
        assert "not chekc x.json" in run("packs", "chekc", "x.json", code=2).stderr


class TestPlayingWithOne:
    def test_the_match_keeps_what_it_is_played_with(self, run: Run, beach: Path) -> None:
        """Neither an error in the file nor its loss matters to the match, here or elsewhere."""
        run("new", "challengers", "Ana", "Bo", "-o", "cardsets=beach", "--name", "one")
        run("record", "one", given="a: surfer, shell\nb: surfer\n")
        beach.write_text("{", encoding="utf-8")
        run("record", "one", given="a: ok; b: ok; s a; surfer; talent; dog\n")
        before = run("show", "one").stdout
        run("export", "one", "-o", str(beach.with_name("one.match")))
        beach.unlink()
        assert run("show", "one").stdout == before
        there = str(beach.with_name("elsewhere.db"))
        run("import", str(beach.with_name("one.match")), "--db", there)
        assert run("show", "one", "--db", there).stdout == before
        assert "intact" in run("verify", "one", "--db", there).stdout

    def test_its_cards_have_their_names(self, run: Run, beach: Path) -> None:
        run("new", "challengers", "Ana", "Bo", "-o", "cardsets=beach", "--name", "one")
        run("record", "one", given="a: surfer\nb: ㅅㅍ\n")
        assert "Ana picks Surfer" in run("log", "one").stdout
        assert "Bo 서퍼 가져옴" in run("log", "one", "--lang", "ko").stdout
        assert "A’s deck" not in run("why", "one", "a.deck.surfer").stdout
        assert "Ana’s deck: Surfer" in run("why", "one", "a.deck.surfer").stdout

    def test_what_its_cards_do_is_looked_up_while_recording(self, run: Run, beach: Path) -> None:
        """Beside the cards of the box, which have no other way to say it."""
        run("new", "challengers", "Ana", "Bo", "-o", "cardsets=beach", "--name", "one")
        told = run("record", "one", given="cards 서퍼\ncards reporter\n").stdout.splitlines()
        assert told[0].startswith("beach-surfer-a  Surfer ×4  [set beach; level A; power 2]")
        assert told[1].strip() == "While attacking: +1 power."
        assert told[3].strip().startswith("When revealed: look at the top 2 cards of your deck;")

    def test_by_the_name_of_its_file(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "mine.json").write_text(BEACH, encoding="utf-8")
        file = str(tmp_path / "mine.json")
        run("new", "challengers", "Ana", "Bo", "-o", f"cardsets={file},castle", "--name", "one")
        (opening, *_rest) = json.loads(run("log", "one", "--json").stdout)
        kept: list[Any] = opening["payload"]["options"]["cardsets"]
        assert [each["set"] for each in kept] == ["beach", "castle"]

    def test_one_that_cannot_be_used(self, run: Run, beach: Path) -> None:
        beach.write_text(WRONG, encoding="utf-8")
        told = run("new", "challengers", "Ana", "Bo", "-o", "cardsets=beach", code=7).stderr
        assert f"{beach}:7:60: cards[1].pwoer" in told

    def test_one_that_is_not_there(self, run: Run, beach: Path) -> None:
        told = run("new", "challengers", "Ana", "Bo", "-o", "cardsets=beech", code=3).stderr
        assert told == "There is no card set “beech”. Did you mean beach?\n"

    def test_two_files_with_one_symbol(self, run: Run, beach: Path) -> None:
        beach.with_name("copy.json").write_text(BEACH, encoding="utf-8")
        told = run("new", "challengers", "Ana", "Bo", "-o", "cardsets=beach", code=3).stderr
        assert "Several files have the set beach" in told
        assert "copy.json" in told
        both = f"cardsets={beach},{beach.with_name('copy.json')}"
        told = run("new", "challengers", "Ana", "Bo", "-o", both, code=2).stderr
        assert told == "Two of the card sets have the symbol beach.\n"

    def test_two_sets_with_a_card_of_one_name(self, run: Run, beach: Path) -> None:
        pool = BEACH.replace("beach", "pool").replace("Shell", "Towel")
        beach.with_name("pool.json").write_text(pool, encoding="utf-8")
        told = run("new", "challengers", "Ana", "Bo", "-o", "cardsets=beach,pool", code=2).stderr
        assert told == "“Surfer” has the symbol beach elsewhere: one name, one symbol.\n"

    def test_simulated(self, run: Run, beach: Path) -> None:
        (name,) = run("simulate", "challengers", "-o", "cardsets=beach").stdout.split()
        assert "intact" in run("verify", name).stdout


class TestACardThatNobodyHasEntered:
    def test_registered_with_name_and_power_and_completed_later(self, run: Run) -> None:
        """What was decided by the card's bare power is decided again."""
        run("new", "challengers", "Ana", "Bo", "--name", "one", "--level", "actions")
        typed = "card Surf Rider 2\nb: surf rider\na: ok; b: ok\ns b\nsurf rider\ndog\n"
        assert "registers Surf Rider" in run("record", "one", given=typed).stdout
        roles = [role(run)]
        card = (
            '{"name": "Surf Rider", "name_ko": "파도타기", "level": "A", "power": 2,'
            ' "timing": "flag", "effects": [{"op": "power_bonus", "amount": 2}]}'
        )
        run("amend", "one", "2", f"card {card}")
        roles.append(role(run))
        assert roles == ["has the flag attacks", "attacks has the flag"]
        assert "파도타기" in run("show", "one", "--lang", "ko").stdout

    def test_a_card_that_cannot_be_is_refused_with_what_is_near(self, run: Run) -> None:
        run("new", "challengers", "Ana", "Bo", "--name", "one")
        wrong = '{"name": "Surfer", "level": "A", "power": 7}'
        told = run("record", "one", "-e", f"card {wrong}", code=2).stderr
        assert "Base power 7 is beyond level A: 0 to 3." in told
        told = run("record", "one", "-e", 'card {"name": "Surfer"}', code=2).stderr
        assert "Needed and not there: level, power." in told


def role(run: Run) -> str:
    """Return what Ana and Bo do in their duel."""
    lines = run("show", "one").stdout.splitlines()
    return " ".join(next(line for line in lines if line.startswith("role")).split()[1:])
