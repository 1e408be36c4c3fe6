"""The help of a command, in the program's language: usage, what it does, arguments, options.

Typer's own screen is English, cuts sentences and takes a letter of Hangul for one column wide.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from typing import Any, Final

import typer
from typer._click.core import Command
from typer.core import TyperCommand, TyperGroup

from replay.base.i18n import _
from replay.base.terminal_text import count_columns, wrap_text
from replay.cli.catalog import Catalog
from replay.cli.output import is_plain
from replay.cli.settings import settings

WIDEST: Final = 100
"""How many columns a line of help takes at most."""

LONGEST: Final = 24
"""How many columns a name may take beside its explanation; below a longer one it has a line."""

EXAMPLE: Final = "foldtable "
"""The beginning of a paragraph that is an example."""

Row = tuple[str, str]
"""The name of an argument, an option or a command, and what it is."""


class Helped(Command):
    """A command or a group whose help and completion speak the program's language."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        formatter.write(write_help(self, ctx))

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first paragraph of the help, in whatever length."""
        return next(list_paragraphs(self), "")

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Return what Tab offers at this point of the command line."""
        return translate_offers(super().shell_complete(ctx, incomplete))


class HelpedCommand(Helped, TyperCommand):
    """A command with help in the program's language."""


class HelpedGroup(Helped, TyperGroup):
    """A group of commands with help in the program's language."""


def translate_offers(offers: list[Any]) -> list[Any]:
    """Let the offers of a completion explain themselves in the program's language."""
    for offer in offers:
        offer.help = translate_help(offer.help)
    return offers


def translate_help(text: str | None) -> str:
    """Return the help of an argument or an option in the program's language, "" without one."""
    return _(text) if text else ""


def list_paragraphs(command: Any) -> Iterator[str]:
    """Yield the paragraphs of a command's help; an example is one as well."""
    for paragraph in (command.help or "").split("\n\n"):
        text = " ".join(paragraph.split())
        if text:
            yield text if text.startswith(EXAMPLE) else _(text)


def list_parameters(command: Any) -> list[str]:
    """Return the arguments of a command as its usage has them: MATCH, [VERSION], TEXT..."""
    if hasattr(command, "commands"):
        return [_("COMMAND"), "..."]
    names = []
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            name = name_value(parameter) + ("..." if parameter.nargs == -1 else "")
            names.append(name if parameter.required else f"[{name}]")
    options = _("OPTIONS")
    return [*names, f"[{options}]"]


def name_value(parameter: Any) -> str:
    """Return what stands for the value of a parameter: MATCH."""
    return _(name_in_capitals(parameter))


def name_in_capitals(parameter: Any) -> str:
    """Return the English word for the value of a parameter: AS-OF."""
    return str(parameter.name).replace("_", "-").upper()


def name_parameter(parameter: Any) -> str:
    """Return an argument or an option with all its names, as the help lists it."""
    if parameter.param_type_name == "argument":
        return name_value(parameter)
    names = ", ".join(sorted(parameter.opts, key=len))
    return names if parameter.is_flag else f"{names} {name_value(parameter)}"


def explain_parameter(parameter: Any) -> str:
    """Return what an argument or an option is, with its default where it has one."""
    text = translate_help(parameter.help)
    default = parameter.default
    if default in (None, "", False, ()) or callable(default):
        return text
    shown = _("[default: {value}]").format(value=default)
    return f"{text} {shown}".strip()


def write_help(command: Any, context: Any) -> str:
    """Return the help of a command as lines for the terminal, each with its end."""
    width = min(get_terminal_size().columns, WIDEST)
    usage = " ".join([context.command_path, *list_parameters(command)])
    lines = [_("Usage: {usage}").format(usage=usage)]
    for paragraph in list_paragraphs(command):
        is_example = paragraph.startswith(EXAMPLE)
        wrapped = [paragraph] if is_example else wrap_text(paragraph, width - 2)
        lines += ["", *(f"  {line}" for line in wrapped)]
    for title, rows in _list_sections(command, context):
        lines += ["", _emphasize(title), *_lay_out(rows, width)]
    return "\n".join(lines) + "\n"


def _list_sections(command: Any, context: Any) -> Iterator[tuple[str, list[Row]]]:
    """Yield the titles of a help and the rows below them, without those that are empty."""
    arguments, options, shared = list[Row](), list[Row](), list[Row]()
    for parameter in command.get_params(context):
        row = (name_parameter(parameter), explain_parameter(parameter))
        if parameter.param_type_name == "argument":
            arguments.append(row)
        elif getattr(parameter, "rich_help_panel", None):
            shared.append(row)
        else:
            options.append(row)
    panels: dict[str, list[Row]] = {}
    commands: Any = getattr(command, "commands", {})
    outline = commands.outline if isinstance(commands, Catalog) else commands.get
    for name in commands:
        inner = outline(name)
        if not inner.hidden:
            panel = translate_help(inner.rich_help_panel) or _("Commands")
            panels.setdefault(panel, []).append((name, next(list_paragraphs(inner), "")))
    sections = [
        (_("Arguments"), arguments),
        (_("Options"), options),
        *panels.items(),
        (_("Everywhere"), shared),
    ]
    yield from ((title, rows) for title, rows in sections if rows)


def _lay_out(rows: Iterable[Row], width: int) -> Iterator[str]:
    """Yield rows as two columns of text, the second wrapped."""
    rows = list(rows)
    first = max(
        (n for n in (count_columns(name) for name, _text in rows) if n <= LONGEST), default=0
    )
    indent = " " * (first + 4)
    for name, text in rows:
        lines = wrap_text(text, max(width - len(indent), 20)) or [""]
        if count_columns(name) <= first:
            gap = " " * (first + 2 - count_columns(name))
            yield f"  {name}{gap}{lines.pop(0)}".rstrip()
        else:
            yield f"  {name}"
        yield from (f"{indent}{line}" for line in lines if line)


def _emphasize(title: str) -> str:
    """Return a title as it stands out: in bold at a terminal."""
    plain = is_plain() or settings.no_color or os.environ.get("NO_COLOR")
    return title if plain else typer.style(title, bold=True)


def describe_usage(group: Any, words: str) -> Iterator[str]:
    """Yield how a command is typed and what it does; nothing where no command is called so."""
    command = group
    for word in words.split():
        command = getattr(command, "commands", {}).get(word)
        if command is None:
            return
    yield " ".join([words, *list_parameters(command)])
    yield from (f"  {paragraph}" for paragraph in list_paragraphs(command))
    for name, inner in getattr(command, "commands", {}).items():
        yield f"  {words} {name}: {next(list_paragraphs(inner), '')}"
    for parameter in command.params:
        shared = getattr(parameter, "rich_help_panel", None)
        if not shared and parameter.name != "help":
            yield f"  {name_parameter(parameter)}  {explain_parameter(parameter)}".rstrip()
