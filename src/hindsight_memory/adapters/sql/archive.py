"""The files of the archive: JSON lines in Zstandard frames, many lines to a frame, with a table of the frames behind.

The form is that of the Zstandard seekable format, version 0.1.0, so that one frame is read without those before it
and any Zstandard tool reads the whole. A file is never changed: it is written aside, forced to the disk, put in
place and read back, and takes the place of another only by a commit of the store. Files have mode 0600.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import struct
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import zstandard

from hindsight_memory.adapters.sql.states import Place
from hindsight_memory.domain.errors import ArchiveDamaged, HindsightError, StoreFull, StoreUnusable

FOLDER = "archive"
SUFFIX = ".jsonl.zst"
_ASIDE = ".aside"
# Measured on decisions: frames of 256 kB are 4 % smaller, and one entry takes 0.3 ms to read instead of 0.2.
_FRAME_BYTES = 128 * 1024
_LEVEL = 9
_SKIPPABLE = struct.Struct("<II")
_SIZES = struct.Struct("<II")
_FOOTER = struct.Struct("<IBI")
_SKIPPABLE_MAGIC, _SEEKABLE_MAGIC = 0x184D2A5E, 0x8F92EAB1
_KEPT_FRAMES = 8
# A file that no row names yet may be about to get one.
_STRAY_AFTER_S = 3600.0

Step = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Written:
    """A file that is in place and was read back. ``places`` has frame and entry of each line, in order."""

    name: str
    sha256: str
    size: int
    places: tuple[tuple[int, int], ...]


class ArchiveFiles:
    """The files in one folder. Safe to use from several threads."""

    def __init__(self, folder: Path, name_of: Callable[[int], str | None], step: Step = lambda name: None) -> None:
        """``name_of`` says which file now has a number; None when none has. ``step`` is told what was done."""
        self.folder = folder
        self.step = step
        self._name_of = name_of
        self._names: dict[int, str] = {}
        self._frames: OrderedDict[tuple[str, int], list[bytes]] = OrderedDict()
        self._lock = Lock()

    def read(self, place: Place) -> bytes:
        """Return the line at a place. Raises ArchiveDamaged, with the file's name."""
        name = self._names.get(place.file_id)
        if name is None or not self.has(name):
            name = self._listed(place.file_id)
        try:
            lines = self._frame(name, place.frame)
        except ArchiveDamaged:
            # Another file may have taken its place just now.
            newer = self._listed(place.file_id)
            if newer == name:
                raise
            name, lines = newer, self._frame(newer, place.frame)
        if place.entry >= len(lines) or not lines[place.entry]:
            raise ArchiveDamaged(f"The archive file {name} holds nothing at {place.frame}:{place.entry}.")
        return lines[place.entry]

    def write(self, kind: str, lines: Iterable[bytes]) -> Written:
        """Put a new file of these lines in place and read it back. Raises StoreFull, StoreUnusable, ArchiveDamaged."""
        frames = list(_framed(lines))
        content, places = _content(frames), tuple((f, e) for f, held in enumerate(frames) for e in range(len(held)))
        return self._placed(kind, content, frames, places)

    def without(self, name: str, kind: str, gone: Collection[tuple[int, int]]) -> Written | None:
        """Put a copy of a file in place that lacks the entries ``gone`` (frame, entry) and keeps the places of all
        others; None when none is left. Raises what ``write`` does."""
        frames = [list(lines) for lines in self._all_frames(name)]
        for frame, entry in gone:
            frames[frame][entry] = b""
        if not any(line for lines in frames for line in lines):
            return None
        return self._placed(kind, _content(frames), frames, ())

    def check(self, name: str, sha256: str) -> None:
        """Raises ArchiveDamaged when a file is missing or is not what was written."""
        try:
            found = hashlib.sha256((self.folder / name).read_bytes()).hexdigest()
        except OSError as error:
            raise _missing(name, error) from error
        if found != sha256:
            raise ArchiveDamaged(f"The archive file {name} is damaged: it is not what was written.")

    def has(self, name: str) -> bool:
        """Whether a file is in place."""
        return (self.folder / name).exists()

    def strays(self, known: Collection[str], *, young: bool = False) -> list[str]:
        """Return the files that are not among the known ones, left behind by a process that was stopped; ``young``
        ones too, which another process may be about to record."""
        if not self.folder.is_dir():
            return []
        before = time.time() - (0.0 if young else _STRAY_AFTER_S)
        found: list[str] = []
        for path in sorted(self.folder.iterdir()):
            if path.name not in known and path.name.endswith((SUFFIX, _ASIDE)):
                with suppress(FileNotFoundError):
                    if young or path.stat().st_mtime < before:
                        found.append(path.name)
        return found

    def remove(self, names: Iterable[str]) -> None:
        """Remove files, and what is kept of them in memory. Raises StoreUnusable."""
        for name in names:
            try:
                (self.folder / name).unlink(missing_ok=True)
            except OSError as error:
                raise unusable(self.folder, error) from error
            self.step("removed")
        with self._lock:
            self._frames.clear()
            self._names.clear()

    def _placed(
        self, kind: str, content: bytes, frames: Sequence[Sequence[bytes]], places: tuple[tuple[int, int], ...]
    ) -> Written:
        name = f"{kind}-{secrets.token_hex(8)}{SUFFIX}"
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            aside = self.folder / (name + _ASIDE)
            file = os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600)
            with os.fdopen(file, "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            self.step("aside")
            aside.rename(self.folder / name)
            _to_disk(self.folder)
        except OSError as error:
            raise unusable(self.folder, error) from error
        self.step("placed")
        sha256 = hashlib.sha256(content).hexdigest()
        self.check(name, sha256)
        for held, read in zip(frames, self._all_frames(name), strict=True):
            if list(held) != read:
                raise ArchiveDamaged(f"The archive file {name} does not read back as it was written.")
        self.step("verified")
        return Written(name, sha256, len(content), places)

    def _listed(self, file_id: int) -> str:
        name = self._name_of(file_id)
        if name is None:
            raise ArchiveDamaged(f"File {file_id} of the archive is not listed.")
        self._names[file_id] = name
        return name

    def _frame(self, name: str, frame: int) -> list[bytes]:
        with self._lock:
            lines = self._frames.get((name, frame))
            if lines is not None:
                self._frames.move_to_end((name, frame))
                return lines
        lines = self._frame_read(name, frame)
        with self._lock:
            self._frames[name, frame] = lines
            while len(self._frames) > _KEPT_FRAMES:
                self._frames.popitem(last=False)
        return lines

    def _frame_read(self, name: str, frame: int) -> list[bytes]:
        try:
            with (self.folder / name).open("rb") as file:
                start, size = _frames_at(name, _table(file.read, file.seek))[frame]
                file.seek(start)
                return _lines(name, file.read(size))
        except OSError as error:
            raise _missing(name, error) from error
        except IndexError as error:
            raise ArchiveDamaged(f"The archive file {name} has no frame {frame}.") from error

    def _all_frames(self, name: str) -> Iterator[list[bytes]]:
        try:
            with (self.folder / name).open("rb") as file:
                for start, size in _frames_at(name, _table(file.read, file.seek)):
                    file.seek(start)
                    yield _lines(name, file.read(size))
        except OSError as error:
            raise _missing(name, error) from error


def _framed(lines: Iterable[bytes]) -> Iterator[list[bytes]]:
    held: list[bytes] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line) + 1
        if size >= _FRAME_BYTES:
            yield held
            held, size = [], 0
    if held:
        yield held


