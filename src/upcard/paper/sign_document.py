"""Signs and notices as documents: a page each for the table, several on a sheet for the rail."""

from collections.abc import Sequence
from enum import Enum

from upcard.paper.document_head import document_head
from upcard.paper.signs import NOTICE, RULES, PrintedSign
from upcard.paper.typst_document import PaperDocument
from upcard.table import TableConfig


class SignSize(Enum):
    """Where a sign stands: on the table, or on the rail."""

    TABLE = "table"
    RAIL = "rail"


def sign_document(table: TableConfig, signs: Sequence[PrintedSign], size: SignSize = SignSize.TABLE) -> PaperDocument:
    """Return signs of a table as a document."""
    title = "Notices" if signs and all(sign.kind == NOTICE for sign in signs) else "Signs"
    return PaperDocument(
        template="sign.typ",
        head=document_head(table, title),
        content={
            "size": size.value,
            "licensee": table.licensee or "",
            "table": table.table,
            "notice": NOTICE,
            "signs": [{**sign.to_dict(), "quiet": sign.kind == RULES} for sign in signs],
        },
    )
