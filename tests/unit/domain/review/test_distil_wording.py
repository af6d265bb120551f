"""What a memory says is the finding: no agreement before it, no bare order, nothing that only announces."""

import pytest

from hindsight_memory.domain.review.distil import distil
from hindsight_memory.domain.review.distil.wording import pointed, subject_of
from tests.unit.domain.review.traces import concluded, told, trace


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("You're right, the width is 40 cm.", "the width is 40 cm."),
        ("Good catch - the width is 40 cm. Fixed.", "the width is 40 cm."),
        ("My mistake, sorry: the width is 40 cm. It's corrected now.", "the width is 40 cm."),
        ("你说得对,宽度是 40 厘米。已更正。", "宽度是 40 厘米。"),
        ("确实,宽度是 40 厘米。", "宽度是 40 厘米。"),
        ("The right side is 40 cm wide.", "The right side is 40 cm wide."),
        ("确实收到了 40 份。", "确实收到了 40 份。"),
        ("You're right. Fixed.", "You're right. Fixed."),
        ("没错,改好了。", "没错,改好了。"),
    ],
)
def test_agreement_before_and_a_report_after_are_no_part_of_what_was_found(text: str, left: str) -> None:
    assert pointed(text) == left


@pytest.mark.parametrize(
    ("request_", "subject"),
    [
        ("The pump on deck 2 stalls, please have a look", "The pump on deck 2 stalls"),
        ("The pump on deck 2 stalls, logs are below, can you check", "The pump on deck 2 stalls"),
        ("二号泵老停,日志在下面,帮忙看看", "二号泵老停"),
        ("二号泵老停，看看是不是皮带松了", "二号泵老停"),
        ("二号泵老停,帮我看下,接的是三号柜", "二号泵老停,接的是三号柜"),
        ("Check the pump on deck 2", "Check the pump on deck 2"),
        ("先写启停脚本,在备用泵上跑一遍", "先写启停脚本,在备用泵上跑一遍"),
        ("帮忙看看", "帮忙看看"),
        ("Please have a look at the pump, it stalls", "Please have a look at the pump, it stalls"),
    ],
)
def test_clauses_that_only_hand_the_work_over_do_not_head_a_finding(request_: str, subject: str) -> None:
    assert subject_of(request_) == subject


def test_a_way_that_worked_is_told_behind_its_problem_without_the_order() -> None:
    task = trace(
        ("user", "二号泵老停,帮忙看看"),
        ("tool_call", "run: first"),
        ("tool_error", "Error: exit 1"),
        ("tool_call", "run: second"),
        ("tool_result", "ok"),
        ("assistant", "最终可行的办法:把 start_delay 调到 8 秒。"),
    )
    assert [c.content for c in distil(task).candidates] == ["二号泵老停 — 最终可行的办法:把 start_delay 调到 8 秒。"]


@pytest.mark.parametrize(
    "text", ["Always keep these limits in mind:", "以后一律按下面的规则来:", "Never use the following:"]
)
def test_what_only_announces_what_follows_is_left_out_with_its_reason(text: str) -> None:
    found = distil(told(text))
    assert found.candidates == ()
    assert "announced" in {d.reason.code for d in found.dropped}


def test_a_corrected_value_is_kept_without_agreeing() -> None:
    task = trace(
        ("user", "Describe the deck pump for the manual."),
        ("assistant", "The deck pump moves 32 litres a second."),
        ("user", "a second? look again"),
        ("tool_call", "read: datasheet"),
        ("tool_result", "flow 32 l/min"),
        ("assistant", "You're right, the unit was wrong: 32 litres a minute. Corrected."),
    )
    assert [c.content for c in distil(task).candidates] == [
        "Describe the deck pump for the manual — the unit was wrong: 32 litres a minute."
    ]


def test_a_pronoun_that_means_something_in_its_own_sentence_needs_no_sentence_before() -> None:
    found = distil(told("Chalk it is. I hate markers anyway, the smell stays for hours, so never plan with those."))
    assert [c.content for c in found.candidates] == [
        "I hate markers anyway, the smell stays for hours, so never plan with those."
    ]


def test_a_finding_that_fails_with_a_colon_inside_stays() -> None:
    found = distil(concluded("Merging does not work: pdfunite loses the form fields."))
    assert [c.content for c in found.candidates] == ["Merging does not work: pdfunite loses the form fields."]
