"""Two coaches a side: a second place at a seat, and which devices play it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Adds the table and the column."""
    op.create_table(
        "second_places",
        sa.Column("match", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("first_name", sa.Text(), nullable=False),
        sa.Column("second_name", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.Column("claimed", UtcTime()),
        sa.Column("phrase_hash", sa.String(64)),
        sa.Column("code_hash", sa.String(64)),
        sa.Column("code_until", UtcTime()),
        sa.Column("code_tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("decides", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("resigns", sa.Integer()),
        sa.Column("resigns_at", sa.Integer()),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_second_places")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_second_places_match")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_second_places_token_hash")),
    )
    op.add_column("devices", sa.Column("coach", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Removes them, and the devices of second coaches. Whoever has the seat itself decides everything."""
    op.execute("DELETE FROM devices WHERE coach = 1")
    op.drop_column("devices", "coach")
    op.drop_table("second_places")
