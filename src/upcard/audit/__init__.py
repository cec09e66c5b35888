"""The audit of a pit's journal: every command decided again, chain, checkpoints and shoes verified; exports."""
