"""Submitted forms: the fields, read within limits, from our own pages only."""

from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import parse_qsl

from fastapi import Request

from upcard.service.casino_service import CasinoService
from upcard.web.auth import TERMINAL, Visitor, changing_visitor
from upcard.web.problems import RequestRefused, refused

KIND = "application/x-www-form-urlencoded"
MOST_FIELDS = 40
WRITE_AMOUNT = "enter an amount in dollars, such as 100 or 250.50"
NO_COOKIE = "your browser sent no cookie: allow cookies for this site, then reload the page"
OLD_FORM = "this form has expired: reload the page and submit it again"


async def sent_form(house: CasinoService, request: Request) -> tuple[Visitor, Mapping[str, str]]:
    """Return who sent a form, and its fields; raise unless it comes from a page served to this browser."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != KIND:
        raise refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"send the form as {KIND}")
    try:
        text = (await request.body()).decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError as error:
        raise refused(HTTPStatus.BAD_REQUEST, "the form cannot be read: reload the page") from error
    fields = dict(pairs)
    if not request.cookies.get(TERMINAL):
        raise refused(HTTPStatus.FORBIDDEN, NO_COOKIE)
    try:
        return await changing_visitor(house, request, fields.get("csrf", "")), fields
    except RequestRefused as error:
        raise refused(HTTPStatus.FORBIDDEN, OLD_FORM) from error


def own_path(path: str, otherwise: str) -> str:
    r"""Return the next page: a path on this site, never a URL elsewhere.

    >>> [own_path(path, "/lobby") for path in ("/account", "//elsewhere", "https://elsewhere", "/\\elsewhere")]
    ['/account', '/lobby', '/lobby', '/lobby']
    """
    is_own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isascii() and path.isprintable()
    return path if is_own else otherwise


def form_amount(text: str) -> str:
    """Return an amount as people write it in the form of the API: 50, 50.5 and $1,000 are amounts.

    >>> form_amount(" $1,000 "), form_amount("50.5"), form_amount("ten")
    ('1000.00', '50.50', 'ten')
    """
    plain = text.strip().removeprefix("$").replace(",", "")
    whole, _, cents = plain.partition(".")
    is_amount = whole.isdecimal() and (cents == "" or cents.isdecimal()) and len(cents) <= 2
    return f"{int(whole)}.{cents:0<2}" if is_amount and len(whole) < 10 else plain
