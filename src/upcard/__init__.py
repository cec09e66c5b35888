"""upcard: New Jersey casino blackjack, from the regulation to the felt.

    >>> import upcard
    >>> table = upcard.load("tables/in-between.toml")
    >>> upcard.check(table).status
    <Status.NOT_SHOWN: 'not shown'>
    >>> upcard.price(table)["in-between"].house_advantage
    Fraction(33954, 626665)

A table: `load`, `loads`, `new`, `Table`. The law: `check`, `needs`, `diff`, `cite`, `search`, `wagers`. Mathematics:
`price`, `sweep`, `strategy`, `simulate`. Rounds: `deal` rules on a written one, `LiveTable` is a table to play at,
`to_json` and `from_json` write and read its commands, events and state. Money is given as "10.00", a
Decimal or `cents(1000)`; cards as text or `Card`. Everything that upcard raises on purpose is an `UpcardError`.
"""

import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False  # that of `typing`, whose import would delay the handling of Ctrl-C
if TYPE_CHECKING:
    from typing import Any

    from upcard.api.compliance import check as check
    from upcard.api.compliance import deal as deal
    from upcard.api.compliance import law_folder as law_folder
    from upcard.api.compliance import needs as needs
    from upcard.api.live_table import LiveTable as LiveTable
    from upcard.api.live_table import PlayOption as PlayOption
    from upcard.api.mathematics import diff as diff
    from upcard.api.mathematics import price as price
    from upcard.api.mathematics import simulate as simulate
    from upcard.api.mathematics import strategy as strategy
    from upcard.api.new_table import new as new
    from upcard.api.paragraphs import CitedParagraph as CitedParagraph
    from upcard.api.paragraphs import SearchResults as SearchResults
    from upcard.api.paragraphs import cite as cite
    from upcard.api.paragraphs import search as search
    from upcard.api.registry import OfferedOption as OfferedOption
    from upcard.api.registry import Registry as Registry
    from upcard.api.registry import wagers as wagers
    from upcard.api.sweep import PriceSweep as PriceSweep
    from upcard.api.sweep import Variant as Variant
    from upcard.api.sweep import sweep as sweep
    from upcard.api.table import Table as Table
    from upcard.api.table import load as load
    from upcard.api.table import loads as loads
    from upcard.api.table_keys import AuthorityKeys as AuthorityKeys
    from upcard.api.table_keys import RecordKeys as RecordKeys
    from upcard.api.table_keys import TableKeys as TableKeys
    from upcard.api.table_keys import WagerKeys as WagerKeys
    from upcard.cards import Card as Card
    from upcard.errors import Misuse as Misuse
    from upcard.errors import UpcardError as UpcardError
    from upcard.game import Refusal as Refusal
    from upcard.game import Refused as Refused
    from upcard.game.awaited import Waiting as Waiting
    from upcard.game.awaited import WaitsFor as WaitsFor
    from upcard.game.json_codec import from_json as from_json
    from upcard.game.json_codec import to_json as to_json
    from upcard.game.json_shapes import BadJson as BadJson
    from upcard.game.roles import Role as Role
    from upcard.law import UnknownCite as UnknownCite
    from upcard.law.folder import LawFolder as LawFolder
    from upcard.plots.plot import Plot as Plot
    from upcard.results.amounts import Money as Money
    from upcard.results.amounts import cents as cents
    from upcard.results.arguments import BadArguments as BadArguments
    from upcard.results.best_play import BestPlay as BestPlay
    from upcard.results.diff import TableDiff as TableDiff
    from upcard.results.findings import Findings as Findings
    from upcard.results.function_strategy import HandToPlay as HandToPlay
    from upcard.results.needs import TableNeed as TableNeed
    from upcard.results.needs import TableNeeds as TableNeeds
    from upcard.results.prices import HourlyCost as HourlyCost
    from upcard.results.prices import OutcomeRows as OutcomeRows
    from upcard.results.prices import PricedOutcome as PricedOutcome
    from upcard.results.prices import PricedWager as PricedWager
    from upcard.results.prices import TablePrices as TablePrices
    from upcard.results.result import Approximate as Approximate
    from upcard.results.rulings import RoundRuling as RoundRuling
    from upcard.results.rulings import RuledDealer as RuledDealer
    from upcard.results.rulings import RuledDifference as RuledDifference
    from upcard.results.rulings import RuledHouse as RuledHouse
    from upcard.results.rulings import RuledIrregularity as RuledIrregularity
    from upcard.results.rulings import RuledOrder as RuledOrder
    from upcard.results.rulings import RuledSeat as RuledSeat
    from upcard.results.rulings import RuledStep as RuledStep
    from upcard.results.rulings import RuledWager as RuledWager
    from upcard.results.simulated_table import SimulatedTable as SimulatedTable
    from upcard.results.simulated_table import SimulatedWager as SimulatedWager
    from upcard.rules.enums import Play as Play
    from upcard.table import BadConfig as BadConfig
    from upcard.table import Finding as Finding
    from upcard.table import FindingKind as FindingKind
    from upcard.table import Problem as Problem
    from upcard.table import Status as Status
    from upcard.table import Verdict as Verdict
    from upcard.table.new_table import UnlawfulTable as UnlawfulTable

