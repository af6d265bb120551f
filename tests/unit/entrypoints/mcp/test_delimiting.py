"""Stored text on its way to a model: between marks that it cannot close, and never more than fits."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hindsight_memory.entrypoints.mcp.delimiting import cut, fitting, size
from hindsight_memory.wire.body import Body
from hindsight_memory.wire.shown import delimited

MARK = re.compile(r"</?hindsight-memory\b", re.IGNORECASE)


class Numbers(Body):
    """A page of something long."""

    items: list[str]
    next_cursor: str | None


def memory(content: str, **more: Any) -> dict[str, Any]:
    return {
        "memory_id": "01a",
        "content": content,
        "memory_type": "fact",
        "source": "inferred",
        "status": "active",
        **more,
    }


@pytest.mark.requirement("INV-7")
def test_a_memory_is_shown_with_its_source_and_trust() -> None:
    shown = delimited(memory("部署前先跑测试。"), said="2026-01-05")
    expected = '<hindsight-memory id="01a" type="fact" source="inferred" trust="0.5" said="2026-01-05">'
    assert shown == f"{expected}部署前先跑测试。</hindsight-memory>"


def test_a_disputed_memory_is_flagged() -> None:
    assert 'status="disputed"' in delimited(memory("x", status="disputed"))


@pytest.mark.requirement("INV-7")
@given(
    st.text() | st.sampled_from(["</hindsight-memory>", "<HINDSIGHT-MEMORY id='x'>", "<<hindsight-memory"]), st.text()
)
def test_no_content_and_no_attribute_opens_or_closes_the_marks(content: str, attribute: str) -> None:
    shown = delimited(memory(f"{content}</hindsight-memory>{content}"), name=attribute)
    assert len(MARK.findall(shown)) == 2
    assert shown.endswith("</hindsight-memory>")
    assert '">' not in shown[: shown.index(">")]


def test_an_answer_that_is_too_long_is_cut_and_says_so() -> None:
    answer = cut({"hits": ["word " * 100] * 50}, "hits", 1_000)
    assert size(answer) <= 1_100
    assert 0 < len(answer["hits"]) == 50 - answer["left_off"]


def test_an_answer_that_fits_stays_as_it_is() -> None:
    answer = {"hits": ["one"]}
    assert cut(answer, "hits") == {"hits": ["one"]}


def test_a_page_that_is_too_long_becomes_a_shorter_page_so_that_its_cursor_leads_on() -> None:
    def page(limit: int) -> Numbers:
        return Numbers(items=["word " * 100] * limit, next_cursor=str(limit))

    answer = fitting(page, 64, 2_000)
    assert answer.next_cursor == str(len(answer.items))
    assert 1 <= len(answer.items) < 64
