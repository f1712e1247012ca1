"""The delay with which spectators see a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the delay in turns. Matches that already exist get no delay."""
    with op.batch_alter_table("terms", recreate="never") as batch:
        batch.add_column(sa.Column("delay", sa.Integer(), nullable=False, server_default="0"))
