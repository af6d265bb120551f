"""Tables of the words by which statements give themselves away, in English and Chinese."""

from hindsight_memory.domain.text.cues.findings import (
    CAUSE,
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

__all__ = [
    "BORROWED",
    "CAUSE",
    "CHANGE",
    "CHAT",
    "CHEER",
    "CONTACT",
    "DECISION",
    "DEFINITION",
    "DURABLE",
    "FAILURE",
    "GUESS",
    "INFERRED",
    "LIMIT",
    "ONE_OFF",
    "OPENER",
    "PERSONAL",
    "REASON",
    "RECURRING",
    "REMEMBER",
    "REQUEST",
    "RETRACT",
    "SESSION",
    "STATED",
    "STATUS",
    "SWEEPING",
    "TRANSIENT",
    "WISH",
    "WORKED",
    "Cues",
    "asks",
    "hard_limit",
]
