"""The record of the parts of a work that are finished, so that it can be stopped and resumed.

A file of JSON lines: first which work it is, then every finished part with its result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Generic

import msgspec

from replay.base.parts import R


class _Work(msgspec.Struct, forbid_unknown_fields=True):
    work: str


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    part: str
    result: msgspec.Raw


class FinishedParts(Generic[R]):
    """The finished parts of a work in a file. A file of another work begins anew.

    `work` describes the work: all that its results depend on, as data for JSON. `kind` is the type
    of its results, which msgspec can write and read.
    """

    def __init__(self, path: Path, work: Any, kind: type[R]) -> None:
        self.path = path
        self._first = msgspec.json.encode(_Work(compute_work_digest(work))) + b"\n"
        self._decoder = msgspec.json.Decoder(kind)
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]  # half a last line is no line
        self.finished: dict[str, R] = {}
        if whole.startswith(self._first):
            self.finished.update(self._read_lines(whole[len(self._first) :]))
        else:
            whole = self._first
        if whole != content:
            path.write_bytes(whole)

    def _read_lines(self, lines: bytes) -> Iterator[tuple[str, R]]:
        """Yield the parts that lines tell of; a line that cannot be read tells of none."""
        decoder = msgspec.json.Decoder(_Part)
        for line in lines.splitlines():
            try:
                found = decoder.decode(line)
                yield found.part, self._decoder.decode(found.result)
            except msgspec.DecodeError:
                continue

    def note(self, name: str, result: R) -> None:
        """Note that a part is finished."""
        self.finished[name] = result
        line = msgspec.json.encode(_Part(name, msgspec.Raw(msgspec.json.encode(result))))
        with self.path.open("ab") as file:
            file.write(line + b"\n")

    def delete(self) -> None:
        """Delete the file: the work is finished."""
        self.path.unlink(missing_ok=True)


def compute_work_digest(work: Any) -> str:
    """Return a digest of a work's description: equal for equal descriptions."""
    return hashlib.sha256(msgspec.json.encode(work, order="sorted")).hexdigest()
