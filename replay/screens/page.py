"""Pages: boards as tables, and templates filled in. A page stands alone and loads nothing."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from replay.base.i18n import _, language
from replay.screens import terminal
from replay.screens.board_text import find_changes
from replay.screens.boards import describe_board
from replay.screens.markdown import escape_markdown
from replay.screens.page_boards import draw_tables, write_tables

if TYPE_CHECKING:
    from markupsafe import Markup

    from replay.fold.timeline import Frame, Timeline
    from replay.speech.voice import Voice

WIDTH: Final = 96
"""How many characters wide the board in the evidence of a dispute is, as plain text."""


def write_board(timeline: Timeline, frame: Frame, voice: Voice) -> str:
    """Return the board at a frame as plain text."""
    seated = voice.name_seats(frame.seat_names)
    board = describe_board(timeline, frame)
    return terminal.print_plain(terminal.draw(board, seated, frozenset(), plain=False), WIDTH)


def draw_picture(
    timeline: Timeline, frame: Frame, voice: Voice, *, marked: bool = False, kind: str = "html"
) -> Markup:
    """Return the board at a frame as tables; `marked`, what the frame's event has changed.

    `kind` is ``html`` or ``md``.
    """
    changed = find_changes(frame) if marked else frozenset()
    draw = draw_tables if kind == "html" else write_tables
    return draw(describe_board(timeline, frame), voice.name_seats(frame.seat_names), changed)


def fill_template(name: str, **content: Any) -> str:
    """Return a template (``evidence`` or ``report``, as ``.html`` or ``.md``) filled in."""
    from jinja2 import Environment, FunctionLoader, select_autoescape

    environment = Environment(
        loader=FunctionLoader(_read_template),
        autoescape=select_autoescape(default_for_string=False, enabled_extensions=("html",)),
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=escape_markdown if name.endswith(".md") else None,
    )
    environment.globals["_"] = _
    return environment.get_template(name).render(lang=language(), **content)


def _read_template(name: str) -> str:
    return (files("replay.screens") / "templates" / f"{name}.j2").read_text(encoding="utf-8")
