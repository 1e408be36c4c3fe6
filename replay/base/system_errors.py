"""Errors of the operating system and of SQLite, in the program's language."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Mapping
from typing import Final

from replay.base.i18n import _

CAUSES: Final[Mapping[int, Callable[[], str]]] = {
    errno.ENOENT: lambda: _("there is no such file"),
    errno.EISDIR: lambda: _("it is a folder"),
    errno.ENOTDIR: lambda: _("a part of the path is no folder"),
    errno.EACCES: lambda: _("permission is missing"),
    errno.EPERM: lambda: _("permission is missing"),
    errno.EROFS: lambda: _("it can only be read"),
    errno.ENOSPC: lambda: _("the disk is full"),
    errno.EDQUOT: lambda: _("the quota is used up"),
    errno.EIO: lambda: _("the device has an error"),
    errno.EMFILE: lambda: _("too many files are open"),
    errno.ENAMETOOLONG: lambda: _("the name is too long"),
}
"""What the system says by a number."""

TEXTS: Final[tuple[tuple[re.Pattern[str], Callable[[], str]], ...]] = (
    (re.compile("unable to open database file"), lambda: _("the file cannot be opened")),
    (re.compile("database disk image is malformed"), lambda: _("its content is damaged")),
    (re.compile("file is not a database"), lambda: _("it is no database")),
    (
        re.compile("attempt to write a readonly database|read-only file system"),
        lambda: _("it can only be read"),
    ),
    (re.compile("database or disk is full|no space left on device"), lambda: _("the disk is full")),
    (re.compile("disk i/o error|input/output error"), lambda: _("the device has an error")),
    (re.compile("permission denied"), lambda: _("permission is missing")),
    (re.compile("no such file or directory"), lambda: _("there is no such file")),
    (re.compile("is a directory"), lambda: _("it is a folder")),
    (re.compile("not a directory"), lambda: _("a part of the path is no folder")),
    (re.compile("disk quota exceeded"), lambda: _("the quota is used up")),
    (re.compile("file name too long"), lambda: _("the name is too long")),
)
"""What the system and SQLite say in words, in small letters."""


def describe_system_error(error: OSError) -> str:
    """Return what the operating system says is wrong, without the form of a sentence."""
    number = error.errno or 0
    cause = CAUSES.get(number)
    return cause() if cause else translate_cause(error.strerror or str(error))


def translate_cause(text: str) -> str:
    """Return what the system or SQLite says in the program's language; other texts as they are.

    >>> translate_cause("Permission denied"), translate_cause("maple")
    ('permission is missing', 'maple')
    """
    said = text.casefold().rstrip(".")
    return next((cause() for pattern, cause in TEXTS if pattern.fullmatch(said)), text)
