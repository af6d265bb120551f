"""What a call takes to be true when no words say it: that its tool accepts, or finds, what it was given."""

from __future__ import annotations

import re

from hindsight_memory.domain.decision import Belief
from hindsight_memory.domain.extraction import words as cue
from hindsight_memory.domain.extraction.beliefs import LONGEST, weight
from hindsight_memory.domain.extraction.moves import Move
from hindsight_memory.domain.review.distil.overlap import words
from hindsight_memory.domain.text.language import is_chinese
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.particulars import specifics

LEAST_LETTERS = 3
"""Of a value, for it to mean something where it occurs."""
_SHARED_WORDS = 2
_LEAST_OF_A_NAME = 5


def implied(move: Move, *, anew: bool = False) -> Belief:
    """Return the belief in a call: its tool, that it accepts, or finds, and what it was called with.

    Of the arguments of an act only those are named that the result complains of, else those that differ from the
    call of the same tool before it; a lone argument always. Of a search all that fit; ``anew``: it is made again
    because the answer before was no good, and takes it that there is another. Empty when nothing is to be named.
    """
    arguments = _arguments(move)
    values = list(arguments.values())
    if not move.looks and len(values) > 1:
        complaint = fold(move.result.text) if move.read.failed else ""
        values = [_named(name, value) for name, value in arguments.items() if occurs(value, complaint)]
        values = values or [
            f"{_key(name)}={value}" for name, value in arguments.items() if _spoken_of(_key(name), complaint)
        ]
        if not values and move.before is not None:
            former = _arguments(move.before)
            values = [_named(name, value) for name, value in arguments.items() if former.get(name) != value]
    chosen = _fitting(values, LONGEST - weight(move.call.name) - 24)
    if not move.call.name or not chosen:
        return Belief()
    chinese = is_chinese(f"{chosen} {move.result.text[:200]}")
    if anew:
        relation = "会另有回答：" if chinese else "answers differently to"
    elif move.looks:
        relation = "能找到" if chinese else "finds"
    else:
        relation = "接受" if chinese else "accepts"
    return Belief(subject=move.call.name, relation=relation, object=chosen)


def _spoken_of(name: str, complaint: str) -> bool:
    """Whether a complaint names an argument: ``payment_id`` in ``payment method not found``."""
    parts = [part for part in re.split(r"[^a-z]+", fold(name)) if len(part) >= _LEAST_OF_A_NAME]
    return any(re.search(rf"(?<![a-z]){part}(?![a-z])", complaint) for part in parts)


def _key(name: str) -> str:
    """The argument's own name: that of ``payments.0.amount`` is ``amount``."""
    return next((part for part in reversed(name.split(".")) if not part.isdigit()), "")


def _named(name: str, value: str) -> str:
    """A bare number with the name of its argument; any other value as it is."""
    key = _key(name)
    return f"{key}={value}" if key and not re.search(r"[^\W\d]", value) else value


def concerns(belief: str, result: str) -> bool:
    """Whether a complaint speaks of what a belief says: of a particular of it, or of two of its words (of one, when
    the belief is that something can be done)."""
    marks = frozenset[str]().union(*specifics(belief))
    folded = fold(result)
    if any(occurs(mark, folded) for mark in marks):
        return True
    shared = len(words(belief) & words(result))
    return shared >= _SHARED_WORDS or (shared > 0 and cue.ENABLES.found(belief))


def _arguments(move: Move) -> dict[str, str]:
    """The plain values of a call, those of lists and objects in it too."""
    found: dict[str, str] = {}

    def take(name: str, value: object) -> None:
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            found[name] = str(value)
        elif isinstance(value, dict):
            for key, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
                take(f"{name}.{key}", inner)  # pyright: ignore[reportUnknownArgumentType]
        elif isinstance(value, list):
            for position, inner in enumerate(value):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
                take(f"{name}.{position}", inner)  # pyright: ignore[reportUnknownArgumentType]

    for name, value in move.call.args.items():
        take(name, value)
    if not found and move.call.text:
        text = move.call.text
        bare = re.fullmatch(re.escape(move.call.name) + r"\s*[\[(:]\s*(.*?)[\])]?", text, re.DOTALL)
        found[""] = bare[1] if bare else text
    return found


def occurs(value: str, folded: str) -> bool:
    """Whether a value that is long enough to mean something occurs as a whole term."""
    wanted = fold(value)
    if len(wanted) < LEAST_LETTERS:
        return False
    return re.search(rf"(?<![a-z0-9_]){re.escape(wanted)}(?![a-z0-9_])", folded) is not None


def _fitting(values: list[str], room: float) -> str:
    """As many values as fit, commas between; of a first one that is too long its beginning."""
    kept: list[str] = []
    for value in dict.fromkeys(" ".join(value.split()) for value in values):
        if weight(", ".join([*kept, value])) <= room:
            kept.append(value)
    if kept or not values:
        return ", ".join(kept)
    head = " ".join(values[0].split())
    while head and weight(head) > room - 1:
        head = head[:-1]
    return f"{head.rstrip()}…"
