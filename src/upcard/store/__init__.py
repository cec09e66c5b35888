"""The journal: append-only rows chained by hashes, in SQLite or PostgreSQL, with signed checkpoints."""
