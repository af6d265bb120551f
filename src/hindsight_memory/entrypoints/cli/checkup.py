"""The checks of ``hsm doctor``: each says what it saw and, unless all is well, what to do.

A check never raises: what it cannot do is what it reports.
"""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from hindsight_memory.bootstrap import App, embedder_of, missing_cpu_features, open_app
from hindsight_memory.domain.errors import EmbedderUnavailable, HindsightError, StoreReadOnly
from hindsight_memory.domain.job import JobState
from hindsight_memory.ports.embedder import Embedder
from hindsight_memory.settings import Settings
from hindsight_memory.wire.upkeep import CheckBody, Grade

_LITTLE_DISK = 1_000_000_000
_NO_DISK = 50_000_000
_MANY = 1_000
_DAMAGED = "Keep a copy of the folder; then bring back a backup, or begin with another folder (--home, HSM_HOME)."
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def machine() -> Iterator[CheckBody]:
    """Check what does not depend on the store."""
    version = platform.python_version()
    yield _ok("python", f"{version} ({platform.python_implementation()})")
    yield _platform()
    yield _sqlite()
    encoding = (getattr(sys.stdout, "encoding", "") or "unknown").lower()
    if encoding.replace("-", "") == "utf8":
        yield _ok("console", encoding)
    else:
        advice = "Characters it cannot show appear as escapes; set PYTHONUTF8=1 for all of them."
        yield CheckBody(name="console", grade=Grade.WARN, seen=encoding, advice=advice)


def store(settings: Settings, *, fix: bool) -> Iterator[CheckBody]:
    """Check the data folder and what is in it. ``fix`` sets what can be set right without a question."""
    start = time.perf_counter()
    try:
        app = open_app(settings)
    except HindsightError as error:
        yield CheckBody(name="store", grade=Grade.FAIL, seen=error.message, advice=error.hint or _DAMAGED)
        yield _model(embedder_of(settings))
    else:
        yield _store(settings.home, _milliseconds(start))
        try:
            yield _audit(app)
            yield _model(app.embedder)
            yield _tried("vectors", lambda: _vectors(app, fix=fix))
            yield _tried("reviews", lambda: _reviews(app))
        finally:
            app.close()
    yield _disk(settings.home)
    if os.name == "posix" and settings.home.is_dir():
        yield _modes(settings.home, fix=fix)


def in_force(settings: Settings) -> dict[str, str]:
    """Return every setting with its value, by its environment variable."""
    return dict(_named("HSM_", settings.model_dump(mode="json")))


