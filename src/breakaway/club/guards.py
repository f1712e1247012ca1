"""Guards in the database itself: they stop any program from changing, removing or skipping a record's entries.

On PostgreSQL, a trigger also tells all servers about each change to a match (`news.py`). The trigger reports a
change only when it is committed, whichever program made it.

The guards are set again after every upgrade, because Alembic's batch mode copies a SQLite table without its triggers.
"""

from __future__ import annotations

from sqlalchemy import Connection

SQLITE = (
    "DROP TRIGGER IF EXISTS entries_update",
    "DROP TRIGGER IF EXISTS entries_delete",
    "DROP TRIGGER IF EXISTS entries_insert",
    "CREATE TRIGGER entries_update BEFORE UPDATE ON entries "
    "BEGIN SELECT RAISE(ABORT, 'an entry cannot be changed'); END",
    "CREATE TRIGGER entries_delete BEFORE DELETE ON entries "
    "BEGIN SELECT RAISE(ABORT, 'an entry cannot be removed'); END",
    # INSERT OR REPLACE deletes without firing the trigger above
    "CREATE TRIGGER entries_insert BEFORE INSERT ON entries "
    'WHEN NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM entries WHERE "match" = NEW."match") '
    "BEGIN SELECT RAISE(ABORT, 'a new entry must be the next one'); END",
)

POSTGRESQL = (
    """
    CREATE OR REPLACE FUNCTION entries_guard() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP <> 'INSERT' THEN
            RAISE EXCEPTION 'an entry cannot be changed or removed' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM entries WHERE "match" = NEW."match") THEN
            RAISE EXCEPTION 'a new entry must be the next one' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    "CREATE OR REPLACE TRIGGER entries_rows BEFORE INSERT OR UPDATE OR DELETE ON entries "
    "FOR EACH ROW EXECUTE FUNCTION entries_guard()",
    "CREATE OR REPLACE TRIGGER entries_truncate BEFORE TRUNCATE ON entries "
    "FOR EACH STATEMENT EXECUTE FUNCTION entries_guard()",
    """
    CREATE OR REPLACE FUNCTION matches_news() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('breakaway', NEW.id || ' ' || NEW.version);
        RETURN NULL;
    END $$
    """,
    "CREATE OR REPLACE TRIGGER matches_changed AFTER UPDATE OF version ON matches "
    "FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION matches_news()",
)


def set_guards(connection: Connection) -> None:
    """Sets the guards in the connection's transaction."""
    for statement in SQLITE if connection.dialect.name == "sqlite" else POSTGRESQL:
        connection.exec_driver_sql(statement)
