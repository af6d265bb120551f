"""Languages are told from the characters and the grammar words."""

import pytest

from hindsight_memory.domain.text.language import is_chinese, language, simplified


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The port is 9077.", "en"),
        ("预发的命名空间是 oc-pre-7,不要用 public", "zh"),
        ("變數命名請用駝峰式", "zh"),
        ("Please use 中文 in all of the docs for the team", "mixed"),
        ("8080", "en"),
        ("", "en"),
    ],
)
def test_identifiers_do_not_mix_a_language_but_grammar_does(text: str, expected: str) -> None:
    assert language(text) == expected


def test_an_english_text_that_names_one_chinese_word_stays_english() -> None:
    text = "The command line prints the word 你好 and then leaves, " + "as every demo of this kind has done before " * 3
    assert language(text) == "en"


def test_traditional_characters_fold_one_for_one() -> None:
    text = "請記住這個規則"
    assert simplified(text) == "请记住这个规则"
    assert len(simplified(text)) == len(text)


def test_mixed_text_is_answered_in_the_language_of_its_majority() -> None:
    assert is_chinese("这个接口 is the one 我们昨天改过的,不要动它,出了问题找网关组 for help")
    assert not is_chinese("Please use 中文 in all of the docs for the team")