def _named(prefix: str, values: dict[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, dict):
            yield from _named(f"{prefix}{name}__".upper(), value)  # pyright: ignore[reportUnknownArgumentType]
        else:
            yield f"{prefix}{name}".upper(), "" if value is None else str(value)


def _ok(name: str, seen: str) -> CheckBody:
    return CheckBody(name=name, grade=Grade.OK, seen=seen, advice="")


def _milliseconds(start: float) -> str:
    return f"{(time.perf_counter() - start) * 1000:.0f} ms"


def _platform() -> CheckBody:
    seen = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return _ok("platform", seen)
    missing = missing_cpu_features()
    if not missing:
        return _ok("platform", f"{seen}, AVX2 and FMA")
    return CheckBody(
        name="platform",
        grade=Grade.WARN,
        seen=f"{seen}, without {' and '.join(sorted(missing)).upper()}",
        advice="The bundled embedding model cannot run here; search compares words alone.",
    )


def _sqlite() -> CheckBody:
    version = sqlite3.sqlite_version
    try:
        connection = sqlite3.connect(":memory:")
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
        connection.close()
    except sqlite3.Error as error:
        advice = "Use a Python whose SQLite has FTS5, as nearly all builds do."
        return CheckBody(name="sqlite", grade=Grade.FAIL, seen=f"{version}: {error}", advice=advice)
    return _ok("sqlite", f"{version} with FTS5")


def _store(home: Path, took: str) -> CheckBody:
    if os.access(home, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        return _ok("store", f"{home}, opened in {took}")
    return CheckBody(name="store", grade=Grade.WARN, seen=f"{home} can be read, not written", advice=StoreReadOnly.hint)


def _tried(name: str, check: Callable[[], CheckBody]) -> CheckBody:
    """A check that reads the store, which may turn out damaged on the way."""
    try:
        return check()
    except HindsightError as error:
        return CheckBody(name=name, grade=Grade.FAIL, seen=error.message, advice=error.hint or _DAMAGED)


def _audit(app: App) -> CheckBody:
    start = time.perf_counter()
    try:
        entries = app.upkeep.verify_audit(app.actor)
    except HindsightError as error:
        return CheckBody(
            name="audit",
            grade=Grade.FAIL,
            seen=error.message,
            advice=error.hint or "Somebody or something changed the store from outside. Keep a copy of the folder.",
        )
    return _ok("audit", f"{entries:,} entries, verified in {_milliseconds(start)}")


def _model(embedder: Embedder | None) -> CheckBody:
    if embedder is None:
        advice = "Search compares words alone, as HSM_EMBEDDER__KIND=none asks for."
        return CheckBody(name="model", grade=Grade.WARN, seen="switched off", advice=advice)
    start = time.perf_counter()
    try:
        embedder.queries(["hello"])
        loaded = _milliseconds(start)
        start = time.perf_counter()
        embedder.queries(["how do we deploy?"])
    except EmbedderUnavailable as error:
        return CheckBody(name="model", grade=Grade.WARN, seen=error.message, advice=error.hint)
    return _ok("model", f"{embedder.generation}, loaded in {loaded}, a query in {_milliseconds(start)}")


def _vectors(app: App, *, fix: bool) -> CheckBody:
    if app.embedder is None:
        return _ok("vectors", "not used")
    filled = 0
    with suppress(EmbedderUnavailable):
        filled = app.upkeep.fill_vectors(app.actor) if fix else 0
    with app.records.reading() as reading:
        memories = len(reading.without_vector(app.embedder.generation, limit=_MANY))
        decisions = len(reading.decisions_without_vector(app.decisions.search.generation, limit=_MANY))
    missing = [
        f"{n}{' or more' if n == _MANY else ''} {of}"
        for n, of in ((memories, "memories"), (decisions, "decisions"))
        if n
    ]
    if not missing:
        return _ok("vectors", f"complete, {filled} made now" if filled else "complete")
    seen = f"{' and '.join(missing)} have no vector yet"
    return CheckBody(name="vectors", grade=Grade.WARN, seen=seen, advice="Make them: hsm doctor --fix")


def _reviews(app: App) -> CheckBody:
    spaces = app.upkeep.spaces(app.actor)
    jobs: Mapping[str, int] = app.upkeep.stats(app.actor, *spaces)["jobs"] if spaces else {}
    failed, waiting = jobs.get(JobState.FAILED.value, 0), jobs.get(JobState.QUEUED.value, 0)
    seen = f"{waiting} waiting, {failed} failed"
    if failed:
        advice = "Try them again: hsm review --all --retry"
        return CheckBody(name="reviews", grade=Grade.WARN, seen=seen, advice=advice)
    return _ok("reviews", seen)


def _disk(home: Path) -> CheckBody:
    there = next((path for path in (home, *home.parents) if path.is_dir()), Path.cwd())
    free = shutil.disk_usage(there).free
    seen = f"{free / 1e9:.1f} GB free"
    if free >= _LITTLE_DISK:
        return _ok("disk", seen)
    grade = Grade.FAIL if free < _NO_DISK else Grade.WARN
    return CheckBody(name="disk", grade=grade, seen=seen, advice="Make room, or move the folder and set HSM_HOME.")


def _modes(home: Path, *, fix: bool) -> CheckBody:
    try:
        open_ones = [path for path in (home, *home.iterdir()) if path.stat().st_mode & _OTHERS]
    except OSError as error:
        advice = "Let this user look into the folder."
        return CheckBody(name="privacy", grade=Grade.WARN, seen=f"unknown: {error.strerror}", advice=advice)
    if fix and home.stat().st_uid == os.geteuid():
        for path in open_ones:
            path.chmod(path.stat().st_mode & ~_OTHERS)
        open_ones = []
    if not open_ones:
        return _ok("privacy", "only you can read the folder")
    if home not in open_ones:
        return _ok("privacy", "only you can enter the folder")
    return CheckBody(
        name="privacy",
        grade=Grade.WARN,
        seen=f"others on this machine can read {home}",
        advice="Close it: hsm doctor --fix",
    )
