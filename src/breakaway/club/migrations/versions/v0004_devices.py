"""Devices (the browsers that play a seat), codes that add a device, phrases that recover a seat, and reopened seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0004"
down_revision = "0003"

# a player with an old link has its token as a cookie, which serves as the browser's secret until it is renewed
KEEP = """
INSERT INTO devices ("match", seat, n, secret_hash, called, added)
SELECT "match", seat, 1, token_hash, '', claimed FROM seats WHERE token_hash IS NOT NULL AND "by" = 'human'
"""


def upgrade() -> None:
    """Creates the tables of devices and owners, and the new columns. Seated players keep their seats."""
    devices()
    owners()
    with op.batch_alter_table("matches", recreate="never") as batch:
        batch.add_column(sa.Column("began", UtcTime()))
        batch.add_column(sa.Column("answers", sa.Integer()))
        batch.add_column(sa.Column("host", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("seats", recreate="never") as batch:
        batch.add_column(sa.Column("seen", UtcTime()))
        batch.add_column(sa.Column("reopens", UtcTime()))
        batch.add_column(sa.Column("phrase_hash", sa.String(64)))
        batch.add_column(sa.Column("code_hash", sa.String(64)))
        batch.add_column(sa.Column("code_until", UtcTime()))
        batch.add_column(sa.Column("code_tries", sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE matches SET began = updated")
    op.execute("UPDATE seats SET seen = claimed")
    op.execute(KEEP)


def devices() -> None:
    """Creates the table of the browsers that play a seat."""
    op.create_table(
        "devices",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("called", sa.String(60), nullable=False),
        sa.Column("added", UtcTime()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_devices_match")),
        sa.PrimaryKeyConstraint("match", "seat", "n", name=op.f("pk_devices")),
    )
    op.create_index(op.f("ix_devices_secret_hash"), "devices", ["secret_hash"])


def owners() -> None:
    """Creates the table of the owner's browsers."""
    op.create_table(
        "owners",
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("added", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("secret_hash", name=op.f("pk_owners")),
    )
