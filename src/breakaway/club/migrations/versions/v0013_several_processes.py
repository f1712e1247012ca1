"""Several processes on one database: the counts that they share, and the owner's codes that were used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Adds the tables. The guards, which are set after each upgrade, add the trigger by which PostgreSQL announces
    changes.
    """
    op.create_table(
        "counts",
        sa.Column("process", sa.String(20), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("ends", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("process", "kind", "name", name=op.f("pk_counts")),
    )
    op.create_index(op.f("ix_counts_ends"), "counts", ["ends"])
    op.create_table(
        "spent",
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("used", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_spent")),
    )
