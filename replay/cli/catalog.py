"""All commands: the module of each, in the order of the help. Modules are imported when asked for.

So a command that is run waits for no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final, NamedTuple

from typer._click.core import Command

MODULES: Final[dict[str, tuple[str, ...]]] = {
    "record.opening": ("new",),
    "record.recording": ("record", "note"),
    "record.closing": ("close", "reopen", "hide", "unhide"),
    "record.corrections": ("undo", "redo", "amend", "insert", "shift"),
    "record.descriptions": ("describe", "rename", "swap", "leave", "join", "void"),
    "review.matches": ("matches",),
    "review.evening": ("evening",),
    "review.positions": ("log", "show", "choices", "step", "diff", "why"),
    "review.accounts": ("register", "balance", "when"),
    "review.report": ("report",),
    "review.queries": ("query",),
    "dispute.reconcile": ("reconcile",),
    "dispute.doctor": ("doctor",),
    "dispute.disputes": ("dispute",),
    "dispute.precedents": ("precedents", "house"),
    "dispute.signatures": ("sign",),
    "what_if": ("fork", "branches", "compare", "matter", "under"),
    "library.card_sets": ("cardsets", "packs"),
    "library.sheets": ("sheets",),
    "library.games": ("games", "rules", "cards"),
    "library.match_files": ("export", "import"),
    "library.archives": ("archive",),
    "library.people": ("people", "places", "groups"),
    "admin.verify": ("verify",),
    "admin.keys": ("key",),
    "admin.database": ("db",),
    "admin.lab": ("simulate", "conform"),
    "admin.help": ("help",),
}
"""Module in `replay.cli` to its commands."""

GROUPS: Final = ("dispute", "archive")
"""The commands that are two words."""


class Outline(NamedTuple):
    """What a list of commands says of one, in English. A command has the same fields."""

    help: str
    rich_help_panel: str
    hidden: bool


class Catalog(Mapping[str, Command]):
    """The commands by name; one is made when it is first asked for."""

    def __init__(self) -> None:
        self._modules = {name: module for module, names in MODULES.items() for name in names}
        self._made: dict[str, Command] = {}

    def __getitem__(self, name: str) -> Command:
        """Return a command. Raise KeyError where none is called so."""
        module = self._modules[name]
        if name not in self._made:
            self._made[name] = import_module(f"replay.cli.{module}").commands.make(name)
        return self._made[name]

    def outline(self, name: str) -> Outline:
        """Return what the list of commands says of one, without making it."""
        commands: Any = import_module(f"replay.cli.{self._modules[name]}").commands
        outline: Outline = commands.outline(name)
        return outline

    def __iter__(self) -> Iterator[str]:
        """Yield the names of all commands, in the order of the help."""
        return iter(self._modules)

    def __len__(self) -> int:
        """Return how many commands there are."""
        return len(self._modules)
