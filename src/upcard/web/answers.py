"""What routes share: headers, documented errors, answers to commands, queries about the past."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, TypeVar

from fastapi import Depends, Header, Path
from fastapi.responses import JSONResponse

from upcard.errors import Misuse, StoreError
from upcard.pit.account_commands import NO_ACCOUNT
from upcard.pit.ledger import KEY_TAKEN, LONGEST_KEY, AlreadyDone, Answer, Declined, Done, Unavailable
from upcard.pit.projections.storage import ProjectionStorage
from upcard.service.casino_service import CasinoService
from upcard.service.person_values import PeopleResult, read_name
from upcard.store.journal import KeyReused
from upcard.store.proved import CheckedJournal
from upcard.web.auth import CSRF
from upcard.web.problems import documented, of_people, of_pit, of_store, refused

Value = TypeVar("Value")
_KEY = "your own key for this command; sending it again returns the same answer and changes nothing"
_TOKEN = "the CSRF token of your session; GET /api/v1/session returns it"
Key = Annotated[str, Header(alias="Idempotency-Key", min_length=1, max_length=LONGEST_KEY, description=_KEY)]
Token = Annotated[str, Header(alias=CSRF, max_length=500, description=_TOKEN)]
REFUSING = documented(
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.SERVICE_UNAVAILABLE,
)


async def _person_name(name: Annotated[str, Path(max_length=60)]) -> str:
    """Return the name of a path as the list of people has it; raise if nobody can have it."""
    known = read_name(name)
    if known is None:
        raise refused(HTTPStatus.NOT_FOUND, NO_ACCOUNT)
    return known


PersonName = Annotated[str, Depends(_person_name)]  # before rights, wallet and people look at it


def row_answer(result: Answer) -> JSONResponse:
    """Return the answer to a command; the same key always gets the same answer."""
    match result:
        case Done(row=row) | AlreadyDone(row=row):
            return JSONResponse({"position": row.position, "id": row.streams[0][1], "time": row.time})
        case Declined(refusals=refusals):
            raise of_pit(refusals)
        case Unavailable(reason=reason):
            raise refused(HTTPStatus.SERVICE_UNAVAILABLE, reason, retry=1)
        case KeyReused():
            raise refused(HTTPStatus.UNPROCESSABLE_ENTITY, KEY_TAKEN)


async def people_answer(house: CasinoService, result: PeopleResult[Value]) -> Value:
    """Record what an operation on people did and return its value; raise if it was refused."""
    await house.jobs.record(result.events)
    if result.value is None:
        raise of_people(result.problems)
    return result.value


async def from_archive(house: CasinoService, question: Callable[[CheckedJournal, ProjectionStorage], Value]) -> Value:
    """Query the past; raise if it cannot be read right now."""
    try:
        return await house.archive.ask(question)
    except StoreError as error:  # its text may name files of the server
        raise of_store() from error
    except Misuse as misuse:
        raise refused(HTTPStatus.UNPROCESSABLE_ENTITY, str(misuse)) from misuse
