"""The archive's files as rows: entering one, putting another in its place, checking them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, insert, select, update

from hindsight_memory.adapters.sql import schema
from hindsight_memory.adapters.sql.archive import ArchiveFiles, Written
from hindsight_memory.adapters.sql.journal import Journal
from hindsight_memory.adapters.sql.schema_tiers import archive_files
from hindsight_memory.adapters.sql.states import Place
from hindsight_memory.domain.errors import ArchiveDamaged, AuditBroken
from hindsight_memory.domain.tiering import Kept

_f, _a, _s = archive_files.c, schema.audit_entries.c, schema.spaces.c


def enter(journal: Journal, kind: Kept, written: Written, times: Sequence[datetime]) -> int:
    """Enter a new file in the list and in the audit; returns its number."""
    number = journal.entry("archive.written", written.name, f"{len(times)} {kind.value}", written.sha256)
    row: dict[str, Any] = {
        "space_key": journal.space_key,
        "kind": kind.value,
        "name": written.name,
        "sha256": written.sha256,
        "bytes": written.size,
        "entries": len(times),
        "first_at": min(times),
        "last_at": max(times),
        "audit_number": number,
    }
    journal.connection.execute(insert(archive_files), row)
    return journal.connection.execute(_NUMBER, {"named": written.name}).scalar_one()


def let_go(journal: Journal, left: Iterable[Place]) -> list[str]:
    """Put copies without these entries in the place of their files; returns the names of the files that may be
    removed once this is committed. Raises ArchiveDamaged when one cannot be read."""
    archive = journal.dialect.archive
    by_file: dict[int, set[tuple[int, int]]] = {}
    for place in left:
        by_file.setdefault(place.file_id, set()).add((place.frame, place.entry))
    replaced: list[str] = []
    for file_id, gone in sorted(by_file.items()):
        row = journal.connection.execute(_FILE, {"at_file": file_id}).one()
        replaced.append(row.name)
        written = archive.without(row.name, row.kind, gone)
        at = {"at_file": file_id}
        if written is None:
            journal.entry("archive.emptied", row.name, "", row.sha256)
            journal.connection.execute(_GONE, at)
            continue
        number = journal.entry("archive.rewritten", written.name, f"without {len(gone)} of {row.name}", written.sha256)
        values = {"new_name": written.name, "new_sha256": written.sha256, "new_bytes": written.size}
        fewer = {"new_entries": row.entries - len(gone), "number": number}
        journal.connection.execute(_REPLACED, {**at, **values, **fewer})
    return replaced


def names(connection: Connection) -> set[str]:
    """Return the names of all files that are listed."""
    return set(connection.execute(select(_f.name)).scalars())


def strays(connection: Connection, archive: ArchiveFiles) -> list[str]:
    """Return files that no row names, and that nobody is about to enter: they are old, or were listed once."""
    known = names(connection)
    found = archive.strays(known, young=True)
    if not found:
        return []
    once = set(
        connection.execute(select(_a.subject_id).where(_a.action.in_(_LISTING), _a.subject_id.in_(found))).scalars()
    )
    return sorted(once | set(archive.strays(known)))


def tidy(connection: Connection, archive: ArchiveFiles) -> int:
    """Remove files that no row names; returns how many. The connection holds the write lock."""
    found = strays(connection, archive)
    archive.remove(found)
    return len(found)


def erase_strays(connection: Connection, archive: ArchiveFiles, but: Iterable[str]) -> None:
    """Remove all files that no row names, also those that another process is about to enter: it then begins again.
    The connection holds the write lock."""
    archive.remove(archive.strays(names(connection) | set(but), young=True))


def check_files(connection: Connection, archive: ArchiveFiles, space: str | None) -> None:
    """Hash every file of a space, or of all, and compare with what was recorded. Raises ArchiveDamaged, which names
    the first that is wrong and counts the others, AuditBroken when the list is not what was recorded."""
    query = _LISTED if space is None else _LISTED.where(_s.name == space)
    wrong: list[ArchiveDamaged] = []
    for row in connection.execute(query.order_by(_f.file_id)).all():
        if (row.name, row.sha256) != (row.subject_id, row.content_hash):
            raise AuditBroken(f"Space {row.space!r}, entry {row.audit_number}: {row.name} is not the file recorded.")
        try:
            archive.check(row.name, row.sha256)
        except ArchiveDamaged as error:
            wrong.append(error)
    if wrong:
        others = f" {len(wrong) - 1} other files are missing or damaged too." if len(wrong) > 1 else ""
        raise ArchiveDamaged(f"{wrong[0].message}{others}") from wrong[0]


_LISTING = ("archive.written", "archive.rewritten")
_NUMBER = select(_f.file_id).where(_f.name == bindparam("named"))
_FILE = select(_f.name, _f.kind, _f.entries, _f.sha256).where(_f.file_id == bindparam("at_file"))
_GONE = delete(archive_files).where(_f.file_id == bindparam("at_file"))
_REPLACED = (
    update(archive_files)
    .where(_f.file_id == bindparam("at_file"))
    .values(
        {
            _f.name: bindparam("new_name"),
            _f.sha256: bindparam("new_sha256"),
            _f.bytes: bindparam("new_bytes"),
            _f.entries: bindparam("new_entries"),
            _f.audit_number: bindparam("number"),
        }
    )
)
_LISTED = (
    select(_s.name.label("space"), _f.name, _f.sha256, _f.audit_number, _a.subject_id, _a.content_hash)
    .join_from(archive_files, schema.spaces, _s.space_key == _f.space_key)
    .outerjoin(schema.audit_entries, and_(_a.space_key == _f.space_key, _a.number == _f.audit_number))
)
