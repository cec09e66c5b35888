"""The verbs that print paper: their arguments and help; nothing of the core is imported here."""

from argparse import ArgumentParser

from upcard.cli.shared_arguments import A_TABLE, add_date, add_law, add_set

LAYOUT = """Draw the felt of a table: positions, betting areas, inscriptions, posted odds, limits, equipment.

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

SIGN = """Print what must be posted at a table: odds and rankings of each wager, limits, options in force, notices.

Each sign comes from the definitions that deal and settle. A sign whose wording no text held gives says so.
With --before the notices are printed that the change from another table needs (13:69F-8.3), with their dates.
Exit code 0: printed; 1: printed, but the table violates a rule, and each page says so; 2: misuse, or a file cannot be
read or written.

  upcard sign TABLE.toml -o sign.pdf             every sign, a page each, for the table
  upcard sign TABLE.toml --size rail -o rail.pdf      smaller ones for the rail, several on a sheet to be cut
  upcard sign TABLE.toml --wager NAME -o sign.png          one sign as a picture
  upcard sign NEW.toml --before OLD.toml -o notices.pdf    the notices of a change
  upcard sign TABLE.toml --json                  what the signs say, for another program"""


def add_layout(layout: ArgumentParser) -> None:
    """Add the arguments of upcard layout."""
    layout.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    where = "write the drawing to this file, which ends in .svg, .pdf or .png (SVG to standard output)"
    layout.add_argument("-o", "--output", default="-", metavar="FILE", help=where)
    layout.add_argument("--theme", choices=("light", "dark"), default="light", help="surroundings (light)")
    layout.add_argument("--plan", action="store_true", help="a plan with measures for the manufacturer")
    add_date(layout)
    add_law(layout)
    add_set(layout)


def add_sign(sign: ArgumentParser) -> None:
    """Add the arguments of upcard sign."""
    sign.add_argument("table", metavar="TABLE.toml", help=A_TABLE)
    where = "write the signs to this file, which ends in .pdf, .png or .svg (print them as text)"
    sign.add_argument("-o", "--output", metavar="FILE", help=where)
    sizes = "for the table, a page each; or for the rail, several on a sheet (table)"
    sign.add_argument("--size", choices=("table", "rail"), default="table", help=sizes)
    sign.add_argument(
        "--wager",
        action="append",
        default=[],
        metavar="WAGER",
        help="only the sign of this wager; once for each (all)",
    )
    sign.add_argument("--before", metavar="TABLE.toml", help="print the notices that the change from this table needs")
    add_date(sign)
    add_law(sign)
    add_set(sign)


def add_report(check: ArgumentParser) -> None:
    """Add --report to upcard check."""
    check.add_argument("--report", metavar="FILE", help="write a filing of one table to this file, .pdf or .html")
