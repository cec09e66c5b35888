"""The exceptions of upcard: raised only to callers who ignored returned problems, findings or refusals."""


class UpcardError(Exception):
    """Stand above every exception that upcard raises on purpose."""


class Misuse(UpcardError):
    """Say that something written by a person cannot be read, and how it should be written."""
