"""The keys that sign checkpoints: files in a folder outside the database, numbered in the order of their use."""

from pathlib import Path

from upcard.errors import StoreError
from upcard.store.clock import Random
from upcard.store.disk import Disk
from upcard.store.signed_note import SigningKey, VerifyingKey, new_key, read_signing_key, read_verifying_key


def generate_key(folder: Path, name: str, *, disk: Disk, random: Random) -> SigningKey:
    """Add a key to a folder; from now on it signs checkpoints."""
    key = new_key(name, random)
    number = 1 + max(_numbers(folder), default=0)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.write_new(folder / f"key-{number:04d}.public", f"{key.verifying}\n".encode())
        disk.write_new(folder / f"key-{number:04d}.secret", f"{key.secret_text}\n".encode())
    except OSError as error:
        raise StoreError(f"cannot write a key to {folder}: {error.strerror}") from error
    return key


def _numbers(folder: Path) -> list[int]:
    return [int(path.stem.removeprefix("key-")) for path in folder.glob("key-[0-9]*.public")]


def signing_keys(folder: Path) -> tuple[SigningKey, ...]:
    """Return the secret keys of a folder, in the order of their use: the last one signs."""
    return tuple(read_signing_key(_content(path)) for path in sorted(folder.glob("key-*.secret")))


def verifying_keys(folder: Path) -> tuple[VerifyingKey, ...]:
    """Return the public keys of a folder, including those whose secret half is gone."""
    return tuple(read_verifying_key(_content(path)) for path in sorted(folder.glob("key-*.public")))


def _content(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise StoreError(f"cannot read the key {path}: {error.strerror}") from error
