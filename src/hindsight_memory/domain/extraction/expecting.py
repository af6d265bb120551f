"""What a move expected, as far as it can be said honestly, in a form the delta engine can compute with."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import cast

from hindsight_memory.domain.decision import Expectation, ExpectedKind
from hindsight_memory.domain.extraction import words as cue
from hindsight_memory.domain.extraction.findings import Finding
from hindsight_memory.domain.extraction.implying import LEAST_LETTERS, occurs
from hindsight_memory.domain.extraction.moves import Move
from hindsight_memory.domain.extraction.tools import name_parts
from hindsight_memory.domain.review.distil.overlap import words
from hindsight_memory.domain.text.language import is_chinese
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.particulars import specifics

_FAILS = re.compile(
    r"\b(?:should|will|to|must|would)\s+(?:still\s+|now\s+)?(?:fail|be\s+(?:refused|rejected|denied))\b|(?:应该|预计|会)(?:会)?(?:失败|报错|被拒)",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"\b(?:the\s+)?((?:[a-z]+\s+){0,2}[a-z]+)\s+(?:is|are|was|will\s+be|should\s+be|equals?|=|:)\s+(?:now\s+)?[$€£¥]?(-?\d[\d,]*(?:\.\d+)?)(?![\w%])",
    re.IGNORECASE,
)
_LONGEST_FORMER = 1000
_ALIKE = 2  # words that a belief and a call have in common


def expectation_of(move: Move, belief: str) -> Expectation:
    """Return what the move expected.

    A value that the belief gives under a name that the JSON answer has too: that value (``json_path``). A search
    that was worded anew because the answer before it was no good: another answer (``changed``). A call of which
    the result shows plainly how it went: that it succeeds (``status``), or fails where the agent says so. Else
    words without a kind, of which no delta can be computed.
    """
    if (path := _valued(move, belief)) is not None:
        return Expectation(text=path, kind=ExpectedKind.JSON_PATH)
    chinese = is_chinese(belief or move.call.text)
    before = move.before
    if move.looks and move.is_retry and before is not None and move.read.finding is Finding.UNCLEAR:
        former = before.result.text
        if 0 < len(former) <= _LONGEST_FORMER or former == move.result.text:
            return Expectation(text=former[:_LONGEST_FORMER], kind=ExpectedKind.CHANGED)
    fails = _FAILS.search(belief) is not None
    word = ("失败" if fails else "成功") if chinese else ("fails" if fails else "succeeds")
    if not _tests(move, belief):
        return Expectation(text=word)
    return Expectation(text=word, kind=ExpectedKind.STATUS)


def _tests(move: Move, belief: str) -> bool:
    """Whether the way the call went says anything of the belief (empty: that the tool accepts or finds it).

    What comes of asking somebody, and prose that a search brings, say nothing of it. That an act went well bears
    out that it could be done, or what was said of the very things it was made with; that a search found something
    bears out a belief of which every particular was searched for."""
    if move.intent_type in ("answer", "ask") or (move.looks and move.read.finding is Finding.UNCLEAR):
        return False
    if move.read.failed or not belief:
        return True
    numbers, identifiers, names = specifics(belief)
    marks = {mark for mark in numbers | identifiers | names if len(mark) >= LEAST_LETTERS}
    given = fold(json.dumps(dict(move.call.args), ensure_ascii=False, default=str) + move.call.text)
    found = {mark for mark in marks if occurs(mark, given)}
    if move.looks:
        return bool(marks) and found == marks
    coded = {mark for mark in marks & identifiers if any(letter.isdigit() for letter in mark)}
    if found or (coded and not found):
        return bool(found)
    unseen = {number for number in numbers if not occurs(number, fold(move.result.text))}
    alike = len(words(belief) & words(f"{' '.join(name_parts(move.call.name))} {given}"))
    return alike >= (1 if cue.ENABLES.found(belief) else _ALIKE) and not unseen


def _valued(move: Move, belief: str) -> str | None:
    """A JSON path with the value that the belief gives for a field which the answer holds once, at its top."""
    value = move.read.value
    if not isinstance(value, dict):
        return None
    fields = cast("Mapping[str, object]", value)
    for label, number in _VALUE.findall(belief):
        words = label.lower().split()
        for key, held in fields.items():
            named = [part for part in re.split(r"[_\W]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower()) if part]
            if named and named == words[-len(named) :] and isinstance(held, int | float) and held is not True:
                return f"$.{key} == {json.dumps(float(number.replace(',', '')))}"
    return None
