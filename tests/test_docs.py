"""The command reference cannot drift: it is made from the commands."""

from __future__ import annotations

from tests.docs import REFERENCE, reference


def test_the_reference_is_what_the_commands_say() -> None:
    """`make docs` renews it."""
    assert REFERENCE.read_text(encoding="utf-8") == reference()
