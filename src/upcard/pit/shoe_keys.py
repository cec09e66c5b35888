"""The keys that seal shoes: files in a folder outside the database, so that a copy of the journal shows no card.

Each shoe is sealed with a key of its own, derived from a master key for this journal, table and number of the shoe.
"""

import base64
import hashlib
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from upcard.errors import StoreError
from upcard.pit.byte_random import random_bytes
from upcard.pit.shoes import SEED_BYTES, CommittedShoe, ShoeContents, commit, read_contents
from upcard.store.clock import Random
from upcard.store.disk import Disk
from upcard.store.rows import netstrings

KEY_BYTES = 32
_NONCE_BYTES = 12
_FILE = re.compile(r"shoe-key-([0-9]+)\.secret")


class UnknownShoeKey(StoreError):
    """The key that sealed a shoe is missing."""


class DamagedShoe(StoreError):
    """A sealed shoe that is not what was sealed for this journal, table and number."""


@dataclass(frozen=True, slots=True)
class ShoeLabel:
    """Which shoe it is: the identity of the journal, the table, the number of the shoe there."""

    journal: str
    table: str
    number: int

    @property
    def binding(self) -> bytes:
        """The bytes that tie a sealed shoe to its place; no two labels have the same."""
        return netstrings(["upcard sealed shoe 1", self.journal, self.table, str(self.number)])


@dataclass(frozen=True, slots=True)
class Sealed:
    """A shoe that only the holder of a key can read: the id of the key, and the text, in base64."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class MasterKey:
    """A key from which the keys of single shoes are derived."""

    secret: bytes = field(repr=False)

    @property
    def identifier(self) -> str:
        """The id that sealed shoes name; it says nothing of the secret."""
        return hashlib.sha256(netstrings(["upcard shoe key 1", self.secret.hex()])).hexdigest()[:16]

    @property
    def secret_text(self) -> str:
        """The key as its file holds it."""
        return f"upcard-shoe-key {self.identifier} {self.secret.hex()}"

    def cipher(self, label: ShoeLabel) -> ChaCha20Poly1305:
        """Return the cipher of one shoe."""
        return ChaCha20Poly1305(HKDF(SHA256(), KEY_BYTES, salt=None, info=label.binding).derive(self.secret))


@dataclass(frozen=True)
class ShoeKeys:
    """The available master keys, oldest first: the last one seals, all of them open."""

    keys: tuple[MasterKey, ...]

    @cached_property
    def _by_identifier(self) -> dict[str, MasterKey]:
        return {key.identifier: key for key in self.keys}

    def seal(self, contents: ShoeContents, label: ShoeLabel, *, random: Random) -> Sealed:
        """Seal a shoe for its place."""
        if not self.keys:
            raise UnknownShoeKey("there is no key to seal a shoe: generate one")
        key, nonce = self.keys[-1], random_bytes(random, _NONCE_BYTES)
        content = contents.seed + contents.order_text.encode()
        closed = nonce + key.cipher(label).encrypt(nonce, content, label.binding)
        return Sealed(key.identifier, base64.b64encode(closed).decode())

    def open(self, sealed: Sealed, label: ShoeLabel, *, root: str) -> CommittedShoe:
        """Open the sealed shoe of a place; it must be the one whose root was published."""
        key = self._by_identifier.get(sealed.key)
        where = f"shoe {label.number} of table {label.table}"
        if key is None:
            raise UnknownShoeKey(
                f"{where} was sealed with key {sealed.key}, which is missing: "
                "put its file into the key folder, or abandon the shoe"
            )
        try:
            shoe = commit(_opened(key.cipher(label), sealed.text, label.binding))
        except (InvalidTag, ValueError) as error:
            message = f"the sealed {where} is damaged, or belongs to another table, number or journal"
            raise DamagedShoe(message) from error
        if shoe.root != root:
            raise DamagedShoe(f"the sealed {where} is not the one whose root was published")
        return shoe


def _opened(cipher: ChaCha20Poly1305, text: str, binding: bytes) -> ShoeContents:
    closed = base64.b64decode(text, validate=True)
    if base64.b64encode(closed).decode() != text:
        raise ValueError("not canonical base64")
    content = cipher.decrypt(closed[:_NONCE_BYTES], closed[_NONCE_BYTES:], binding)
    return read_contents(content[SEED_BYTES:].decode(), content[:SEED_BYTES].hex())


def generate_shoe_key(folder: Path, *, disk: Disk, random: Random) -> MasterKey:
    """Add a key to a folder; from now on it seals new shoes."""
    key = MasterKey(random_bytes(random, KEY_BYTES))
    number = 1 + max(_files(folder), default=0)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.write_new(folder / f"shoe-key-{number:04d}.secret", f"{key.secret_text}\n".encode())
    except OSError as error:
        raise StoreError(f"cannot write a key to {folder}: {error.strerror}") from error
    return key


def read_shoe_keys(folder: Path) -> ShoeKeys:
    """Read the keys of a folder, in the order of their use."""
    return ShoeKeys(tuple(_read_key(path) for _, path in sorted(_files(folder).items())))


def _files(folder: Path) -> dict[int, Path]:
    """Return the files of keys by their numbers."""
    names = ((_FILE.fullmatch(path.name), path) for path in folder.glob("shoe-key-*.secret"))
    return {int(match[1]): path for match, path in names if match}


def _read_key(path: Path) -> MasterKey:
    try:
        text = path.read_bytes().decode(errors="replace").strip()
    except OSError as error:
        raise StoreError(f"cannot read the key {path}: {error.strerror}") from error
    form = re.fullmatch(r"upcard-shoe-key [0-9a-f]{16} ([0-9a-f]{64})", text)
    key = MasterKey(bytes.fromhex(form[1] if form else ""))
    if key.secret_text != text:
        raise StoreError(f"{path} is not a shoe key, or is damaged: restore it from your backup")
    return key
