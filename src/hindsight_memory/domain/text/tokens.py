"""One tokenizer for every backend: what a text is found by.

Words are split at white space and punctuation, folded and (English) stemmed. Identifiers are given whole
and in parts: ``foo-bar``, ``snake_case``, ``camelCase``, ``a.b.c``, ``C++``, ``v1.2.3``. Scripts without
word spaces (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) become single characters and pairs.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise

from hindsight_memory.domain.text.normal import clean, fold
from hindsight_memory.domain.text.stems import stem

# Scripts that are written without spaces between words, and Hangul, whose words carry particles.
_DENSE = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f"
    r"\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    r"\U00020000-\U0003ffff"
)
_DENSE_RUN = rf"[{_DENSE}]+"
# A word of other letters and digits (with their marks), joined by one connector, may end in + or #.
_PART = rf"(?:(?![{_DENSE}_])[\w\u0300-\u036f])+"
_JOINED = rf"_*{_PART}(?:(?:[-.'_/:@]|::|->){_PART})*(?:\+\+|\+|#)?"
_CHUNKS = re.compile(rf"({_DENSE_RUN})|({_JOINED})|([^\w\s])")
_PARTS = re.compile(_PART)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z]{3})(?=\d)")
_CONNECTOR = re.compile(r"[-._/:@>+#]")
_APOSTROPHE = re.compile(r"'(?:s|re|ve|ll|d|m|t)?$|'")
_CUT_VERBS = {"ca": "can", "wo": "will", "sha": "shall"}
_MARKS = re.compile(r"[\u0300-\u036f]")
_PLAIN = re.compile(rf"[a-z0-9{_DENSE}]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_LONGEST = 120

_ENGLISH_STOPS = (
    "a about after again all also am an and any are as at be because been before being both but by "
    "can could did do does doing don down during each few for from further had has have having he "
    "her here hers him his how i if in into is it its just let ll me more most my no nor not now of "
    "off on once only or other our out over own please re s same she should so some such t tell than "
    "that the their them then there these they this those through to too under until up us ve very "
    "was we were what when where which while who whom why will with would you your d m"
)
_CHINESE_STOPS = (
    "的 了 在 是 我 你 您 他 她 它 们 有 和 与 及 或 而 就 都 也 还 不 没 这 那 哪 个 吗 呢 吧 啊 么 "
    "什 怎 谁 把 被 让 给 对 从 向 到 于 以 为 之 其 所 请 我们 你们 他们 她们 什么 怎么 怎样 哪个 "
    "哪些 哪里 这个 那个 这些 那些 是否 的是 了吗 有没 没有 還 這 們 個 嗎 麼 誰 讓 給 對 從 為 沒 "
    "什麼 怎麼 這個 那個 我們 你們 他們 是什 么是"
)
STOPWORDS: frozenset[str] = frozenset(
    [stem(word) for word in _ENGLISH_STOPS.split()] + _ENGLISH_STOPS.split() + _CHINESE_STOPS.split()
)
"""Tokens that say little about what a text is about; they are kept, and weigh little."""


def tokenize(text: str) -> list[str]:
    """Return the tokens of ``text`` in order, with repeats.

    An identifier gives its whole and its parts. Punctuation gives nothing, unless the text is nothing but
    punctuation: then its characters are the tokens, so that such a text can still be found.
    """
    prepared = unicodedata.normalize("NFKC", clean(text)).replace("\u2019", "'").replace("\u2018", "'")
    prepared = _THOUSANDS.sub("", prepared)
    tokens: list[str] = []
    signs: list[str] = []
    for dense, joined, sign in _CHUNKS.findall(prepared):
        if dense:
            tokens += _dense_tokens(dense)
        elif joined:
            tokens += _joined_tokens(joined[:_LONGEST])
        else:
            signs.append(sign)
    return tokens or signs


def is_stopword(token: str) -> bool:
    """Whether the token says little about what a text is about."""
    return token in STOPWORDS


def fts_token(token: str) -> str:
    """Return the token in letters and digits that every full-text engine keeps as one word.

    ASCII words and dense scripts stay as they are; all others become ``zz`` and the hex of their UTF-8.
    The mapping is injective up to words that themselves look like such a code.
    """
    if _PLAIN.fullmatch(token) and token.isalnum():
        return token
    return "zz" + token.encode("utf-8", "replace").hex()


def _dense_tokens(run: str) -> list[str]:
    """Single characters (each with its marks) and pairs of neighbours."""
    units: list[str] = []
    for char in fold(run):
        if units and unicodedata.category(char) in ("Mn", "Mc"):
            units[-1] += char
        else:
            units.append(char)
    return units + [a + b for a, b in pairwise(units)]


@lru_cache(maxsize=65536)
def _joined_tokens(chunk: str) -> tuple[str, ...]:
    """The tokens of one run without spaces: the whole, then its parts where it has any."""
    if chunk.lower().endswith("n't"):
        verb = chunk[:-3].lower()
        return (*_joined_tokens(_CUT_VERBS.get(verb, verb)), "not") if verb else ("not",)
    bare = _APOSTROPHE.sub("", chunk) if "'" in chunk else chunk
    parts = [hump for part in _PARTS.findall(bare) for hump in _HUMPS.split(part) if hump]
    words = [word for part in parts if (word := _word(part))]
    if len(parts) <= 1 and not _CONNECTOR.search(bare.strip("_")):
        return tuple(words)
    whole = _bare_letters(bare.strip("_"))
    return (*filter(None, [whole]), *(w for w in words if w != whole))


def _word(part: str) -> str:
    return stem(_bare_letters(part))


def _bare_letters(text: str) -> str:
    """Folded, and Latin letters without their accents."""
    folded = fold(text)
    if folded.isascii():
        return folded
    out: list[str] = []
    for char in folded:
        base = unicodedata.normalize("NFD", char)
        out.append(base[0] if base[0].isascii() and len(base) > 1 else char)
    return _MARKS.sub("", "".join(out))
