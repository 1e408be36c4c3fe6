"""The commands of the program at the recorder's prompt: carried out for the match of the prompt."""

from __future__ import annotations

import io
import shlex
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from typing import Any, Final

from ledger.location import write_location
from replay.base.i18n import _, set_language
from replay.cli.exits import Exit, Stop
from replay.cli.help_screen import describe_usage
from replay.cli.output import Shown, collect_shown
from replay.cli.settings import settings
from replay.desk.addresses import starts_with_address
from replay.desk.desk import Desk
from replay.desk.replies import Drawn, Reply, Show, answer
from replay.reconcile.facts import join_counts

LEFT_OUT: Final = ("record",)
"""Commands that make no sense at the prompt: it records already."""

CONVERSING: Final = ("step", "reconcile", "fork")
"""Commands that ask something, or read keys, where somebody sits at a terminal."""


class PromptShell:
    """Carries out commands of the program at the desk of a match. `group` holds them all."""

    def __init__(self, desk: Desk, group: Any) -> None:
        self.desk = desk
        self.group = group

    def names(self) -> Sequence[str]:
        """Return the words of all commands."""
        return [name for name in self.group.commands if name not in LEFT_OUT]

    def describe(self, words: str) -> Iterator[str]:
        """Yield how a command is typed and what it does; nothing for another word."""
        yield from describe_usage(self.group, words)

    def run(self, name: str, rest: str) -> Reply:
        """Carry out a command, given what was typed behind its word.

        Raise ValueError for quotes that do not end.
        """
        arguments = [name, *self._complete(name, shlex.split(rest))]
        if name in CONVERSING and self.desk.table.confirm is not None and settings.interactive:
            code, shown = self._run(arguments)
            printed, talked, typed = "", "", ""
            if name == "reconcile":
                typed = input(_("Enter goes back to the prompt. ")).strip()
        else:
            output = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
            remarks, typed = io.StringIO(), ""
            with redirect_stdout(output), redirect_stderr(remarks):
                code, shown = self._run(arguments)
            printed, talked = output.buffer.getvalue().decode(), remarks.getvalue()
        self.desk.session.refresh()
        return _make_reply(code, shown, printed, talked)._replace(prefill=typed)

    def _complete(self, name: str, arguments: list[str]) -> list[str]:
        """Return arguments with those that are meant at a prompt."""
        match = self.desk.session.info.name
        is_file = {"-o", "--output"} & {each.partition("=")[0] for each in arguments}
        if name == "export" and not is_file and self.desk.table.confirm is not None:
            return [*arguments, "-o", f"{match}.match.json"]
        if name == "reconcile":
            return join_counts(arguments)
        if name == "dispute":
            return _open_dispute(self.desk, arguments)
        if name == "verify" and all(each.startswith("-") for each in arguments):
            return [match, *arguments]
        return arguments

    def _run(self, arguments: list[str]) -> tuple[int, list[Shown]]:
        """Run a command line for the match; return its exit code and what it shows."""
        before = replace(settings)
        settings.match = self.desk.session.info.name
        settings.db = write_location(self.desk.session.ledger.where)
        shared = ["--db", settings.db, "--actor", self.desk.session.actor]
        shared += ["--lang", self.desk.voice.lang]
        code: int = Exit.DONE
        with collect_shown() as shown:
            try:
                self.group.main([*arguments, *shared], "foldtable")
            except SystemExit as leave:
                code = int(leave.code or 0)
            finally:
                vars(settings).update(vars(before))
                set_language(settings.lang)
        return code, shown


def _open_dispute(desk: Desk, arguments: list[str]) -> list[str]:
    """Return the arguments of a dispute; ``58 that was a 7`` opens one about event 58."""
    text = " ".join(arguments)
    if not starts_with_address(text):
        return arguments
    version, claim = desk.table.split_event(text)
    return ["open", f"@{version}", "--claim", claim.removeprefix(":").strip()]


def _make_reply(code: int, shown: list[Shown], printed: str, talked: str) -> Reply:
    """Return what a command has said: an answer, or why it was refused."""
    shows: list[Show] = list(printed.splitlines())
    for each in shown:
        shows += [part if isinstance(part, str) else Drawn(part) for part in each.drawn]
        shows += each.remarks
    shows += talked.splitlines()
    if code <= Exit.FOUND:
        return answer(*shows)
    return Reply("refused", shows=tuple(shows), error=Stop(Exit(code), talked.strip()))


def open_shell(desk: Desk) -> None:
    """Let a desk carry out the commands of the program that is running."""
    from typer._click.globals import get_current_context

    context = get_current_context(silent=True)
    if context is not None:
        desk.table.shell = PromptShell(desk, context.find_root().command)
