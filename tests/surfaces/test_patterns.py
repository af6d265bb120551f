"""Patterns and the weekly report: the same answer on every surface that has them, and the page that is asked for."""

import json
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.bootstrap import opened
from hindsight_memory.domain.decision import ExpectedKind, OutcomeSource
from hindsight_memory.domain.errors import HindsightError
from hindsight_memory.settings import load_settings
from hindsight_memory.wire.decisions import RecordBody
from hindsight_memory.wire.patterns import PatternsBody
from hindsight_memory.wire.weekly import PageFormat, WeeklyBody
from tests.surfaces.command_line import called
from tests.surfaces.python_calls import PythonCalls, async_client, client, hindsight
from tests.surfaces.rest import Rest, calling
from tests.surfaces.surface import Refused, code_of

pytestmark = pytest.mark.requirement("INV-9")
Call = Callable[..., Any]
WEEK = "2026-W48"
KNOWN = {
    "intent": "Pin datebook 2.0.0.",
    "intent_type": "dependency_upgrade",
    "belief_text": "两个包互相独立。",
    "expected": "0",
    "expected_kind": ExpectedKind.EXIT_CODE,
    "outcome_source": OutcomeSource.SYSTEM,
    "confidence": 0.9,
}


class Asking:
    """The command line and REST, with the calls of Python."""

    def __init__(self, home: Path, rest: Rest | None = None) -> None:
        self._home = str(home)
        self._rest = rest

    def call(self, name: str, **given: Any) -> Any:
        kind: Any = {"patterns": PatternsBody, "weekly_report": WeeklyBody}[name]
        if self._rest is not None:
            path = {"patterns": "/v1/patterns", "weekly_report": "/v1/reports/weekly"}[name]
            response = self._rest.client.get(path, params=given, headers={"Accept": "application/json"})
            return kind.model_validate(_checked(response.json()))
        line = {"patterns": ["decisions", "patterns"], "weekly_report": ["report"]}[name]
        options = [word for option, value in given.items() for word in (f"--{option.replace('_', '-')}", str(value))]
        outcome = called(*line, *options, "--json", "--home", self._home)
        return kind.model_validate(_checked(outcome.json))


def _checked(answer: Any) -> Any:
    if "error" in answer:
        raise Refused(**{name: answer["error"][name] for name in ("code", "message", "hint")})
    return answer


