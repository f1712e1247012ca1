"""Bounced emails: the reference that tells which email a bounce is about, and addresses that are paused."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Adds the columns."""
    with op.batch_alter_table("outbox") as table:
        table.add_column(sa.Column("reference", sa.String(20)))
        table.add_column(sa.Column("returned", UtcTime()))
        table.create_unique_constraint(op.f("uq_outbox_reference"), ["reference"])
    op.add_column("mailboxes", sa.Column("paused", UtcTime()))
