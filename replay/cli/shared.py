"""What all commands have in common: their shared options, and what happens when they fail."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

import typer

from replay.base.i18n import speak
from replay.cli.settings import settings

F = TypeVar("F", bound=Callable[..., Any])

EVERYWHERE = "Everywhere"


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


def command(app: typer.Typer, name: str, panel: str, *, negative: bool = False) -> Callable[[F], F]:
    """Register a function as a command that also takes the shared options.

    With `negative` its arguments may be negative numbers, which look like options.
    Whatever it raises ends the program with one paragraph on stderr and an exit code.
    """

    def register(function: F) -> F:
        signature = inspect.signature(function, eval_str=True)
        extra = [
            inspect.Parameter(
                option, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind
            )
            for option, default, kind in SHARED
        ]

        @functools.wraps(function)
        def run(*args: Any, **kwargs: Any) -> None:
            for option, _default, _kind in SHARED:
                setattr(settings, option, kwargs.pop(option))
            _speak(settings.lang)
            try:
                function(*args, **kwargs)
            except (typer.Exit, typer.Abort, BrokenPipeError):
                raise
            except Exception as error:
                from replay.cli.failures import fail

                raise typer.Exit(fail(error)) from error

        parameters = [*signature.parameters.values(), *extra]
        run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {p.name: p.annotation for p in parameters}
        context = {"ignore_unknown_options": negative}
        app.command(name, rich_help_panel=panel, context_settings=context)(run)
        return function

    return register


def _speak(lang: str) -> None:
    from engines import LANGUAGES

    if lang and lang not in LANGUAGES:
        raise typer.BadParameter(f"“{lang}” is none of {', '.join(LANGUAGES)}", param_hint="--lang")
    speak(lang)
