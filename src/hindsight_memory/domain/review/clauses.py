"""What a clause is about, and what it says of it: the words of content, and those that stand before its verb.

Two statements of like things ("the staging database", "the production database"; 周会, 月会) differ in what they are
about; a statement and its update agree there and differ in what is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from hindsight_memory.domain.review import change_words as words
from hindsight_memory.domain.review.lexicon import key
from hindsight_memory.domain.review.pairing import GRAMMAR
from hindsight_memory.domain.review.topic import general
from hindsight_memory.domain.review.wording import wording
from hindsight_memory.domain.text.normal import clean, fold
from hindsight_memory.domain.text.simplified import simplified

_MOST_CLAUSES = 6
_COMPARED = 1_000
# Words of one family ("deliver", "delivery") begin alike.
_FAMILY = 6

_HAN = re.compile(r"[\u3400-\u9fff]")
_BREAK = re.compile(r"[,，。;；:：!?！？\n]\s*|\. |\s[—–-]\s|\bbut\b|\bbecause\b|\band then\b")
_PLAIN_ZH = frozenset(
    "的了在是我你您和与也都就还不没这那吧吗呢啊把被让给对从向到于以为之其请们个会要能说先再又很太已经现后前起用由去来上下里中"
)


def _keys(text: str) -> frozenset[str]:
    return frozenset(key(word) for word in text.split())


# Verbs of being, having, change and use: what comes before one of them is what the clause is about.
_VERBS = _keys(
    "is are was were be been am has have had will would must should can could may might shall get got goes go went use run "
    "take keep kept live handle open close cost allow need require start end leave left send sent write work serve store "
    "host belong report stop move moved change changed switch switched raise raised lower lowered cut push pushed extend "
    "extended shorten replace replaced migrate migrated upgrade upgraded update updated relocate relocated drop dropped "
    "retire retired lift lifted become became prefer like want drink eat read accept approve sign lead rotate pass ship said "
    "says mean means don't doesn't won't can't increase increased reduce reduced set make made put bump bumped expand "
    "expanded reach come came give gave do did does expire happen meet stand lie"
)
_LEADS = _keys("i we you they he she it our my the there this that please always now from starting next with")
_PREPOSITIONS = frozenset(
    "under over above below within after before to at in on from for of with by until till since as because than".split()
)
_LONGEST_HEAD = 7
_LONGEST_HEAD_ZH = 16
_WORD = re.compile(r"[a-z0-9_./#@'-]+")
_OBJECT_ZH = re.compile(r"(?:把|将)([^,，。]{2,10}?)(?:[改换调升降迁搬移切放延缩]|都|全)")
_LEADS_ZH = re.compile(
    r"^(?:以后|今后|往后|现在|目前|从[^,，]{1,6}[起始]|我们|咱们|我|请|都|每次|这学期开始|这学期|公司|新规|年初|已经|全部)+"
)
_VERB_ZH = re.compile(
    r"是|在|用|由|为|要|改|换|调|升|搬|迁|挪|归|最多|最少|可以|能|现在|以后|今后|往后|已经|已|从|每|必须|禁止|只|不|别|"
    r"保留|延|缩|涨|降|放|享|寄|买|喝|吃|坐|住|负责|教|到|切|发|写|喜欢|提前|得|就|都|统一|一律|营业|开[门会始放]|关[门闭]|跑|做|更|上周|下周|"
    r"昨天|今天|目前|转|变|有|需|支持|允许|[0-9a-z]"
)
_LATIN_LEAD = re.compile(r"[a-z0-9_./#-]+ ?")


@lru_cache(maxsize=4096)
def clauses(text: str) -> tuple[str, ...]:
    """The folded clauses of a text, at most six, at least one."""
    plain = simplified(fold(clean(text)[:_COMPARED]))
    parts = [part.strip(" .'\"") for part in _BREAK.split(plain)]
    return tuple(part for part in parts if part)[:_MOST_CLAUSES] or (plain,)


@lru_cache(maxsize=8192)
def units(text: str) -> frozenset[str]:
    """The words of content: English words by their family, Han characters one by one; no numbers, no words of change."""
    return frozenset(part for token in wording(text).core if (part := _unit(token)))


def _unit(token: str) -> str:
    if _HAN.match(token):
        return "" if token in _PLAIN_ZH or token in words.VALUE_CHARS else token
    empty = len(token) < 2 or token in GRAMMAR or token in words.CHANGING or general(token)
    return "" if empty or not any(c.isalpha() for c in token) else _family(token)


def _family(token: str) -> str:
    return token[:_FAMILY] if token.isascii() and token.isalpha() else token


@lru_cache(maxsize=8192)
def head(clause: str) -> str:
    """The part of a folded clause that says what it is about: before the verb, or what is to be dealt with."""
    han = len(_HAN.findall(clause))
    chinese = han > 0 and han * 5 >= sum(1 for c in clause if c.isalpha())
    return _head_zh(clause) if chinese else _head_en(_WORD.findall(clause))


def _head_zh(clause: str) -> str:
    dealt_with = _OBJECT_ZH.search(clause)
    if dealt_with is not None:
        return dealt_with[1]
    said = _LEADS_ZH.sub("", clause)
    lead = _LATIN_LEAD.match(said)
    verb = _VERB_ZH.search(said, max(lead.end() if lead else 0, 1))
    return said[: verb.start() if verb else 6][:_LONGEST_HEAD_ZH]


def _head_en(tokens: list[str]) -> str:
    first = _skip(tokens, 0, lambda token: key(token) in _LEADS)
    verb = _skip(tokens, first, lambda token: key(token) in _VERBS)
    if verb > first:  # "write commit messages …", "we moved the standup …"
        end = _skip(tokens, verb, lambda token: token not in _PREPOSITIONS)
        return " ".join(tokens[verb : min(end, verb + 5)])
    end = _skip(tokens, first, lambda token: key(token) not in _VERBS and token != "now")
    end = end if end < len(tokens) and end - first < _LONGEST_HEAD else min(first + 4, len(tokens))
    return " ".join(tokens[first:end])


def _skip(tokens: list[str], start: int, belongs: Callable[[str], bool]) -> int:
    while start < len(tokens) and belongs(tokens[start]):
        start += 1
    return start


@lru_cache(maxsize=4096)
def nearest(old: str, new: str) -> tuple[str, str]:
    """The clauses of two texts that share the most; of equal ones the shorter."""
    return max(((one, other) for one in clauses(old) for other in clauses(new)), key=_nearness)


def _nearness(both: tuple[str, str]) -> tuple[int, int, int]:
    said, says = units(both[0]), units(both[1])
    return len(said & says), len(units(head(both[1])) & said), -len(said) - len(says)


_EMPTY = frozenset("the a an my our your all any each every this that new now only 的 新 现 在".split())
_JOINING = frozenset("让后对被把给前时")
_LONGEST_PART = 3
_PIECE = re.compile(r"[\u3400-\u9fff]|[a-z0-9_./#-]+")


@lru_cache(maxsize=8192)
def _pieces(clause: str) -> tuple[str, ...]:
    """Every word of the head, also those that say little: "night shift" and "day shift" differ in such a one."""
    part = head(clause)
    if _HAN.search(part):
        return tuple(token for token in _PIECE.findall(part) if token not in _EMPTY)
    return tuple(_family(token) for token in wording(part).core if token not in _EMPTY and token not in GRAMMAR)


@lru_cache(maxsize=8192)
def _all(text: str) -> frozenset[str]:
    plain = simplified(fold(clean(text)[:_COMPARED]))
    return frozenset(_HAN.findall(plain)) | frozenset(_family(token) for token in wording(text).core)


def exchanged(old_text: str, new_text: str) -> tuple[bool, bool]:
    """Whether in the heads of the two nearest clauses one part stands in the place of another, beside something equal.

    First: before what is equal, or a number or label ("night shift", "floor 2"): they speak of two things. Second:
    after it ("the upload limit", "the upload folder"): often of two, now and then of one in other words."""
    old, new = nearest(old_text, new_text)
    was, now = _pieces(old), _pieces(new)
    steps = SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    before = after = False
    for place, (kind, i, j, k, m) in enumerate(steps):
        if kind != "replace" or not _another(was[i:j], now[k:m], _all(old_text), _all(new_text)):
            continue
        follows = any(step[0] == "equal" for step in steps[place + 1 :])
        leads = any(step[0] == "equal" for step in steps[:place])
        before = before or follows or (leads and _label(was[i:j]) and _label(now[k:m]))
        after = after or leads
    return before, after


def _another(was: Sequence[str], now: Sequence[str], old: frozenset[str], new: frozenset[str]) -> bool:
    if max(len(was), len(now)) > _LONGEST_PART or _JOINING & {*was, *now}:
        return False
    return not _said(now, old) and not _said(was, new)


def _said(part: Sequence[str], text: frozenset[str]) -> bool:
    """A single character may stand in another word of the other text."""
    return set(part) <= text and not (len(part) == 1 and _HAN.match(part[0]) is not None)


def _label(part: Sequence[str]) -> bool:
    return len(part) == 1 and any(c.isdigit() or c == "-" for c in part[0])
