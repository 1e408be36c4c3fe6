"""What the commands print is what they printed before: ``python -m tests.outputs --write``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import outputs
from tests.some import some


@pytest.mark.parametrize("name", outputs.list_scripts())
def test_the_commands_print_what_they_printed(name: str, tmp_path: Path) -> None:
    """Word for word, and as data. Whoever means a change renews the files."""
    expected = outputs.read_outputs(name)
    found = outputs.number_outputs(outputs.run_script(name, tmp_path))
    for command, text in some(found.items()):
        assert text == expected.get(command, "").rstrip(), command
    assert list(found) == list(expected)


def test_what_differs_every_time_is_masked(tmp_path: Path) -> None:
    """Ids, times, hashes, seals, folders. Of a long text the rest is a digest."""
    said = (
        f"{tmp_path}/x 019ad6c0-0000-7000-8000-000000000000 2026-12-01T11:00:00.1Z 2026-12-01 "
        f"11:20 {'ab12' * 16} {'-'.join(['ab12'] * 8)} r31"
    )
    assert outputs.mask(said, tmp_path) == "FOLDER/x ID TIME DATE HASH SEAL r31"
    lines = [outputs.shorten("\n".join("x" * n for n in range(30, 30 + m))) for m in (24, 25)]
    assert lines[0].count("\n") == 23
    assert lines[1].startswith(lines[0])
    assert "1 lines more" in lines[1]
