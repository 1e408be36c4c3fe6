"""The live prompt: the page above it, completion, Ctrl-C that drops only the line."""

from __future__ import annotations

from typing import Any

import typer
from rich.cells import cell_len

from ledger.errors import LedgerError
from replay.base.errors import describe_error
from replay.base.i18n import _
from replay.base.terminal_text import clean_line, shorten_text
from replay.cli.answers import read_answer, read_truth
from replay.cli.output import say, show
from replay.cli.terminal.page import KEPT, Page, page_through
from replay.cli.terminal.recorder import draw_part
from replay.desk.completion import make_completer
from replay.desk.desk import Desk
from replay.desk.replies import LogRequest, Reply
from replay.fold.metadata import read_metadata
from replay.speech import log_lines
from replay.speech.voice import shorten_name


class Confirmation:
    """Asks before a correction is made.

    After a line that is no answer the question is asked again. At the prompt it was typed or
    pasted ahead: with `keeps` it is kept in `lines`.
    """

    def __init__(self, *, keeps: bool = False) -> None:
        self.keeps = keeps
        self.lines: list[str] = []

    def ask(self, shown: tuple[str, ...], harmless: bool) -> bool:
        """Show what a correction would change and return whether to make it.

        Enter means yes only where nothing later breaks; Ctrl-C means no.
        """
        question = (
            _("Correct it so? [Y/n] ")
            if harmless
            else _("Not all of it fits then. Correct it all the same? [y/N] ")
        )
        return self._ask(shown, question, default=harmless)

    def ask_all(self, shown: tuple[str, ...], question: str) -> bool:
        """Show a correction with the events that follow it, and return whether to make it all.

        Enter means yes, Ctrl-C no.
        """
        return self._ask(shown, question, default=True)

    def _ask(self, shown: tuple[str, ...], question: str, *, default: bool) -> bool:
        """Show some lines and return the answer to a question; Enter means `default`."""
        for text in shown:
            say(text)
        while True:
            try:
                typed = read_answer(question)
            except typer.Abort:
                return False
            answer = read_truth(typed, default)
            if answer is not None:
                return answer
            kept = _("“{text}” is carried out afterwards. Answer y or n first.")
            dropped = _("“{text}” is no answer. Answer y or n.")
            say((kept if self.keeps else dropped).format(text=shorten_text(typed)))
            if self.keeps:
                self.lines.append(typed)

    def take_lines(self) -> str:
        """Return the lines that were typed ahead, and forget them."""
        lines, self.lines = self.lines, []
        return "\n".join(lines)


def record_live(desk: Desk, *, board: bool) -> str:
    """Record at a terminal until the recorder leaves; return the word that was said."""
    from prompt_toolkit import PromptSession

    confirmation = Confirmation(keeps=True)
    desk.table.confirm = confirmation.ask
    desk.table.confirm_all = confirmation.ask_all
    session: PromptSession[str] = PromptSession(
        history=_open_history(),
        completer=make_completer(desk.table),
        complete_while_typing=False,
        bottom_toolbar=lambda: write_toolbar(desk, session.output.get_size().columns),
        rprompt=lambda: f"{name_match(desk, session.output.get_size().columns)} ",
    )
    page = Page(desk)
    talked: list[Any] = [_("help shows what can be typed; Tab completes; quit leaves.")]
    interrupted = False
    prefill = ""
    ahead: list[str] = []
    while True:
        try:
            talked += catch_up(desk)
            if board:
                page.draw(talked)
            else:
                for each in talked:
                    say(each) if isinstance(each, str) else show(each)
            line = ahead.pop() if ahead else session.prompt(desk.write_prompt(), default=prefill)
        except KeyboardInterrupt:
            if interrupted and not session.default_buffer.text:
                break
            interrupted, prefill = True, ""
            talked = [_("The line was dropped. Ctrl-C again leaves; nothing recorded is lost.")]
            continue
        except EOFError:
            break
        interrupted, prefill, talked = False, "", []
        try:
            while line:
                for reply in desk.handle(line):
                    talked += draw_reply(desk, reply)
                    prefill = reply.prefill
                    if reply.kind == "left":
                        _say_farewell(desk)
                        return reply.word
                line = confirmation.take_lines()
            room = page.count_room() if board and talked else None
            talked = page_through(talked, ahead, room)
        except KeyboardInterrupt:
            desk.session.reload()
            talked.append(_("Interrupted; the log below shows what was recorded."))
            talked.append(draw_part(desk, LogRequest(KEPT)))
    _say_farewell(desk)
    return ""


def catch_up(desk: Desk) -> list[str]:
    """Take in what others have recorded; where the ledger cannot be read, say so and go on."""
    try:
        desk.session.refresh()
    except LedgerError as error:
        return [" ".join(describe_error(error)).strip()]
    return []


def _say_farewell(desk: Desk) -> None:
    name = desk.session.info.name
    if desk.session.timeline.closing is not None:
        say(_("Everything is recorded. foldtable reopen {name} lets it go on.").format(name=name))
        return
    say(_("Everything is recorded. foldtable record {name} goes on.").format(name=name))


def draw_reply(desk: Desk, reply: Reply) -> list[Any]:
    """Return what a reply shows, ready to print: the new lines of the log first."""
    acted = [frame for frame in reply.frames if frame.action is not None]
    told: list[Any] = [*log_lines.write_log_lines(acted, desk.voice)]
    told += [what if isinstance(what, str) else draw_part(desk, what) for what in reply.shows]
    return told


def name_match(desk: Desk, width: int) -> str:
    """Return the name and the title of the match, cut to half the width of the terminal."""
    info, title = desk.session.info, read_metadata(desk.session.timeline.line).opening.title
    return shorten_name(clean_line(" · ".join(filter(None, (info.name, title)))), width // 2)


def write_toolbar(desk: Desk, width: int) -> str:
    """Return the short forms of the notation, as many as go into one line."""
    kept = ""
    for part in desk.voice.say("help.short").split(" · "):
        longer = f"{kept} · {part}" if kept else part
        if cell_len(longer) > width:
            break
        kept = longer
    return kept


def _open_history() -> Any:
    """Return the lines typed before; where they cannot be kept, none."""
    from platformdirs import user_state_path
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    folder = user_state_path("foldtable", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "history").touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(folder / "history"))
