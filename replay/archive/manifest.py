"""The manifest of an archive: which files belong to it, in the order in which they were written."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from ledger.event import encode_canonical
from replay.archive.layout import Partition, Table
from replay.base.errors import UserError
from replay.files.match_file import UnreadableFile

NAME: Final = "manifest.json"
FORMAT: Final = "foldtable/archive"
VERSION: Final = 1


class ArchiveFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of an archive: where it lies, what is in it, and the hash of its bytes."""

    path: str
    table: Table
    game: str
    month: str
    rows: int
    bytes: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a manifest; `seal` is the SHA-256 of all the rest as canonical JSON."""

    format: Literal["foldtable/archive"]
    version: Literal[1]
    files: tuple[ArchiveFile, ...]
    seal: str


class NotAnArchive(UserError):
    """A folder is to become an archive that holds other things."""


class ArchiveOvertaken(UserError):
    """Somebody else has written to an archive meanwhile."""


def make_manifest(files: tuple[ArchiveFile, ...]) -> Manifest:
    """Return the manifest of some files."""
    unsealed = Manifest(FORMAT, VERSION, files, "")
    return msgspec.structs.replace(unsealed, seal=compute_seal(unsealed))


def compute_seal(manifest: Manifest) -> str:
    """Return the seal that a manifest should have."""
    content: dict[str, Any] = msgspec.to_builtins(manifest)
    del content["seal"]
    return hashlib.sha256(encode_canonical(content)).hexdigest()


def encode_manifest(manifest: Manifest) -> bytes:
    """Return the bytes of a manifest: canonical JSON and a line feed."""
    return encode_canonical(msgspec.to_builtins(manifest)) + b"\n"


def is_archive(folder: Path) -> bool:
    """Return whether a folder is an archive."""
    return (folder / NAME).is_file()


def was_archive(folder: Path) -> bool:
    """Return whether a folder is an archive, or has the files of one and no manifest."""
    return is_archive(folder) or (folder / "matches").is_dir()


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of an archive. Raise UnreadableFile for one that is not as written."""
    path = folder / NAME
    if not path.is_file():
        raise UnreadableFile(
            "{path} is no archive.", "foldtable archive write {path} makes one.", path=folder
        )
    content = path.read_bytes()
    try:
        manifest = msgspec.json.decode(content, type=Manifest)
    except (msgspec.DecodeError, RecursionError):
        raise UnreadableFile("{path} is no manifest of an archive.", path=path) from None
    named = all(
        file.path == Partition(file.game, file.month).name_file(file.table, file.sha256)
        for file in manifest.files
    )
    unchanged = encode_manifest(manifest) == content and compute_seal(manifest) == manifest.seal
    if not (named and unchanged):
        raise UnreadableFile("{path} was changed after it was written.", path=path)
    return manifest


def write_manifest(folder: Path, before: Manifest, after: Manifest) -> None:
    """Put a manifest in the place of the one `before`. Raise ArchiveOvertaken where that is gone.

    Until then the files that it adds do not belong to the archive.
    """
    path = folder / NAME
    now = read_manifest(folder) if path.exists() else make_manifest(())
    if now != before:
        raise ArchiveOvertaken(
            "Somebody else has written to {path} meanwhile.", "Write again.", path=folder
        )
    unfinished = folder / f".unfinished-{os.getpid()}"
    try:
        with unfinished.open("wb") as file:
            file.write(encode_manifest(after))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
