"""How many times players asked what a coach would do."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Adds the columns. In existing matches, nobody has asked yet."""
    op.add_column("seats", sa.Column("helped", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("helped_turn", sa.Integer()))
