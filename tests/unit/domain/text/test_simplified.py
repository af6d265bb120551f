"""Traditional characters stand for simplified ones in rules and comparisons."""

from __future__ import annotations

from datetime import UTC, datetime

from hindsight_memory.domain.memory import Draft
from hindsight_memory.domain.review.compare import Relation, relation, statement_of
from hindsight_memory.domain.text.simplified import simplified


def test_only_the_listed_characters_change_and_the_length_stays() -> None:
    assert simplified("請記住：每週二開會 v1.2") == "请记住：每周二开会 v1.2"
    assert simplified("已经是简体") == "已经是简体"
    assert simplified("plain text") == "plain text"


def test_the_same_statement_in_both_scripts_is_the_same() -> None:
    old, new = (
        statement_of(Draft(content=text, said_at=datetime(2026, 5, 1, tzinfo=UTC)))
        for text in ("会议改到周三下午三点", "會議改到週三下午三點")
    )
    assert relation(old, new, None).relation is Relation.SAME
