"""The compliance checks: requirements that are not met, then what is forbidden, contradictory or doubtful."""

from upcard.table.checks import cards, layout, limits, offered, unmet

CHECKS = (*offered.CHECKS, *unmet.CHECKS, *cards.CHECKS, *limits.CHECKS, *layout.CHECKS)
