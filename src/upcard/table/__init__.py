"""A licensee's table: read from its file, checked against the law."""

from upcard.table.compliance import (
    Status,
    check,
    ended,
    law_words,
    not_stated,
    status_of,
    unrecognized_items,
    worst_status,
)
from upcard.table.config import Authority, BadConfig, LawChosenBy, Offer, Posted, Problem, StatedRecord, TableConfig
from upcard.table.file_reader import described, known_keys, load, load_variants, loads, pay_tables, varied
from upcard.table.findings import Finding, FindingKind, Verdict, verdict_of
from upcard.table.readings import ReadingFollowed, readings_followed, readings_relied_on, side_taken
from upcard.table.requirement import Requirement, RequirementKind, StatedAs
from upcard.table.requirements import requirements_of
from upcard.table.shipped import ShippedTable, is_path, shipped_table, shipped_tables
from upcard.table.value_readers import plain_name

__all__ = [
    "Authority",
    "BadConfig",
    "Finding",
    "FindingKind",
    "LawChosenBy",
    "Offer",
    "Posted",
    "Problem",
    "ReadingFollowed",
    "Requirement",
    "RequirementKind",
    "ShippedTable",
    "StatedAs",
    "StatedRecord",
    "Status",
    "TableConfig",
    "Verdict",
    "check",
    "described",
    "ended",
    "is_path",
    "known_keys",
    "law_words",
    "load",
    "load_variants",
    "loads",
    "not_stated",
    "pay_tables",
    "plain_name",
    "readings_followed",
    "readings_relied_on",
    "requirements_of",
    "shipped_table",
    "shipped_tables",
    "side_taken",
    "status_of",
    "unrecognized_items",
    "varied",
    "verdict_of",
    "worst_status",
]
