"""A whole evening of every game in Korean: nothing that is shown is left in English."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from engines.registry import list_games, load_engine
from ledger.store import Ledger
from tests.korean_texts import find_english
from tests.replay.cli.conftest import invoke
from tests.some import some

SEED = "3"
SHORT_FORMS = (
    "sa",
    "wug-r",
    "wug",
    "rr",
    "ok",
    "sb",
    "up",
    "tv",
    "bank",
    "dealer",
    "seed",
    "branch",
    "ww",
)
"""Notation that is quoted, and names that this test gives."""
NONSENSE = "xyzzy"
TAG = re.compile(
    r"<(style|script|svg).*?</\w+>|<[^>]+>",
    re.DOTALL,
)
"""Markup of a page."""
TYPED = re.compile(
    r"^ {2,}(?:> |foldtable ).*$|^ +\S.*? {2}(?=\S)|[“‘][^”’]*[”’]|`[^`]*`|\([a-z]: .*\)",
    re.MULTILINE,
)
"""What is to be typed: notation in front of its meaning, commands, examples."""


TYPED_WRONGLY = (
    *("xyzzy", "99 99 99", "help", "help xyzzy", "why xyzzy", "rules Z99"),
    *("undo 999", "board", "?"),
)


class Evening:
    """A match in a ledger of its own, and what commands say about it in Korean."""

    def __init__(self, game: str, folder: Path) -> None:
        self.game, self.folder = game, folder
        self.db = folder / "ledger.db"
        self.name = self.say("simulate", game, "--seed", SEED).split()[0]
        with Ledger(self.db) as ledger:
            self.last = len(ledger.events(ledger.find(self.name).match_id))
        self.middle = self.last // 2
        names = " ".join(load_engine(game).words("ko").names.values())
        self.allowed = {*re.findall(r"[A-Za-z'-]{2,}", names), self.name, *SHORT_FORMS}
        self.allowed |= {*load_engine(game).names(), *game.split("-"), game.rpartition("-")[0]}

    def say(self, *arguments: str, given: str = "") -> str:
        """Return all that a command says."""
        shared = ("--db", str(self.db), "--lang", "ko", "--actor", "기록자")
        return invoke(*arguments, *shared, given=given, code=None).output

    def check(self, said: str) -> None:
        """Fail where a text has an English word."""
        assert said.strip()
        text = TYPED.sub("", said.replace(str(self.folder), "").replace(NONSENSE, ""))
        for line in some(text.splitlines()):
            assert find_english(line, self.allowed) == [], line

    def open_dispute(self) -> str:
        """Return the address of an event that is disputed."""
        at = f"{self.name}@{self.middle}"
        self.say("dispute", "open", at, "--claim", "틀렸다")
        return at


@pytest.fixture(scope="module", params=list_games())
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A simulated match of a game."""
    return Evening(request.param, tmp_path_factory.mktemp("evening"))


@pytest.mark.parametrize(
    "command",
    [
        "log {m}",
        "log {m} --raw",
        "log {m} --moves",
        "show {m}@1",
        "show {m}@{mid}",
        "show {m}",
        "balance {m}",
        "choices {m}@{mid}",
        "why {m}@{mid} a.points",
        "why {m}@{mid} a.xyzzy",
        "when {m} a.points>=1",
        "diff {m}@{mid}..{last}",
        "doctor {m}",
        "verify {m}",
        "matches --all",
        "under {m} --rules book",
        "matter {m}@{mid} --most 3",
        "step {m} --from {mid} --to {mid} --board",
        "register {m} bank",
        "reconcile {m}",
        "log {m} --eyes b",
        "amend {m} {mid} xyzzy",
        "undo {m} {mid} --dry-run",
        "insert {m} {mid} xyzzy",
    ],
)
def test_G10_an_evening_is_korean(evening: Evening, command: str) -> None:
    """Whatever is asked about the match."""
    words = command.format(m=evening.name, mid=evening.middle, last=evening.last).split()
    evening.check(evening.say(*words))


def test_G10_a_dispute_is_korean(evening: Evening) -> None:
    """Opened, shown, ruled on, and on its page, with the decision."""
    at = evening.open_dispute()
    evening.check(evening.say("dispute", "show", at))
    evening.say("dispute", "rule", at, "--decision", "penalty", "--reason", "합의")
    evening.check(evening.say("dispute", "list"))
    evening.check(evening.say("precedents"))
    page = evening.folder / "page.html"
    evening.say("dispute", "export", at, "-o", str(page), "--force")
    written = page.read_text(encoding="utf-8")
    assert 'lang="ko"' in written
    evening.check(unescape(TAG.sub(" ", written)))
    page = evening.folder / "page.md"
    evening.say("dispute", "export", at, "-o", str(page), "--force")
    evening.check(unescape(page.read_text(encoding="utf-8").replace("\\", "")))


def test_G10_a_report_is_korean(evening: Evening) -> None:
    """The page for reading."""
    page = evening.folder / "report.html"
    evening.say("report", evening.name, "-o", str(page), "--force")
    evening.check(unescape(TAG.sub(" ", page.read_text(encoding="utf-8"))))


def test_G10_what_is_typed_wrongly_is_refused_in_korean(evening: Evening) -> None:
    """At the prompt: nonsense, a wrong number, an unknown command's word."""
    evening.say("fork", f"{evening.name}@{evening.middle}", "--name", "branch")
    for line in (
        "xyzzy",
        "99 99 99",
        "help",
        "help xyzzy",
        "why xyzzy",
        "rules Z99",
        "undo 999",
        "board",
        "?",
    ):
        said = evening.say("record", "branch", given=f"{line}\n")
        assert re.search("[가-힣]", said), line
        evening.check(said)
