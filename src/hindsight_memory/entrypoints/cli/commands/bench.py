"""``hsm bench``."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.entrypoints.cli.render.figures import (
    show_bench,
    show_decision_bench,
    show_task_bench,
    show_tier_bench,
)
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.evals import bench as benchmark
from hindsight_memory.evals import bench_decisions, bench_tasks, bench_tiers

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def bench(
    session: Session,
    memories: Annotated[
        int | None, typer.Option("--memories", help="How large the store is. [default: 100000]")
    ] = None,
    queries: Annotated[
        int | None, typer.Option("--queries", help="How many searches are timed. [default: 200]")
    ] = None,
    writes: Annotated[int | None, typer.Option("--writes", help="How many writes are timed. [default: 100]")] = None,
    tasks: Annotated[
        int | None, typer.Option("--tasks", help="Instead, take in and review so many tasks, a thousand at a time.")
    ] = None,
    decisions: Annotated[
        int | None, typer.Option("--decisions", help="Instead, record decisions and find similar ones among so many.")
    ] = None,
    archive: Annotated[
        int | None, typer.Option("--archive", help="Instead, load so many decisions in bulk and archive all of them.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Another seed makes other memories.")] = 0,
) -> None:
    """Measure search and write on this machine, on a made-up store of full size that is thrown away.

    Search is timed without the query's embedding, which is shown beside it, and next to the bare scan of the same
    vectors. With --tasks it measures whether reviews stay as quick as the store grows, with --decisions how quick
    decisions are, with --archive what an archive of them costs. Your own memories are not touched; --home says where
    the store is built.

    \b
      hsm bench
      hsm bench --memories 10000 --queries 50 --json
      hsm bench --tasks 3000
      hsm bench --decisions 10000
      hsm bench --archive 100000
    """
    _check(memories, queries, writes, tasks, decisions, archive)
    where = session.home.expanduser() if session.home else None
    if where:
        where.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="hindsight-bench-", dir=where) as folder:
        settings = session.settings.model_copy(update={"home": Path(folder) / "store"})
        tell = _telling(session)
        if archive is not None:
            session.figures(bench_tiers.run(settings, decisions=archive, seed=seed, tell=tell), show_tier_bench)
            return
        if tasks is not None:
            session.figures(bench_tasks.run(settings, tasks=tasks, seed=seed, tell=tell), show_task_bench)
            return
        asked, most = 200 if queries is None else queries, 100 if writes is None else writes
        if decisions is not None:
            decided = bench_decisions.run(
                settings, decisions=decisions, queries=asked, records=most, seed=seed, tell=tell
            )
            session.figures(decided, show_decision_bench)
            return
        count = 100_000 if memories is None else memories
        figures = benchmark.run(settings, count=count, queries=asked, writes=most, seed=seed, tell=tell)
        session.figures(figures, show_bench)


def _check(
    memories: int | None,
    queries: int | None,
    writes: int | None,
    tasks: int | None,
    decisions: int | None,
    archive: int | None,
) -> None:
    """Raises Invalid for options that do not go together."""
    for name, alone in (("--tasks", tasks), ("--archive", archive)):
        if alone is not None and [memories, queries, writes, tasks, decisions, archive].count(None) != 5:
            raise Invalid(f"{name} measures something of its own; it goes with --seed alone.")
    if decisions is not None and memories is not None:
        raise Invalid("--decisions builds a store of decisions; --memories one of memories.")


def _telling(session: Session) -> Callable[[str], None]:
    return lambda text: session.terminal.note((text, "dim"))
