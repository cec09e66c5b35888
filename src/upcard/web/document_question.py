"""The request for a document that the server sends to the worker process; imports nothing that typesets."""

from typing import NamedTuple

REFUSED = 2  # the exit code where a document cannot be made of a table; standard error says why


class DocumentQuestion(NamedTuple):
    """Which document of which table, made on which day: it is cached for the day."""

    table: str
    text: str  # of the table's file
    document: str  # the name of its file
    day: str  # asked about, such as 2016-01-11
    law: str = ""  # what the law folder says by which the table is checked
