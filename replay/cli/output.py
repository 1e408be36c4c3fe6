"""How commands print: text, tables, JSON and files to stdout, remarks and progress to stderr."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from replay.base.terminal_text import clean, clean_line, escape_commands
from replay.cli.exits import Exit, Stop
from replay.cli.settings import settings
from replay.cli.streams import find_raw_stream, make_clean_console

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

Part: TypeAlias = "str | RenderableType"
"""One thing to print: a text, or something drawn."""


class Shown(NamedTuple):
    """What a command shows.

    `data` is printed as JSON with --json. Without it the parts of `drawn` are printed to stdout,
    one below the other, and `remarks` to stderr. `code` is the exit code.
    """

    data: Any
    drawn: Iterable[Part] = ()
    remarks: Sequence[str] = ()
    code: Exit = Exit.DONE


_collected: ContextVar[list[Shown] | None] = ContextVar("collected", default=None)


@contextmanager
def collect_shown() -> Iterator[list[Shown]]:
    """Collect what commands show inside, in the list that is given, instead of printing it."""
    collected: list[Shown] = []
    token = _collected.set(collected)
    try:
        yield collected
    finally:
        _collected.reset(token)


def print_shown(shown: Shown) -> None:
    """Print what a command shows: its data with --json, else its drawing and its remarks."""
    if settings.json:
        emit(shown.data)
        return
    collected = _collected.get()
    if collected is not None:
        collected.append(shown._replace(drawn=list(shown.drawn)))
        return
    print_parts(shown.drawn)
    for remark in shown.remarks:
        talk(remark)


def print_parts(parts: Iterable[Part]) -> None:
    """Print texts and drawings, one below the other."""
    for part in parts:
        if isinstance(part, str):
            say(part)
        else:
            show(part)


def is_plain() -> bool:
    """Return whether to print without boxes: asked for, or nobody looks at a terminal."""
    return settings.plain or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"


def find_pipe_width(*, stderr: bool = False) -> int | None:
    """Return how wide lines are in a pipe: as COLUMNS says, else enough for everything.

    It is None at a terminal.
    """
    if (sys.stderr if stderr else sys.stdout).isatty():
        return None
    asked = os.environ.get("COLUMNS", "")
    return int(asked) if asked.isascii() and asked.isdecimal() else 4000


def make_console(*, stderr: bool = False) -> Console:
    """Return the console to print on; in a pipe it is wide enough for everything."""
    colourless = settings.no_color or settings.plain or bool(os.environ.get("NO_COLOR"))
    width = find_pipe_width(stderr=stderr)
    piped = width is not None
    return make_clean_console(
        file=find_raw_stream(stderr=stderr),
        no_color=colourless,
        color_system=None
        if colourless or (piped and not os.environ.get("FORCE_COLOR"))
        else "auto",
        width=width,
        highlight=False,
        emoji=False,
        markup=False,
        soft_wrap=False,
    )


def show(renderable: RenderableType) -> None:
    """Print something drawn; without spaces at the ends of lines."""
    if is_plain():
        from replay.screens.terminal import print_plain

        say(print_plain(renderable, make_console().width))
        return
    make_console().print(renderable)


def say(text: str = "") -> None:
    """Print a text; at a terminal, long lines are wrapped between words."""
    text = clean(text)
    if not sys.stdout.isatty() or 2 * len(text) < get_terminal_size().columns:
        print(text)
        return
    from rich.text import Text

    make_console().print(Text(text))


def talk(text: str) -> None:
    """Say something that is not data: to stderr, nothing when asked to be quiet."""
    if not settings.quiet:
        print(clean(text), file=sys.stderr)


def emit(value: Any) -> None:
    """Print a value as one JSON document."""
    import orjson

    content = orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode()
    sys.stdout.buffer.write(escape_commands(content).encode() + b"\n")
    sys.stdout.buffer.flush()


def make_plain(value: Any) -> Any:
    """Return a struct as what JSON knows: dicts, lists, texts and numbers. Texts about seats keep
    the letters of their places, as ids do."""
    import msgspec

    def plain(part: Any) -> str | int:
        """Return a text or a number of a type of its own as what it is."""
        return str(part) if isinstance(part, str) else int(part)

    return msgspec.to_builtins(value, enc_hook=plain)


def draw_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> RenderableType:
    """Return a table: boxed for a terminal, aligned columns otherwise."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    plain = is_plain()
    drawn = Table(
        box=None if plain else box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1)
    )
    for column in columns:
        drawn.add_column(Text(column), overflow="fold")
    for row in rows:
        cells = ("" if cell is None else clean_line(str(cell)) for cell in row)
        drawn.add_row(*(Text(cell) for cell in cells))
    return drawn


@contextmanager
def show_progress(what: str, total: int | None) -> Iterator[Any]:
    """Show a progress bar on stderr once something takes more than a second; yield `advance`."""
    import time

    if settings.quiet or settings.json or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress

    bar = Progress(console=make_console(stderr=True), transient=True)
    started = time.monotonic()
    task = bar.add_task(what, total=total)
    shown = False

    def advance() -> None:
        nonlocal shown
        if not shown and time.monotonic() - started > 1:
            bar.start()
            shown = True
        bar.advance(task)

    try:
        yield advance
    finally:
        if shown:
            bar.stop()


def make_file_name(name: str, suffix: str) -> str:
    """Return the name of a file in this folder for a match, whatever an older ledger calls it.

    >>> make_file_name("../../x", ".html")
    '______x.html'
    """
    kept = "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name[:80])
    return f"{'_' if kept.startswith('-') or not kept else ''}{kept}{suffix}"


def require_new(*paths: Path, force: bool) -> None:
    """Raise Stop where one of the files exists already, unless `force`."""
    for path in paths:
        if path.is_file() and not force:
            raise Stop(
                Exit.REFUSED, "{path} is there already.", "--force overwrites it.", path=path
            )


FORMATS: Final = frozenset(
    re.findall(
        r"\S+",
        """
        .csv .db .doc .docx .gif .gz .htm .html .jpeg .jpg .js .json .jsonl .md .odp .ods .odt .pdf
        .png .ppt .pptx .py .rtf .sqlite .svg .tar .toml .tsv .txt .webp .xls .xlsx .xml .yaml .yml
        .zip
        """,
    )
)
"""The suffixes of file names that promise a format."""


def require_suffix(path: Path, *suffixes: str) -> None:
    """Raise Stop where the name of a file promises another format than those it will have.

    A name without a suffix, or with an unknown one, promises nothing.
    """
    suffix = path.suffix.casefold()
    if suffix in FORMATS and suffix not in suffixes:
        raise Stop(
            Exit.USAGE,
            "{path} would not hold what its name says: this command writes {kinds}.",
            "-o {better}",
            path=path,
            kinds=" ".join(suffixes),
            better=path.with_suffix(suffixes[0]).name,
        )


def write_file(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; a link is followed, a device is written to.

    Raise Stop without the folder, OSError with the file's name when it cannot be written.
    """
    target = path.resolve()
    if not target.parent.is_dir():
        raise Stop(Exit.MISSING, "There is no folder {path}.", path=path.parent)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            _replace(target, content)
    except OSError as error:  # it names the unfinished file, or none
        raise OSError(error.errno, error.strerror, str(path)) from error


def _replace(path: Path, content: bytes) -> None:
    """Put a finished file in the place of `path`."""
    import os
    import tempfile

    umask = os.umask(0)
    os.umask(umask)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".foldtable-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
