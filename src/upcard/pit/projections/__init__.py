"""What can be computed from a journal again: balances, statistics and an index of rounds, kept for reports."""
