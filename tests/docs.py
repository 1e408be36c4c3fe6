"""``python -m tests.docs [--write]``: the command reference, made from the commands themselves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

REFERENCE = Path(__file__).parent.parent / "docs" / "cli.md"


def reference() -> str:
    """Return the reference of all commands as Markdown."""
    import typer.main

    from replay.cli.app import app
    from replay.cli.command import EVERYWHERE

    group: Any = typer.main.get_command(app)
    parts = [
        "# Commands",
        "",
        "Made from the commands themselves (`make docs`); a test compares it.",
        "",
    ]
    panels: dict[str, list[tuple[str, Any]]] = {}
    for name, command in group.commands.items():
        if command.hidden:
            continue
        inner = getattr(command, "commands", {}).items()
        each = [(f"{name} {part}", sub) for part, sub in inner if not sub.hidden]
        each = each or [(name, command)]
        panels.setdefault(command.rich_help_panel or "", []).extend(each)
    shared: dict[str, str] = {}
    for panel, commands in panels.items():
        parts += [f"## {panel}", ""]
        for name, command in commands:
            parts += describe_command(name, command)
            for parameter in command.params:
                if getattr(parameter, "rich_help_panel", "") == EVERYWHERE:
                    shared[", ".join(parameter.opts)] = parameter.help or ""
                elif parameter.name != "help":
                    parts.append(describe_parameter(parameter))
            parts.append("")
    parts += ["## Everywhere", "", "Every command takes these:", ""]
    parts += [f"- `{flag}`: {text}" for flag, text in shared.items()]
    return "\n".join(parts).rstrip() + "\n"


def describe_command(name: str, command: Any) -> list[str]:
    """Return the heading of a command, how it is typed, and its help, examples as code."""
    from replay.cli.help_screen import list_parameters

    usage = " ".join(["foldtable", name, *list_parameters(command)])
    parts = [f"### foldtable {name}", "", f"    {usage}", ""]
    for paragraph in (command.help or "").split("\n\n"):
        is_example = paragraph.startswith("foldtable ") and "\n" not in paragraph
        parts += [f"    {paragraph}" if is_example else paragraph, ""]
    return parts


def describe_parameter(parameter: Any) -> str:
    """Return an argument or an option with its help and, where it has one, its default."""
    name = ", ".join(parameter.opts)
    if parameter.param_type_name == "argument":
        name = parameter.name.upper()
    elif not parameter.is_flag:
        name = f"{name} {parameter.name.upper()}"
    default = parameter.default
    shown = "" if default in (None, "", False, ()) or callable(default) else f" [{default}]"
    return f"- `{name}`: {parameter.help or ''}{shown}"


def main(arguments: list[str]) -> int:
    """Print the reference, or write it with --write."""
    if "--write" in arguments:
        REFERENCE.parent.mkdir(exist_ok=True)
        REFERENCE.write_text(reference(), encoding="utf-8")
    else:
        print(reference(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
