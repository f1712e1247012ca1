"""Names that players give their teams, and the subtitle and the day of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Adds three columns. Existing matches keep the names in their records."""
    op.add_column("matches", sa.Column("names", sa.Text()))
    op.add_column("matches", sa.Column("subtitle", sa.Text(), nullable=False, server_default=""))
    op.add_column("matches", sa.Column("day", sa.String(10), nullable=False, server_default=""))
