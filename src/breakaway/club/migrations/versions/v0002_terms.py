"""The table of terms, which are agreed when a match is opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Creates the table with the time for each choice, what happens when a player is late, and the current deadline."""
    op.create_table(
        "terms",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seconds", sa.Integer()),
        sa.Column("late", sa.String(8), nullable=False),
        sa.Column("due", UtcTime()),
        sa.Column("before", UtcTime()),
        sa.CheckConstraint("late IN ('close', 'coach', 'wait')", name=op.f("ck_terms_late")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_terms_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_terms")),
    )
    op.create_index(op.f("ix_terms_due"), "terms", ["due"])
