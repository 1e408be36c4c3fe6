"""What all commands have in common: panels of the help, shared options, what happens on failure."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

import typer

from replay.base.i18n import _, speak
from replay.cli.exits import Exit, Stop
from replay.cli.output import Shown, print_shown
from replay.cli.settings import settings

F = TypeVar("F", bound="Callable[..., Shown | None]")

RECORD = "Record"
REVIEW = "Review"
WHAT_IF = "What if"
DISPUTE = "Dispute"
LIBRARY = "Library"
ADMIN = "Admin"
EVERYWHERE = "Everywhere"
"""The panels of the help; the last one holds the shared options."""


def _option(flag: str, text: str, kind: type) -> Any:
    return Annotated[kind, typer.Option(flag, help=text, rich_help_panel=EVERYWHERE)]


SHARED: tuple[tuple[str, Any, Any], ...] = (
    ("db", "", _option("--db", "The ledger: a file or an SQLite URL [env: FOLDTABLE_DB].", str)),
    ("lang", "", _option("--lang", "en or ko [env: FOLDTABLE_LANG].", str)),
    ("json", False, _option("--json", "Print JSON.", bool)),
    ("plain", False, _option("--plain", "Print text without boxes or colour.", bool)),
    ("no_color", False, _option("--no-color", "No colour [env: NO_COLOR].", bool)),
    ("quiet", False, _option("--quiet", "Say nothing but the result.", bool)),
    ("actor", "", _option("--actor", "Who records [env: FOLDTABLE_ACTOR].", str)),
)
"""Name, default and option of what every command takes."""


def shared_last(arguments: Sequence[str]) -> list[str]:
    """Return arguments with shared options that stand before the command behind it.

    >>> shared_last(["--lang", "ko", "log", "maple"])
    ['log', 'maple', '--lang', 'ko']
    """
    rest, moved = list(arguments), list[str]()
    flags = {f"--{name.replace('_', '-')}": default for name, default, _kind in SHARED}
    while rest and (rest[0] in flags or rest[0].partition("=")[0] in flags):
        valued = rest[0] in flags and not isinstance(flags[rest[0]], bool)
        taken = 2 if valued else 1
        moved, rest = moved + rest[:taken], rest[taken:]
    end = rest.index("--") if "--" in rest else len(rest)
    return [*rest[:end], *moved, *rest[end:]] if rest else moved


class Commands:
    """Some commands of one panel of the help, in the order in which it lists them."""

    def __init__(self, panel: str = "") -> None:
        self.panel = panel
        self.typer = typer.Typer()

    def add(self, name: str, *, negative: bool = False, hidden: bool = False) -> Callable[[F], F]:
        """Return a decorator that makes a function a command with the shared options.

        With `negative` its arguments may be negative numbers, which look like options.
        A `hidden` command is an older name that still works and is not listed.
        The function returns what is to be shown, None when it has printed everything itself.
        Whatever it raises ends the program with one paragraph on stderr and an exit code.
        """

        def register(function: F) -> F:
            context = {"ignore_unknown_options": negative}
            add = self.typer.command(
                name, rich_help_panel=self.panel, context_settings=context, hidden=hidden
            )
            add(_with_shared_options(function))
            return function

        return register


def _with_shared_options(function: Callable[..., Shown | None]) -> Callable[..., None]:
    """Return a function that takes the shared options, too, and prints what `function` returns."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> None:
        for option, _default, _kind in SHARED:
            setattr(settings, option, kwargs.pop(option))
        try:
            _speak(settings.lang)
            shown = function(*args, **kwargs)
            if shown is not None:
                print_shown(shown)
        except (typer.Exit, typer.Abort, BrokenPipeError):
            raise
        except Exception as error:
            from replay.cli.failures import fail

            raise typer.Exit(fail(error)) from error
        if shown is not None and shown.code:
            raise typer.Exit(int(shown.code))

    signature = inspect.signature(function, eval_str=True)
    extra = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, default, kind in SHARED
    ]
    parameters = [*signature.parameters.values(), *extra]
    vars(run)["__signature__"] = signature.replace(parameters=parameters)
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def read_early(arguments: Sequence[str]) -> None:
    """Apply --json and --lang to what is said about a command line that cannot be read."""
    from engines import LANGUAGES

    settings.json = "--json" in arguments
    lang = ""
    for number, argument in enumerate(arguments):
        flag, equals, value = argument.partition("=")
        if flag == "--lang":
            lang = value if equals else "".join(arguments[number + 1 : number + 2])
    speak(lang if lang in LANGUAGES else "")


def _speak(lang: str) -> None:
    """Let the program speak a language, by default the preferred one. Raise Stop for another."""
    from engines import LANGUAGES

    if lang and lang not in LANGUAGES:
        text = _("--lang takes {languages}, not “{given}”.")
        raise Stop(Exit.USAGE, text.format(languages=", ".join(LANGUAGES), given=lang))
    speak(lang)
