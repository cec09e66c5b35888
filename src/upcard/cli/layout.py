"""upcard layout: the felt of a table as a drawing."""

import sys
from argparse import Namespace

from upcard.cli.output_files import STANDARD_OUTPUT, require_output, write_whole_file
from upcard.cli.render import print_json
from upcard.drawing.felt import felt_svg
from upcard.drawing.felt_plan import plan_felt
from upcard.drawing.palette import Theme
from upcard.table import load

EMPTY_ANSWER: dict[str, object] = {"areas": []}


def run(arguments: Namespace) -> int:
    """Draw the felt into a file or to standard output; with --json print where its areas are."""
    require_output(arguments.output, "layout", ".svg")
    plan = plan_felt(load(arguments.table, arguments.changes))
    drawing = felt_svg(plan, Theme(arguments.theme))
    in_file = arguments.output != STANDARD_OUTPUT
    if in_file:
        write_whole_file(arguments.output, drawing.encode())
    elif not arguments.json:  # in ASCII, whatever the terminal can show
        sys.stdout.write(drawing.encode("ascii", "xmlcharrefreplace").decode())
    if arguments.json:
        print_json({**plan.to_dict(), "drawing": arguments.output if in_file else None})
    if plan.is_lawful:
        return 0
    if sys.stderr is not None:
        table = plan.table.name
        print(f"upcard: {table}: not lawful as configured, and the drawing says so: upcard check", file=sys.stderr)
    return 1
