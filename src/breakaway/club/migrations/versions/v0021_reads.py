"""Until when a player who has just sat down may read how to come back, before the first clock starts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Adds the column. In existing matches, everybody has come to the table."""
    op.add_column("seats", sa.Column("reads", UtcTime()))
