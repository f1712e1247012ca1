"""Which visitor opened a season, and seasons that were removed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Adds a column and a table."""
    op.add_column("seasons", sa.Column("visitor", sa.String(32)))
    op.create_index(op.f("ix_seasons_visitor"), "seasons", ["visitor"])
    op.create_table(
        "removed_seasons",
        sa.Column("season", sa.String(16), primary_key=True),
        sa.Column("at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("season", name=op.f("pk_removed_seasons")),
    )


def downgrade() -> None:
    """Removes them."""
    op.drop_table("removed_seasons")
    op.drop_index(op.f("ix_seasons_visitor"), "seasons")
    op.drop_column("seasons", "visitor")
