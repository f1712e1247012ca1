"""Spectators may see a match some turns late."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """How many turns; those who opened matches before had no choice."""
    with op.batch_alter_table("terms", recreate="never") as batch:
        batch.add_column(sa.Column("delay", sa.Integer(), nullable=False, server_default="0"))
