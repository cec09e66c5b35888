"""The compliance checks, by subject; each is a generator of findings and names no wager."""

from upcard.table.checks import cards, layout, limits, odds, offered

CHECKS = (*offered.CHECKS, *cards.CHECKS, *limits.CHECKS, *odds.CHECKS, *layout.CHECKS)
