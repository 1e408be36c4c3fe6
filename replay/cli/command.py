"""What all commands have in common: panels of the help, shared options, what happens on failure."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any, TypeVar

import typer
from typer._click.core import Command
from typer.main import get_command_from_info, get_group
from typer.models import CommandInfo

from replay.base.i18n import set_language
from replay.cli.catalog import Outline
from replay.cli.default_match import MatchCommand
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


def _make_option(flag: str, text: str, kind: type) -> Any:
    return Annotated[kind, typer.Option(flag, help=text, rich_help_panel=EVERYWHERE)]


SHARED: tuple[tuple[str, Any, Any], ...] = (
    (
        "db",
        "",
        _make_option("--db", "The ledger: a file or a URL [env: FOLDTABLE_DB].", str),
    ),
    ("lang", "", _make_option("--lang", "en or ko [env: FOLDTABLE_LANG].", str)),
    ("json", False, _make_option("--json", "Print JSON.", bool)),
    ("plain", False, _make_option("--plain", "Print text without boxes or colour.", bool)),
    ("no_color", False, _make_option("--no-color", "No colour [env: NO_COLOR].", bool)),
    ("quiet", False, _make_option("--quiet", "Say nothing but the result.", bool)),
    ("actor", "", _make_option("--actor", "Who records [env: FOLDTABLE_ACTOR].", str)),
)
"""Name, default and option of what every command takes."""


def move_shared_options(arguments: Sequence[str], groups: Collection[str] = ()) -> list[str]:
    """Return arguments with the shared options before a command behind it.

    A command in one of the `groups` is two words. Without a command the options are left out:
    `read_early` has applied them.

    >>> move_shared_options(["--lang", "ko", "log", "maple"])
    ['log', 'maple', '--lang', 'ko']
    >>> move_shared_options(["dispute", "--lang", "ko"], ["dispute"])
    ['dispute']
    >>> move_shared_options(["--help", "--lang", "ko"])
    ['--help']
    """
    rest, head, moved = list(arguments), list[str](), list[str]()
    in_group = False
    flags = {f"--{name.replace('_', '-')}": default for name, default, _kind in SHARED}
    while rest:
        flag, equals, _value = rest[0].partition("=")
        if flag in flags:
            taken = 1 if equals or isinstance(flags[flag], bool) else 2
            moved, rest = moved + rest[:taken], rest[taken:]
        elif rest[0] in groups and not in_group:
            in_group = True
            head.append(rest.pop(0))
        elif rest[0].startswith("-") and rest[0] != "--":
            head.append(rest.pop(0))
        else:
            break
    end = rest.index("--") if "--" in rest else len(rest)
    return [*head, *rest[:end], *moved, *rest[end:]] if rest else head


class Commands:
    """Some commands of one panel of the help, in the order in which it lists them."""

    def __init__(self, panel: str = "") -> None:
        self.panel = panel
        self.typer = typer.Typer(rich_markup_mode=None)

    def make(self, name: str) -> Command:
        """Return one of the commands as the command line runs it."""
        found = self._find(name)
        if found is None:
            return get_group(self.typer).commands[name]
        return get_command_from_info(found, pretty_exceptions_short=True, rich_markup_mode=None)

    def outline(self, name: str) -> Outline:
        """Return what a list says of one of the commands; its parameters are not looked at."""
        found = self._find(name)
        if found is not None:
            return Outline(inspect.getdoc(found.callback) or "", self.panel, found.hidden)
        made: Any = self.make(name)
        return Outline(made.help or "", made.rich_help_panel or "", made.hidden)

    def _find(self, name: str) -> CommandInfo | None:
        """Return what typer knows of one of the commands, None for a group of commands."""
        return next((each for each in self.typer.registered_commands if each.name == name), None)

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
                name,
                cls=MatchCommand,
                rich_help_panel=self.panel,
                context_settings=context,
                hidden=hidden,
            )
            add(_add_shared_options(function))
            return function

        return register


def _add_shared_options(function: Callable[..., Shown | None]) -> Callable[..., None]:
    """Return a function that takes the shared options, too, and prints what `function` returns."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> None:
        for option, _default, _kind in SHARED:
            setattr(settings, option, kwargs.pop(option))
        try:
            _set_language(settings.lang)
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
    """Apply shared options before the command line is read: to its help, and to what is wrong."""
    from engines import LANGUAGES

    settings.json = "--json" in arguments
    settings.plain = "--plain" in arguments
    settings.no_color = "--no-color" in arguments
    settings.db = _find_value("--db", arguments)
    lang = _find_value("--lang", arguments)
    set_language(lang if lang in LANGUAGES else "")


def _find_value(option: str, arguments: Sequence[str]) -> str:
    """Return the last value of an option in a command line, "" without one."""
    found = ""
    for number, argument in enumerate(arguments):
        flag, equals, value = argument.partition("=")
        if flag == option:
            found = value if equals else "".join(arguments[number + 1 : number + 2])
    return found


def _set_language(lang: str) -> None:
    """Let the program speak a language, by default the preferred one. Raise Stop for another."""
    from engines import LANGUAGES

    if lang and lang not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Stop(
            Exit.USAGE, "--lang takes {languages}, not “{given}”.", languages=known, given=lang
        )
    set_language(lang)
