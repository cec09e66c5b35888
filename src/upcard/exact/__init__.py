"""Exact mathematics of wagers: probabilities and prices as fractions, from the definitions that deal."""
