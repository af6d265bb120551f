"""Sentences end where a person would end them."""

from hindsight_memory.domain.text.sentences import clauses, phrases, split, without_code


def test_versions_addresses_and_abbreviations_do_not_end_a_sentence() -> None:
    text = "Use 1.2.3 from https://a.example/x.html (e.g. the mirror). Then stop."
    assert split(text) == ("Use 1.2.3 from https://a.example/x.html (e.g. the mirror).", "Then stop.")


def test_lower_case_sentences_and_chinese_marks_end() -> None:
    assert split("nice. one thing: keep it short!") == ("nice.", "one thing: keep it short!")
    assert split("好了。再试一次!可以吗?可以") == ("好了。", "再试一次!", "可以吗?", "可以")


def test_numbered_points_in_one_line_are_apart_but_numbers_in_brackets_are_not() -> None:
    assert split("two things. 1) the limit is 5. 2) ask Kim") == ("two things.", "the limit is 5.", "ask Kim")
    assert split("our kids (6 and 9), and my mother") == ("our kids (6 and 9), and my mother",)


def test_list_markers_are_removed_and_lines_are_sentences() -> None:
    assert split("- one thing\n* another thing\n\n") == ("one thing", "another thing")


def test_clauses_and_phrases_split_at_their_marks() -> None:
    assert clauses("周报先写结论;金额用万元") == ("周报先写结论", "金额用万元")
    assert phrases("batch 5,000 rows, then 按 id 排序,停") == ("batch 5,000 rows", "then 按 id 排序", "停")


def test_fenced_code_is_not_text() -> None:
    assert "secret" not in without_code("before\n```\nsecret\n```\nafter")
