"""Matches that a host has closed, archived or deleted, and what a host asks everybody to agree to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Adds two columns and a table. A match can also be deleted because its host asked for it."""
    op.add_column("chairs", sa.Column("stopped", UtcTime()))
    op.add_column("chairs", sa.Column("archived", UtcTime()))
    op.create_table(
        "host_asks",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("act", sa.String(12), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("asked_at", sa.Integer()),
        sa.Column("agreed", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_host_asks_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_host_asks")),
    )
    with op.batch_alter_table("removed") as table:
        table.drop_constraint(op.f("ck_removed_why"), type_="check")
        table.create_check_constraint(op.f("ck_removed_why"), "why IN ('unplayed', 'finished', 'host')")
