"""The host's chair, the trail of what hosts have done, and deadlines that a host has set."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Creates two tables and adds three columns. In existing matches, the host plays."""
    op.create_table(
        "chairs",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("link_hash", sa.String(64)),
        sa.Column("browser_hash", sa.String(64)),
        sa.Column("held", sa.Integer()),
        sa.Column("notice", sa.Text(), nullable=False, server_default=""),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_chairs_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_chairs")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_chairs_link_hash")),
    )
    op.create_index(op.f("ix_chairs_browser_hash"), "chairs", ["browser_hash"])
    op.create_table(
        "trail",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("act", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("after", sa.Integer()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_trail_match")),
        sa.PrimaryKeyConstraint("match", "n", name=op.f("pk_trail")),
    )
    op.add_column("terms", sa.Column("set_at", UtcTime()))
    op.add_column("terms", sa.Column("set_seconds", sa.Integer()))
    op.add_column("seats", sa.Column("entered", sa.Integer()))
