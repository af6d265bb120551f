"""A store that was migrated is the store that is built today, and an unknown one is refused."""

import re
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from hindsight_memory.adapters.sql.dialects.sqlite import FILE_NAME
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.schema import HEAD
from hindsight_memory.adapters.sql.schema_version import MIGRATIONS
from hindsight_memory.domain.errors import SchemaTooNew
from tests.contracts.making import VIEW, ids, memory, store


def opened(folder: Path) -> None:
    SqlRecords.open(folder).close()


def definitions(folder: Path) -> dict[str, Counter[str]]:
    """The parts of what each table and index is made by, whatever their order."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    parts = {name: re.split(r",(?![^(]*\))|\n", sql) for name, sql in rows}
    # A column that was added stands on no line of its own.
    return {name: Counter(part.strip() for part in of if part.strip()) for name, of in parts.items()}


@pytest.fixture
def migrated(tmp_path: Path) -> Path:
    """A folder whose store came from an empty database by migrations alone."""
    folder = tmp_path / "migrated"
    folder.mkdir()
    (folder / FILE_NAME).touch()
    opened(folder)
    return folder


def test_a_migrated_store_equals_a_fresh_one(tmp_path: Path, migrated: Path) -> None:
    fresh = tmp_path / "fresh"
    opened(fresh)
    assert definitions(migrated) == definitions(fresh)
    assert len(definitions(fresh)) > 20


def test_a_migrated_store_works(migrated: Path) -> None:
    records = SqlRecords.open(migrated)
    try:
        store(records, memory("m1", "the port is 80"))
        with records.reading() as reading:
            assert ids(list(reading.memories(VIEW, ["m1"]).values())) == ["m1"]
        assert records.verify_audit() == 1
    finally:
        records.close()


def test_the_newest_migration_is_the_schema_of_the_code_and_none_goes_back() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [HEAD]
    steps = sorted(script.revision for script in scripts.walk_revisions())
    assert steps == [f"{number:04}" for number in range(1, len(steps) + 1)]
    for script in scripts.walk_revisions():
        with pytest.raises(NotImplementedError):
            script.module.downgrade()


def test_a_store_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    opened(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(SchemaTooNew):
        SqlRecords.open(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


@pytest.mark.timeout(60)
def test_a_store_that_is_up_to_date_is_opened_without_alembic(tmp_path: Path) -> None:
    opened(tmp_path)
    code = (
        "import sys; from pathlib import Path; from hindsight_memory.adapters.sql.records import SqlRecords;"
        "SqlRecords.open(Path(sys.argv[1])).close(); assert 'alembic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)


def test_opening_a_store_that_is_up_to_date_takes_no_lock(tmp_path: Path) -> None:
    opened(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        opened(tmp_path)
        other.execute("ROLLBACK")
