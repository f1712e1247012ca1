"""Slow play: the pace of a match, time off, the coach for late players, and seats that hold their orders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the columns. Turns that are under way close at their deadline, as before."""
    with op.batch_alter_table("seats", recreate="never") as batch:
        batch.add_column(sa.Column("holds", sa.Integer()))
    with op.batch_alter_table("terms", recreate="never") as batch:
        for name in ("closes", "since", "since_before"):
            batch.add_column(sa.Column(name, UtcTime()))
        for name in ("pace", "time_off"):
            batch.add_column(sa.Column(name, sa.Text()))
        batch.add_column(sa.Column("coach", sa.String(40)))
        batch.create_index(op.f("ix_terms_closes"), ["closes"])
    op.execute("UPDATE terms SET closes = due")
