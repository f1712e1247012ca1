"""Sets of their own cards that visitors enter while they play with the boxed game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Adds a table."""
    op.create_table(
        "own_sets",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(41), primary_key=True),
        sa.Column("files", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("used", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("holder", "game", "name", name=op.f("pk_own_sets")),
    )
    op.create_index(op.f("ix_own_sets_used"), "own_sets", ["used"])
