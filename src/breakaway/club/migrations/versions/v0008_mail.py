"""The tables for addresses and for outgoing emails."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Creates both tables."""
    op.create_table(
        "mailboxes",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("code_hash", sa.String(64)),
        sa.Column("asked", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_mailboxes_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_mailboxes")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_mailboxes_code_hash")),
    )
    op.create_table(
        "outbox",
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(120), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next", UtcTime()),
        sa.Column("made", UtcTime(), nullable=False),
        sa.Column("settled", UtcTime()),
        sa.Column("fate", sa.Text(), nullable=False),
        sa.CheckConstraint("status IN ('waiting', 'sent', 'dead')", name=op.f("ck_outbox_status")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_outbox_match")),
        sa.PrimaryKeyConstraint("n", name=op.f("pk_outbox")),
        sa.UniqueConstraint("what", name=op.f("uq_outbox_what")),
    )
    op.create_index(op.f("ix_outbox_match"), "outbox", ["match"])
    op.create_index(op.f("ix_outbox_next"), "outbox", ["next"])
