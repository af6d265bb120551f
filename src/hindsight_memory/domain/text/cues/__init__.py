"""Tables of the words by which statements give themselves away, in English and Chinese."""

from hindsight_memory.domain.text.cues.choices import CHOOSING
from hindsight_memory.domain.text.cues.details import DETAILS_WANTED
from hindsight_memory.domain.text.cues.findings import (
    CAUSE,
    CONFIRMED,
    DEFINITION,
    FAILURE,
    GUESS,
    INFERRED,
    LIMIT,
    RETRACT,
    STATUS,
    WORKED,
    hard_limit,
)
from hindsight_memory.domain.text.cues.group import Cues
from hindsight_memory.domain.text.cues.orders import ORDERED, hands_over, opens_with_order
from hindsight_memory.domain.text.cues.outcomes import ACTED, ADDRESSED, DISREGARDED, EXCLUDED, FROM_NOW, REGRET, SUPPLY
from hindsight_memory.domain.text.cues.rules import (
    CHANGE,
    CONTACT,
    DECISION,
    DURABLE,
    ONE_OFF,
    PERSONAL,
    REASON,
    RECURRING,
    REMEMBER,
    SWEEPING,
    WISH,
)
from hindsight_memory.domain.text.cues.stated import STATED
from hindsight_memory.domain.text.cues.talk import BORROWED, CHAT, CHEER, OPENER, REQUEST, SESSION, TRANSIENT, asks
from hindsight_memory.domain.text.cues.terms import BARE, STYLE, TERMS

__all__ = [
    "ACTED",
    "ADDRESSED",
    "BARE",
    "BORROWED",
    "CAUSE",
    "CHANGE",
    "CHAT",
    "CHEER",
    "CHOOSING",
    "CONFIRMED",
    "CONTACT",
    "DECISION",
    "DEFINITION",
    "DETAILS_WANTED",
    "DISREGARDED",
    "DURABLE",
    "EXCLUDED",
    "FAILURE",
    "FROM_NOW",
    "GUESS",
    "INFERRED",
    "LIMIT",
    "ONE_OFF",
    "OPENER",
    "ORDERED",
    "PERSONAL",
    "REASON",
    "RECURRING",
    "REGRET",
    "REMEMBER",
    "REQUEST",
    "RETRACT",
    "SESSION",
    "STATED",
    "STATUS",
    "STYLE",
    "SUPPLY",
    "SWEEPING",
    "TERMS",
    "TRANSIENT",
    "WISH",
    "WORKED",
    "Cues",
    "asks",
    "hands_over",
    "hard_limit",
    "opens_with_order",
]
