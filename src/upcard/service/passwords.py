"""Passwords: which are accepted, and how they are stored."""

import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from upcard.service.person_values import PeopleProblem, ProblemKind
from upcard.service.secret_text import Secret
from upcard.store.clock import Random

SHORTEST, LONGEST = 12, 200  # characters; which ones they are is the person's choice
SALT = 16  # bytes


@cache
def common() -> frozenset[str]:
    """Return the most common passwords of at least twelve characters; shorter ones are refused anyway."""
    return frozenset(files("upcard.service").joinpath("common_passwords.txt").read_text(encoding="ascii").split())


def password_problems(password: Secret, *, name: str) -> tuple[PeopleProblem, ...]:
    """Return everything that is wrong with a new password."""
    text = _normal(password)
    checks = (
        (len(text) < SHORTEST, f"the password is too short: use at least {SHORTEST} characters"),
        (len(text) > LONGEST, f"the password is too long: use at most {LONGEST} characters"),
        (text.casefold() in common(), "the password is too common: choose another"),
        (text.casefold() == name, "the password is the same as the name: choose another"),
        (not _can_be_kept(text), "the password contains an invalid character: type it again"),
    )
    return tuple(PeopleProblem(ProblemKind.INVALID, message) for is_wrong, message in checks if is_wrong)


def _normal(password: Secret) -> str:
    """Return the normalized text: keyboards can write the same letter in two ways."""
    return unicodedata.normalize("NFC", password.reveal())


def _can_be_kept(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # half a character, as JSON can carry it
        return False
    return True


@dataclass(frozen=True, kw_only=True)
class Hashing:
    """The cost of argon2id: with these parameters about a fifth of a second on one core, and 64 MiB."""

    memory: int = 65_536  # KiB
    passes: int = 3
    lanes: int = 1

    def hash(self, password: Secret, random: Random) -> str:
        """Return the hash of a password that has no problems."""
        return self._hasher().hash(_normal(password), salt=random(SALT))

    def verifies(self, stored: str, password: Secret) -> bool:
        """Whether a password matches its hash; this takes the same work whatever was typed."""
        text = _normal(password)
        readable = len(text) <= LONGEST and _can_be_kept(text)
        try:
            return self._hasher().verify(stored, text if readable else "") and readable
        except (VerificationError, InvalidHashError):
            return False

    def is_outdated(self, stored: str) -> bool:
        """Whether a hash was made with other parameters."""
        return self._hasher().check_needs_rehash(stored)

    def _hasher(self) -> PasswordHasher:
        return PasswordHasher(
            time_cost=self.passes, memory_cost=self.memory, parallelism=self.lanes, hash_len=32, salt_len=SALT
        )
