"""The desk's own commands: what they are called, what they do, how their arguments read."""

from __future__ import annotations

import re

from replay.base.i18n import _
from replay.record.corrections import NothingToDo

COMMANDS: dict[str, tuple[str, ...]] = {
    "undo": ("u", "취소"),
    "redo": ("다시",),
    "amend": ("정정",),
    "insert": ("끼우기",),
    "shift": ("밀기",),
    "note": ("메모",),
    "rule": ("판정",),
    "waive": ("적용안함",),
    "unwaive": ("적용",),
    "board": ("판",),
    "log": ("기록",),
    "why": ("왜",),
    "when": ("언제",),
    "balance": ("현황",),
    "diff": ("차이",),
    "cards": ("카드",),
    "rules": ("규칙",),
    "help": ("도움말",),
    "quit": ("q", "exit", "끝"),
    "save": ("저장",),
}
"""The desk's own commands and what else they may be called."""


def also_called(command: str, lang: str) -> tuple[str, ...]:
    """Return what else a command may be called, in a language that is not Korean without the Korean
    names.

    >>> also_called("undo", "en"), also_called("undo", "ko"), also_called("insert", "en")
    (('u',), ('u', '취소'), ())
    """
    return tuple(name for name in COMMANDS[command] if lang == "ko" or name.isascii())


OVERRIDE = "~"
"""What an outcome begins with that the table carried out otherwise."""

CORRECTIONS = ("undo", "redo", "amend", "insert", "shift", OVERRIDE)
"""Commands that change how the past reads."""

SHELL = (
    "matches",
    "show",
    "step",
    "export",
    "import",
    "verify",
    "close",
    "games",
    "new",
    "dispute",
    "reconcile",
    "doctor",
    "fork",
    "compare",
    "matter",
    "under",
    "register",
    "report",
    "precedents",
    "sign",
)
"""Commands of the shell that somebody may type here."""

WHOLE_LINE = ("note", "rule", "waive", "unwaive", "insert")
"""Commands that take the rest of the line, semicolons and all: it is text, or several actions."""


def command_of(word: str) -> str:
    """Return the command that a word is, by any of its names; "" if none."""
    folded = word.casefold()
    for command, others in COMMANDS.items():
        if folded == command or folded in others:
            return command
    return ""


def explained() -> dict[str, str]:
    """Return what every command does: how it reads, then a sentence."""
    return {
        "undo": _("undo [N]: strike all of the last line, or event N; redo brings it back."),
        "redo": _("redo: bring back what was struck last, if nothing was recorded since."),
        "amend": _(
            "amend [N] TEXT: event N (else the last action) reads otherwise; without a text it "
            "shows how it reads. ~OUTCOME=VALUE alone amends the last action that has outcomes."
        ),
        "insert": _("insert N TEXT: what was forgotten after event N; several actions may follow."),
        "shift": _(
            "shift N [SEATS]: from event N on, every seat's action is the next seat's (or the one "
            "SEATS further): a turn was forgotten, or given to the wrong seat."
        ),
        "note": _("note TEXT or # TEXT: a remark about this position."),
        "rule": _(
            "rule N DECISION REASON: what the table decided about event N: stands, taken-back, "
            "corrected, replayed or penalty."
        ),
        "waive": _("waive RULE: the table switches a rule off from here on."),
        "unwaive": _("unwaive RULE: a rule that was switched off holds again."),
        "board": _("board: the board, and what is unaccounted."),
        "log": _("log [N]: the last N events."),
        "why": _("why WHAT [@N]: every move behind a number: ana.red, bank.gold, a.points, price."),
        "when": _("when CONDITION: the first event after which it holds: b.coins > 5."),
        "balance": _("balance [PLACE]: where every piece is, and that none has vanished."),
        "diff": _("diff A B: what lies otherwise after event B than after event A."),
        "cards": _("cards WORDS: the cards and tiles with these words in their name or id."),
        "rules": _("rules [GAME] RULE: what a rule says; without a number, all their titles."),
        "help": _("help [WORD]: all commands, or what one command or one kind of action is."),
        "quit": _("quit: leave; everything is recorded already."),
        "save": _("save: keep the what-if that is being tried out."),
    }


def number(text: str) -> int:
    """Return the number that a text is. Raise NothingToDo when it is none."""
    if not re.fullmatch(r"[0-9]{1,9}", text.strip()):
        raise NothingToDo(_("“{text}” is no number").format(text=text.strip()))
    return int(text)


def numbered(text: str) -> tuple[int, str]:
    """Split ``12 rest`` into the number and the rest. Raise NothingToDo when one is missing."""
    word, _space, rest = text.partition(" ")
    version = number(word)
    if not rest.strip():
        raise NothingToDo(_("after the number, say what it should read"))
    return version, rest.strip()


def sentence(text: str) -> str:
    """Return a text with a capital at its start and a full stop at its end."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."
