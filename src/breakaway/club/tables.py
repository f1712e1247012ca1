"""The club's tables. How they came to be stands in `migrations`; a test compares the two."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import CheckConstraint, Column, DateTime, ForeignKey, Integer, MetaData, String, Table, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

OPEN, RUNNING, OVER = "open", "running", "over"  # open: a seat waits for the person who was sent its link
BY_LINK, PUBLIC = "link", "public"  # public: the match is listed, and anybody may take an empty seat
CLOSE, COACH, WAIT = "close", "coach", "wait"  # what comes of being late: see `terms.Terms`
EMPTY = "empty"  # the seat of a person who has not come yet


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, given and returned with its time zone: SQLite alone would return it without."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """PostgreSQL keeps the zone."""
        return dialect.type_descriptor(DateTime(timezone=dialect.name != "sqlite"))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Raises ValueError for a moment without its zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value} has no time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Always in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def the_match() -> Column[str]:
    """The match that a row belongs to."""
    return Column("match", String(16), ForeignKey("matches.id"), primary_key=True)


matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("options", Text, nullable=False),  # the plain ones, as JSON, for lists; all of them are in the first entry
    Column("status", String(8), CheckConstraint("status IN ('open', 'running', 'over')", "status"), nullable=False),
    Column("visibility", String(8), CheckConstraint("visibility IN ('link', 'public')", "visibility"), nullable=False),
    Column("turn", Integer, nullable=False),  # how many were played
    Column("waiting", Text, nullable=False),  # the seats whose orders are missing: 0,3
    Column("version", Integer, nullable=False),  # counts every change of entries, sealed orders and seats
    Column("created", Moment, nullable=False),
    Column("updated", Moment, nullable=False, index=True),
)

seats = Table(
    "seats",
    metadata,
    the_match(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("by", String(40), nullable=False),  # human, empty, sheet, or a coach's name
    Column("token_hash", String(64), unique=True),  # SHA-256 of the secret in its link; none: at this machine
    Column("claimed", Moment),
)

entries = Table(  # only ever added to: see guards.py
    "entries",
    metadata,
    the_match(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)

sealed = Table(
    "sealed",
    metadata,
    the_match(),
    Column("secrets", Text, nullable=False),
)

terms = Table(  # what was agreed on at the opening; of a match without a row, nothing
    "terms",
    metadata,
    the_match(),
    Column("seconds", Integer),  # for each choice
    Column("late", String(8), CheckConstraint("late IN ('close', 'coach', 'wait')", "late"), nullable=False),
    Column("due", Moment, index=True),  # the end of that time; it counts while the match is running
    Column("before", Moment),  # the same of the turn that was played last, for when it is taken back
    Column("delay", Integer, nullable=False),  # how many turns late spectators see the match
)
