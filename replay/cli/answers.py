"""Questions of a command at the terminal, and their answers, in the program's language."""

from __future__ import annotations

from typing import Final

import typer

from replay.base.i18n import _
from replay.base.terminal_text import shorten_text
from replay.cli.output import say

YES: Final = ("y", "yes", "ㅛ", "예", "네", "응", "ㅇ", "ㅇㅇ")
"""What is taken for a yes, also typed on the wrong keyboard."""

NO: Final = ("n", "no", "ㅜ", "아니", "아니요", "아니오", "ㄴ", "ㄴㄴ")
"""What is taken for a no."""


def read_answer(question: str) -> str:
    """Return what is typed in answer to a question.

    Raise Abort where nothing can be typed any more, and for Ctrl-C.
    """
    print(question, end="", flush=True)  # input itself would ask on stderr
    try:
        return input().strip()
    except (KeyboardInterrupt, EOFError):
        say()
        raise typer.Abort from None


def read_truth(answer: str, default: bool) -> bool | None:
    """Return whether an answer is a yes; `default` for an empty one, None for anything else.

    >>> read_truth("네", False), read_truth("", False), read_truth("hm", False)
    (True, False, None)
    """
    typed = answer.casefold()
    if typed in (*YES, *NO):
        return typed in YES
    return None if typed else default


def confirm(question: str) -> bool:
    """Return the answer to a question; Enter means no. What is no answer is asked again."""
    while True:
        typed = read_answer(f"{question} [y/N] ")
        answer = read_truth(typed, default=False)
        if answer is not None:
            return answer
        say(_("“{text}” is no answer. Answer y or n.").format(text=shorten_text(typed)))


def ask(question: str) -> str:
    """Return what is typed in answer to a question that takes any text, "" for nothing."""
    return read_answer(f"{question}: ")
