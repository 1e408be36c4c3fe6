"""Tests of decoding clerk events."""

from __future__ import annotations

import pytest

from ledger.clerk import Note, decode_clerk


def test_a_clerk_event_is_decoded_by_its_type() -> None:
    """The payload has the fields of the type."""
    assert decode_clerk("log.note", b'{"text":"tea"}') == Note(text="tea")


@pytest.mark.parametrize("kind", ["log.nonsense", "take", ""])
def test_K2_an_unknown_type_is_no_clerk_event(kind: str) -> None:
    """The error names the type."""
    with pytest.raises(ValueError, match=f"no clerk event “{kind}”"):
        decode_clerk(kind, b"{}")
