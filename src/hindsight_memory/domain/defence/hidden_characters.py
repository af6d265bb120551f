"""Characters that hide text from people: invisible ones, Unicode tags, bidirectional overrides, look-alikes."""

from __future__ import annotations

import re

from hindsight_memory.domain.defence.offered import Action, Finding, Offered
from hindsight_memory.domain.defence.unmasking import BIDI, TAGS, mixed_words

code = "hidden_characters"

# Zero-width joiners belong to emoji and to Indic and Arabic script; between Latin letters or Chinese they hide.
_INSIDE_WORDS = re.compile("[A-Za-z\u4e00-\u9fff][\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+(?=[A-Za-z\u4e00-\u9fff])")
_MANY = 3


def find(offered: Offered) -> Finding | None:
    """Invisible text, overridden direction, many zero-width characters inside words, mixed-alphabet words."""
    text = offered.inspected
    if text.isascii():
        return None
    hidden = TAGS.search(text) or _overridden(text) or len(_INSIDE_WORDS.findall(text)) >= _MANY
    if hidden or mixed_words(text) >= 2:
        return Finding(code, "It contains characters that hide what it says.", Action.QUARANTINE)
    return None


def _overridden(text: str) -> bool:
    """Direction controls count only where no right-to-left script needs them."""
    return bool(BIDI.search(text)) and not re.search("[\u0590-\u08ff]", text)
