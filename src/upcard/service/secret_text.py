"""Secret text: passwords, session tokens, one-time links; and what is derived from it."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from typing import NoReturn

from upcard.store.clock import Random

BYTES = 32  # of randomness in a token
LONGEST_TOKEN = 500  # characters; longer ones are rejected


class Secret:
    """A text that is shown only by `reveal`.

    >>> Secret("correct horse")
    Secret(…)
    >>> f"{Secret('correct horse')}"
    'Secret(…)'
    """

    __slots__ = ("_text",)
    __hash__ = None  # type: ignore[assignment]  # a table of hashes would compare in a time that depends on the text

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the text."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(…)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(_bytes(self), _bytes(other))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not written")


def _bytes(secret: Secret) -> bytes:
    return secret.reveal().encode("utf-8", "surrogatepass")  # JSON from a client can carry half a character


def new_secret(random: Random) -> Secret:
    """Return a token that nobody can guess: 256 random bits, as text for a cookie or a link."""
    return Secret(_text(random(BYTES)))


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode("ascii")


def digest(secret: Secret) -> str:
    """Return the SHA-256 under which a token is kept."""
    return hashlib.sha256(_bytes(secret)).hexdigest()


def is_token(secret: Secret) -> bool:
    """Whether a text may be a token at all: what a client sends can have any length."""
    return 0 < len(secret.reveal()) <= LONGEST_TOKEN


def csrf_token(secret: Secret) -> Secret:
    """Return the token that a form must carry besides the session cookie.

    It follows from the token of the session (before log-on: of the terminal), which pages of others cannot read.
    """
    return Secret(_text(hmac.digest(_bytes(secret), b"upcard csrf token 1", "sha256")))


def is_csrf_token(secret: Secret, given: Secret) -> bool:
    """Whether a form carries the token of its session, compared in constant time."""
    return is_token(given) and csrf_token(secret) == given
