"""Tests of signatures of match files."""

from __future__ import annotations

import base64
import re
from concurrent.futures import ThreadPoolExecutor
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


KEYS = [base64.b64encode(bytes([n]) * 32).decode() for n in range(3)]


def test_H8_nobody_else_is_you() -> None:
    """Not by another case or by letters that look alike, and not by a file that says so."""
    for name in ("you", "You", "YOU", "уоu", "y0u", "ｙｏｕ"):
        with pytest.raises(LedgerError):
            signing.trust_key(name, KEYS[0])
    folder = signing.find_key_folder() / "trusted"
    folder.mkdir(parents=True)
    (folder / "you.pub").write_text(KEYS[0])
    assert signing.find_signer(signing.Signature("x", KEYS[0], "")).known is False


def test_H8_a_trusted_key_is_not_replaced_silently() -> None:
    """Only with `replace`; the same key again is no replacement."""
    signing.trust_key("ana", KEYS[0])
    signing.trust_key("ana", KEYS[0])
    with pytest.raises(LedgerError, match=re.escape(KEYS[0])):
        signing.trust_key("ana", KEYS[1])
    assert signing.load_trusted_keys() == {"ana": KEYS[0]}
    signing.trust_key("ana", KEYS[1], replace=True)
    assert signing.load_trusted_keys() == {"ana": KEYS[1]}


@pytest.mark.parametrize("name", ["Ana", "аna", "ana\u200b", "аnа", "-ana", "a b", ""])
def test_H8_a_name_that_looks_like_another_is_refused(name: str) -> None:
    """Another case, letters of another script, what nobody sees."""
    signing.trust_key("ana", KEYS[0])
    with pytest.raises(LedgerError):
        signing.trust_key(name, KEYS[1])


def test_H8_a_key_has_one_name() -> None:
    """One's own is "you", and a trusted one has the name that it got."""
    signing.trust_key("ana", KEYS[0])
    mine = signing.encode_public_key(signing.load_own_key())
    for key in (KEYS[0], mine):
        with pytest.raises(LedgerError):
            signing.trust_key("bo", key)


def test_H8_a_key_has_one_form() -> None:
    """Base64 with other unused bits, without padding or with spaces is another text."""
    key = KEYS[1]
    for wrong in (f"{key[:-2]}{chr(ord(key[-2]) + 1)}=", key[:-1], f" {key}", f"{key}\n"):
        with pytest.raises(LedgerError):
            signing.trust_key("ana", wrong)


def test_H13_processes_that_need_a_key_at_once_get_the_same() -> None:
    """The first key is made once."""
    with ThreadPoolExecutor(6) as pool:
        found = {*pool.map(lambda _: signing.encode_public_key(signing.load_own_key()), range(6))}
    assert len(found) == 1
    assert [path.name for path in signing.find_key_folder().iterdir()] == ["ed25519.pem"]
