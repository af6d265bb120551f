"""A choice in a statement: the options it names and why one of them was taken."""

from __future__ import annotations

import re

from hindsight_memory.domain.extraction import words as cue
from hindsight_memory.domain.extraction.beliefs import plain_text
from hindsight_memory.domain.text.cues import asks
from hindsight_memory.domain.text.sentences import phrases, split

_THING = r"([^,.;:!?，。；：！？\n]{2,60}?)"
_END = r"(?=\s*(?:[,.;:!?，。；：！？\n]|$)|\s+(?:because|since|as|to|for|so|in\s+order)\b|因为|由于)"
_CHOICES = (
    re.compile(
        rf"\b(?:choose|chose|choosing|opt\s+for|pick|select|use|using|prefer|go\s+with|take|try)\s+{_THING}\s+(?:rather\s+than|instead\s+of|over|not)\s+{_THING}{_END}",
        re.I,
    ),
    re.compile(rf"\beither\s+{_THING}\s+or\s+{_THING}{_END}", re.I),
    re.compile(rf"\bbetween\s+{_THING}\s+and\s+{_THING}{_END}", re.I),
    re.compile(rf"(?:选择?|采用|使用|改?用|走){_THING}[,，]?而(?:不是|不用|非){_THING}{_END}"),
    re.compile(rf"{_THING}还是{_THING}{_END}"),
    re.compile(rf"在{_THING}[和与]{_THING}(?:之间|中)(?:选|二选一)"),
)
_TAKES = re.compile(
    r"\b(?:i(?:'ll|\s+will|\s+would|\s+should)?|let(?:'s|\s+me)|we(?:'ll|\s+will|\s+should)?)\s+(?:\w+\s+){0,2}?(?:choose|opt|pick|select|use|prefer|go\s+with|take|try)\b|\b(?:choosing|chose|opted)\b|(?:选择?|采用|改?用|走|还是)",
    re.IGNORECASE,
)


def choice_in(statement: str) -> tuple[tuple[str, ...], str]:
    """Return the two options that a statement chooses between and the reason it gives; both empty when it
    chooses nothing. Options that are only offered to somebody in a question are no choice of the agent."""
    sentences = [each for each in split(plain_text(statement)) if not asks(each)]
    for sentence in sentences:
        if cue.TO_USER.found(sentence) or not _TAKES.search(sentence):
            continue
        for pattern in _CHOICES:
            if found := pattern.search(sentence):
                return tuple(part.strip(" '\"`*") for part in found.groups()), _reason(sentence)
    return (), ""


def _reason(sentence: str) -> str:
    grounds = [phrase for phrase in phrases(sentence) if cue.GROUNDS.found(phrase)]
    return grounds[0][:500] if grounds else ""
