"""The delta engine on any text: total, honest, the same for the same thing said in another way, monotone."""

import gc
import json
import unicodedata
from collections.abc import Callable, Iterator
from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hindsight_memory.domain.decision import Delta, DeltaResult, Expectation, ExpectedKind, Outcome, OutcomeSource
from hindsight_memory.domain.delta import delta_of
from tests.unit.domain.delta.table import AT, MET, UNKNOWN, VIOLATED, compared
from tests.unit.domain.delta.test_cases import CASES

KINDS = st.sampled_from(ExpectedKind)
ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=60)
PIECES = st.sampled_from(
    (
        "5 0 -3 1,234 1.234 1.234,5 1'234 1_0 1e9 1e999 ½ ² 一万二 三 3.5万 个 次 ms s KB Mb KiB % ‰ $ ¥ 元 PT1H 1:30 "
        ".. - – ~ ± >= <= < > = != between and at least 不超过 至少 以上 到 not no 没有 未 failed passed error ok 成功 "
        "失败 "
        "通过 exit code 退出码 200 2xx HTTP { } [ ] ( ) \" ' : , ; . | $.a[0] == contains exists null true a b ab \\d+ "
        "(a+)+ .* ^ \x00 \ud800 \ud83d\ude00 \u0301 \u202f tests of 2026-05-01"
    ).split(" ")
)
MIXED = st.lists(PIECES | st.sampled_from([" ", " ", "\n", ""]), max_size=14).map("".join) | ANY_TEXT


def is_sound(delta: Delta) -> bool:
    """What holds for every delta."""
    if delta.result is UNKNOWN:
        return delta.magnitude is None and bool(delta.reason)
    if delta.result is MET:
        return delta.magnitude == 0.0
    return delta.magnitude is not None and 0 < delta.magnitude <= 1


@settings(max_examples=600)
@given(KINDS, MIXED, MIXED, st.sampled_from(["", "ok", "error"]), st.none() | st.integers(-1, 2))
def test_any_texts_yield_a_sound_delta(
    kind: ExpectedKind, expected: str, text: str, status: str, code: int | None
) -> None:
    delta = compared(kind, expected, text, status=status, exit_code=code)
    assert is_sound(delta)
    assert delta == compared(kind, expected, text, status=status, exit_code=code)
    delta.expected.encode()
    delta.actual.encode()


@pytest.mark.requirement("DEC-3")
@given(st.none() | KINDS, MIXED, MIXED, st.sampled_from(["", "ok", "error"]), st.none() | st.integers(-1, 2))
def test_what_the_agent_says_is_never_met_nor_violated(
    kind: ExpectedKind | None, expected: str, text: str, status: str, code: int | None
) -> None:
    outcome = Outcome(text=text, source=OutcomeSource.AGENT, at=AT, status=status, exit_code=code)
    assert delta_of(Expectation(text=expected, kind=kind), outcome).result is UNKNOWN


@settings(max_examples=150)
@given(KINDS, MIXED, MIXED)
def test_outer_space_line_ends_and_composition_change_no_result(kind: ExpectedKind, expected: str, text: str) -> None:
    first = compared(kind, expected, text).result
    # A lone surrogate beside another half, or a carriage return at the edge, would be another text.
    for other in (f" \n{text}\t ", unicodedata.normalize("NFD", unicodedata.normalize("NFC", text))):
        assert {first, compared(kind, expected, other).result} != {MET, VIOLATED}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.kind}: {case.why}")
def test_no_case_turns_round_when_it_is_written_in_another_way(case: object) -> None:
    assert case in CASES
    held = CASES[CASES.index(case)]  # pyright: ignore[reportArgumentType]
    texts = [f"  {held.text}\n", unicodedata.normalize("NFD", held.text), held.text.replace(" ", "\u3000")]
    for text in texts:
        found = compared(held.kind, held.expected, text, status=held.status, exit_code=held.exit_code).result
        assert {held.result, found} != {MET, VIOLATED}
    padded = compared(held.kind, f" {held.expected} ", texts[0], status=held.status, exit_code=held.exit_code)
    assert padded.result is held.result


