"""What is wrong with a file that is meant to hold plays."""

from __future__ import annotations

from replay.base.errors import UserError


class UnreadablePlays(UserError):
    """A file of another program cannot be read, or holds no plays."""
