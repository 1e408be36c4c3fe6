"""Pages: boards as HTML, and templates filled in. A page stands alone and loads nothing."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from replay.base.i18n import _, language
from replay.base.terminal_text import clean_line, count_columns
from replay.screens import terminal
from replay.screens.boards import describe_board

if TYPE_CHECKING:
    from markupsafe import Markup
    from rich.console import RenderableType
    from rich.style import Style

    from replay.fold.timeline import Frame, Timeline
    from replay.speech.voice import Voice

WIDTH: Final = 96
"""How many characters wide the boards of a page are."""


def write_board(timeline: Timeline, frame: Frame, voice: Voice) -> str:
    """Return the board at a frame as plain text."""
    return terminal.print_plain(_draw_frame(timeline, frame, voice, marked=False), WIDTH)


def draw_picture(timeline: Timeline, frame: Frame, voice: Voice, *, marked: bool = False) -> Markup:
    """Return the board at a frame as HTML; `marked`, what the frame's event has changed."""
    return make_html(_draw_frame(timeline, frame, voice, marked=marked))


def _draw_frame(timeline: Timeline, frame: Frame, voice: Voice, *, marked: bool) -> RenderableType:
    changed = terminal.find_changes(frame) if marked else frozenset()
    seated = voice.name_seats(frame.seat_names)
    return terminal.draw(describe_board(timeline, frame), seated, changed, plain=False)


def make_html(renderable: RenderableType) -> Markup:
    """Return what is drawn as lines of HTML: colours as such, what has changed in ``mark``."""
    from markupsafe import Markup
    from rich.console import Console

    console = Console(width=WIDTH, legacy_windows=False, emoji=False)
    lines = []
    for segments in console.render_lines(renderable, pad=False):
        spans = [_make_span(segment.text, segment.style) for segment in segments]
        lines.append(Markup().join(spans).rstrip())
    return Markup("\n").join(lines)


def _make_span(text: str, style: Style | None) -> Markup:
    """Return a text with its style as HTML."""
    from markupsafe import Markup, escape

    said = text.rstrip()
    if not said:
        return escape(text)
    found = _widen_letters(said)
    if style is None:
        return found + text[len(said) :]
    colour = style.color.name if style.color else ""
    if style.reverse:
        found = Markup("<mark>{}</mark>").format(found)
    elif style.bold:
        found = Markup("<b>{}</b>").format(found)
    elif re.fullmatch(r"#[0-9a-f]{6}", colour):
        found = Markup('<span class="{}">{}</span>').format(f"c{colour[1:]}", found)
    elif style.dim:
        found = Markup('<span class="dim">{}</span>').format(found)
    return found + text[len(said) :]


def _widen_letters(text: str) -> Markup:
    """Return a text as HTML in which letters of two columns take exactly two.

    Fonts for Hangul rarely have just twice the width of the others, and columns would shift.
    """
    from markupsafe import Markup, escape

    parts = []
    for wide, letters in groupby(text, lambda letter: count_columns(letter) == 2):
        run = "".join(letters)
        width = Markup('<span class="wide" style="width: {}ch">{}</span>')
        parts.append(width.format(2 * len(run), run) if wide else escape(run))
    return Markup().join(parts)


def fill_template(name: str, **content: Any) -> str:
    """Return a template (``evidence.html``, ``report.html``, ``evidence.md``) filled in."""
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


SPECIAL: Final = re.compile(r"[\\`*\[\]|]|(?<!\w)_|_(?!\w)")
"""What has a meaning in a line of Markdown."""

BEGINNING: Final = re.compile(r"^(?:[#=~]|[+-](?!\d)|\d+(?=[.)]))")
"""What has a meaning at the beginning of a line of Markdown."""


def escape_markdown(value: Any) -> Any:
    r"""Return a text as one line of Markdown that says just this; anything else as it is.

    >>> print(escape_markdown("<b> [x](javascript:y)"))
    &lt;b&gt; \[x\](javascript:y)
    >>> print(escape_markdown("# no heading"))
    \# no heading
    """
    from markupsafe import Markup

    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    text = SPECIAL.sub(lambda found: f"\\{found[0]}", clean_line(value))
    text = BEGINNING.sub(
        lambda found: f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}", text
    )
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _read_template(name: str) -> str:
    return (files("replay.screens") / "templates" / f"{name}.j2").read_text(encoding="utf-8")
