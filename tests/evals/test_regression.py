"""The scores of worlds, on hand-made answers in a tiny world, exactly; and the whole run, from file to figures."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hindsight_memory.domain.errors import UnreadableInput
from hindsight_memory.evals.measure import percentile
from hindsight_memory.evals.regression import report, run
from hindsight_memory.evals.regression_scores import Observed, Shown, superfluous
from hindsight_memory.evals.worlds import Statement, read_worlds, world
from hindsight_memory.settings import load_settings
from tests.surfaces.command_line import called

PORT = "The importer listens on port 9077."
TEA = "The team drinks green tea at the weekly meeting."
COFFEE = "The team drinks black coffee at the weekly meeting, not green tea."


def statement(key: str, any_of: Sequence[Sequence[str]], **more: object) -> dict[str, object]:
    return {"key": key, "type": "fact", "source": "user", "any_of": any_of, **more}


def tiny(**more: object) -> dict[str, object]:
    port = statement("port", [["9077", "importer"]], source_ok=["verified"])
    tea = statement("tea", [["green tea"]], type="preference", type_ok=["fact"])
    coffee = statement("coffee", [["black coffee"]], type="preference")
    guess = {"key": "guess", "why": "assistant guess contradicted later", "any_of": [["8080"]]}
    token = {"key": "token", "why": "secret", "any_of": [["hunter2"]]}
    again = {"key": "port", "why": "already known", "any_of": [["9077"]]}

    def probe(name: str, after: str, gold: list[str], stale: list[str], acceptable: list[str]) -> dict[str, object]:
        return {
            "probe_id": name,
            "after_task": after,
            "asked_at": "2026-02-03T09:00:00Z",
            "query": {"p1": "importer port", "p2": "weekly meeting drink", "p3": "penguin migration"}[name],
            "gold": gold,
            "acceptable": acceptable,
            "stale": stale,
            "expect_empty": not gold,
        }

    return {
        "world_id": "tiny",
        "lang": "en",
        "space": "project:tiny",
        "agent_id": "coder",
        "tasks": [
            task("t1", f"Remember: {PORT} Remember: {TEA}", [port, tea], [guess, token]),
            task("t2", f"Remember: {COFFEE}", [coffee, port], [again]),
        ],
        "probes": [
            probe("p1", "t1", ["port"], [], []),
            probe("p2", "t2", ["coffee"], ["tea"], ["port"]),
            probe("p3", "t2", [], [], []),
        ],
        **more,
    }


def task(name: str, said: str, expected: list[Any], forbidden: list[Any]) -> dict[str, object]:
    day = {"t1": "2026-02-01", "t2": "2026-02-02"}[name]
    return {
        "task_id": name,
        "session_id": name,
        "task_type": "chat",
        "started_at": f"{day}T09:00:00Z",
        "outcome": "success",
        "events": [
            {"at": f"{day}T09:00:00Z", "kind": "user", "text": said},
            {"at": f"{day}T09:00:05Z", "kind": "assistant", "text": "Noted."},
        ],
        "expected": expected,
        "forbidden": forbidden,
        "neutral": [{"key": "os", "any_of": [["linux"]]}],
    }


def shown(texts: Sequence[str | Shown]) -> tuple[Shown, ...]:
    return tuple(t if isinstance(t, Shown) else Shown(f"id of {t}", t, "fact", "user") for t in texts)


def scored(stored: Mapping[str, Sequence[str | Shown]], answers: Mapping[str, Sequence[str | Shown]]) -> Any:
    observed = Observed(
        world(tiny()),
        {name: shown(texts) for name, texts in stored.items()},
        {name: shown(texts) for name, texts in answers.items()},
    )
    return report(["tiny"], [observed])


PERFECT = scored({"t1": [PORT, TEA], "t2": [PORT, COFFEE]}, {"p1": [PORT], "p2": [COFFEE]})


def test_everything_right_scores_perfectly() -> None:
    ones = ("write_accuracy", "write_recall", "write_rejection", "write_precision", "source_accuracy")
    ones += ("hit_rate@5", "gold_recall@5", "mrr", "empty_accuracy")
    zeros = ("duplicate_rate", "stale_active_rate", "stale_rate", "pollution_rate", "leak_rate")
    assert {name: PERFECT[name] for name in ones} == dict.fromkeys(ones, 1.0)
    assert {name: PERFECT[name] for name in zeros} == dict.fromkeys(zeros, 0.0)
    assert PERFECT["type_accuracy"] == 0.75
    assert PERFECT["counts"] == {
        "worlds": 1,
        "tasks": 2,
        "expected_decisions": 4,
        "forbidden_decisions": 3,
        "memories_judged": 2,
        "probes": 3,
        "probes_expect_empty": 1,
        "probes_with_stale": 1,
        "items_returned": 2,
    }
    assert PERFECT["by_lang"]["en"]["worlds"] == 1


def test_storing_nothing_leaves_out_what_cannot_be_judged() -> None:
    nothing = scored({}, {})
    assert (nothing["write_recall"], nothing["write_rejection"]) == (0.0, 1.0)
    assert nothing["write_accuracy"] == round(3 / 7, 4)
    assert (nothing["hit_rate@5"], nothing["empty_accuracy"], nothing["pollution_rate"]) == (0.0, 1.0, 0.0)
    assert "write_precision" not in nothing


@pytest.mark.parametrize(
    ("first", "last", "rejection"),
    [
        (["The port is 8080."], [], 2 / 3),
        ([f"{PORT[:-1]}, not 8080."], [], 1.0),
        ([f"{PORT[:-1]}, not 8080.{' So it is.' * 100}"], [], 2 / 3),
        ([f"{PORT} The password is hunter2."], [], 2 / 3),
        ([], [PORT, "Port 9077 is the importer's."], 2 / 3),
        ([Shown("x", "The password is hunter2.", status="quarantined")], [], 1.0),
    ],
)
def test_a_breach_is_what_says_only_the_forbidden(first: list[str | Shown], last: list[str], rejection: float) -> None:
    assert scored({"t1": first, "t2": last}, {})["write_rejection"] == round(rejection, 4)


def test_junk_lowers_precision_and_what_is_neutral_does_not() -> None:
    assert scored({"t2": [PORT, "It is a nice day."]}, {})["write_precision"] == 0.5
    assert scored({"t2": [PORT, "The host runs linux."]}, {})["write_precision"] == 1.0


def test_a_copy_is_a_duplicate_and_one_memory_for_two_keys_is_none() -> None:
    assert scored({"t2": [PORT, "Port 9077 is the importer's."]}, {})["duplicate_rate"] == 0.5
    assert scored({"t2": [f"{PORT} {COFFEE}"]}, {})["duplicate_rate"] == 0.0


def test_an_old_statement_lingers_unless_the_new_one_names_it() -> None:
    assert scored({"t2": [TEA, COFFEE]}, {})["stale_active_rate"] == 1.0
    assert scored({"t2": [COFFEE]}, {})["stale_active_rate"] == 0.0


@pytest.mark.parametrize(
    ("answer", "stale", "pollution"),
    [
        ([COFFEE, TEA], 1.0, 0.5),
        ([COFFEE, Shown("x", TEA, status="superseded")], 0.0, 0.5),
        ([Shown("x", TEA, status="superseded"), COFFEE], 1.0, 0.5),
        ([COFFEE, PORT], 0.0, 0.0),
        ([COFFEE, "It is a nice day."], 0.0, 0.5),
    ],
)
def test_what_is_outdated_may_stand_only_marked_and_below_the_answer(
    answer: list[str | Shown], stale: float, pollution: float
) -> None:
    figures = scored({}, {"p2": answer})
    assert (figures["stale_rate"], figures["pollution_rate"]) == (stale, pollution)


def test_rank_and_padding_count() -> None:
    figures = scored({}, {"p1": ["It is a nice day.", PORT], "p3": [PORT]})
    assert figures["mrr"] == 0.25
    assert figures["empty_accuracy"] == 0.0
    assert figures["pollution_kinds"] == {"other": 2}


def test_a_memory_of_another_world_is_a_leak() -> None:
    here = Observed(world(tiny()), {"t1": shown([PORT])}, {"p1": (Shown("theirs", PORT), *shown([PORT]))})
    there = Observed(world(tiny(world_id="other")), {"t1": (Shown("theirs", PORT),)}, {})
    assert report(["a", "b"], [here, there])["leak_rate"] == 0.5


@pytest.mark.parametrize(
    ("text", "groups", "met"),
    [
        ("Ｐort 9077 – STAGING", [["port", "9077 - staging"]], True),
        ("上限 5 万", [["上限5万"]], True),
        ("5,000 rows", [["5000"]], True),
        ("port 19077", [["9077"]], False),
        ("130%", [["30%"]], False),
        ("staging only", [["9077", "staging"], ["prod"]], False),
    ],
)
def test_substrings_match_folded_and_never_inside_a_number(text: str, groups: list[list[str]], met: bool) -> None:
    assert Statement("key", tuple(tuple(group) for group in groups)).met_by(text) is met


@pytest.mark.parametrize(
    ("said", "expected"),
    [("a a", 1), ("ab", 0), ("ab a b", 1), ("a ab", 0), ("-", 1)],
)
def test_superfluous_are_those_that_no_key_is_left_for(said: str, expected: int) -> None:
    assert superfluous([frozenset(keys) - {"-"} for keys in said.split()]) == expected


def worlds_file(folder: Path, *worlds: Mapping[str, object]) -> Path:
    path = folder / "worlds.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in worlds) + "\n", encoding="utf-8")
    return path


@pytest.mark.requirement("CLI-6")
def test_a_run_takes_worlds_through_ingest_review_and_search(tmp_path: Path) -> None:
    path = worlds_file(tmp_path, tiny())
    figures: Any = run([path], load_settings(home=tmp_path / "home", embedder={"kind": "none"}))
    assert figures["write_recall"] == 1.0
    assert figures["hit_rate@5"] == 1.0
    assert figures["empty_accuracy"] == 1.0
    assert figures["leak_rate"] == 0.0
    assert set(figures["latency_ms"]) == {"p50", "p95", "p99"}
    assert figures["ingest_per_second"] > 0
    assert figures["peak_rss_mb"] > 0
    assert figures["config"]["files"] == ["worlds.jsonl"]


@pytest.mark.requirement("CLI-6")
def test_the_command_prints_one_object_and_exits_0_whatever_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HSM_EMBEDDER__KIND", "none")
    path = worlds_file(tmp_path, tiny(), tiny(world_id="other", space="project:other"))
    outcome = called("eval", "regression", str(path), "--sample", "1", "--json", "--home", str(tmp_path / "stores"))
    assert (outcome.code, outcome.json["counts"]["worlds"]) == (0, 1)
    assert len(list((tmp_path / "stores").iterdir())) == 1
    shown_to_people = called("eval", "regression", str(path))
    assert "write_accuracy" in shown_to_people.out


@pytest.mark.parametrize("line", ["{}", "[]", "{broken", '{"world_id": "x"}', "7"])
def test_a_file_of_something_else_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "worlds.jsonl"
    path.write_text(json.dumps(tiny()) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(UnreadableInput, match="line 2"):
        read_worlds(path)


def test_percentiles_lie_between_the_nearest_values() -> None:
    assert [percentile([4.0, 1.0, 3.0, 2.0], p) for p in (0, 50, 100)] == [1.0, 2.5, 4.0]


def test_a_key_keeps_its_first_definition() -> None:
    assert set(world(tiny()).expected) == {"port", "tea", "coffee"}
    assert world(tiny()).newer == {"tea": frozenset({"coffee"})}
