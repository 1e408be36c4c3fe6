"""Verify in the shell: what its findings are called."""

from __future__ import annotations

from typing import get_args

import pytest

from replay.cli.admin.verify import name_kind
from replay.referee.audit import Fact, Fault, Kind


@pytest.mark.parametrize("kind", [*get_args(Fault), *get_args(Fact)])
def test_every_kind_of_finding_has_a_name(kind: Kind) -> None:
    """A new kind is named where findings are printed."""
    assert name_kind(kind)
