"""The live prompt: the board above it, completion, Ctrl-C that drops only the line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from replay import telling
from replay.cli.exits import Exit, Stop
from replay.cli.failures import explain
from replay.cli.output import console, emit, is_plain, say, show
from replay.cli.settings import settings
from replay.desk import COMMANDS, BoardAsked, Desk, LogAsked, Reply
from replay.explain import Explanation
from replay.i18n import _
from replay.screens import terminal

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

KEPT = 6
"""How many lines of talk stay below the board."""


def show_reply(desk: Desk, reply: Reply) -> None:
    """Print what became of a line."""
    if settings.json:
        return
    for frame in reply.frames:
        if frame.action is not None:
            say(telling.line(frame, desk.voice))
    for what in reply.shows:
        if isinstance(what, str):
            say(what)
        else:
            show(drawn(desk, what))


def drawn(desk: Desk, what: BoardAsked | LogAsked | Explanation) -> Any:
    """Return what was asked for, ready to print."""
    timeline = desk.session.timeline
    if isinstance(what, Explanation):
        return terminal.explained(what, desk.voice)
    if isinstance(what, LogAsked):
        from rich.text import Text

        frames = timeline.frames[-what.last :] if what.last else []
        return Text("\n".join(telling.line(frame, desk.voice) for frame in frames))
    board = desk.session.engine.view(timeline.state, None)
    return terminal.draw(board, desk.voice, terminal.touched(timeline.frames[-1]), plain=is_plain())


SHOWN = 200
"""How much of a line that was refused is shown again."""

STOPS = {"breach": Exit.FOUND, "refused": Exit.USAGE, "overtaken": Exit.CONFLICT}


def pipe(desk: Desk, lines: Iterable[bytes]) -> str:
    """Record lines; the first that cannot be carried out stops everything after it.

    Return the word that left the desk, "" at the end of the input. Raise Stop.
    """
    recorded = 0
    listener = Listener()
    for count, raw in enumerate(lines, 1):
        try:
            text = raw.decode("utf-8-sig" if count == 1 else "utf-8").rstrip("\r\n")
            if "\0" in text:
                raise Stop(
                    Exit.USAGE,
                    _("line {n} is no text: it has a zero byte.").format(n=count),
                    _("Everything before it is recorded."),
                )
        except UnicodeDecodeError as error:
            raise Stop(
                Exit.USAGE,
                _("line {n}: byte {byte} is no UTF-8.").format(n=count, byte=error.start),
                _("Everything before it is recorded."),
            ) from None
        for part in text.split("\r"):
            for reply in desk.handle(part):
                if reply.kind == "left":
                    return reply.word
                if reply.kind in STOPS:
                    raise _stopped(count, part, reply)
                recorded += len(reply.frames)
                listener.show(desk, reply)
    listener.end()
    if settings.json:
        emit({"match": desk.session.info.name, "recorded": recorded, "seal": desk.session.seal})
    return ""


def _stopped(count: int, text: str, reply: Reply) -> Stop:
    """Return what ends a pipe: the line, what was wrong with it, the exit code."""
    told = "\n".join(str(show) for show in reply.shows)
    code = STOPS[reply.kind]
    if reply.error is not None:
        code = explain(reply.error).code
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    return Stop(code, f"line {count}: {shown}\n{told}")


class Listener:
    """Whoever reads what a pipe prints; when nobody does any more, the recording goes on."""

    def __init__(self) -> None:
        self.gone: OSError | None = None

    def show(self, desk: Desk, reply: Reply) -> None:
        """Print a reply."""
        if self.gone is None:
            try:
                show_reply(desk, reply)
                sys.stdout.flush()
            except OSError as error:
                self.gone = error
                sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115

    def end(self) -> None:
        """Say so when not all was printed. Raise Stop unless the reader just left."""
        if self.gone is not None and not isinstance(self.gone, BrokenPipeError):
            text = _("Everything is recorded, but it could not be printed: {error}.")
            raise Stop(Exit.REFUSED, text.format(error=self.gone.strerror))


def live(desk: Desk, *, board: bool) -> str:
    """Record at a terminal until the recorder leaves; return the word that was said."""
    from prompt_toolkit import PromptSession

    session: PromptSession[str] = PromptSession(
        history=_history(),
        completer=completer(desk),
        complete_while_typing=False,
        bottom_toolbar=lambda: _toolbar(desk),
    )
    talked: list[Any] = [_("help shows what can be typed; Tab completes; quit leaves.")]
    interrupted = False
    prefill = ""
    while True:
        desk.session.refresh()
        if board:
            _page(desk, talked)
        else:
            for each in talked:
                _print(each)
        talked = []
        try:
            line = session.prompt(desk.prompt(), default=prefill)
        except KeyboardInterrupt:
            if interrupted and not session.default_buffer.text:
                break
            interrupted, prefill = True, ""
            talked = [_("The line was dropped. Ctrl-C again leaves; nothing recorded is lost.")]
            continue
        except EOFError:
            break
        interrupted, prefill = False, ""
        for reply in desk.handle(line):
            talked += _told(desk, reply)
            prefill = reply.prefill
            if reply.kind == "left":
                _farewell(desk)
                return reply.word
    _farewell(desk)
    return ""


def _farewell(desk: Desk) -> None:
    name = desk.session.info.name
    say(_("Everything is recorded. foldtable record {name} goes on.").format(name=name))


def _told(desk: Desk, reply: Reply) -> list[Any]:
    told: list[Any] = [telling.line(f, desk.voice) for f in reply.frames if f.action is not None]
    told += [what if isinstance(what, str) else drawn(desk, what) for what in reply.shows]
    return told


def _print(what: Any) -> None:
    if isinstance(what, str):
        say(what)
    else:
        show(what)


def _page(desk: Desk, talked: list[Any]) -> None:
    """Draw the board at the top of the screen, the last events and what was said below it."""
    screen = console()
    screen.clear()
    show(drawn(desk, BoardAsked()))
    say()
    recent = [f for f in desk.session.timeline.frames if f.action is not None][-KEPT:]
    if not talked:
        for frame in recent:
            say(telling.line(frame, desk.voice))
    for each in talked:
        _print(each)
    asked = desk.asked()
    if asked is not None:
        say(f"· {desk.voice.prompt(asked)}")
    else:
        standing = desk.session.engine.standing(desk.session.state)
        ending = _("foldtable close ends the match.")
        say(f"· {desk.voice.outcome(standing)} {ending}")


def _toolbar(desk: Desk) -> str:
    return desk.voice.say("help.short")


def _history() -> Any:
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


def completer(desk: Desk) -> Any:
    """Return a completer of what is legal now, in notation and in words, and of the commands."""
    from prompt_toolkit.completion import Completer, Completion

    class Legal(Completer):
        def get_completions(
            self, document: Document, complete_event: CompleteEvent
        ) -> Iterator[Completion]:
            typed = document.text_before_cursor.rpartition(";")[2].lstrip()
            for text, meaning in suggestions(desk, typed):
                yield Completion(text, start_position=-len(typed), display_meta=meaning)

    return Legal()


def suggestions(desk: Desk, typed: str, limit: int = 30) -> Iterator[tuple[str, str]]:
    """Yield (text, meaning) of what may be typed now and contains what was typed so far."""
    from engines.names import matches

    engine = desk.session.engine
    found: list[tuple[int, str, str]] = []
    for prompt in desk.session.awaits():
        for choice in engine.choices(desk.session.state, prompt):
            text = engine.write(choice.action).partition(": ")[2] or engine.write(choice.action)
            told = engine.tell(choice.action)
            meaning = desk.voice.say(told.key, told.data)
            score = matches(typed, (text, meaning)) if typed else 1
            if score:
                found.append((-score, text, meaning))
    found += [(-3, command, "") for command in COMMANDS if typed and command.startswith(typed)]
    seen: set[str] = set()
    for _score, text, meaning in sorted(found)[:limit]:
        if text not in seen:
            seen.add(text)
            yield text, meaning
