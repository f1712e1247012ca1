"""Reports by email: the digest, the reader's time zone, what was reported, and how many times a deadline was moved."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Adds the columns. Everybody gets an email for each turn, as before."""
    with op.batch_alter_table("mailboxes", recreate="never") as batch:
        batch.add_column(sa.Column("digest", sa.Integer(), nullable=False, server_default="0"))
        batch.add_column(sa.Column("zone", sa.String(40), nullable=False, server_default=""))
        batch.add_column(sa.Column("told", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("terms", recreate="never") as batch:
        batch.add_column(sa.Column("changes", sa.Integer(), nullable=False, server_default="0"))
