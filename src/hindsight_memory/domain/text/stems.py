"""English word stems for search: inflections fall together, different words stay apart.

A light stripper of inflections (plural, past, participle, possessive), not of derivations: ``tests`` and
``tested`` meet, ``organ`` and ``organization`` do not. Irregular verbs and plurals are looked up.
"""

from __future__ import annotations

from functools import lru_cache

_IRREGULAR = (
    "be:am,is,are,was,were,been|have:has,had|do:does,did,done|go:goes,went,gone|get:got,gotten|make:made|"
    "take:took,taken|come:came|see:saw,seen|know:knew,known|give:gave,given|find:found|think:thought|"
    "say:said|tell:told|buy:bought|bring:brought|build:built|begin:began,begun|break:broke,broken|"
    "catch:caught|choose:chose,chosen|draw:drew,drawn|drink:drank,drunk|drive:drove,driven|eat:ate,eaten|"
    "fall:fell,fallen|feel:felt|fight:fought|fly:flew,flown|forget:forgot,forgotten|grow:grew,grown|"
    "hear:heard|hold:held|keep:kept|lead:led|leave:left|lend:lent|lose:lost|mean:meant|meet:met|pay:paid|"
    "ride:rode,ridden|rise:rose,risen|run:ran|sell:sold|send:sent|shoot:shot|show:shown|sing:sang,sung|"
    "sit:sat|sleep:slept|speak:spoke,spoken|spend:spent|stand:stood|steal:stole,stolen|swim:swam,swum|"
    "teach:taught|throw:threw,thrown|understand:understood|wake:woke,woken|wear:wore,worn|win:won|"
    "write:wrote,written|become:became|child:children|person:people|man:men|woman:women|mouse:mice|"
    "foot:feet|tooth:teeth|life:lives|wife:wives|knife:knives|leaf:leaves|half:halves|shelf:shelves|"
    "hide:hid,hidden|blow:blew,blown|freeze:froze,frozen|tear:tore,torn|bite:bit,bitten|dig:dug|feed:fed|"
    "hang:hung|lie:lain,lying|die:dying|ring:rang,rung|shake:shook,shaken|shine:shone|sink:sank,sunk|stick:stuck|"
    "strike:struck|swear:swore,sworn|sweep:swept|bend:bent|bind:bound|bleed:bled|deal:dealt|seek:sought|"
    "use:used,using,uses"
)
_LOOKUP: dict[str, str] = {
    form: base
    for group in _IRREGULAR.split("|")
    for base, _, forms in [group.partition(":")]
    for form in forms.split(",")
}
_VOWELS = frozenset("aeiouy")
_KEEP_S = ("ss", "us", "is")
_DOUBLES = frozenset("bdgklmnprtvz")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return the stem of one folded word. Anything but plain a-z of four or more letters stays as it is."""
    if word in _LOOKUP:
        word = _LOOKUP[word]
    elif len(word) > 3 and word.isascii() and word.isalpha():
        word = _without_participle(_singular(word))
    if len(word) > 3 and word.endswith("e") and word.isascii() and not _is_short(word[:-1]):
        return word[:-1]
    return word


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(_KEEP_S):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "shes", "ches", "xes", "zes", "oes")):
        return word[:-2]
    return word[:-1]


def _without_participle(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("eed"):
        return word[:-1] if len(word) > 5 else word
    for suffix in ("ing", "ed"):
        if word.endswith(suffix):
            base = word[: -len(suffix)]
            return _repaired(base) if len(base) > 1 and _VOWELS & set(base) else word
    return word


def _repaired(base: str) -> str:
    """Undo what the suffix did to the word: a doubled consonant, a lost e, a y turned to i."""
    if len(base) > 3 and base[-1] == base[-2] and base[-1] in _DOUBLES:
        return base[:-1]
    if base.endswith("i"):
        return base[:-1] + "y"
    return base + "e" if _is_short(base) else base


def _is_short(base: str) -> bool:
    """Whether the base is one syllable that ends consonant, vowel, consonant, such as ``hop`` of ``hope``.

    The condition "*o" of M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, restricted
    to one syllable.
    """
    if len(base) < 2 or base[-1] in "aeiouwxy" or base[-2] not in _VOWELS:
        return False
    return not _VOWELS & set(base[:-2])
