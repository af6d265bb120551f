"""Bad input gives a clear error or a right answer on every surface: never a crash, never a lost write."""

from __future__ import annotations

import pytest

from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.wire.calls import ForgetBody, ListBody, RollbackBody, UpdateBody
from hindsight_memory.wire.memories import WriteBody
from hindsight_memory.wire.search import SearchBody
from tests.surfaces.surface import Surface, code_of

pytestmark = pytest.mark.requirement("CLI-5")
NOBODY = "01a00000-0000-7000-8000-000000000000"
LINE = "The build of the importer needs Node 20."


@pytest.mark.parametrize("content", ["", "   ", "\n\t", "!?…", "。。。"])
def test_a_write_without_words_is_refused(surface: Surface, content: str) -> None:
    with pytest.raises(HindsightError) as refused:
        surface.write(WriteBody(content=content))
    assert code_of(refused.value) == "empty_content"
    assert refused.value.hint
    assert surface.memories(ListBody()).items == []


def test_a_write_of_a_megabyte_is_refused_with_what_to_do(surface: Surface) -> None:
    text = "very " * (20_000 if surface.name == "cli" else 200_000)
    with pytest.raises(HindsightError) as refused:
        surface.write(WriteBody(content=text))
    assert code_of(refused.value) == "content_too_long"
    assert "Split" in refused.value.hint


@pytest.mark.requirement("INV-10A")
@pytest.mark.parametrize("dirt", ["\x00", "\ud800", "\udcff", "\x07", "\r"])
def test_characters_that_mean_nothing_are_cleaned_and_the_write_goes_on(surface: Surface, dirt: str) -> None:
    answer = surface.write(WriteBody(content=f"{LINE}{dirt}"))
    assert answer.memory_id
    content = surface.memory(answer.memory_id).content
    assert content.replace("\ufffd", "") == LINE
    content.encode("utf-8")


@pytest.mark.parametrize("query", ["", "  ", "\x00"])
def test_a_search_for_nothing_is_refused(surface: Surface, query: str) -> None:
    with pytest.raises(HindsightError) as refused:
        surface.search(SearchBody(query=query))
    assert code_of(refused.value) == "empty_query"


@pytest.mark.requirement("REC-14")
@pytest.mark.parametrize(
    "query",
    ["%", "_", "'", '"', "`", "()", "C++ ()", "foo-bar", "* OR *", "NEAR(", "the of and", "的了吗", "\ud800 x", "😀"],
)
def test_any_query_has_an_answer(surface: Surface, query: str) -> None:
    surface.write(WriteBody(content=LINE))
    answer = surface.search(SearchBody(query=query))
    assert answer.profile == "balanced"


@pytest.mark.parametrize("query", ["%", "%uild", "_", "*"])
def test_no_character_of_a_query_is_a_wildcard(surface: Surface, query: str) -> None:
    surface.write(WriteBody(content=LINE))
    assert surface.search(SearchBody(query=query)).hits == []


@pytest.mark.parametrize("query", ["'; DROP TABLE memories; --", '" OR 1=1 --'])
def test_no_query_reaches_the_database_as_a_command(surface: Surface, query: str) -> None:
    written = surface.write(WriteBody(content=LINE))
    surface.search(SearchBody(query=query))
    assert surface.memory(written.memory_id).content == LINE


def test_an_unknown_profile_is_refused_with_the_known_ones(surface: Surface) -> None:
    with pytest.raises(HindsightError) as refused:
        surface.search(SearchBody(query="build", profile="bogus"))
    assert code_of(refused.value) == "unknown_profile"
    assert "balanced" in refused.value.hint


def test_what_does_not_exist_is_not_found(surface: Surface) -> None:
    for call in (
        lambda: surface.memory(NOBODY),
        lambda: surface.history(NOBODY),
        lambda: surface.update(NOBODY, UpdateBody(content=LINE)),
        lambda: surface.forget(NOBODY, ForgetBody()),
        lambda: surface.rollback(NOBODY, RollbackBody(revision=1)),
        lambda: surface.restore(NOBODY),
        lambda: surface.trace("nothing"),
        lambda: surface.memory("' OR 1=1 --"),
    ):
        with pytest.raises(HindsightError) as refused:
            call()
        assert code_of(refused.value) == "not_found"


def test_a_revision_that_never_was_is_refused(surface: Surface) -> None:
    written = surface.write(WriteBody(content=LINE))
    with pytest.raises(HindsightError) as refused:
        surface.rollback(written.memory_id, RollbackBody(revision=7))
    assert code_of(refused.value) == "invalid"
    assert "1 to 1" in refused.value.message


def test_a_cursor_that_is_none_is_refused(surface: Surface) -> None:
    with pytest.raises(HindsightError) as refused:
        surface.memories(ListBody(cursor="bogus"))
    assert code_of(refused.value) == "invalid"


def test_a_change_of_nothing_is_refused(surface: Surface) -> None:
    written = surface.write(WriteBody(content=LINE))
    with pytest.raises(HindsightError) as refused:
        surface.update(written.memory_id, UpdateBody())
    assert code_of(refused.value) == "invalid"
