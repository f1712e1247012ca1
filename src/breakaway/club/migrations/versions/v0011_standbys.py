"""Invitations by email, and standby players who take over a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Creates the tables and adds the columns."""
    op.add_column("seats", sa.Column("left", UtcTime()))
    op.add_column("seats", sa.Column("took_over", sa.Integer()))
    op.create_table(
        "invitations",
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("standby", sa.Integer()),
        sa.Column("token_hash", sa.String(64)),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("asked", UtcTime(), nullable=False),
        sa.Column("until", UtcTime(), nullable=False),
        sa.Column("answered", UtcTime()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_invitations_match")),
        sa.PrimaryKeyConstraint("n", name=op.f("pk_invitations")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_invitations_match"), "invitations", ["match"])
    op.create_table(
        "standbys",
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("asked", UtcTime(), nullable=False),
        sa.Column("code_hash", sa.String(64)),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_standbys_match")),
        sa.PrimaryKeyConstraint("n", name=op.f("pk_standbys")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_standbys_code_hash")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_standbys_match"), "standbys", ["match"])
