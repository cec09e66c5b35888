"""The history of the tables; `migrate.py` runs it through Alembic."""
