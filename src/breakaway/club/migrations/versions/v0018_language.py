"""The language in which a table was opened, for the list of open tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Adds the column."""
    op.add_column("matches", sa.Column("language", sa.String(8), nullable=False, server_default=""))
