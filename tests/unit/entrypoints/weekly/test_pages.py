"""The pages of a report: complete in both languages, one file, and whatever was stored is text in them."""

import re
from string import Formatter

import pytest

from hindsight_memory.domain.decision import ExpectedKind
from hindsight_memory.domain.events import Change
from hindsight_memory.entrypoints.weekly.html import tag
from hindsight_memory.entrypoints.weekly.markdown import plain
from hindsight_memory.entrypoints.weekly.words import CHANGES, COMPARISONS, WORDS
from hindsight_memory.testing import FrozenClock, throw_away_app
from tests.unit.entrypoints.weekly.pages import WEDNESDAY, Seen, body_of, made, settle

pytestmark = pytest.mark.requirement("DEC-9")
ATTACK = "</title></style><script>alert(1)</script><img src=http://evil.test/x onerror=a()>\"'&amp;"
MARKED = "![a](http://evil.test/b.png) [c](javascript:d) `e` |f| <g> **h** www.evil.test # i"
TAGS = set(
    "html head meta title style body main header h1 p dl div dt dd section h2 figure svg desc g line text path circle "
    "figcaption strong table caption thead tbody tr th td article footer".split()
)
HEADINGS = {
    "en": ["Is confidence deserved?", "Confidently wrong", "Said fine, was not", "Wrong more than once", "Blind spots"],
    "zh": ["置信度可靠吗", "高置信误判", "自称成功、实际未达预期", "反复出错的信念", "认知盲点"],
}
LATER = {
    "en": ["Tools left aside", "From week to week", "Still open", "What changed in memory"],
    "zh": ["被忽略的工具", "逐周变化", "尚未闭合的意图", "本周的记忆变更"],
}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("page_format", ["markdown", "html"])
def test_a_report_has_all_its_parts_in_both_languages_and_formats(lang: str, page_format: str) -> None:
    page = made(lang=lang, format=page_format).page
    pattern = r"<h2[^>]*>([^<]+)</h2>" if page_format == "html" else r"(?m)^## (.+)$"
    assert re.findall(pattern, page) == HEADINGS[lang] + LATER[lang]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_page_is_one_file_that_fetches_nothing(lang: str) -> None:
    page = made(ATTACK, lang=lang, format="html").page
    style = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert len(style) == 1
    assert not re.search(r"url\(|@import|@font-face|https?:|//", style[0])
    seen = Seen(page)
    assert set(seen.tags) == TAGS
    assert not {name for _, name, _ in seen.attributes} & {"src", "href", "srcset", "action", "style", "data", "xmlns"}
    assert not [name for _, name, _ in seen.attributes if name.startswith("on")]
    policy = next(
        value for tag_, name, value in seen.attributes if (tag_, name) == ("meta", "content") and "src" in value
    )
    assert policy.startswith("default-src 'none'")


def test_whatever_others_wrote_is_shown_as_it_is_and_is_never_markup() -> None:
    page = made(ATTACK, format="html").page
    text = "".join(Seen(page).texts)
    assert f"Both are alone {ATTACK}"[:110].rstrip() in text
    assert f"TypeError {ATTACK}" in text
    assert f"Pin datebook 2.0.0 {ATTACK}" in text
    for parts in ("<script", "<img", "</style><", 'onerror=a()>"'):
        assert parts not in page.replace("</style></head>", "")


def test_in_markdown_it_makes_no_link_no_image_no_markup_and_no_column() -> None:
    page = made(MARKED, format="markdown").page
    assert not re.search(r"(?<!\\)[\[\]`]", page.replace("```", ""))
    assert "http://" not in page
    assert "www." not in page
    assert not re.search(r"<\w", page)
    for table in re.findall(r"(?m)(?:^\|.*\n)+", page):
        columns = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(columns) == 1


def test_plain_text_is_one_line_without_hidden_characters() -> None:
    assert plain("a\nb\u202e\u200bc") == "a bc"
    assert plain("- a") == "\\- a"
    assert plain("中文，a_b") == "中文，a\\_b"


def test_every_plot_has_a_title_a_description_and_a_table_beside_it() -> None:
    page = made(format="html").page
    seen = Seen(page)
    assert (seen.tags["svg"], seen.tags["desc"]) == (3, 3)
    names = [value for tag_, name, value in seen.attributes if (tag_, name) == ("svg", "aria-labelledby")]
    ids = {value for _, name, value in seen.attributes if name == "id"}
    assert {part for name in names for part in name.split()} <= ids
    for section in re.findall(r"<section.*?</section>", page, re.DOTALL):
        assert ("<svg" in section) <= ("<table" in section)
    assert seen.tags["caption"] == seen.tags["table"]


@pytest.mark.parametrize(("lang", "language"), [("en", "en"), ("zh", "zh-Hans")])
def test_the_page_says_its_language(lang: str, language: str) -> None:
    assert f'<html lang="{language}">' in made(lang=lang, format="html").page


def test_the_summary_is_two_sentences_with_the_numbers_of_the_week() -> None:
    english, chinese = made(lang="en").summary, made(lang="zh").summary
    # A third of the 24 decisions and the one that waits fall into this week; every other one was met.
    assert english == (
        "9 decisions were recorded in this week; of 8 with a known result 4 came out as expected "
        "(50 %, 95 % interval 22–78 %; 50 % the week before). 0 were confidently wrong, 1 awaits an outcome, "
        "and memories changed 1 time."
    )
    assert chinese == (
        "本周记录了 9 个决策；结果可判定的 8 个中有 4 个符合预期（50%，95% 区间 22–78%；上周为 50%）。"
        "高置信误判 0 个，等待结果的决策 1 个，记忆变更 1 次。"
    )


def test_few_results_claim_no_rate_and_none_are_said_to_be_none() -> None:
    with throw_away_app(lexical_only=True, clock=FrozenClock(WEDNESDAY)) as app:
        empty = body_of(app, format="html")
        assert empty.summary.startswith("No decision was recorded in this week.")
        assert Seen(empty.page).tags["svg"] == 0
        assert "本周没有记录任何决策。" in body_of(app, lang="zh", format="markdown").page
    with throw_away_app(lexical_only=True, clock=FrozenClock(WEDNESDAY)) as app:
        settle(app, 3)
        assert "of 3 with a known result 3 came out as expected (too few to claim a rate)." in body_of(app).summary


def test_json_has_the_numbers_and_no_page() -> None:
    body = made()
    assert (body.page, body.week, body.window_weeks, body.spaces) == ("", "2026-W48", 8, ["default"])
    assert body.window.calibration.met.of == 24
    assert body.window.weeks[-1].week == "2026-W48"


def test_every_text_says_the_same_in_both_languages_and_every_change_has_a_word() -> None:
    def places(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    assert [name for name, said in WORDS.items() if places(said["en"]) != places(said["zh"])] == []
    assert {change.value for change in Change} <= set(CHANGES)
    assert {kind.value for kind in ExpectedKind} == set(COMPARISONS)


def test_a_chinese_page_says_in_chinese_how_an_expectation_is_compared() -> None:
    assert "（退出码）" in made(lang="zh", format="markdown").page
    assert "(exit code)" in made(lang="en", format="markdown").page


def test_markup_is_escaped_where_it_is_put_in_once() -> None:
    inner = tag("b", "<i>")
    assert tag("p", inner, "&", title='"') == '<p title="&quot;"><b>&lt;i&gt;</b>&amp;</p>'
