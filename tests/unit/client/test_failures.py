"""Errors come back as what they were."""

from __future__ import annotations

import json

import pytest

from hindsight_memory.client.asks import offered
from hindsight_memory.client.failures import failure_of, known_errors
from hindsight_memory.domain.errors import Category, Conflict, HindsightError, Invalid, Unavailable
from hindsight_memory.entrypoints.errors import error_body, http_status


@pytest.mark.parametrize("kind", known_errors().values(), ids=lambda kind: kind.code)
def test_every_error_that_a_server_answers_with_comes_back_whole(kind: type[HindsightError]) -> None:
    sent = kind("What happened.", hint="What to do.")
    error = failure_of(http_status(sent), json.dumps(error_body(sent)).encode())
    assert type(error) is kind
    assert (error.message, error.hint) == ("What happened.", "What to do.")
    assert (error.category, error.retryable) == (sent.category, sent.retryable)


def test_a_code_that_is_not_known_here_keeps_its_name_and_its_category() -> None:
    body = {"error": {"code": "out_of_tokens", "message": "Spent.", "hint": "", "retryable": True}}
    error = failure_of(409, json.dumps(body).encode())
    assert isinstance(error, Conflict)
    assert (error.code, error.message, error.retryable) == ("out_of_tokens", "Spent.", True)
    assert error.hint


@pytest.mark.parametrize("content", [b"", b"<html>", b"null", b'{"error": "no"}', b'{"error": null}', b"\xff"])
@pytest.mark.parametrize(("status", "category"), [(502, Category.UNAVAILABLE), (404, Category.NOT_FOUND)])
def test_what_stands_before_a_server_is_understood_by_its_status(
    content: bytes, status: int, category: Category
) -> None:
    error = failure_of(status, content)
    assert error.category is category
    assert str(status) in error.message


def test_a_status_without_a_meaning_is_an_error_all_the_same() -> None:
    assert not isinstance(failure_of(418, b""), Unavailable)


def test_the_hint_of_an_error_is_the_one_it_was_raised_with_and_stands_in_the_traceback() -> None:
    plain, told = Conflict(), Conflict("Changed.", hint="Look at revision 3.")
    assert (plain.hint, told.hint) == (Conflict.hint, "Look at revision 3.")
    assert told.__notes__ == ["Look at revision 3."]
    assert not hasattr(HindsightError("Said."), "__notes__")


@pytest.mark.parametrize("statements", ["abc", b"abc", {"content": "The office is in Berlin."}, None, 3])
def test_what_is_no_list_of_statements_is_refused_and_not_taken_apart(statements: object) -> None:
    with pytest.raises(Invalid, match="list"):
        offered(statements)
