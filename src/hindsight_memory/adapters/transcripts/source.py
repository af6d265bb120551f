"""From a file to JSON values, one by one: plain or gzip, any Unicode encoding, broken lines and all."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import re
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from hindsight_memory.adapters.transcripts.values import mapping, sequence
from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.ports.transcripts import BadLine

_GZIP = b"\x1f\x8b"
_HEAD = 8192
# UTF-32 before UTF-16: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Control bytes that no JSON text has outside a broken string, and the share of them that text may have.
_CONTROL_BYTES = frozenset(range(32)) - frozenset(b"\t\n\r\f\b\x1b")
_CONTROL_SHARE = 0.02
# Bytes that are not UTF-8 arrive as these; a line with more than this share of them is in another encoding.
_BAD_BYTE = re.compile("[\udc80-\udcff]")
_BAD_SHARE = 0.01
_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class Row:
    """One JSON object or array. ``number`` is its line in the file, or which value of a JSON document it is;
    ``place`` tells apart the entries of one array: ``7.2`` is the second of the array in line 7."""

    number: int
    place: str
    value: object


class Source:
    """A file that is read as often as needed, line by line; only a lone JSON document is held as a whole."""

    def __init__(self, path: Path, *, longest: int) -> None:
        """``longest`` bounds a line, and a whole JSON document, in characters. Raises UnreadableInput."""
        self.path = path
        self._longest = longest
        self.modified_at, self.size = self._inspect()
        self._encoding = self._sniff()
        self._document = self._is_document()

    def rows(self) -> Iterator[Row | BadLine]:
        """Yield every JSON object and array of the file in order, and every line that holds none."""
        if self._document:
            yield from self._document_rows()
            return
        number = 0
        try:
            for number, line in self._lines():
                if line is None:
                    yield BadLine(number, f"longer than {self._longest} characters")
                elif line.strip():
                    yield _parsed(number, line)
        except (EOFError, gzip.BadGzipFile, zlib.error) as broken:
            yield BadLine(number + 1, f"the compressed data ends or is damaged here ({broken})")

    def count_lines(self) -> int:
        """Return the number of lines, or of values in a JSON document."""
        return sum(1 for _ in self.rows()) if self._document else self._count_newlines()

    def _inspect(self) -> tuple[datetime, int]:
        try:
            if self.path.is_dir():
                raise UnreadableInput(f"{self.path} is a folder.", hint="Name the files in it.")
            if self.path.exists() and not self.path.is_file():
                raise UnreadableInput(f"{self.path} is no regular file.", hint="Write it to a file first.")
            stat = self.path.stat()
        except (OSError, ValueError) as problem:
            raise _unreadable(self.path, problem) from problem
        return datetime.fromtimestamp(max(0, stat.st_mtime_ns // 1000) / 1_000_000, UTC), stat.st_size

    @contextmanager
    def _bytes(self) -> Generator[io.BufferedReader | gzip.GzipFile]:
        try:
            with self.path.open("rb") as plain:
                zipped = plain.read(2) == _GZIP
                plain.seek(0)
                if zipped:
                    with gzip.open(plain) as unzipped:
                        yield unzipped
                else:
                    yield plain
        except gzip.BadGzipFile:
            raise
        except OSError as problem:
            raise _unreadable(self.path, problem) from problem

    def _sniff(self) -> str:
        try:
            with self._bytes() as opened:
                head = opened.read(_HEAD)
        except (EOFError, gzip.BadGzipFile, zlib.error) as broken:
            message = f"{self.path} is a damaged gzip file ({broken})."
            raise UnreadableInput(message, hint="Copy or compress the file again.") from broken
        if not head.strip():
            raise UnreadableInput(f"{self.path} is empty.", hint="Name a file that holds at least one transcript.")
        for mark, encoding in _MARKS:
            if head.startswith(mark):
                return encoding
        if head[:1] == b"\0" and head[1:2] in (b"{", b"["):
            return "utf-16-be"
        if head[1:2] == b"\0" and head[:1] in (b"{", b"["):
            return "utf-16-le"
        if sum(byte in _CONTROL_BYTES for byte in head) > _CONTROL_SHARE * len(head):
            raise UnreadableInput(f"{self.path} is a binary file.", hint="Transcripts are JSON or JSON lines.")
        return "utf-8"

    @contextmanager
    def _text(self) -> Generator[io.TextIOWrapper]:
        errors = "surrogateescape" if self._encoding.startswith("utf-8") else "replace"
        with self._bytes() as opened, io.TextIOWrapper(opened, self._encoding, errors) as text:
            yield text

    def _lines(self) -> Iterator[tuple[int, str | None]]:
        """Yield each line with its number; None for a line that is too long."""
        with self._text() as text:
            number = 0
            while line := text.readline(self._longest + 1):
                number += 1
                if line.endswith("\n") or len(line) <= self._longest:
                    yield number, line
                    continue
                while (rest := text.readline(self._longest)) and not rest.endswith("\n"):
                    continue
                yield number, None

    def _is_document(self) -> bool:
        """Whether the file is a JSON document over several lines, not one value a line.

        So it is when the first line is a value that goes on (a string never does) and the second is no value.
        """
        try:
            found = (line for _, line in self._lines() if line is None or line.strip())
            first, second = next(found, None), next(found, None)
        except (EOFError, gzip.BadGzipFile, zlib.error):
            return False
        return bool(first and second) and _goes_on(first or "") and not _is_value(second or "")

    def _document_rows(self) -> Iterator[Row | BadLine]:
        """Yield the document's values: mostly one, several when documents stand one after the other."""
        with self._text() as text:
            whole = text.read(self._longest + 1)
        if len(whole) > self._longest:
            raise UnreadableInput(
                f"{self.path} is one JSON document of more than {self._longest} characters.",
                hint="Write one task a line (JSON lines): such a file is read piece by piece.",
            )
        whole, position, number = _repaired(whole), 0, 0
        while (position := _end_of_space(whole, position)) < len(whole):
            number += 1
            try:
                value, position = _DECODER.raw_decode(whole, position)
            except (ValueError, RecursionError) as problem:
                line = whole.count("\n", 0, getattr(problem, "pos", position)) + 1
                yield BadLine(line, f"the JSON document breaks off here: {_short(problem)}")
                return
            yield Row(number, str(number), value)

    def _count_newlines(self) -> int:
        count, last = 0, b"\n"
        try:
            with self._bytes() as opened:
                while block := opened.read(1 << 20):
                    count, last = count + block.count(b"\n"), block
        except (EOFError, gzip.BadGzipFile, zlib.error):
            pass
        return count + (not last.endswith((b"\n", b"\n\0")))


