"""The head of a document: what every page says of its table, edition, version and fingerprint."""

import hashlib
import json
from dataclasses import dataclass
from datetime import date
from typing import Any

from upcard import __version__
from upcard.drawing.felt_plan import UNLAWFUL
from upcard.table import TableConfig, Verdict, check, requirements_of

DATE_ASKED = "Date asked about"
NEWEST_TEXT = "Newest text held"


@dataclass(frozen=True, kw_only=True)
class DocumentHead:
    """What stands at the head and foot of every page."""

    title: str
    subject: str  # what the document is about, such as a table, in one line
    date: date
    dated: str  # every date of the document, each with its name
    under: str  # the edition of the rules, in words
    fingerprint: str
    version: str = f"upcard {__version__}"
    unlawful: str = UNLAWFUL
    violations: tuple[str, ...] = ()  # a document that has some says so across each page, and lists them


def document_head(table: TableConfig, title: str) -> DocumentHead:
    """Return the head of a document about a table."""
    licensee = f"{table.licensee} \u00b7 " if table.licensee else ""
    folder = table.law_folder
    return DocumentHead(
        title=title,
        subject=f"{licensee}Table {table.table}",
        date=table.day,
        dated=f"{DATE_ASKED.lower()} {table.day}, {NEWEST_TEXT.lower()} {table.newest_text}",
        under=table.law.value if folder is None else f"{table.law.value}, {folder.words}",
        fingerprint=table_fingerprint(table),
        violations=tuple(finding.text for finding in check(table) if finding.verdict is Verdict.VIOLATES),
    )


def table_fingerprint(table: TableConfig) -> str:
    """Return the SHA-256 of a table's definition, of what the rules require of it, and of the version.

    Neither the name of its file nor the lines and comments in it count.
    """
    definition = {
        "version": __version__,
        "law": table.law.value,
        **({} if table.law_folder is None else {"law file": table.law_folder.fingerprint}),
        "table": table.table,
        "content": table.content,
        "pays": {
            offer.wager.name: [
                {outcome.label: str(paid) for outcome, paid in pays.items()}
                for pays in (offer.pays, offer.rider.pays if offer.rider else {})
            ]
            for offer in table.offers
        },
        "requirements": [[each.kind.value, str(each.cite), each.what] for each in requirements_of(table)],
    }
    return hashlib.sha256(json.dumps(definition, sort_keys=True, default=_text).encode()).hexdigest()


def _text(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)
