"""First emails to addresses that have not agreed, and addresses that want no email."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "first_emails",
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("recipient", sa.String(22), nullable=False),
        sa.Column("source", sa.String(22), nullable=False),
        sa.Column("made", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("n", name=op.f("pk_first_emails")),
    )
    for column in ("recipient", "source", "made"):
        op.create_index(op.f(f"ix_first_emails_{column}"), "first_emails", [column])
    op.create_table(
        "refusals",
        sa.Column("name", sa.String(22), nullable=False),
        sa.Column("since", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_refusals")),
    )
