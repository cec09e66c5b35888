"""Felts for the tests: those of all lawful shipped tables, and what is written on them."""

import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

from upcard.drawing.felt import felt_svg
from upcard.drawing.felt_plan import FeltPlan, plan_felt
from upcard.table import TableConfig, load, loads, shipped_tables

SVG = "{http://www.w3.org/2000/svg}"
LAWFUL = tuple(table.name for table in shipped_tables())
LONGEST = """
licensee = "The Grand Promenade Boardwalk Hotel, Casino & Resort of Atlantic City, New Jersey"
table = "BJ-HIGH-LIMIT-ROOM-0001"
decks = 6
seats = 7
minimum = "100.00"
maximum = "100000.00"
dealer_soft_17 = "draw"
[[wager]]
name = "match-the-dealer"
pay_table = "house six decks"
minimum = "1000.00"
maximum = "100000.00"
[[wager]]
name = "buster"
pay_table = "A"
free_bonus = "B1"
minimum = "1000.00"
maximum = "100000.00"
[[wager]]
name = "20 point bonus"
pay_table = "house 1000-125"
minimum = "1000.00"
maximum = "100000.00"
[[wager]]
name = "over 13"
pay_table = "house"
[[wager]]
name = "under 13"
pay_table = "house"
"""
ONE_WORD = 'decks = 6\nseats = 7\nlicensee = "' + "W" * 64 + '"\ntable = "' + "M" * 40 + '"\nminimum = "1.00"\n'
OTHER_SCRIPTS = 'decks = 6\nlicensee = "Казино 大西洋城 Océan ﷽"\ntable = "№ 七"\nmaximum = "1000000000.00"\n'


@cache
def table_of(name: str, *changes: str) -> TableConfig:
    texts = {"longest": LONGEST, "one word": ONE_WORD, "other scripts": OTHER_SCRIPTS}
    return loads(texts[name], changes, name=name) if name in texts else load(name, changes)


@cache
def plan_of(name: str, *changes: str) -> FeltPlan:
    return plan_felt(table_of(name, *changes))


@cache
def svg_of(name: str, *changes: str) -> str:
    return felt_svg(plan_of(name, *changes))


def texts(svg: str) -> list[str]:
    """Return every text that a drawing shows; titles and descriptions are not shown."""
    return ["".join(each.itertext()) for each in ET.fromstring(svg).iter(f"{SVG}text")]


def unlawful_tables() -> list[Path]:
    return sorted((Path(__file__).parents[2] / "tables" / "unlawful").glob("*.toml"))
