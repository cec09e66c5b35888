"""Law folders of a licensee, with invented rulemakings and invented words."""

from pathlib import Path

from upcard.table.law_folder import read_law_folder

# What a folder says that keeps the Buster rules, as the journal has it.
KEPT = '{"orders.toml":{"order":[{"did":"x","from":"2016-09-26","keeps":["buster"],"name":"kept","number":"R.1"}]}}'

ADOPTED = """
[[order]]
name = "buster kept"
from = 2016-09-26
did = "invented: keeps the Buster rules"
number = "R.2016 d.9001"
register = ["48 N.J.R. 9001(a)", "48 N.J.R. 9002(b)"]
keeps = ["buster"]
"""

ODDS = """
[[order]]
name = "buster odds"
from = 2019-03-04
did = "invented: other odds"
number = "R.2019 d.9002"
"""

PAYS_LESS = """
section = "13:69F-2.30"

[[paragraph]]
number = "(g)"
is     = "changed"
since  = "buster odds"
rule   = "Invented: one pay table, A, of 100, 40, 12, 3, 2 and 1."

[paragraph.values.pay_tables.A]
"8 or more" = "100 to 1"
"7" = "40 to 1"
"6" = "12 to 1"
"5" = "3 to 1"
"4" = "2 to 1"
"3" = "1 to 1"
"""


DEARER = """
section = "13:69F-2.30"

[[paragraph]]
number = "(c)"
is     = "changed"
since  = "buster odds"
rule   = "Invented: the wager is at least $2.50."
values = { least = "2.50" }
"""


def law_folder(at: Path, orders: str, **sections: str) -> Path:
    """Write a law folder with rulemakings and the texts of sections; return it."""
    folder = at / "law"
    (folder / "text").mkdir(parents=True, exist_ok=True)
    if orders:
        (folder / "orders.toml").write_text(orders, encoding="utf-8")
    for name, text in sections.items():
        (folder / "text" / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def kept_content(at: Path) -> str:
    """Return what a folder says that keeps the Buster rules."""
    return read_law_folder(law_folder(at, ADOPTED)).content


def kept_and_changed(at: Path) -> Path:
    """Write a folder that keeps the Buster rules, and changes their odds in 2019."""
    return law_folder(at, ADOPTED + ODDS, buster=PAYS_LESS)