def _content(frames: Sequence[Sequence[bytes]]) -> bytes:
    compressor = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True, write_content_size=True)
    packed: list[bytes] = []
    sizes: list[bytes] = []
    for lines in frames:
        plain = b"".join(line + b"\n" for line in lines)
        packed.append(compressor.compress(plain))
        sizes.append(_SIZES.pack(len(packed[-1]), len(plain)))
    table = b"".join(sizes) + _FOOTER.pack(len(frames), 0, _SEEKABLE_MAGIC)
    return b"".join(packed) + _SKIPPABLE.pack(_SKIPPABLE_MAGIC, len(table)) + table


def _table(read: Callable[[int], bytes], seek: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """The sizes of all frames, compressed and plain; empty for something that is no such file."""
    end = seek(0, os.SEEK_END)
    if end < _FOOTER.size:
        return []
    seek(end - _FOOTER.size, os.SEEK_SET)
    frames, _, magic = _FOOTER.unpack(read(_FOOTER.size))
    start = end - _FOOTER.size - frames * _SIZES.size
    if magic != _SEEKABLE_MAGIC or start < _SKIPPABLE.size:
        return []
    seek(start, os.SEEK_SET)
    return list(_SIZES.iter_unpack(read(frames * _SIZES.size)))


def _frames_at(name: str, sizes: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Start and size of each frame."""
    if not sizes:
        raise ArchiveDamaged(f"The archive file {name} is damaged: its table of frames cannot be read.")
    starts = [0]
    for packed, _ in sizes:
        starts.append(starts[-1] + packed)
    return [(start, packed) for start, (packed, _) in zip(starts, sizes, strict=False)]


def _lines(name: str, frame: bytes) -> list[bytes]:
    try:
        plain = zstandard.ZstdDecompressor().decompress(frame)
    except zstandard.ZstdError as error:
        raise ArchiveDamaged(f"The archive file {name} is damaged: {error}.") from error
    return plain.split(b"\n")[:-1]


def _missing(name: str, error: OSError) -> ArchiveDamaged:
    if isinstance(error, FileNotFoundError):
        return ArchiveDamaged(f"The archive file {name} is missing.")
    return ArchiveDamaged(f"The archive file {name} cannot be read: {error.strerror}.")


def unusable(folder: Path, error: OSError) -> HindsightError:
    """Return what it means that a folder cannot be made or written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFull(f"There is no room in {folder}: {error.strerror}.")
    return StoreUnusable(f"The folder {folder} cannot be used: {error.strerror}.")


def _to_disk(folder: Path) -> None:
    """Make sure that the names in a folder are on the disk."""
    opened = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
