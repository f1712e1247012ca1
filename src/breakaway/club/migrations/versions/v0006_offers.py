"""The table of offers of a rematch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Creates the table with the seat that offers a rematch, the seats that accept it, and the new match."""
    op.create_table(
        "offers",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("offerer", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Text(), nullable=False),
        sa.Column("declined", sa.Integer()),
        sa.Column("became", sa.String(16)),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_offers_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_offers")),
    )
