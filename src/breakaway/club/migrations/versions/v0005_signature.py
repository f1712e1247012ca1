"""The signature that came with a match: null for a match played here, because this server vouches for it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds the signature. Matches that are already over stay unsigned, because some may have been uploaded."""
    with op.batch_alter_table("matches", recreate="never") as batch:
        batch.add_column(sa.Column("signature", sa.Text()))
    op.execute("UPDATE matches SET signature = '' WHERE status = 'over'")
