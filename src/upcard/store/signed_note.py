"""Signed notes: a text with Ed25519 signatures below it, in the public form C2SP signed-note."""

import base64
import binascii
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from upcard.errors import StoreError
from upcard.store.clock import Random

_ED25519 = b"\x01"
_DASH = "— "  # an em dash begins a line with a signature
_SECRET = "PRIVATE+KEY+"


@dataclass(frozen=True, slots=True)
class VerifyingKey:
    """The public half of a key: what others need to verify its signatures."""

    name: str
    public: bytes

    @property
    def identifier(self) -> bytes:
        """The four bytes that name the key in a signature."""
        return hashlib.sha256(self.name.encode() + b"\n" + _ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.identifier.hex()}+{base64.b64encode(_ED25519 + self.public).decode()}"

    def verifies(self, text: str, signature: bytes) -> bool:
        """Whether this key made a signature of this text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text.encode())
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """The secret half of a key."""

    name: str
    seed: bytes = field(repr=False)

    @property
    def verifying(self) -> VerifyingKey:
        """The public half."""
        private = Ed25519PrivateKey.from_private_bytes(self.seed)
        return VerifyingKey(self.name, private.public_key().public_bytes_raw())

    @property
    def secret_text(self) -> str:
        """The key as its file holds it."""
        content = base64.b64encode(_ED25519 + self.seed).decode()
        return f"{_SECRET}{self.name}+{self.verifying.identifier.hex()}+{content}"

    def sign(self, text: str) -> bytes:
        """Return the signature of a text."""
        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(text.encode())


def new_key(name: str, random: Random) -> SigningKey:
    """Return a new key; its name is the origin of the checkpoints it will sign."""
    if not name.isprintable() or not name or any(sign in name for sign in " +"):
        raise ValueError(f"not the name of a key: {name!r}")
    return SigningKey(name, random(32))


def read_verifying_key(text: str) -> VerifyingKey:
    """Read a public key as text."""
    name, content = _parts(text)
    key = VerifyingKey(name, content)
    if str(key) != text:
        raise StoreError("this is not a public checkpoint key: its parts do not match")
    return key


def read_signing_key(text: str) -> SigningKey:
    """Read a secret key as text; no message shows any of it."""
    name, content = _parts(text.removeprefix(_SECRET))
    key = SigningKey(name, content)
    if key.secret_text != text:
        raise StoreError("this is not a secret checkpoint key: its parts do not match")
    return key


def _parts(text: str) -> tuple[str, bytes]:
    parts = text.split("+", 2)  # base64 may hold a plus sign
    content = _decoded(parts[2]) if len(parts) == 3 else b""
    if len(content) != 33 or content[:1] != _ED25519:
        raise StoreError("this is not an Ed25519 key in the form name+id+key")
    return parts[0], content[1:]


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


@dataclass(frozen=True, slots=True)
class NoteSignature:
    """A signature below a note: the name and identifier of its key, and the signature itself."""

    name: str
    identifier: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class SignedNote:
    """A text, which ends with a newline, and its signatures."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def __str__(self) -> str:
        lines = (
            f"{_DASH}{part.name} {base64.b64encode(part.identifier + part.signature).decode()}\n"
            for part in self.signatures
        )
        return f"{self.text}\n{''.join(lines)}"

    def signers(self, keys: Sequence[VerifyingKey]) -> tuple[VerifyingKey, ...]:
        """Return which of the keys signed this text; an invalid signature does not count."""
        return tuple(
            key
            for key in keys
            for part in self.signatures
            if (part.name, part.identifier) == (key.name, key.identifier) and key.verifies(self.text, part.signature)
        )


def signed(text: str, keys: Sequence[SigningKey]) -> SignedNote:
    """Sign a text with each of the keys."""
    return SignedNote(text, tuple(NoteSignature(key.name, key.verifying.identifier, key.sign(text)) for key in keys))


def read_note(content: str) -> SignedNote:
    """Read a signed note; raise ValueError if it is malformed."""
    text, separator, rest = content.rpartition("\n\n")
    lines = rest.split("\n")
    if not separator or not text or lines.pop() != "" or not lines:
        raise ValueError("not a signed note")
    return SignedNote(text + "\n", tuple(_signature(line) for line in lines))


def _signature(line: str) -> NoteSignature:
    name, separator, content = line.removeprefix(_DASH).partition(" ")
    signature = _decoded(content)
    if not line.startswith(_DASH) or not separator or not name or len(signature) < 5:
        raise ValueError("not a signature of a note")
    return NoteSignature(name, signature[:4], signature[4:])
