"""The club's tables. The `migrations` build the same tables step by step, and a test compares the two."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import CheckConstraint, Column, DateTime, ForeignKey, Integer, MetaData, String, Table, Text, and_
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import TypeDecorator, TypeEngine

OPEN, RUNNING, OVER = "open", "running", "over"  # open: a seat still waits for its player
BY_LINK, PUBLIC = "link", "public"  # public: the match is listed, and anybody may take an empty seat
CLOSE, COACH, WAIT = "close", "coach", "wait"  # what happens when a player is late: see `terms.Terms`
WAITING, SENT, DEAD = "waiting", "sent", "dead"  # an email to send, one that was sent, one that was given up
INVITE, OFFER, STANDBY, ANSWER = "invite", "offer", "standby", "answer"  # emails to people who have no seat yet
EMPTY = "empty"  # the seat of a player who has not come yet


class UtcTime(TypeDecorator[datetime]):
    """A column for a time in UTC. Values always have a time zone, which plain SQLite would drop."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The column type: with time zone, except on SQLite."""
        return dialect.type_descriptor(DateTime(timezone=dialect.name != "sqlite"))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The value to store, in UTC. Raises ValueError if it has no time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"the time {value} needs a time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The stored value in UTC, with its time zone."""
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
    """The column with the match that a row belongs to."""
    return Column("match", String(16), ForeignKey("matches.id"), primary_key=True)


def of_seat(table: Table, match_id: Any, seat: Any) -> ColumnElement[bool]:
    """The rows of this `table` that belong to one seat of a match. Match and seat are values, or columns to join."""
    return and_(table.c.match == match_id, table.c.seat == seat)


matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("options", Text, nullable=False),  # texts and numbers as JSON, for lists; the first entry has all options
    Column("status", String(8), CheckConstraint("status IN ('open', 'running', 'over')", "status"), nullable=False),
    Column("visibility", String(8), CheckConstraint("visibility IN ('link', 'public')", "visibility"), nullable=False),
    Column("turn", Integer, nullable=False),  # how many turns were played
    Column("waiting", Text, nullable=False),  # the seats whose orders are missing, such as 0,3
    Column("version", Integer, nullable=False),  # counts every change of entries, sealed orders and seats
    Column("signature", Text),  # null: played here, signed when published; otherwise as it came, or empty
    Column("created", UtcTime, nullable=False),
    Column("updated", UtcTime, nullable=False, index=True),
    Column("began", UtcTime),  # when the current choice became known
    Column("answers", Integer),  # milliseconds from `began` until a standing instruction may answer
    Column("host", Integer, nullable=False, server_default="0"),  # the seat of the host
    Column("language", String(8), nullable=False, server_default=""),  # in which the table was opened; empty: unknown
    Column("names", Text),  # the names that players have given since, as JSON; null: those of the record
    Column("subtitle", Text, nullable=False, server_default=""),  # stands below the title
    Column("day", String(10), nullable=False, server_default=""),  # when the match is held, such as 2026-12-27
)

