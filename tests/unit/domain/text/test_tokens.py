"""What a text is found by."""

import pytest

from hindsight_memory.domain.text.tokens import STOPWORDS, fts_token, is_stopword, tokenize


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Tests tested testing", ["test", "test", "test"]),
        ("foo-bar", ["foo-bar", "foo", "bar"]),
        ("snake_case", ["snake_case", "snake", "case"]),
        ("parseHTTPHeader", ["parsehttpheader", "pars", "http", "header"]),
        ("C++ and C#", ["c++", "c", "and", "c#", "c"]),
        ("v1.2.3", ["v1.2.3", "v1", "2", "3"]),
        ("k8s", ["k8s"]),
        ("1,250,000 rows", ["1250000", "row"]),
        ("café CAFE", ["cafe", "cafe"]),
        ("don't won't can’t", ["do", "not", "will", "not", "can", "not"]),
        ("部署失败", ["部", "署", "失", "败", "部署", "署失", "失败"]),
        ("docker部署", ["docker", "部", "署", "部署"]),
        ("서울에", ["서", "울", "에", "서울", "울에"]),
        ("タワー", ["タ", "ワ", "ー", "タワ", "ワー"]),
    ],
)
def test_words_identifiers_and_dense_scripts_become_tokens(text: str, tokens: list[str]) -> None:
    assert tokenize(text) == tokens


def test_full_width_and_case_do_not_matter() -> None:
    assert tokenize("ＤＯＣＫＥＲ　Compose") == tokenize("docker compose")


def test_thai_marks_stay_with_their_letter() -> None:
    assert tokenize("ที่")[0] == "ที่"


@pytest.mark.parametrize("text", ["()", "？！", "%_*", "``"])
def test_a_text_of_punctuation_alone_is_found_by_its_characters(text: str) -> None:
    assert tokenize(text)


@pytest.mark.parametrize("text", ["", "  ", "\x00"])
def test_an_empty_text_has_no_tokens(text: str) -> None:
    assert tokenize(text) == []


def test_stop_words_are_tokens_and_known() -> None:
    assert tokenize("the 的") == ["the", "的"]
    assert all(map(is_stopword, tokenize("What is the 什么")))
    assert not is_stopword("docker") and not is_stopword("部署")
    assert len(STOPWORDS) > 150


@pytest.mark.parametrize("token", ["c++", "foo-bar", "a.b", "_", "й", "ที่"])
def test_what_an_engine_would_split_is_written_in_letters_and_digits(token: str) -> None:
    form = fts_token(token)
    assert form.isascii() and form.isalnum() and form != fts_token(token + "x")


@pytest.mark.parametrize("token", ["docker", "9077", "部署", "ー", "서울"])
def test_plain_words_and_dense_scripts_are_written_as_they_are(token: str) -> None:
    assert fts_token(token) == token
