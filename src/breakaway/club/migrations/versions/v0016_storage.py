"""What the owner has set, who opened each match, and the matches that were deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Adds the tables. Nobody knows who opened earlier matches, so these count toward no visitor's quota."""
    op.create_table(
        "settings",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("since", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_settings")),
    )
    op.create_table(
        "origins",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("visitor", sa.String(32), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_origins_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_origins")),
    )
    op.create_index(op.f("ix_origins_visitor"), "origins", ["visitor"])
    op.create_table(
        "removed",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("why", sa.String(8), nullable=False),
        sa.CheckConstraint("why IN ('unplayed', 'finished')", name=op.f("ck_removed_why")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_removed")),
    )
    op.create_index(op.f("ix_removed_at"), "removed", ["at"])
