"""What is taken for a yes and for a no, and what is shown of a reply."""

from __future__ import annotations

import json
import subprocess

import pytest

from replay.cli.answers import read_truth
from replay.cli.terminal.live import draw_reply
from replay.desk.desk import Desk
from replay.screens.terminal import print_plain
from tests.replay.cli.killed import COMMAND

ANSWERS = {
    True: "y yes Y YES ㅛ 예 네 응 ㅇ ㅇㅇ",
    False: "n no N No ㅜ 아니 아니요 아니오 ㄴ ㄴㄴ",
    None: "maybe yn 1 아 -",
}


@pytest.mark.parametrize("default", [True, False])
@pytest.mark.parametrize(
    ("answer", "truth"),
    [(word, truth) for truth, words in ANSWERS.items() for word in words.split()],
)
def test_an_answer_is_a_yes_or_a_no_or_none(answer: str, truth: bool | None, default: bool) -> None:
    """In both languages, also on the wrong keyboard; whatever Enter would mean."""
    assert read_truth(answer, default) is truth
    assert read_truth("", default) is default


@pytest.mark.usefixtures("maple")
def test_step_as_data_does_not_wait_for_input() -> None:
    """Keys are read in a pipe alone, and not for data: the pipe may never be closed."""
    command = [*COMMAND, "step", "maple", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.wait(60) == 0
        assert process.stdout is not None
        assert len(json.loads(process.stdout.read())) > 1


def test_a_reply_shows_what_was_recorded_first(desk: Desk) -> None:
    """The new lines of the log, then what is said about them."""
    replies = list(desk.handle("wug"))
    shown = [print_plain(each) for each in draw_reply(desk, replies[0])]
    assert shown[0].strip() == "17  Ana takes 1 diamond, 1 sapphire, 1 emerald"
    (said,) = desk.handle("log")
    assert "Ana" in "".join(print_plain(each) for each in draw_reply(desk, said))
