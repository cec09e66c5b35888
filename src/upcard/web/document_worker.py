"""Make a document in a separate process, so that no table waits for it: a request in, a file out."""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date

from upcard.api.table import table_of
from upcard.drawing.felt_plan import plan_felt
from upcard.errors import UpcardError
from upcard.paper.felt_document import felt_document, plan_document
from upcard.paper.filing import filing, filing_document
from upcard.paper.par_build import StatedPlay, par_sheet
from upcard.paper.sign_document import sign_document
from upcard.paper.signs import signs
from upcard.paper.typst_document import typeset
from upcard.paper.verify_file import par_file
from upcard.pit.evolve import config_of
from upcard.table import TableConfig
from upcard.web.document_question import REFUSED, DocumentQuestion

NICE = 10  # dealing goes before printing


def document_file(question: DocumentQuestion) -> bytes:
    """Return the file of a document, the bytes that the command line makes for the day; raise UpcardError if none."""
    table = config_of(question.table, question.text, question.law).on(date.fromisoformat(question.day))
    return _MAKERS[question.document](table, question.text)


def _sign(config: TableConfig, _: str) -> bytes:
    return typeset(sign_document(config, signs(config)))[0]


def _felt(config: TableConfig, _: str) -> bytes:
    return typeset(felt_document(plan_felt(config)))[0]


def _plan(config: TableConfig, _: str) -> bytes:
    return typeset(plan_document(plan_felt(config)))[0]


def _filing(config: TableConfig, text: str) -> bytes:
    return typeset(filing_document(filing(config, hashlib.sha256(text.encode()).hexdigest())))[0]


def _par(suffix: str) -> Callable[[TableConfig, str], bytes]:
    def made(config: TableConfig, _: str) -> bytes:
        sheet = par_sheet(table_of(config), StatedPlay(), lambda *_: None)
        return par_file(config, sheet, suffix)

    return made


_MAKERS: Mapping[str, Callable[[TableConfig, str], bytes]] = {
    "sign.pdf": _sign,
    "felt.pdf": _felt,
    "plan.pdf": _plan,
    "filing.pdf": _filing,
    "par.pdf": _par(".pdf"),
    "par.xlsx": _par(".xlsx"),
}


def main() -> int:
    """Make the document that standard input asks for; return the exit code."""
    os.nice(NICE)
    try:
        data = document_file(DocumentQuestion(*json.load(sys.stdin)))
    except UpcardError as wrong:
        print(wrong, file=sys.stderr)
        return REFUSED
    with suppress(BrokenPipeError):  # the server was killed: nobody waits for the document
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
