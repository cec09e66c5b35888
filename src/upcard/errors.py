"""The exceptions of upcard: raised only to callers who ignored returned problems, findings or refusals."""


class UpcardError(Exception):
    """The base of every exception that upcard raises on purpose."""


class Misuse(UpcardError):
    """Input from a person that cannot be read; the message says how to write it."""
