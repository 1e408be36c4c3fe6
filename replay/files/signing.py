"""Signatures of match files and evidence, made with Ed25519.

A signature covers the canonical JSON of the document, with the name and the key of the signer but
without the value of the signature. The key of this user is made on first use. Keys of others are
kept under a name (`foldtable key trust NAME KEY`).
"""

from __future__ import annotations

import base64
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from ledger.errors import LedgerError
from ledger.event import encode_canonical
from replay.record.names import fold_look, has_mixed_scripts, is_word, shorten_name

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

VARIABLE: Final = "FOLDTABLE_KEYS"

YOU: Final = "you"
"""The name of this user among the signers. Nobody else can have it."""

KEY: Final = r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$(?!\n)"
"""The form of a public key: 32 bytes in canonical base64."""

VALUE: Final = r"^[A-Za-z0-9+/]{85}[AQgw]==$(?!\n)"
"""The form of the value of a signature: 64 bytes in canonical base64."""


class NoCryptography(LedgerError):
    """The package cryptography is not installed."""


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signature: the name that the signer gave, the public key, and the value. Base64."""

    by: str
    key: Annotated[str, Meta(extra_json_schema={"pattern": KEY})]
    value: Annotated[str, Meta(extra_json_schema={"pattern": VALUE})]


class Signer(NamedTuple):
    """The owner of a key. `name` is ``you``, a trusted name, or the one that the file gives.

    `known` is False for a key that is neither the user's own nor trusted.
    """

    name: str
    key: str
    known: bool


def find_key_folder() -> Path:
    """Return the folder of the keys."""
    from platformdirs import user_data_path

    chosen = os.environ.get(VARIABLE, "")
    return Path(chosen) if chosen else user_data_path("foldtable", appauthor=False) / "keys"


def load_own_key() -> Ed25519PrivateKey:
    """Return the private key of this user, which is made on first use.

    Raise NoCryptography, or LedgerError for a file with another kind of key.
    """
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        raise NoCryptography(
            "Signing needs the package cryptography.", "pip install 'foldtable[sign]'"
        ) from None
    path = find_key_folder() / "ed25519.pem"
    if not path.exists():
        made = Ed25519PrivateKey.generate().private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        _store_once(path, made)
    loaded = serialization.load_pem_private_key(path.read_bytes(), None)
    if not isinstance(loaded, Ed25519PrivateKey):
        raise LedgerError(
            "{path} holds no Ed25519 key.", "Move it away: a new one is made.", path=path
        )
    return loaded


def _store_once(path: Path, content: bytes) -> None:
    """Store a secret in a file, whole, unless another process has stored one there meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=".key-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        with suppress(FileExistsError):
            os.link(unfinished, path)
    finally:
        Path(unfinished).unlink()


def encode_public_key(key: Ed25519PrivateKey) -> str:
    """Return the public half of a key in base64."""
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def sign_document(document: dict[str, Any], by: str) -> dict[str, Any]:
    """Return a document with a signature of this user, named `by`. Raise NoCryptography."""
    key = load_own_key()
    signature = Signature(by, encode_public_key(key), "")
    value = base64.b64encode(key.sign(encode_signed_content(document, signature))).decode()
    return {**document, "signature": {"by": by, "key": signature.key, "value": value}}


def encode_signed_content(document: dict[str, Any], signature: Signature) -> bytes:
    """Return the bytes that a signature of a document covers."""
    said = {"by": signature.by, "key": signature.key}
    return encode_canonical({**document, "signature": said})


def is_valid(document: dict[str, Any], signature: Signature) -> bool:
    """Return whether a signature of a document is valid for its key. Raise NoCryptography."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise NoCryptography(
            "A signature needs the package cryptography.", "pip install 'foldtable[sign]'"
        ) from None
    try:
        key = Ed25519PublicKey.from_public_bytes(_decode_base64(signature.key))
        key.verify(_decode_base64(signature.value), encode_signed_content(document, signature))
    except (InvalidSignature, ValueError):
        return False
    return True


def _decode_base64(text: str) -> bytes:
    """Return the bytes of a base64 text. Raise ValueError where the text is not canonical."""
    content = base64.b64decode(text, validate=True)
    if base64.b64encode(content).decode() != text:
        raise ValueError(text)
    return content


def find_signer(signature: Signature) -> Signer:
    """Return the owner of the key of a signature."""
    path = find_key_folder() / "ed25519.pem"
    if path.exists() and encode_public_key(load_own_key()) == signature.key:
        return Signer(YOU, signature.key, True)
    for name, key in load_trusted_keys().items():
        if key == signature.key:
            return Signer(name, key, True)
    return Signer(signature.by, signature.key, False)


def load_trusted_keys() -> dict[str, str]:
    """Return the trusted public keys by name."""
    known = find_key_folder() / "trusted"
    if not known.is_dir():
        return {}
    keys = {path.stem: path.read_text(encoding="ascii").strip() for path in known.glob("*.pub")}
    return {name: key for name, key in keys.items() if name != YOU}


def trust_key(name: str, key: str, *, replace: bool = False) -> None:
    """Store a public key as trusted, under a name.

    Raise LedgerError for a bad name or key, for a name that can be taken for another one, for a key
    that has a name, and unless `replace` for a name that has another key.
    """
    if not is_word(name) or has_mixed_scripts(name):
        raise LedgerError(
            "“{name}” cannot name a key.",
            "Letters of one script, digits, - and _, at most 40.",
            name=shorten_name(name),
        )
    if not re.fullmatch(KEY, key):
        raise LedgerError("That is no public key.", "foldtable key prints yours: 44 characters.")
    known = load_trusted_keys()
    alike = next((n for n in (YOU, *known) if n != name and fold_look(n) == fold_look(name)), None)
    if name == YOU:
        raise LedgerError(
            "“{name}” is what your own key is called.", "Choose another name.", name=YOU
        )
    if alike is not None:
        raise LedgerError(
            "“{name}” would be taken for “{other}”.",
            "Choose another name.",
            name=name,
            other=alike,
        )
    owner = find_signer(Signature(name, key, ""))
    if owner.known and owner.name != name:
        raise LedgerError("That is the key of {name}.", name=owner.name)
    if known.get(name, key) != key and not replace:
        raise LedgerError(
            "{name} is known by another key: {key}",
            "Ask {name} which one is right. --replace takes the new one.",
            name=name,
            key=known[name],
        )
    path = find_key_folder() / "trusted" / f"{name}.pub"
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.write_text(f"{key}\n", encoding="ascii")
