"""Packages that not everybody has installed; they come with an extra of foldtable."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from replay.base.errors import UserError


class NotInstalled(UserError):
    """A package is not installed that a command needs; the hint says how to install it."""


def load_package(module: str, package: str) -> Any:
    """Return a module of a package of the extra “archive”. Raise NotInstalled."""
    try:
        return import_module(module)
    except ImportError:
        raise NotInstalled(
            "{package} is not installed.", "pip install 'foldtable[archive]'", package=package
        ) from None
