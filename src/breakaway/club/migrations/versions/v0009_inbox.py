"""The table of emails that the server has read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "inbox",
        sa.Column("mark", sa.String(64), nullable=False),
        sa.Column("match", sa.String(16)),
        sa.Column("seat", sa.Integer()),
        sa.Column("outcome", sa.String(12), nullable=False),
        sa.Column("came", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_inbox")),
    )
    op.create_index(op.f("ix_inbox_came"), "inbox", ["came"])
