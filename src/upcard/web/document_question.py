"""The request for a document that the server sends to the worker process; imports nothing that typesets."""

from typing import NamedTuple

REFUSED = 2  # the exit code where a document cannot be made of a table; standard error says why


class DocumentQuestion(NamedTuple):
    """Which document of which table: the name of the table, the text of its file, the name of the document's file."""

    table: str
    text: str
    document: str
