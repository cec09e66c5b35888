"""The exceptions of upcard, raised only to callers who ignored returned problems, findings or refusals; a warning."""


class UpcardError(Exception):
    """The base of every exception that upcard raises on purpose.

    >>> import upcard
    >>> issubclass(upcard.BadConfig, UpcardError), issubclass(upcard.Refused, UpcardError)
    (True, True)
    """


class MissingKernelsWarning(UserWarning):
    """Compiled kernels are not installed, and slower ones are used."""


class Misuse(UpcardError):
    """Input from a person that cannot be read; the message says how to write it.

    >>> import upcard
    >>> try:
    ...     upcard.cents(1.5)
    ... except Misuse as wrong:
    ...     print(wrong)
    cents must be a whole number, not 1.5
    """


class MissingPackage(Misuse, ImportError):
    """A package that is not installed: what needs it, and how to install it with the extra `all` of upcard."""

    def __init__(self, wanted_by: str, package: str | None) -> None:
        super().__init__(f"{wanted_by} needs the package {package}: {_installing_all()}")


def _installing_all() -> str:
    """Return the command that installs upcard with every extra, from the same source as this installation."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    source = "upcard"  # by its name, if it came from an index
    try:
        origin = json.loads(distribution("upcard").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        origin = {}
    if url := origin.get("url"):
        source = url.removeprefix("file://")
    editable = "-e " if origin.get("dir_info", {}).get("editable") else ""
    return f"pip install {editable}'{source}[all]'"


class NoExactPriceError(Misuse):
    """A wager that has no exact price and must be simulated; `why` is the reason alone."""

    def __init__(self, wager: str, why: str) -> None:
        super().__init__(f"the {wager} wager {why}; run `upcard simulate` to estimate it")
        self.wager, self.why = wager, why


class NoExactCovarianceError(Misuse):
    """A wager whose covariance with another has no exact value and must be simulated; `why` is the reason alone."""

    def __init__(self, wager: str, why: str) -> None:
        super().__init__(f"the {wager} wager {why}, so that the covariance has no exact value")
        self.wager, self.why = wager, why


class StoreError(UpcardError):
    """A journal or another database that cannot be opened, read or written; the message says why and what to do."""
