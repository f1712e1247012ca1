"""The table of requests to take a choice back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Creates the table with the seat that asks, where play would go back to, and who agrees."""
    op.create_table(
        "take_backs",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("asker", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.Integer(), nullable=False),
        sa.Column("goal", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.Text(), nullable=False),
        sa.Column("refused_by", sa.Integer()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_take_backs_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_take_backs")),
    )
