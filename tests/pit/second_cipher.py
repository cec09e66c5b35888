"""HKDF-SHA256 (RFC 5869) and ChaCha20-Poly1305 (RFC 8439) written from their definitions, to compare with."""

import hashlib
import struct

WORD = 0xFFFFFFFF
ROUNDS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
ROUNDS += [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
PRIME = 2**130 - 5


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Compute an HMAC by its definition (RFC 2104), for a key of at most 64 bytes."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def hkdf_32(secret: bytes, info: bytes) -> bytes:
    """Derive 32 bytes, without a salt."""
    return hmac_sha256(hmac_sha256(bytes(32), secret), info + b"\x01")


def _quarter(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for to, plus, turned, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[to] = (state[to] + state[plus]) & WORD
        mixed = state[turned] ^ state[to]
        state[turned] = (mixed << by | mixed >> (32 - by)) & WORD


def _block(key: bytes, counter: int, nonce: bytes) -> bytes:
    start = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce))
    state = start.copy()
    for _ in range(10):
        for places in ROUNDS:
            _quarter(state, *places)
    return struct.pack("<16I", *((one + other) & WORD for one, other in zip(state, start, strict=True)))


def chacha20(key: bytes, nonce: bytes, content: bytes) -> bytes:
    """Encrypt or decrypt, from block 1 on."""
    blocks = range(-(-len(content) // 64))
    stream = b"".join(_block(key, 1 + number, nonce) for number in blocks)
    return bytes(one ^ other for one, other in zip(content, stream, strict=False))


def poly1305_tag(key: bytes, nonce: bytes, closed: bytes, associated: bytes) -> bytes:
    """Compute the tag of encrypted content and associated data."""
    once = _block(key, 0, nonce)
    r = int.from_bytes(once[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    parts = (part + bytes(-len(part) % 16) for part in (associated, closed))
    message = b"".join(parts) + struct.pack("<QQ", len(associated), len(closed))
    total = 0
    for at in range(0, len(message), 16):
        total = (total + int.from_bytes(message[at : at + 16] + b"\x01", "little")) * r % PRIME
    return ((total + int.from_bytes(once[16:32], "little")) % 2**128).to_bytes(16, "little")
