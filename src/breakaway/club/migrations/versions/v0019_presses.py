"""Which presses of a button the server has taken, so that one that is sent twice counts once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Adds the column. In existing matches, no press is known yet."""
    op.add_column("seats", sa.Column("presses", sa.Text()))
