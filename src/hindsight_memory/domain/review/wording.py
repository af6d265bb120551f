"""How a statement is worded: the parts two statements are compared by.

A text becomes a sequence of *core* tokens: English words reduced to a stem, Chinese characters one by one,
numbers, names and identifiers whole. Words that change nothing ("the", "please", 的, 请问) are dropped and words
that say the same ("how to" 如何/怎样, "can" 可以/能) are made equal, so that two texts whose cores are equal say
the same thing. Everything else (numbers, names, negation) stays, since there a difference is a difference.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from hindsight_memory.domain.review import lexicon
from hindsight_memory.domain.text.normal import clean, fold
from hindsight_memory.domain.text.simplified import simplified

_COMPARED_CHARS = 2000

_TOKEN = re.compile(
    r"(?P<number>[$€£¥]?\d+(?:[.,:/-]\d+)*(?:st|nd|rd|th|%|[a-z]{1,3}(?![a-z]))?)"
    r"|(?P<word>[^\W\d_\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff][\w'.+#@/-]*[\w+#]|[^\W\d_])"
    r"|(?P<sign>[%$€£¥#@&+=<>*/^~])"
)
_CJK_CHAR = re.compile(r"[\u2e80-\u2fff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CJK_NUMERAL = re.compile(r"[零〇一二两三四五六七八九十百千万亿]+")
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_BIG_UNITS = {"万": 10_000, "亿": 100_000_000}
_MEASURES = frozenset("个年月日天号岁点分秒时次元块人位名台条张件本只层楼周季度倍米斤种款期章页第")
_CAPITALISED = re.compile(r"(?<![\w'])[A-Z][\w'-]*")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;。！？：；\n]\s*)[\"'(]*([A-Z][\w'-]*)")
_QUOTED = re.compile(r"[《「『“\"]([^《》「」『』“”\"]{1,40})[》」』”\"]")
_QUESTION_MARK = re.compile(r"[?？]\s*[)\"'”’]*\s*$")


@dataclass(frozen=True, slots=True)
class Wording:
    """The comparable parts of a text. ``core`` is ordered; ``negations`` counts negating words in it."""

    folded: str
    core: tuple[str, ...]
    bag: frozenset[str]
    numbers: tuple[str, ...]
    names: frozenset[str]
    negations: int
    question: bool
    asked: tuple[str, ...]
    first_person: bool
    indefinite: bool
    cjk: bool


def _cjk_value(run: str) -> int | None:
    """The value of a Chinese numeral such as 二十三 or 一百零五; None when it is none."""
    if all(c in _DIGITS for c in run):
        return int("".join(str(_DIGITS[c]) for c in run))
    total, section, digit = 0, 0, 0
    for char in run:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _UNITS:
            section += (digit or 1) * _UNITS[char]
            digit = 0
        else:
            total += (section + digit or 1) * _BIG_UNITS[char]
            section = digit = 0
    return total + section + digit


def arabic(text: str, measures: frozenset[str] = _MEASURES) -> str:
    """Write Chinese numerals before one of the measure words, or of two and more digits with a unit, as digits."""

    def digits(match: re.Match[str]) -> str:
        run, end = match.group(), match.end()
        follows = text[end : end + 1] in measures and text[end : end + 1] != ""
        before = text[match.start() - 1 : match.start()]
        if not (follows or before == "第" or before.isdigit()) or run[0] in "万亿":
            return run
        if len(run) == 1 and run == "一" and before != "第":
            return run
        return str(_cjk_value(run))

    return _CJK_NUMERAL.sub(digits, text)


def _names(text: str) -> frozenset[str]:
    """Proper names by their capitals, in the form of ``lexicon.key``; and titles in quotation marks.

    A common word at the start of a sentence is none.
    """
    starts = {m.start(1) for m in _SENTENCE_START.finditer(text)}
    found = {m.group(1).casefold() for m in _QUOTED.finditer(text)}
    for match in _CAPITALISED.finditer(text):
        word = match.group().casefold().removesuffix("'s")
        opens = match.start() in starts and word in lexicon.COMMON_STARTS and not _goes_on(text, match.end())
        if word not in lexicon.NEVER_NAMES and not opens:
            found.add(lexicon.key(word))
    return frozenset(found)


def _goes_on(text: str, end: int) -> bool:
    return bool(re.match(r" [A-Z][a-z]", text[end : end + 3]))


def _tokens(folded: str) -> list[str]:
    tokens: list[str] = []
    position = 0
    while position < len(folded):
        char = folded[position]
        if _CJK_CHAR.match(char):
            tokens.append(char)
            position += 1
            continue
        match = _TOKEN.match(folded, position)
        if match is None:
            position += 1
            continue
        position = match.end()
        token = match.group()
        if match.lastgroup == "word":
            tokens.extend(_word(token.rstrip(".")))
        else:
            tokens.append(token)
    return tokens


_ENDINGS = (("n't", True), ("'s", False), ("'re", False), ("'m", False), ("'ve", False), ("'ll", False))


def _word(token: str) -> tuple[str, ...]:
    if token in {"cannot", "cant"}:
        return ("can", "not")
    if token in lexicon.SAME_WORD:
        return (lexicon.SAME_WORD[token],)
    for ending, negated in _ENDINGS:
        if token.endswith(ending) and len(token) > len(ending):
            base = token[: -len(ending)]
            base = lexicon.key({"ca": "can", "wo": "will"}.get(base, base))
            return (base, "not") if negated else (base,)
    return (token if re.search(r"[\d_./@]", token) else lexicon.key(token),)


_CLOCK = re.compile(
    r"(?<![\d:.])0?(\d{1,2})(?::(\d{2}))?(?::00)? ?(am|pm|a\.m\.|p\.m\.)(?![a-z])|(?<![\d:.])0(\d:\d{2})(?![\d:])"
)


def _clock(text: str) -> str:
    """Times of day in one form: "2 pm", "02:00 pm" and "14:00" are equal."""

    def written(match: re.Match[str]) -> str:
        if match[4]:
            return match[4]
        hour = int(match[1]) % 12 + (12 if match[3].startswith("p") else 0)
        return f"{hour}:{match[2] or '00'}"

    return _CLOCK.sub(written, text)


@lru_cache(maxsize=4096)
def wording(text: str) -> Wording:
    """Analyse ``text`` (only its first 2,000 characters are compared)."""
    cleaned = clean(text)[:_COMPARED_CHARS]
    folded = simplified(fold(cleaned))
    names = _names(cleaned)
    cjk = bool(_CJK_CHAR.search(folded))
    plain = arabic(folded) if cjk else folded
    if cjk:
        plain = lexicon.same_phrases(plain)
    marked = bool(_QUESTION_MARK.search(cleaned))
    tokens = _tokens(_clock(plain))
    kept = [t for t in tokens if t in names or t not in lexicon.HARMLESS]
    asked = [t for t in kept if t in lexicon.ASKING]
    negations = _negations(kept, plain) if cjk else sum(t in lexicon.NEGATIONS for t in kept)
    question = marked or _asks(kept, folded)
    return Wording(
        folded=folded,
        core=tuple(kept),
        bag=frozenset(kept),
        numbers=tuple(sorted(t for t in kept if any(c.isdigit() for c in t))),
        names=names,
        negations=negations,
        question=question,
        asked=tuple(sorted(asked)),
        first_person=bool(lexicon.FIRST_PERSON.search(folded)),
        indefinite=bool(lexicon.INDEFINITE_START.match(folded)),
        cjk=cjk,
    )


def _negations(kept: list[str], plain: str) -> int:
    latin = sum(t in lexicon.NEGATIONS for t in kept if t.isascii())
    return latin + sum(c in lexicon.NEGATIONS for c in lexicon.NOT_DENYING.sub("", plain))


# "I'm" and "it's" stand in a core as "be", and ask nothing.
_OWN = re.compile(r"(?:i'm|it's)\b")


def _asks(kept: list[str], folded: str) -> bool:
    if not kept:
        return False
    if any(t in lexicon.ASKING_ANYWHERE for t in kept):
        return True
    inverted = kept[0] in lexicon.ASKING_FIRST and _OWN.match(folded) is None
    return inverted or bool(lexicon.ASKING_END.search(folded))