WAYS: dict[str, Callable[[Path], AbstractContextManager[PythonCalls]]] = {
    "embedded": hindsight,
    "client": client,
    "async-client": async_client,
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with six decisions of one week, of which two were violated, and one of the week before."""
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    monkeypatch.setenv("LC_ALL", "C")
    folder = tmp_path / "home"
    with hindsight(folder) as store:
        for day, code in enumerate((0, 0, 1, 0, 1, 0)):
            at = f"2026-11-{23 + day}T09:00:00Z"
            store.record_decision(RecordBody.taken({**KNOWN, "exit_code": code, "decided_at": at}))
        store.record_decision(RecordBody.taken({**KNOWN, "exit_code": 0, "decided_at": "2026-11-20T09:00:00Z"}))
    return folder


@pytest.fixture(params=[*WAYS, "cli", "rest"])
def call(request: pytest.FixtureRequest, home: Path) -> Generator[Call]:
    if request.param == "cli":
        yield Asking(home).call
    elif request.param == "rest":
        with opened(load_settings(home=home)) as app, calling(app) as speaking:
            yield Asking(home, Rest(speaking)).call
    else:
        with WAYS[request.param](home) as driver:
            yield driver.call


@pytest.mark.requirement("DEC-8")
def test_patterns_are_the_same_wherever_they_are_asked_for(call: Call) -> None:
    found = call("patterns", since="2026-11-23", until="2026-11-30", intent_type="dependency_upgrade").patterns
    table = found.calibration
    assert (found.decisions, table.met.hits, table.met.of, table.confidently_wrong) == (6, 4, 6, 2)
    assert (table.met.share, table.met.low, table.met.high, table.met.few) == (0.6667, 0.3, 0.9032, False)
    # (4 · 0.01 + 2 · 0.81) / 6, and 0.9 - 4/6
    assert (table.brier, table.calibration_error) == (0.2767, 0.2333)
    assert [(one.low, one.met.of) for one in table.bins] == [(0.9, 6)]
    (repeated,) = found.repeated_beliefs
    assert (repeated.belief, repeated.violated.hits, repeated.few) == ("两个包互相独立。", 2, True)
    assert call("patterns", intent_type="deploy").patterns.decisions == 0
    assert call("patterns").patterns.decisions == 7


@pytest.mark.requirement("DEC-9")
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_report_of_a_week_is_the_same_wherever_it_is_asked_for(call: Call, lang: str) -> None:
    report = call("weekly_report", week=WEEK, lang=lang)
    assert (report.week, report.of_week.decisions, report.before.of, report.window.decisions) == (WEEK, 6, 1, 7)
    assert (report.page, report.format) == ("", PageFormat.JSON)
    words = {"en": "6 decisions were recorded in this week; of 6", "zh": "本周记录了 6 个决策；结果可判定的 6 个"}
    assert report.summary.startswith(words[lang])
    pages = {form: call("weekly_report", week=WEEK, lang=lang, format=form).page for form in ("markdown", "html")}
    assert pages["markdown"].startswith("# ")
    assert pages["html"].startswith("<!doctype html>")
    assert "两个包互相独立。" in pages["markdown"]
    assert "两个包互相独立。" in pages["html"]


@pytest.mark.parametrize(
    ("name", "given", "code", "hint"),
    [
        ("weekly_report", {"week": "48"}, "invalid", "2026-W48"),
        ("patterns", {"since": "2026-11-30", "until": "2026-11-23"}, "invalid", "since"),
        ("patterns", {"since": "yesterday"}, "bad_time", ""),
    ],
)
def test_what_cannot_be_asked_is_refused_with_how_to_ask(
    call: Call, name: str, given: dict[str, str], code: str, hint: str
) -> None:
    with pytest.raises(HindsightError) as caught:
        call(name, **given)
    assert code_of(caught.value) == code
    assert hint in caught.value.hint


def test_what_is_not_known_is_refused_in_python_and_rest(home: Path) -> None:
    with hindsight(home) as store, pytest.raises(HindsightError) as caught:
        store.call("patterns", intent_types="deploy")
    assert (caught.value.code, "intent_type" in caught.value.hint) == ("unknown_argument", True)
    with opened(load_settings(home=home)) as app, calling(app) as speaking:
        answer = speaking.get("/v1/reports/weekly", params={"formt": "html"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "unknown_argument")


@pytest.mark.requirement("DEC-9")
@pytest.mark.parametrize(("form", "media_type"), [("html", "text/html"), ("markdown", "text/markdown")])
def test_rest_gives_the_page_itself_unless_json_alone_is_accepted(home: Path, form: str, media_type: str) -> None:
    with opened(load_settings(home=home)) as app, calling(app) as speaking:
        asked = {"week": WEEK, "format": form, "lang": "zh"}
        page = speaking.get("/v1/reports/weekly", params=asked)
        told = speaking.get("/v1/reports/weekly", params=asked, headers={"Accept": "application/json"})
        plain = speaking.get("/v1/reports/weekly", params={"week": WEEK})
    assert page.headers["content-type"] == f"{media_type}; charset=utf-8"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert told.headers["content-type"] == "application/json"
    assert _without_time(told.json()["page"]) == _without_time(page.text)
    assert (plain.headers["content-type"], plain.json()["page"]) == ("application/json", "")


def _without_time(page: str) -> list[str]:
    return [line.partition("Hindsight")[0] for line in page.splitlines()]


@pytest.mark.requirement("DEC-9")
def test_the_command_writes_a_file_of_the_kind_that_its_name_says(home: Path, tmp_path: Path) -> None:
    for name, begins in (("周报.html", "<!doctype html>"), ("week.md", "# Decisions"), ("week.json", "{")):
        out = tmp_path / name
        outcome = called("report", "--week", WEEK, "--out", str(out), "--home", str(home))
        assert (outcome.code, out.read_text(encoding="utf-8").startswith(begins)) == (0, True)
        assert outcome.out.startswith("6 decisions were recorded")
    assert json.loads((tmp_path / "week.json").read_text(encoding="utf-8"))["week"] == WEEK
    unknown = called("report", "--out", str(tmp_path / "week.pdf"), "--home", str(home))
    assert (unknown.code, ".html" in unknown.err, (tmp_path / "week.pdf").exists()) == (2, True, False)
    nowhere = called("report", "--out", str(tmp_path / "none" / "x.html"), "--home", str(home))
    assert (nowhere.code, "cannot be written" in nowhere.err) == (2, True)


def test_without_a_file_the_command_prints_markdown_or_html(home: Path) -> None:
    markdown = called("report", "--week", WEEK, "--lang", "zh", "--home", str(home)).out
    assert markdown.startswith("# 决策周报 · 2026 年第 48 周")
    assert called("report", "--week", WEEK, "--format", "md", "--home", str(home)).out.startswith(
        "# Decisions of the week"
    )
    assert called("report", "--week", WEEK, "--format", "html", "--home", str(home)).out.startswith("<!doctype html>")


def test_the_command_shows_patterns_in_words(home: Path) -> None:
    shown = called("decisions", "patterns", "--home", str(home)).out
    assert "7 decisions" in shown
    assert "met 71% of 7 (36%–92%)" in shown
    assert "两个包互相独立。  2/7 violated (too few to claim)" in shown
    nothing = called("decisions", "patterns", "--intent-type", "deploy", "--home", str(home))
    assert (nothing.out, "No decisions here" in nothing.err) == ("", True)