seats = Table(
    "seats",
    metadata,
    the_match(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("by", String(40), nullable=False),  # human, empty, sheet, lesson, or a coach's name
    Column("token_hash", String(64), unique=True),  # SHA-256 of the invitation; null: played by the owner's browsers
    Column("claimed", UtcTime),
    Column(
        "seen", UtcTime
    ),  # when its player sat down or last stopped a reopening; in an empty seat: when it was reopened
    Column("reopens", UtcTime),  # when the seat can be reopened, once somebody has asked for that
    Column("phrase_hash", String(64)),  # SHA-256 of the recovery phrase
    Column("code_hash", String(64)),  # SHA-256 of the one-time code that adds a device
    Column("code_until", UtcTime),
    Column("code_tries", Integer, nullable=False, server_default="0"),  # wrong guesses of that code
    Column("holds", Integer),  # the turn for which its sealed order waits for the deadline
    Column("left", UtcTime),  # when its player left it to a standby player
    Column("took_over", Integer),  # how many turns were played when a standby player took it over
    Column("helped", Integer, nullable=False, server_default="0"),  # choices for which its player asked for help
    Column("helped_turn", Integer),  # how many turns had been played when its player last asked
    Column("reads", UtcTime),  # until when its player may still read how to come back; null: came to the table
    Column("entered", Integer),  # after how many turns, those taken back included, the host entered its order
    Column("presses", Text),  # the ids of the latest choices that its browsers sent, such as 4f2a 99c1; null: none
)

devices = Table(  # the browsers that play a seat
    "devices",
    metadata,
    the_match(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("secret_hash", String(64), nullable=False, index=True),  # SHA-256 of the browser's secret
    Column("called", String(60), nullable=False),  # such as Firefox, Linux
    Column("added", UtcTime),
    Column("coach", Integer, nullable=False, server_default="0"),  # 1: it plays the seat's second place
)

second_places = Table(  # the second of two coaches who share a seat; no row: one person plays the seat
    "second_places",
    metadata,
    the_match(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("first_name", Text, nullable=False),  # of the coach in the seat itself
    Column("second_name", Text, nullable=False),
    Column("token_hash", String(64), unique=True),  # SHA-256 of the link; null: both sit at one screen
    Column("claimed", UtcTime),  # when the second coach sat down; null: whoever plays the seat decides everything
    Column("phrase_hash", String(64)),  # these four as in `seats`
    Column("code_hash", String(64)),
    Column("code_until", UtcTime),
    Column("code_tries", Integer, nullable=False, server_default="0"),
    Column("decides", Integer, nullable=False, server_default="0"),  # whose decision the open one is: 0 or 1
    Column("resigns", Integer),  # the coach who wants to resign; null: nobody
    Column("resigns_at", Integer),  # after how many turns and rulings
)

owners = Table(  # the browsers of whoever runs the server
    "owners",
    metadata,
    Column("secret_hash", String(64), primary_key=True),
    Column("added", UtcTime, nullable=False),
)

entries = Table(  # rows are added, never changed: see `set_guards` in database.py
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

offers = Table(  # offers of a rematch, after the end; no row: nobody has offered one
    "offers",
    metadata,
    the_match(),
    Column("offerer", Integer, nullable=False),  # the seat that offers it
    Column("taken", Text, nullable=False),  # the seats that want to play again, such as 0,3
    Column("declined", Integer),  # the seat that declined
    Column("became", String(16)),  # the new match, once it is open
)

take_backs = Table(  # requests to take a choice back; no row: nobody has asked
    "take_backs",
    metadata,
    the_match(),
    Column("asker", Integer, nullable=False),  # the seat that asks
    Column("asked_at", Integer, nullable=False),  # after how many turns and rulings
    Column("goal", Integer, nullable=False),  # how many turns and rulings there were before the choice
    Column("agreed", Text, nullable=False),  # the seats that agree, such as 0,3
    Column("refused_by", Integer),  # the seat that did not agree
)

chairs = Table(  # the host's chair; no row: the host plays and has not acted as a host yet
    "chairs",
    metadata,
    the_match(),
    Column("link_hash", String(64), unique=True),  # SHA-256 of the link to the chair; null: the host plays
    Column("browser_hash", String(64), index=True),  # SHA-256 of the secret of the browser in the chair
    Column("held", Integer),  # after how many turns, those taken back included, the host keeps the turn open
    Column("notice", Text, nullable=False, server_default=""),  # the host's latest announcement
    Column("stopped", UtcTime),  # when the host closed the match; null: play goes on
    Column("archived", UtcTime),  # when the host put the match into the archive; null: it is in the lists
)

host_asks = Table(  # what a host asks everybody to agree to; no row: nothing
    "host_asks",
    metadata,
    the_match(),
    Column("by", Integer, nullable=False),  # as in `trail`
    Column("act", String(12), nullable=False),
    Column("given", Text, nullable=False),  # what the host has typed, as JSON, locked
    Column("said", Text, nullable=False),  # the reason
    Column("asked_at", Integer),  # after how many turns and rulings; null: it does not depend on the turn
    Column("agreed", Text, nullable=False),  # the seats that agree, such as 0,3
)

trail = Table(  # what hosts have done, for everybody at the table to read
    "trail",
    metadata,
    the_match(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcTime, nullable=False),
    Column("by", Integer, nullable=False),  # the seat of a host who plays; -1: the host does not play; -2: the owner
    Column("act", String(12), nullable=False),
    Column("seat", Integer),  # the seat that the act is about
    Column("value", Text, nullable=False),  # such as the new deadline
    Column("said", Text, nullable=False),  # the reason, or the announcement
    Column("after", Integer),  # others read it once so many turns have been played; null: at once
)

terms = Table(  # what was agreed when the match was opened; no row: nothing was agreed
    "terms",
    metadata,
    the_match(),
    Column("seconds", Integer),  # the time for each choice
    Column("late", String(8), CheckConstraint("late IN ('close', 'coach', 'wait')", "late"), nullable=False),
    Column("due", UtcTime, index=True),  # the current deadline, which is valid only while the match runs
    Column("before", UtcTime),  # the deadline of the turn before, in case the current turn is taken back
    Column("delay", Integer, nullable=False),  # how many turns late spectators see the match
    Column("closes", UtcTime, index=True),  # when the turn closes: the deadline and the grace after it
    Column("since", UtcTime),  # when the clock of this turn began
    Column("since_before", UtcTime),  # when the clock of the turn before began
    Column("pace", Text),  # fixed hour, days, time zone, grace and limits as JSON; null: none of these
    Column("time_off", Text),  # vacations and pauses as JSON
    Column("coach", String(40)),  # who chooses for a late player; null: the game's usual coach
    Column("changes", Integer, nullable=False, server_default="0"),  # how many times its deadline or time off changed
    Column("set_at", UtcTime),  # when the host set the deadline of this turn; null: nobody has set it
    Column("set_seconds", Integer),  # how far away the host has set it, without time off
)

mailboxes = Table(  # where the players of seats get email
    "mailboxes",
    metadata,
    the_match(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("address", Text, nullable=False),  # locked
    Column("language", String(8), nullable=False),
    Column("code_hash", String(64), unique=True),  # SHA-256 of the code in the confirming link; null: confirmed
    Column("asked", UtcTime, nullable=False),
    Column("digest", Integer, nullable=False, server_default="0"),  # 1: one email a day for all matches
    Column("zone", String(40), nullable=False, server_default=""),  # the reader's time zone; empty: the match's
    Column("told", Integer, nullable=False, server_default="0"),  # lines of the record that emails have reported
    Column("paused", UtcTime),  # when emails stopped because several in a row came back
    Column("entered_turn", Integer),  # the question whose deadline emails have put into the calendar; null: none
    Column("entered_due", UtcTime),  # that deadline
)

outbox = Table(  # every email that was ever put into the outbox
    "outbox",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("what", String(120), nullable=False, unique=True),  # the email's purpose; each is written once
    Column("match", String(16), ForeignKey("matches.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("address", Text, nullable=False),  # locked
    Column("text", Text, nullable=False),  # the whole email, locked; empty once it is sent or given up
    Column("status", String(8), CheckConstraint("status IN ('waiting', 'sent', 'dead')", "status"), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("next", UtcTime, index=True),  # when it is tried next; null: never again
    Column("made", UtcTime, nullable=False),
    Column("settled", UtcTime),  # when it was sent or given up
    Column("fate", Text, nullable=False),  # what the mail server said last
    Column("reference", String(20), unique=True),  # how a bounce names the email; null: nobody reads bounces
    Column("returned", UtcTime),  # when its address turned out to be dead
)

inbox = Table(  # every email that was read, so that none is read twice
    "inbox",
    metadata,
    Column("mark", String(64), primary_key=True),  # SHA-256 of the email's seat and Message-ID
    Column("match", String(16)),
    Column("seat", Integer),
    Column("outcome", String(12), nullable=False),
    Column("came", UtcTime, nullable=False, index=True),
)

invitations = Table(  # invitations by email, kept for a while, so that the server can say what became of each
    "invitations",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("match", String(16), ForeignKey("matches.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("standby", Integer),  # the standby player who is asked to take over; null: the seat is empty
    Column("token_hash", String(64)),  # the seat's hash at that time; the invitation is void once the seat has another
    Column("address", Text, nullable=False),  # locked
    Column("language", String(8), nullable=False),
    Column("asked", UtcTime, nullable=False),
    Column("until", UtcTime, nullable=False),
    Column("answered", UtcTime),
    sqlite_autoincrement=True,  # a signed address names the number, so no number may come twice
)

standbys = Table(  # players who are ready to take over a seat
    "standbys",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("match", String(16), ForeignKey("matches.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("address", Text, nullable=False),  # locked
    Column("language", String(8), nullable=False),
    Column("asked", UtcTime, nullable=False),
    Column("code_hash", String(64), unique=True),  # SHA-256 of the code in the confirming link; null: confirmed
    sqlite_autoincrement=True,
)

first_emails = Table(  # emails of the last day to addresses that had not agreed to get any: see consent.py
    "first_emails",
    metadata,
    Column("n", Integer, primary_key=True),
    Column("recipient", String(22), nullable=False, index=True),  # a keyed hash of the address
    Column("source", String(22), nullable=False, index=True),  # a keyed hash of who caused it; empty: the owner
    Column("made", UtcTime, nullable=False, index=True),
)

refusals = Table(  # addresses that get no email from this server, because their owners want none
    "refusals",
    metadata,
    Column("name", String(22), primary_key=True),  # a keyed hash of the address
    Column("since", UtcTime, nullable=False),
)

counts = Table(  # what the processes of one club tell each other about their visitors: see notifications.py
    "counts",
    metadata,
    Column("process", String(20), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("ends", UtcTime, nullable=False, index=True),
)

settings = Table(  # what the owner has set: see storage.py; also a row that is written to see whether writing works
    "settings",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
    Column("since", UtcTime, nullable=False),  # when the value was set
)

origins = Table(  # which visitor opened a match, for quotas; no row: the owner, or a program at the terminal
    "origins",
    metadata,
    the_match(),
    Column("visitor", String(32), nullable=False, index=True),  # a keyed hash of the visitor's address
    Column("size", Integer, nullable=False),  # bytes that count toward the visitor's quota
)

removed = Table(  # matches that were deleted; an entry can be deleted only if its match is listed here
    "removed",
    metadata,
    Column("match", String(16), primary_key=True),
    Column("at", UtcTime, nullable=False, index=True),
    Column("why", String(8), CheckConstraint("why IN ('unplayed', 'finished', 'host')", "why"), nullable=False),
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("title", Text, nullable=False),
    Column("game", String(40), nullable=False),
    Column("link_hash", String(64), nullable=False, unique=True),  # SHA-256 of the link to the organizer's chair
    Column("browser_hash", String(64), index=True),  # SHA-256 of the secret of the organizer's browser
    Column("seconds", Integer),  # the time for each choice in its matches; null: no limit
    Column("lines", Integer, nullable=False),  # how many lines it has; whoever adds some changes this row first
    Column("language", String(8), nullable=False, server_default=""),  # in which it was opened
    Column("created", UtcTime, nullable=False),
    Column("updated", UtcTime, nullable=False, index=True),
    Column("visitor", String(32), index=True),  # who opened it, as in `origins`; null: the owner, or a terminal
)

removed_seasons = Table(  # seasons that were removed; a line can be removed only if its season is listed here
    "removed_seasons",
    metadata,
    Column("season", String(16), primary_key=True),
    Column("at", UtcTime, nullable=False),
)

season_lines = Table(  # rows are added, never changed: see `set_guards` in database.py
    "season_lines",
    metadata,
    Column("season", String(16), ForeignKey("seasons.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),  # as in the file of a season
)

season_seats = Table(  # the people who play in a season; no row: the computer plays for this entrant
    "season_seats",
    metadata,
    Column("season", String(16), ForeignKey("seasons.id"), primary_key=True),
    Column("entrant", Integer, primary_key=True, autoincrement=False),
    Column("link_hash", String(64), nullable=False, unique=True),  # SHA-256 of the link with which the player signs up
    Column("browser_hash", String(64), index=True),  # SHA-256 of the secret of the player's browser
    Column("claimed", UtcTime),  # when the player signed up; null: not yet
)

season_matches = Table(  # matches of the club that belong to a season
    "season_matches",
    metadata,
    the_match(),
    Column("season", String(16), ForeignKey("seasons.id"), nullable=False, index=True),
    Column("fixture", String(12), nullable=False),  # the match in the schedule, such as 1.3.2
    Column("sides", Text, nullable=False),  # the entrants by seat, such as 0,3; a redrawn fixture has others
    Column("record", Text, nullable=False, server_default=""),  # the hash of the record whose result was entered
    Column("fate", Text, nullable=False, server_default=""),  # why a result was not entered
)

own_sets = Table(  # people's own cards: each set belongs to the browser that opened a table with it
    "own_sets",
    metadata,
    Column("holder", String(64), primary_key=True),  # SHA-256 of the browser's secret
    Column("game", String(40), primary_key=True),
    Column("name", String(41), primary_key=True),
    Column("files", Text, nullable=False),  # the texts of its files, by name, as JSON, locked
    Column("version", Integer, nullable=False),  # counts every change
    Column("used", UtcTime, nullable=False, index=True),  # when somebody last entered something
)

spent = Table(  # one-time codes of the owner that were used
    "spent",
    metadata,
    Column("code_hash", String(64), primary_key=True),  # SHA-256
    Column("used", UtcTime, nullable=False),
)
