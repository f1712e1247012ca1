"""What was agreed on at the opening of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.tables import Moment

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """The time for each choice, what comes of being late, and until when the turn of now is to be chosen."""
    op.create_table(
        "terms",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seconds", sa.Integer()),
        sa.Column("late", sa.String(8), nullable=False),
        sa.Column("due", Moment()),
        sa.Column("before", Moment()),
        sa.CheckConstraint("late IN ('close', 'coach', 'wait')", name=op.f("ck_terms_late")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_terms_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_terms")),
    )
    op.create_index(op.f("ix_terms_due"), "terms", ["due"])
