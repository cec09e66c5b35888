"""The documents of a table: signs and felt for everybody, filing and PAR sheet for those responsible for it."""

from typing import NamedTuple

from fastapi import FastAPI, Request, Response

from upcard.service.person_values import PersonSession
from upcard.web.auth import right_problems, visitor
from upcard.web.document_question import DocumentQuestion
from upcard.web.live_views import TableName, require_table
from upcard.web.pages.frame import Frame
from upcard.web.routes import Method, Routes

POSTED, FILED = "ViewTable", "ViewFilings"
PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class TableDocument(NamedTuple):
    """A document as the page of a table links it."""

    file: str
    title: str
    says: str
    right: str
    kind: str = PDF


DOCUMENTS = (
    TableDocument("sign.pdf", "Signs", "odds, limits, options in force", POSTED),
    TableDocument("felt.pdf", "Felt", "the layout at full scale", POSTED),
    TableDocument("plan.pdf", "Plan of the felt", "measures for the manufacturer", FILED),
    TableDocument("filing.pdf", "Filing report", "what was checked, findings, Readings", FILED),
    TableDocument("par.pdf", "PAR sheet", "probabilities, pays, bounds", FILED),
    TableDocument("par.xlsx", "PAR workbook", "the same, with formulas", FILED, XLSX),
)


def documents_for(session: PersonSession) -> tuple[TableDocument, ...]:
    """Return the documents that a person may see."""
    return tuple(each for each in DOCUMENTS if not right_problems(session, each.right))


def declare(declared: Routes) -> None:
    """Declare the routes."""
    for document in DOCUMENTS:
        declared.declare(Method.GET, _path(document), document.right)


def _path(document: TableDocument) -> str:
    return f"/tables/{{table}}/{document.file}"


def add(app: FastAPI, frame: Frame) -> None:
    """Add a route for each document."""
    for document in DOCUMENTS:
        _add_one(app, frame, document)


def _add_one(app: FastAPI, frame: Frame, document: TableDocument) -> None:
    @app.get(_path(document), include_in_schema=False)
    async def table_document(table: TableName, request: Request) -> Response:
        """Return a document of a table, made from its file alone."""
        who = await visitor(frame.house, request)
        who.actor(document.right)
        require_table(frame.house, table)
        house = frame.house
        law = house.floor.group(table).tables[table].law
        question = DocumentQuestion(table, house.floor.file(table), document.file, house.today.isoformat(), law)
        data = await frame.documents.document(question)
        disposition = f'inline; filename="{table}-{document.file}"'
        return Response(data, media_type=document.kind, headers={"Content-Disposition": disposition})
