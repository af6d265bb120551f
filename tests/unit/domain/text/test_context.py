"""What is embedded and indexed beside the content."""

from datetime import UTC, datetime

from hindsight_memory.domain.text.context import MOST_PARTS, embedded_texts, indexed_tokens

SAID = datetime(2026, 5, 8, 14, tzinfo=UTC)


def test_date_task_and_speaker_stand_before_the_content_in_its_language() -> None:
    english = embedded_texts("We moved to Oslo.", said_at=SAID, speaker="Mel", task_type="house_hunt")
    assert english == ["8 May 2026, house hunt, Mel: We moved to Oslo."]
    assert embedded_texts("我们搬到上海了", said_at=SAID, speaker="小林") == ["2026年5月8日，小林：我们搬到上海了"]


def test_without_a_context_the_content_stands_alone() -> None:
    assert embedded_texts("Port 9077") == ["Port 9077"]


def test_a_long_content_is_embedded_in_parts_that_each_carry_the_context() -> None:
    parts = embedded_texts("One sentence about the harbour. " * 30, said_at=SAID)
    assert len(parts) > 1
    assert all(part.startswith("8 May 2026: ") and len(part) < 530 for part in parts)
    assert all(part.endswith(".") for part in parts[:-1])


def test_chinese_parts_are_half_as_long_and_their_number_is_bounded() -> None:
    parts = embedded_texts("数据库迁移要在星期五之前完成。" * 400)
    assert len(parts) == MOST_PARTS and all(len(part) <= 250 for part in parts)


def test_no_word_is_lost_between_parts() -> None:
    text = " ".join(f"word{n}" for n in range(120))
    assert len(embedded_texts(text)) == MOST_PARTS
    assert " ".join(embedded_texts(text)).split() == text.split()


def test_what_is_too_long_to_be_embedded_is_still_found_by_its_words() -> None:
    text = " ".join(f"word{n}" for n in range(2_000))
    assert {"word0", "word1999"} <= set(indexed_tokens(text))


def test_the_context_can_be_searched_by_word() -> None:
    tokens = indexed_tokens("We moved to Oslo.", said_at=SAID, speaker="Mel", tags=("housing",))
    assert {"oslo", "mel", "may", "2026", "hous"} <= set(tokens)
