"""The tables for matches, seats, entries and secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the first tables."""
    matches()
    seats()
    entries()
    sealed()


def matches() -> None:
    """Creates the table of matches, with the columns that lists show."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("visibility", sa.String(8), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", UtcTime(), nullable=False),
        sa.Column("updated", UtcTime(), nullable=False),
        sa.CheckConstraint("status IN ('open', 'running', 'over')", name=op.f("ck_matches_status")),
        sa.CheckConstraint("visibility IN ('link', 'public')", name=op.f("ck_matches_visibility")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_updated"), "matches", ["updated"])


def seats() -> None:
    """Creates the table of seats, with the player of each."""
    op.create_table(
        "seats",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.Column("claimed", UtcTime()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seats_match")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_seats_token_hash")),
    )


def entries() -> None:
    """Creates the table of entries, which are the lines of records."""
    op.create_table(
        "entries",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_entries_match")),
        sa.PrimaryKeyConstraint("match", "n", name=op.f("pk_entries")),
    )


def sealed() -> None:
    """Creates the table that holds the secrets of matches in progress."""
    op.create_table(
        "sealed",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("secrets", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_sealed_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_sealed")),
    )