def _parsed(number: int, line: str) -> Row | BadLine:
    bad = len(_BAD_BYTE.findall(line))
    if bad > 3 and bad > _BAD_SHARE * len(line):
        return BadLine(number, "not UTF-8 text; convert the file, for example: iconv -f GB18030 -t UTF-8")
    try:
        value: object = _DECODER.decode(_repaired(line).strip())
    except (ValueError, RecursionError) as problem:
        return BadLine(number, f"no JSON: {_short(problem)}")
    if mapping(value) is None and sequence(value) is None:
        return BadLine(number, "neither a JSON object nor an array")
    return Row(number, str(number), value)


def _repaired(text: str) -> str:
    return _BAD_BYTE.sub("\ufffd", text)


def _goes_on(line: str) -> bool:
    text = line.strip()
    try:
        _DECODER.decode(text)
    except json.JSONDecodeError as problem:
        return text[:1] in ("{", "[") and problem.pos >= len(text) - 1 and "Unterminated" not in problem.msg
    except (ValueError, RecursionError):
        return False
    return False


def _is_value(line: str) -> bool:
    try:
        value: object = _DECODER.decode(line.strip())
    except RecursionError:
        return True
    except ValueError:
        return False
    return mapping(value) is not None or sequence(value) is not None


def _end_of_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _short(problem: Exception) -> str:
    return "nested too deeply" if isinstance(problem, RecursionError) else str(problem)[:200]


def _unreadable(path: Path, problem: Exception) -> UnreadableInput:
    if isinstance(problem, UnreadableInput):
        return problem
    if isinstance(problem, FileNotFoundError):
        return UnreadableInput(
            f"{path} does not exist.", hint="Check the name; relative ones start at the current folder."
        )
    reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return UnreadableInput(f"{path} cannot be opened: {reason}.")
