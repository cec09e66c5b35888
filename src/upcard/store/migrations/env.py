"""Run by Alembic: the revisions write their statements for a database, as `upcard.store.migrate` has asked."""

from alembic import context

context.configure(**context.config.attributes, transactional_ddl=False)
context.run_migrations()
