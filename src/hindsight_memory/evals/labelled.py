"""Reading labelled lines, and drawing some of them."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hindsight_memory.domain.errors import UnreadableInput


@dataclass(frozen=True, slots=True)
class Labelled:
    """One line: the data set it is of (the file's name), its label, and all its fields."""

    dataset: str
    label: str
    fields: dict[str, Any]

    def text(self, name: str) -> str:
        """A field as text, empty when it is missing."""
        value = self.fields.get(name)
        return "" if value is None else str(value)


def read_labelled(files: Sequence[Path], labels: frozenset[str], needed: Sequence[str]) -> list[Labelled]:
    """Read JSON lines, plain or gzip.

    Raises UnreadableInput with file and line when a line is no object, lacks one of ``needed``, or has a label
    that is not one of ``labels``; and when there is nothing in the files."""
    found = [one for path in files for one in _read(path, labels, needed)]
    if not found:
        raise UnreadableInput("The files hold nothing.")
    return found


def drawn(lines: Sequence[Labelled], sample: int | None, seed: int) -> list[Labelled]:
    """``sample`` lines of each data set, drawn with ``seed``, in their order; all without ``sample``."""
    if sample is None:
        return list(lines)
    chosen: list[Labelled] = []
    for dataset in dict.fromkeys(line.dataset for line in lines):
        own = [line for line in lines if line.dataset == dataset]
        places = sorted(random.Random(seed).sample(range(len(own)), min(sample, len(own))))
        chosen += [own[place] for place in places]
    return chosen


def _read(path: Path, labels: frozenset[str], needed: Sequence[str]) -> list[Labelled]:
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as lines:
            return [_line(path, n, line, labels, needed) for n, line in enumerate(lines, start=1) if line.strip()]
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{path} cannot be read: {error}") from error


def _line(path: Path, number: int, line: str, labels: frozenset[str], needed: Sequence[str]) -> Labelled:
    try:
        fields = json.loads(line)
        missing = [name for name in (*needed, "label") if name not in fields]
    except (ValueError, TypeError) as error:
        raise UnreadableInput(f"{path}, line {number}, is no JSON object: {error}") from error
    if missing or fields["label"] not in labels:
        raise UnreadableInput(
            f"{path}, line {number}: {'no ' + ', '.join(missing) if missing else 'unknown label ' + fields['label']}.",
            hint=f"Each line has {', '.join(needed)} and a label: {', '.join(sorted(labels))}.",
        )
    return Labelled(dataset=path.name.split(".")[0], label=fields["label"], fields=fields)
