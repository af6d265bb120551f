"""Opening a store: building a new one, bringing an old one up to date, refusing a newer one."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, insert, inspect, select

from hindsight_memory.adapters.sql.schema import HEAD, schema_version
from hindsight_memory.adapters.sql.schema_tiers import metadata
from hindsight_memory.domain.errors import SchemaTooNew

MIGRATIONS = Path(__file__).parent / "migrations"


def is_current(engine: Engine) -> bool:
    """Whether the store has the newest schema. Raises SchemaTooNew."""
    with engine.connect() as connection:
        return _version(connection) == HEAD


def build(connection: Connection) -> None:
    """Make all tables in an empty database, as the migrations would, and say so."""
    metadata.create_all(connection)
    connection.execute(insert(schema_version), {"version_num": HEAD})


def upgrade(connection: Connection) -> None:
    """Run the migrations that the store has not had yet, inside the connection's transaction."""
    if _version(connection) == HEAD:
        return
    # Only here: importing Alembic takes longer than opening a store.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str:
    """The schema of the store; empty for a database without tables."""
    if not inspect(connection).has_table(schema_version.name):
        return ""
    version = connection.execute(select(schema_version.c.version_num)).scalar() or ""
    if version > HEAD:
        raise SchemaTooNew(f"The store has schema {version}; this version knows {HEAD}.")
    return version
