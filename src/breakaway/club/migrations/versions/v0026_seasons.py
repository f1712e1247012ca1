"""Seasons: their lines, who takes part, and which matches belong to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from breakaway.club.schema import UtcTime

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Adds four tables."""
    op.create_table(
        "seasons",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("browser_hash", sa.String(64)),
        sa.Column("seconds", sa.Integer()),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(8), nullable=False, server_default=""),
        sa.Column("created", UtcTime(), nullable=False),
        sa.Column("updated", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_seasons_link_hash")),
    )
    op.create_index(op.f("ix_seasons_browser_hash"), "seasons", ["browser_hash"])
    op.create_index(op.f("ix_seasons_updated"), "seasons", ["updated"])
    op.create_table(
        "season_lines",
        sa.Column("season", sa.String(16), primary_key=True),
        sa.Column("n", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("season", "n", name=op.f("pk_season_lines")),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"], name=op.f("fk_season_lines_season")),
    )
    op.create_table(
        "season_seats",
        sa.Column("season", sa.String(16), primary_key=True),
        sa.Column("entrant", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("link_hash", sa.String(64), nullable=False),
        sa.Column("browser_hash", sa.String(64)),
        sa.Column("claimed", UtcTime()),
        sa.PrimaryKeyConstraint("season", "entrant", name=op.f("pk_season_seats")),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"], name=op.f("fk_season_seats_season")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_season_seats_link_hash")),
    )
    op.create_index(op.f("ix_season_seats_browser_hash"), "season_seats", ["browser_hash"])
    op.create_table(
        "season_matches",
        sa.Column("match", sa.String(16), primary_key=True),
        sa.Column("season", sa.String(16), nullable=False),
        sa.Column("fixture", sa.String(12), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False, server_default=""),
        sa.Column("fate", sa.Text(), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_season_matches")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_season_matches_match")),
        sa.ForeignKeyConstraint(["season"], ["seasons.id"], name=op.f("fk_season_matches_season")),
    )
    op.create_index(op.f("ix_season_matches_season"), "season_matches", ["season"])


def downgrade() -> None:
    """Removes them. The matches stay; save the seasons in files first."""
    for name in ("season_matches", "season_seats", "season_lines", "seasons"):
        op.drop_table(name)
