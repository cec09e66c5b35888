"""Pages for people in a browser: each module has the routes of one page, and what they show comes from the service."""

from fastapi import FastAPI

from upcard.service.casino_service import CasinoService
from upcard.service.secret_text import Secret
from upcard.web.pages import account, history, house_page, lobby, rulings, signing_in, table_documents, table_page
from upcard.web.pages.error_pages import add_error_pages
from upcard.web.pages.frame import Frame
from upcard.web.pages.static_files import StaticFiles, add_static_files
from upcard.web.routes import Method, Routes

PAGES = (signing_in, lobby, house_page, table_page, table_documents, rulings, account, history)


def declare_pages(declared: Routes) -> None:
    """Declare the routes of every page with their rights."""
    declared.declare(Method.GET, "/static/{digest}/{name}", "ViewFiles")
    for page in PAGES:
        page.declare(declared)


def add_pages(app: FastAPI, house: CasinoService, demo: Secret | None = None, once: Secret | None = None) -> None:
    """Add the pages to an application; whoever presents the key `demo` needs no password, with `once` once."""
    shared = Frame(house, StaticFiles(), demo, [] if once is None else [once])
    add_static_files(app, shared.files)
    for page in PAGES:
        page.add(app, shared)
    add_error_pages(app, shared)
    app.state.prices, app.state.documents = shared.prices, shared.documents  # closed by whoever serves the application
