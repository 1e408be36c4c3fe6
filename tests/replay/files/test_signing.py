"""Tests of signatures of match files."""

from __future__ import annotations

import base64
from pathlib import Path

import orjson
import pytest

from ledger.errors import LedgerError
from ledger.event import encode_canonical
from ledger.store import Ledger
from replay.files import signing
from replay.files.exchange import export_match, read_match_file
from replay.record.session import Session


def test_a_signed_export_verifies(ledger: Ledger, session: Session) -> None:
    """The key is made on first use, and only its owner may read it."""
    content = export_match(ledger, session.info, "tess")
    found, _events, flaws = read_match_file(content)
    assert flaws == []
    assert found.signature is not None
    assert signing.find_signer(found.signature).name == "you"
    assert (signing.find_key_folder() / "ed25519.pem").stat().st_mode & 0o077 == 0


def test_a_signature_is_optional(ledger: Ledger, session: Session) -> None:
    """An export without one has no such field."""
    assert read_match_file(export_match(ledger, session.info))[0].signature is None


def test_a_changed_file_does_not_fit_its_signature(ledger: Ledger, session: Session) -> None:
    """The name of the signer is covered, and so is the whole content."""
    raw = orjson.loads(export_match(ledger, session.info, "tess"))
    raw["signature"]["by"] = "mallory"
    assert [f.kind for f in read_match_file(encode_canonical(raw) + b"\n")[2]] == ["signature"]
    raw["match"]["seats"] = ["Mallory", "Bo"]
    assert "signature" in {flaw.kind for flaw in read_match_file(encode_canonical(raw) + b"\n")[2]}


def test_a_key_is_unknown_until_it_is_trusted(
    ledger: Ledger, session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A replaced signature is valid, but its key is another one."""
    monkeypatch.setenv(signing.VARIABLE, str(tmp_path / "theirs"))
    content = export_match(ledger, session.info, "tess")
    theirs = signing.encode_public_key(signing.load_own_key())
    monkeypatch.setenv(signing.VARIABLE, str(tmp_path / "mine"))
    signature = read_match_file(content)[0].signature
    assert signature is not None
    assert signing.find_signer(signature) == signing.Signer("tess", theirs, False)
    signing.trust_key("ana", theirs)
    assert signing.find_signer(signature) == signing.Signer("ana", theirs, True)


@pytest.mark.parametrize("key", ["", "not base64!", base64.b64encode(b"short").decode()])
def test_only_a_key_can_be_trusted(key: str) -> None:
    """The name must be a plain word."""
    with pytest.raises(LedgerError):
        signing.trust_key("ana", key)
    with pytest.raises(LedgerError):
        signing.trust_key("../ana", base64.b64encode(b"k" * 32).decode())


def test_a_malformed_signature_is_a_problem_of_the_file(ledger: Ledger, session: Session) -> None:
    """No exception is raised."""
    raw = orjson.loads(export_match(ledger, session.info, "tess"))
    for field, value in (("key", "?"), ("value", ""), ("value", "AAAA")):
        broken = {**raw, "signature": {**raw["signature"], field: value}}
        kinds = {flaw.kind for flaw in read_match_file(encode_canonical(broken) + b"\n")[2]}
        assert kinds == {"signature"}


def test_a_signature_must_be_canonical_base64(ledger: Ledger, session: Session) -> None:
    """Another text for the same bytes is refused: every byte of a file counts."""
    raw = orjson.loads(export_match(ledger, session.info, "tess"))
    for field in ("key", "value"):
        text = raw["signature"][field]
        last = len(text.rstrip("=")) - 1
        alike = text[:last] + chr(ord(text[last]) ^ 1) + text[last + 1 :]
        broken = {**raw, "signature": {**raw["signature"], field: alike}}
        assert {f.kind for f in read_match_file(encode_canonical(broken) + b"\n")[2]} == {
            "signature"
        }
