"""The deadline that emails have put into a player's calendar."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Adds the columns. What earlier versions put into calendars is not known."""
    op.add_column("mailboxes", sa.Column("entered_turn", sa.Integer()))
    op.add_column("mailboxes", sa.Column("entered_due", UtcTime()))
