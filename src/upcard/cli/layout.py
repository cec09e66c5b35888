"""upcard layout: the felt of a table as a drawing, in print, and as a plan for its manufacturer."""

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from upcard.api.days import load_asked
from upcard.cli.output_files import STANDARD_OUTPUT, require_output, write_whole_file
from upcard.cli.paper_files import SUFFIXES, warn_of_status, write_document, written_json
from upcard.cli.render import print_json
from upcard.cli.shared_arguments import A_TABLE, add_date, add_law, add_set
from upcard.drawing.felt import felt_svg
from upcard.drawing.felt_plan import FeltPlan, plan_felt
from upcard.drawing.palette import Theme
from upcard.drawing.plan_view import plan_svg
from upcard.paper.document_head import table_fingerprint
from upcard.paper.felt_document import felt_document, plan_document

EMPTY_ANSWER: dict[str, object] = {"areas": [], "written": []}
WIDTH_OF_PICTURE = 3000  # of a felt as PNG, in pixels


ABOUT = """\
The drawing is SVG, a unit for each millimeter, or PDF at full scale, or PNG; the measures are ours, or those under
[layout] in the table file. With --plan it is a plan for the manufacturer: outlines and measures, and as PDF every area
and inscription with its place. A table that may not be opened as configured is drawn with these words across it.
Exit code 0: drawn; 1: drawn, but the table violates a rule; 2: misuse, or a file cannot be read or written.

  upcard layout TABLE.toml -o felt.svg           the felt as a file
  upcard layout TABLE.toml -o felt.pdf           in print, at full scale
  upcard layout TABLE.toml --plan -o plan.pdf    for the manufacturer
  upcard layout TABLE.toml --theme dark > f.svg  for a dark room
  upcard layout TABLE.toml --json                where each area is, for another program
  upcard layout TABLE.toml --set layout.felt=blue -o felt.svg      on blue felt"""


def add_arguments(verb: ArgumentParser) -> None:
    """Add the arguments of upcard layout."""
    verb.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    where = "write the drawing to this file, which ends in .svg, .pdf or .png (SVG to standard output)"
    verb.add_argument("-o", "--output", default="-", metavar="FILE", help=where)
    verb.add_argument("--theme", choices=("light", "dark"), default="light", help="surroundings (light)")
    verb.add_argument("--plan", action="store_true", help="a plan with measures for the manufacturer")
    add_date(verb)
    add_law(verb)
    add_set(verb)


def run(arguments: Namespace) -> int:
    """Draw the felt into a file or to standard output; with --json print where its areas are."""
    require_output(arguments.output, "layout", *sorted(SUFFIXES, key=".svg".__ne__))
    plan = plan_felt(load_asked(arguments.table, arguments.changes, arguments.date))
    theme = Theme(arguments.theme)
    in_file = arguments.output != STANDARD_OUTPUT
    written: list[dict[str, Any]] = []
    if not in_file or arguments.output.lower().endswith(".svg"):
        drawing = plan_svg(plan) if arguments.plan else felt_svg(plan, theme)
        if in_file:
            write_whole_file(arguments.output, drawing.encode())
            written = [written_json(arguments.output, drawing.encode())]
        elif not arguments.json:  # in ASCII, whatever the terminal can show
            sys.stdout.write(drawing.encode("ascii", "xmlcharrefreplace").decode())
    else:
        written = _printed(plan, theme, arguments)
    if arguments.json:
        folder = plan.table.law_folder
        law_file = None if folder is None else folder.fingerprint
        answer = {**plan.to_dict(), "law_file": law_file, "drawing": arguments.output if in_file else None}
        print_json({**answer, "written": written, "fingerprint": table_fingerprint(plan.table)})
    return warn_of_status(plan.status, plan.table.name, "drawing")


def _printed(plan: FeltPlan, theme: Theme, arguments: Namespace) -> list[dict[str, Any]]:
    if arguments.plan:
        return write_document(arguments.output, plan_document(plan))
    _, _, width, _ = plan.view_box
    return write_document(arguments.output, felt_document(plan, theme), pixels_per_inch=WIDTH_OF_PICTURE / width * 25.4)
