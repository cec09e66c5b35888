"""Every answer of upcard as a value: how it is computed, written and read back."""
