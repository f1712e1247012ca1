"""Runs the migrations for Alembic, in a transaction that `club.database` has opened."""

from __future__ import annotations

from alembic import context

from breakaway.club.database import lift_guards, set_guards
from breakaway.club.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, transactional_ddl=True)
lift_guards(connection)
context.run_migrations()
set_guards(connection)
