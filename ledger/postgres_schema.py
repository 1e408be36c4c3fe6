"""The tables, indexes, triggers and functions of a ledger in PostgreSQL, and what differs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from ledger.database import Database

_REFUSE = "RAISE EXCEPTION '{0}' USING ERRCODE = 'integrity_constraint_violation';"

FUNCTIONS: Final = (
    "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    f"{_REFUSE.format('events are append-only')} END $$",
    "CREATE FUNCTION require_match() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "PERFORM 1 FROM matches WHERE match_id = NEW.match_id; IF NOT FOUND THEN "
    f"{_REFUSE.format('an event belongs to a match')} END IF; RETURN NEW; END $$",
    "CREATE FUNCTION notify_followers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "PERFORM pg_notify('foldtable', TG_RELID || '/' || NEW.match_id); RETURN NULL; END $$",
)
"""What the triggers do."""

TRIGGERS: Final = (
    "CREATE TRIGGER events_never_change BEFORE UPDATE OR DELETE ON events "
    "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER events_never_vanish BEFORE TRUNCATE ON events "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "CREATE TRIGGER events_of_a_match BEFORE INSERT ON events FOR EACH ROW "
    "WHEN (NEW.match_id <> 'ledger') EXECUTE FUNCTION require_match()",
    "CREATE TRIGGER events_are_announced AFTER INSERT ON events "
    "FOR EACH ROW EXECUTE FUNCTION notify_followers()",
)
"""Triggers that refuse to change events and to store events of no match, and one that tells
whoever follows a match. That a row is stored once is the primary key's to say."""

_TABLES: Final = ("matches", "seats", "events", "digests")

_CATALOG: Final = """
WITH here AS (SELECT relnamespace AS oid FROM pg_class WHERE oid = 'events'::regclass),
     relations AS (
         SELECT c.oid, c.relname, c.relkind, c.relrowsecurity, quote_ident(n.nspname) AS schema
         FROM pg_class c JOIN here ON c.relnamespace = here.oid
         JOIN pg_namespace n ON n.oid = here.oid
         WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f'))
SELECT relname::text,
       concat_ws(' ', 'column', attname, format_type(atttypid, atttypmod),
                 CASE WHEN attnotnull THEN 'NOT NULL' END,
                 'COLLATE ' || (SELECT collname FROM pg_collation WHERE oid = attcollation))
FROM relations JOIN pg_attribute ON attrelid = relations.oid
WHERE attnum > 0 AND NOT attisdropped
UNION ALL
SELECT relname::text, concat_ws(' ', 'kind', relkind::text,
       CASE WHEN relrowsecurity THEN 'secured' END)
FROM relations
UNION ALL
SELECT relname::text, concat_ws(' ', 'constraint', conname,
       replace(pg_get_constraintdef(c.oid), schema || '.', ''))
FROM relations JOIN pg_constraint c ON conrelid = relations.oid
WHERE contype IN ('p', 'u', 'f', 'c', 'x')
UNION ALL
SELECT i.relname::text, replace(pg_get_indexdef(indexrelid), schema || '.', '')
FROM relations JOIN pg_index ON indrelid = relations.oid
JOIN pg_class i ON i.oid = indexrelid
UNION ALL
SELECT tgname::text, concat_ws(' ', replace(pg_get_triggerdef(t.oid), schema || '.', ''),
       CASE WHEN tgenabled <> 'O' THEN 'switched ' || tgenabled::text END)
FROM relations JOIN pg_trigger t ON tgrelid = relations.oid WHERE NOT tgisinternal
UNION ALL
SELECT rulename::text, 'rule' FROM relations JOIN pg_rewrite ON ev_class = relations.oid
WHERE rulename <> '_RETURN'
UNION ALL
SELECT proname::text, prosrc FROM pg_proc JOIN here ON pronamespace = here.oid
WHERE prorettype = 'trigger'::regtype
"""
"""The name of everything in the schema of the ledger, and how it is defined."""


DEFINITIONS: Final = Path(__file__).with_name("postgres_schema.txt")
"""A line for everything in a new ledger: its name, a tab, its definition."""


def find_schema_changes(database: Database) -> tuple[str, ...]:
    """Return the names of tables, indexes, triggers, functions and views that were changed.

    A trigger that was added can swallow events, one that was taken away lets them be changed.
    """
    changed = read_definitions(database) ^ load_definitions()
    return tuple(sorted({name for name, _definition in changed}))


def read_definitions(database: Database) -> frozenset[tuple[str, str]]:
    """Return the name and the definition of everything in the schema of a ledger."""
    rows = database.execute(_CATALOG)
    return frozenset((name, " ".join(definition.split())) for name, definition in rows)


@cache
def load_definitions() -> frozenset[tuple[str, str]]:
    """Return the name and the definition of everything that the newest revision has."""
    lines = DEFINITIONS.read_text(encoding="utf-8").splitlines()
    parts = (line.partition("\t") for line in lines)
    return frozenset((name, definition) for name, _tab, definition in parts)


def find_astray_tables(database: Database) -> tuple[str, ...]:
    """Return the names of the tables with rows that belong to no match."""
    found = []
    for table, column in (
        ("digests", "match_id"),
        ("events", "match_id"),
        ("matches", "parent_id"),
        ("seats", "match_id"),
    ):
        if database.execute(
            f"SELECT 1 FROM {table} astray WHERE {column} <> 'ledger' AND NOT EXISTS "  # noqa: S608
            f"(SELECT 1 FROM matches WHERE matches.match_id = astray.{column}) LIMIT 1"
        ):
            found.append(table)
    return tuple(found)


def find_broken_tables(database: Database) -> None:
    """Read every row of every table. Raise DamagedLedger where the server finds a fault."""
    for table in _TABLES:
        database.execute(f"SELECT SUM(length(t::text)) FROM {table} t")  # noqa: S608
