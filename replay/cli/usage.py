"""The group of all commands: it reads shared options early and reports a wrong use in words.

Typer's own messages are English. Each kind of wrong use has a sentence of ours instead.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any, Final

import typer
from typer._click import exceptions as wrong

from replay.base.i18n import _
from replay.base.terminal_text import clean_line
from replay.cli.catalog import GROUPS, Catalog
from replay.cli.command import move_shared_options, read_early
from replay.cli.exits import Exit, Stop
from replay.cli.help_screen import HelpedGroup, list_parameters, name_value
from replay.cli.streams import clean_streams

SHELLS: Final = ("bash", "zsh", "fish", "powershell", "pwsh")
"""The shells whose completion can be installed."""


class FoldtableGroup(HelpedGroup):
    """All commands; a wrong use of one is an error like any other."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "commands": Catalog()})

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the order of the help."""
        return list(self.commands)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and leave with its exit code. What it prints is cleaned."""
        with clean_streams():
            sys.exit(self._run(args, prog_name, complete_var, **extra))

    def _run(
        self,
        args: Sequence[str] | None,
        prog_name: str | None,
        complete_var: str | None,
        **extra: Any,
    ) -> int:
        """Run the command line and return its exit code."""
        given = sys.argv[1:] if args is None else args
        read_early(given)
        for parameter in self.params:
            if parameter.name == "install_completion":
                parameter.callback = install_completion
        arguments = move_shared_options(given, GROUPS)
        try:
            code = super().main(arguments, prog_name, complete_var, False, **extra)
        except wrong.NoArgsIsHelpError as error:
            error.show()
            code = Exit.USAGE
        except wrong.UsageError as error:
            code = _fail(_name_wrong_use(error))
        except typer.Abort:
            code = _fail(Stop(Exit.FOUND, "Stopped; nothing was done."))
        return int(code or Exit.DONE)


def install_completion(_context: object, _parameter: object, wanted: bool) -> None:
    """Install the completion of the shell that runs the program, and say where; then leave."""
    from typer._completion_shared import _get_shell_name, install

    if not wanted:
        return
    shell = _get_shell_name()
    if shell not in SHELLS:
        known = ", ".join(SHELLS)
        raise typer.Exit(_fail(Stop(Exit.USAGE, "Completion exists for {shells}.", shells=known)))
    _shell, path = install(shell)
    print(_("Completion for {shell} is in {path}.").format(shell=shell, path=path))
    print(_("It works in every terminal that is opened from now on."))
    raise typer.Exit


def _fail(error: Stop) -> int:
    from replay.cli.failures import fail

    return fail(error)


def _name_wrong_use(error: wrong.UsageError) -> Stop:
    """Return a wrong use of the command line in the program's language, with the right use."""
    text = f"{clean_line(_explain(error))} {_usage_line(error)}".strip()
    return Stop(Exit.USAGE, text)


FEW = 8
"""How many commands are all named to whoever types one that does not exist."""


def _explain(error: wrong.UsageError) -> str:
    """Return what is wrong with the command line."""
    from replay.speech.suggestions import suggest_similar

    context = error.ctx
    if isinstance(error, wrong.MissingParameter):
        return _("{name} is missing.").format(name=_name_parameter(error))
    if isinstance(error, wrong.NoSuchOption):
        known = [] if context is None else [o for p in context.command.params for o in p.opts]
        text = _("There is no option {name}.").format(name=error.option_name)
        return f"{text} {suggest_similar(error.option_name, known, 1)}".strip()
    if isinstance(error, wrong.BadOptionUsage):
        if "requires" in error.message:
            return _("{name} takes a value.").format(name=error.option_name)
        return _("{name} takes no value.").format(name=error.option_name)
    if isinstance(error, wrong.BadParameter):
        return _explain_value(error)
    if found := re.search(r"No such command '(.*?)'", error.message):
        known = list(getattr(context and context.command, "commands", {}))
        text = _("No command is called “{name}”.").format(name=found[1])
        near = suggest_similar(found[1], known, 1)
        if not near and len(known) <= FEW:
            near = _("There are: {names}.").format(names=", ".join(known))
        return f"{text} {near}".strip()
    if found := re.search(r"extra argument\(s\) \((.*)\)", error.message):
        return _("Nothing takes the argument {given}.").format(given=found[1])
    if error.message == "Missing command.":
        return _("A command is missing.")
    return _("The command line cannot be read.")


def _explain_value(error: wrong.BadParameter) -> str:
    """Return what is wrong with the value of an argument or an option."""
    name = _name_parameter(error)
    if "greater than or equal" in error.message:
        return _("{name} is too small.").format(name=name)
    if "integer" in error.message:
        return _("{name} takes a whole number.").format(name=name)
    return _("{name} has a value that it cannot take.").format(name=name)


def _name_parameter(error: wrong.BadParameter) -> str:
    """Return the argument or the option as it is typed: MATCH, --since."""
    parameter = error.param
    if parameter is None or not parameter.name:
        return str(error.param_hint or "")
    if parameter.param_type_name == "argument":
        return name_value(parameter)
    return max(parameter.opts, key=len)


def _usage_line(error: wrong.UsageError) -> str:
    """Return how the command is typed."""
    if error.ctx is None:
        return ""
    usage = f"{error.ctx.command_path} {' '.join(list_parameters(error.ctx.command))}"
    return _("Usage: {usage}").format(usage=usage)
