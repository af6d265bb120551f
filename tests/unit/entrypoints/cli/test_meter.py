"""What the LLM cost is shown on the terminal, and what it needs is said before anything is opened."""

import sys
from pathlib import Path

import pytest

from hindsight_memory.adapters.models.llm_reviewer import Endpoint, LlmReviewer
from hindsight_memory.domain.errors import MissingExtra
from tests.surfaces.command_line import called


@pytest.fixture(autouse=True)
def configured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    monkeypatch.setenv("HSM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HSM_LLM__MODEL", "some-model")
    monkeypatch.setenv("HSM_LLM__TOKENS_PER_DAY", "5000")


@pytest.mark.requirement("REV-17")
def test_stats_show_what_was_spent_and_what_may_be() -> None:
    shown = called("stats")
    assert "LLM today 0 of 5,000 tokens, 0 calls" in shown.out


def test_stats_say_when_the_model_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_LLM__TOKENS_PER_DAY", "0")
    assert "reviews go on by rules" in called("stats").out


def test_without_a_model_there_is_no_meter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_LLM__MODEL", "")
    assert "LLM" not in called("stats").out


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_missing_library_is_named_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch, provider: str) -> None:
    monkeypatch.setitem(sys.modules, provider, None)
    with pytest.raises(MissingExtra) as raised:
        LlmReviewer.of(Endpoint(provider=provider, model="m"))  # pyright: ignore[reportArgumentType]
    assert "hindsight-memory[llm]" in raised.value.hint


def test_a_review_without_its_model_says_in_a_sentence_what_was_done_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HSM_LLM__TOKENS_PER_DAY", "0")
    called("task", "begin", "t1")
    called("task", "event", "t1", "--kind", "user", "--text", "Remember this: the ferry to Vardby leaves at nine.")
    called("task", "end", "t1", "--outcome", "success")
    shown = called("review", "t1")
    assert "the ferry to vardby leaves at nine" in shown.out.lower()
    assert "budget of the day is spent: rules alone" in shown.err
