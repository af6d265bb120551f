"""Figures of evaluations and of the benchmark for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hindsight_memory.entrypoints.cli.terminal import Terminal, columns

_GROUPS = ("by_dataset", "by_lang", "by_category", "by_type")
_MOST_COLUMNS = 8
_TIMES = f"{'median':>9}{'p95':>9}{'p99':>9}{'CPU':>9}"


def show_figures(terminal: Terminal, figures: Mapping[str, Any]) -> None:
    """Show the metrics over everything, then by group, then what they cost."""
    metrics = {name: value for name, value in figures.items() if isinstance(value, int | float)}
    for line in columns([(name, _number(value)) for name, value in metrics.items()], 0):
        terminal.line(line)
    for group in _GROUPS:
        rows: Mapping[str, Any] = figures.get(group) or {}
        if len(rows) > 1:
            _show_group(terminal, group, rows, list(metrics))
    for name in ("counts", "latency_ms"):
        if figures.get(name):
            parts = ", ".join(f"{key} {_number(value)}" for key, value in figures[name].items())
            terminal.line((f"{name}: ", "bold"), parts)


def _show_group(terminal: Terminal, title: str, rows: Mapping[str, Any], metrics: list[str]) -> None:
    shown = [m for m in metrics if any(m in row for row in rows.values())][:_MOST_COLUMNS]
    width = max(len(name) for name in (title, *rows))
    terminal.line("")
    terminal.line((f"{title.ljust(width)}  {'  '.join(shown)}", "bold"))
    for name, row in rows.items():
        cells = (_number(row.get(metric, "-")).rjust(len(metric)) for metric in shown)
        terminal.line(f"{name.ljust(width)}  {'  '.join(cells)}")


def show_drafted(terminal: Terminal, figures: Mapping[str, Any]) -> None:
    """Show what a draft of a regression set holds, and what comes next."""
    counts = ", ".join(
        f"{figures[name]} {name.replace('_', ' ')}" for name in ("worlds", "tasks", "expected", "probes")
    )
    terminal.line((str(figures["out"]), "bold"), f"  {counts}")
    if figures["bad_lines"]:
        terminal.note(f"{figures['bad_lines']} lines could not be read.")
    terminal.note(
        "It says what Hindsight does, not what is right: correct it, then hsm eval regression " + figures["out"]
    )


def show_bench(terminal: Terminal, figures: Mapping[str, Any]) -> None:
    """Show the benchmark as a table."""
    search, scan = figures["search_ms"], figures["scan_ms"]
    met = search["p50"] <= figures["target_ms"]
    terminal.line((f"{figures['memories']:,} memories, {figures['queries']} queries", "bold"))
    terminal.line(f"{'milliseconds':<28}{_TIMES}")
    rows = [("search without embedding", search), ("bare scan of the vectors", scan)]
    if "write_ms" in figures:
        rows.append(("write through the gate", figures["write_ms"]))
    for name, row in rows:
        terminal.line(f"{name:<28}{_times(row)}")
    terminal.line(
        f"{'target of the median':<28}{figures['target_ms']:>9.2f}  ",
        ("met", "green") if met else ("missed", "bold red"),
    )
    embedding = figures["query_embedding_ms"]
    rest = [
        ("query embedding", "no model here" if embedding is None else f"{embedding} ms (median, real model)"),
        ("first search", f"{figures['first_search_ms']} ms (loads the space)"),
        ("writes", f"{figures.get('writes_per_second', '-')} a second through the gate"),
        ("building", f"{figures['build_per_second']:,} memories a second into the store"),
        ("peak memory", f"{figures['peak_rss_mb']} MB"),
        ("on disk", f"{figures['disk_mb']} MB"),
    ]
    for line in columns(rest, 0):
        terminal.line(line)


def show_task_bench(terminal: Terminal, figures: Mapping[str, Any]) -> None:
    """Show what reviews took as the store grew."""
    terminal.line((f"{figures['tasks']:,} tasks, {figures['events']:,} events", "bold"))
    names = ("tasks", "memories", "ingest s", "review s", "CPU ms/event", "peak MB")
    terminal.line("".join(f"{name:>14}" for name in names))
    for one in figures["readings"]:
        terminal.line(
            f"{one['tasks']:>14,}{one['memories']:>14,}{one['ingest_s']:>14.2f}{one['review_s']:>14.2f}"
            f"{one['ms_per_event']:>14.2f}{one['peak_rss_mb']:>14.1f}"
        )
    ratio, embedding = figures["last_over_first"], figures["embedding_ms"]
    rest = [
        ("last over first", "one reading only" if ratio is None else f"{ratio} (CPU of an event; 1 = no slower)"),
        ("embedding", "no model here" if embedding is None else f"{embedding} ms a text (median, real model), not in"),
        ("texts to embed", f"{figures['embedded_texts']:,}"),
        ("audit chain", f"{figures['audit_entries']:,} entries verified in {figures['audit_verified_s']} s"),
    ]
    for line in columns(rest, 0):
        terminal.line(line)


def show_tier_bench(terminal: Terminal, figures: Mapping[str, Any]) -> None:
    """Show what an archive costs."""
    hot, archive = figures["hot"], figures["archive"]
    terminal.line((f"{figures['decisions']:,} decisions, all of them archived", "bold"))
    terminal.line(f"{'milliseconds':<34}{_TIMES}")
    rows = (("fetching one", "fetch_ms"), ("the decisions of a task", "task_ms"), ("by words", "similar_by_words_ms"))
    for name, key in rows:
        terminal.line(f"{name:<34}{_times(figures[key])}")
    rest = [
        ("what they say", f"{hot['hot_mb']} MB in the store, {archive['archive_mb']} MB in {archive['files']} files"),
        ("the store", f"{hot['store_used_mb']} MB before, {archive['store_used_mb']} MB after"),
        ("moving them", f"{figures['to_warm_s']} s to warm, {figures['to_archive_s']} s into the archive"),
        ("verifying", f"{figures['verify_s']} s"),
        ("peak memory", f"{figures['peak_rss_mb']} MB"),
    ]
    for line in columns(rest, 0):
        terminal.line(line)


def show_decision_bench(terminal: Terminal, figures: Mapping[str, Any]) -> None:
    """Show how quick decisions are as a table."""
    terminal.line((f"{figures['decisions']:,} decisions, {figures['queries']} questions", "bold"))
    terminal.line(f"{'milliseconds beyond embedding':<34}{_TIMES}{'target':>9}")
    rows = (
        ("similar decisions", figures["similar_ms"], figures["similar_target_ms"]),
        ("recording one", figures["record_ms"], figures["record_target_ms"]),
        ("recording one, similar ones first", figures["record_and_similar_ms"], None),
        ("giving one its outcome", figures["settle_ms"], None),
    )
    for name, row, target in rows:
        terminal.line(f"{name:<34}{_times(row)}" + ("" if target is None else f"{target:>9.2f}"))
    rest = [
        ("found itself", f"{figures['found_itself']} of the questions have their own decision first"),
        ("first search", f"{figures['first_similar_ms']} ms (loads the space)"),
        ("building", f"{figures['build_per_second']:,} decisions a second into the store"),
        ("peak memory", f"{figures['peak_rss_mb']} MB"),
        ("on disk", f"{figures['disk_mb']} MB"),
    ]
    for line in columns(rest, 0):
        terminal.line(line)


def _times(row: Mapping[str, float]) -> str:
    """The cells below ``_TIMES``."""
    return "".join(f"{row[p]:>9.2f}" for p in ("p50", "p95", "p99", "cpu_p50"))


def _number(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