HOSTILE = """1,|1 |[|(|5 ms |no error |一|没有|\ud800|\x00|\u0301|0 failed, """.split("|")


EXPECTATIONS = {
    "equals": ["5 ms", "{a, b}", '{"a": 1}', "word"],
    "contains": ["5 ms", "error"],
    "matches": ["(a+)+$"],
    "range": [">= 5", "不超过 3 秒"],
    "status": ["ok", "200"],
    "exit_code": ["0"],
    "json_path": ["$.a == 1"],
    "changed": ["5 ms"],
    "absent": ["error"],
}


@pytest.fixture
def no_collection() -> Iterator[None]:
    """What is measured is the engine, not how long it takes to go through what thousands of other tests left."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.timeout(60)
@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hundred_thousand_characters_of_anything_take_less_than_two_seconds(piece: str) -> None:
    long = (piece * 100_000)[:100_000]
    for kind, expectations in EXPECTATIONS.items():
        for expected, text in [*((expected, long) for expected in expectations), (long[:20_000], "5 ms")]:
            begun = process_time()
            assert is_sound(compared(kind, expected, text))
            assert process_time() - begun < 2


TIME_UNITS = {"ms": Fraction(1, 1000), "s": Fraction(1), "min": Fraction(60), "h": Fraction(3600)} | {
    "MS": Fraction(1, 1000),
    "Seconds": Fraction(1),
    "毫秒": Fraction(1, 1000),
    "分钟": Fraction(60),
    "小时": Fraction(3600),
    "天": Fraction(86400),
}
AMOUNTS = st.integers(1, 99_999)
UNITS = st.sampled_from(sorted(TIME_UNITS))


def written(value: Fraction) -> str:
    """An exact decimal; only called with values that have one."""
    digits = 12
    scaled = value * 10**digits
    assert scaled.denominator == 1
    whole, rest = divmod(int(scaled), 10**digits)
    return f"{whole}.{rest:0{digits}d}".rstrip("0").rstrip(".")


@settings(max_examples=200)
@given(
    AMOUNTS,
    AMOUNTS,
    st.sampled_from(["ms", "s", "毫秒", "MS"]),
    UNITS,
    st.sampled_from(["{}{}", "{} {}", "took {} {}", "耗时 {}{}"]),
)
def test_a_duration_in_another_unit_is_the_same_duration(
    amount: int, bound: int, actual_unit: str, unit: str, form: str
) -> None:
    text = form.format(amount, actual_unit)
    seconds = amount * TIME_UNITS[actual_unit]
    limit = bound * TIME_UNITS[unit]
    assert compared("range", f"<= {bound} {unit}", text).result is (MET if seconds <= limit else VIOLATED)
    assert compared("equals", f"{written(seconds)} s", text).result is MET
    assert compared("equals", f"{bound} {unit}", text).result is (MET if seconds == limit else VIOLATED)


def chinese(number: int) -> str:
    """A number below 10,000 as it is written in Chinese."""
    digits, places, out, gap = "零一二三四五六七八九", ("", "十", "百", "千"), "", False
    for index, digit in enumerate(f"{number:04d}"):
        if digit == "0":
            gap = bool(out)
            continue
        out, gap = out + ("零" if gap else "") + digits[int(digit)] + places[3 - index], False
    return out


FORMATS: dict[str, Callable[[int], str]] = {
    "English": lambda n: f"{n:,}.5",
    "German": lambda n: f"{n:,}".replace(",", ".") + ",5",
    "French": lambda n: f"{n:,}".replace(",", " ") + ",5",
    "narrow": lambda n: f"{n:,}".replace(",", "\u202f") + ",5",
    "Swiss": lambda n: f"{n:,}".replace(",", "'") + ".5",
    "program": lambda n: f"{n:_}.5",
    "plain": lambda n: f"{n}.5",
    "scientific": lambda n: f"{n}5e-1",
    "wide": lambda n: f"{n}.5".translate({ord(c): ord(c) + 0xFEE0 for c in "0123456789."}),
}


@given(st.integers(1, 10**9), st.sampled_from(sorted(FORMATS)), st.sampled_from(sorted(FORMATS)), st.integers(0, 2))
def test_a_number_in_another_format_is_the_same_number(number: int, one: str, other: str, more: int) -> None:
    delta = compared("equals", FORMATS[one](number), FORMATS[other](number + more))
    assert delta.result is (VIOLATED if more else MET)


@given(st.integers(1, 9999))
def test_a_chinese_numeral_is_its_number(number: int) -> None:
    assert compared("equals", str(number), chinese(number)).result is MET
    assert compared("equals", str(number * 10_000), f"{number}万").result is MET
    assert compared("range", f"<= {number}", f"共 {chinese(number)} 个").result in (MET, UNKNOWN)


@given(st.integers(1, 999), st.integers(0, 999), st.integers(1, 3_000_000))
def test_a_comma_before_three_digits_is_only_decided_where_both_readings_agree(high: int, low: int, bound: int) -> None:
    readings = {Fraction(high * 1000 + low), high + Fraction(low, 1000)}
    met = {value <= bound for value in readings}
    delta = compared("range", f"<= {bound}", f"{high},{low:03d}")
    if len(met) > 1:
        assert (delta.result, delta.reason) == (UNKNOWN, "ambiguous_number")
    else:
        assert delta.result is (MET if met.pop() else VIOLATED)


SCALARS = st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=8)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3))
DOCUMENTS = st.dictionaries(st.text("abc名", min_size=1, max_size=3), VALUES, max_size=4)


@given(DOCUMENTS, DOCUMENTS)
def test_key_order_and_layout_of_json_do_not_count_and_everything_else_does(
    one: dict[str, object], other: dict[str, object]
) -> None:
    expected = unicodedata.normalize("NFC", json.dumps(one))
    turned = json.dumps(dict(reversed(one.items())), indent=2)
    assert compared("equals", expected, turned).result is MET
    assert compared("equals", expected, f"```json\n{turned}\n```").result is MET
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert compared("equals", expected, json.dumps(other)).result is (MET if same else VIOLATED)


@given(st.integers(-1000, 1000), st.integers(0, 500), st.integers(0, 500), st.sampled_from([">= {}", "> {}", "{}..{}"]))
def test_the_further_below_a_bound_the_greater_the_magnitude(bound: int, near: int, more: int, form: str) -> None:
    expected = form.format(bound, bound + 10)
    first, second = (compared("range", expected, str(bound - 1 - distance)) for distance in (near, near + more))
    assert first.result is second.result is VIOLATED
    assert first.magnitude is not None
    assert second.magnitude is not None
    assert first.magnitude <= second.magnitude < 1
    assert more == 0 or first.magnitude < second.magnitude


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(1, 10**6))
def test_the_further_from_the_expected_number_the_greater_the_magnitude(expected: int, near: int, more: int) -> None:
    first, second = (compared("equals", str(expected), str(expected + away)) for away in (near, near + more))
    assert first.result is second.result is VIOLATED
    assert (first.magnitude or 0) <= (second.magnitude or 0) <= 1


@given(st.lists(st.sampled_from("alpha beta gamma delta".split()), unique=True, min_size=1), st.integers(0, 4))
def test_contains_and_absent_count_the_share_and_are_opposites(parts: list[str], kept: int) -> None:
    text = "first " + " ".join(parts[:kept])
    missing = len(parts) - len(parts[:kept])
    contains, absent = (compared(kind, "\n".join(parts), text) for kind in ("contains", "absent"))
    assert contains.magnitude == pytest.approx(missing / len(parts))
    assert absent.magnitude == pytest.approx(1 - missing / len(parts))


@settings(max_examples=150)
@given(MIXED, MIXED)
def test_changed_is_never_met_where_equals_is_met(former: str, text: str) -> None:
    results = {compared("equals", former, text).result, compared("changed", former, text).result}
    assert results not in ({MET}, {VIOLATED})
    assert DeltaResult.UNKNOWN in results or results == {MET, VIOLATED}
