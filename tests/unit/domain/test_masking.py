"""A purged text is found however it was spaced or cased, and nothing else is."""

import json

import pytest

from hindsight_memory.domain.masking import MARK, Mask

TEXT = "The gate code of hall seven is 4711."


@pytest.mark.parametrize(
    "said",
    [
        "So: the gate code of  hall seven\nis 4711, right?",
        "THE GATE CODE OF HALL SEVEN IS 4711",
        "the gate code of hall seven is 4711",
    ],
)
def test_another_spacing_or_case_is_the_same_text(said: str) -> None:
    event = {"kind": "user", "text": said, "args": {"q": [said]}}
    mask = Mask.of([TEXT])
    assert mask.may_touch(json.dumps(event, ensure_ascii=False).encode())
    taken = mask.taken_out(event)
    assert "4711" not in repr(taken)
    assert MARK in repr(taken)


def test_only_what_was_said_is_touched_not_the_names_of_kinds() -> None:
    event = {"kind": "user", "status": "ok", "text": "user", "args": {"who": "user"}}
    assert Mask.of(["user"]).taken_out(event) == {
        "kind": "user",
        "status": "ok",
        "text": MARK,
        "args": {"who": MARK},
    }


def test_a_short_text_inside_another_one_stays() -> None:
    event = {"text": "the user is here"}
    assert Mask.of(["user"]).taken_out(event) == event


def test_a_short_chinese_text_tells_enough_to_be_found_inside_another_one() -> None:
    assert Mask.of(["门禁码四四七八"]).taken_out({"text": "嗯，门禁码四四七八，记住"}) == {"text": f"嗯，{MARK}，记住"}


def test_of_the_evidence_the_sentence_that_says_the_same_goes_and_the_others_stay() -> None:
    event = {"text": "Hi there. My gate code for hall seven is 4711, you know. Book the van for Monday."}
    mask = Mask.of([TEXT])
    assert mask.taken_out(event) == event
    taken = mask.taken_out(event, meant=True)
    assert taken == {"text": f"Hi there. {MARK} Book the van for Monday."}