__version__ = "0.1.0"
__all__ = [
    "Approximate",
    "AuthorityKeys",
    "BadArguments",
    "BadConfig",
    "BadJson",
    "BestPlay",
    "Card",
    "CitedParagraph",
    "Finding",
    "FindingKind",
    "Findings",
    "HandToPlay",
    "HourlyCost",
    "LawFolder",
    "LiveTable",
    "Misuse",
    "Money",
    "OfferedOption",
    "OutcomeRows",
    "Play",
    "PlayOption",
    "Plot",
    "PriceSweep",
    "PricedOutcome",
    "PricedWager",
    "Problem",
    "RecordKeys",
    "Refusal",
    "Refused",
    "Registry",
    "Role",
    "RoundRuling",
    "RuledDealer",
    "RuledDifference",
    "RuledHouse",
    "RuledIrregularity",
    "RuledOrder",
    "RuledSeat",
    "RuledStep",
    "RuledWager",
    "SearchResults",
    "SimulatedTable",
    "SimulatedWager",
    "Status",
    "Table",
    "TableDiff",
    "TableKeys",
    "TableNeed",
    "TableNeeds",
    "TablePrices",
    "UnknownCite",
    "UnlawfulTable",
    "UpcardError",
    "Variant",
    "Verdict",
    "WagerKeys",
    "Waiting",
    "WaitsFor",
    "__version__",
    "cents",
    "check",
    "cite",
    "deal",
    "diff",
    "from_json",
    "law_folder",
    "load",
    "loads",
    "needs",
    "new",
    "price",
    "search",
    "simulate",
    "strategy",
    "sweep",
    "to_json",
    "wagers",
]

# Imported when first used, so that each command of the terminal starts with no more than it needs.
_HOME = {
    "Approximate": "upcard.results.result",
    "AuthorityKeys": "upcard.api.table_keys",
    "BadArguments": "upcard.results.arguments",
    "BadConfig": "upcard.table",
    "BadJson": "upcard.game.json_shapes",
    "BestPlay": "upcard.results.best_play",
    "Card": "upcard.cards",
    "CitedParagraph": "upcard.api.paragraphs",
    "Finding": "upcard.table",
    "FindingKind": "upcard.table",
    "Findings": "upcard.results.findings",
    "HandToPlay": "upcard.results.function_strategy",
    "HourlyCost": "upcard.results.prices",
    "LawFolder": "upcard.law.folder",
    "LiveTable": "upcard.api.live_table",
    "Misuse": "upcard.errors",
    "Money": "upcard.results.amounts",
    "OfferedOption": "upcard.api.registry",
    "OutcomeRows": "upcard.results.prices",
    "Play": "upcard.rules.enums",
    "PlayOption": "upcard.api.live_table",
    "Plot": "upcard.plots.plot",
    "PriceSweep": "upcard.api.sweep",
    "PricedOutcome": "upcard.results.prices",
    "PricedWager": "upcard.results.prices",
    "Problem": "upcard.table",
    "RecordKeys": "upcard.api.table_keys",
    "Refusal": "upcard.game",
    "Refused": "upcard.game",
    "Registry": "upcard.api.registry",
    "Role": "upcard.game.roles",
    "RoundRuling": "upcard.results.rulings",
    "RuledDealer": "upcard.results.rulings",
    "RuledDifference": "upcard.results.rulings",
    "RuledHouse": "upcard.results.rulings",
    "RuledIrregularity": "upcard.results.rulings",
    "RuledOrder": "upcard.results.rulings",
    "RuledSeat": "upcard.results.rulings",
    "RuledStep": "upcard.results.rulings",
    "RuledWager": "upcard.results.rulings",
    "SearchResults": "upcard.api.paragraphs",
    "SimulatedTable": "upcard.results.simulated_table",
    "SimulatedWager": "upcard.results.simulated_table",
    "Status": "upcard.table",
    "Table": "upcard.api.table",
    "TableDiff": "upcard.results.diff",
    "TableKeys": "upcard.api.table_keys",
    "TableNeed": "upcard.results.needs",
    "TableNeeds": "upcard.results.needs",
    "TablePrices": "upcard.results.prices",
    "UnknownCite": "upcard.law",
    "UnlawfulTable": "upcard.table.new_table",
    "UpcardError": "upcard.errors",
    "Variant": "upcard.api.sweep",
    "Verdict": "upcard.table",
    "WagerKeys": "upcard.api.table_keys",
    "Waiting": "upcard.game.awaited",
    "WaitsFor": "upcard.game.awaited",
    "cents": "upcard.results.amounts",
    "check": "upcard.api.compliance",
    "cite": "upcard.api.paragraphs",
    "deal": "upcard.api.compliance",
    "diff": "upcard.api.mathematics",
    "from_json": "upcard.game.json_codec",
    "law_folder": "upcard.api.compliance",
    "load": "upcard.api.table",
    "loads": "upcard.api.table",
    "needs": "upcard.api.compliance",
    "new": "upcard.api.new_table",
    "price": "upcard.api.mathematics",
    "search": "upcard.api.paragraphs",
    "simulate": "upcard.api.mathematics",
    "strategy": "upcard.api.mathematics",
    "sweep": "upcard.api.sweep",
    "to_json": "upcard.game.json_codec",
    "wagers": "upcard.api.registry",
}


def __getattr__(name: str) -> "Any":
    if name not in _HOME:
        raise AttributeError(f"module 'upcard' has no attribute '{name}'")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return __all__


class _Package(ModuleType):
    """The package itself, whose verb `wagers` is not replaced by the package of that name when that is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        if name != "wagers":
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
