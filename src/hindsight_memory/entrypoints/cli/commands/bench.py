"""``hsm bench``."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from hindsight_memory.domain.errors import Invalid
from hindsight_memory.entrypoints.cli.render.figures import show_bench, show_task_bench
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.evals import bench as benchmark
from hindsight_memory.evals import bench_tasks
from hindsight_memory.settings import Settings

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
    seed: Annotated[int, typer.Option("--seed", help="Another seed makes other memories.")] = 0,
) -> None:
    """Measure search and write on this machine, on a made-up store of full size that is thrown away.

    Search is timed without the query's embedding, which is shown beside it, and next to the bare scan of the same
    vectors. With --tasks it measures whether reviews stay as quick as the store grows. Your own memories are not
    touched; --home says where the store is built.

    \b
      hsm bench
      hsm bench --memories 10000 --queries 50 --json
      hsm bench --tasks 3000
    """
    if tasks is not None and (memories, queries, writes) != (None, None, None):
        raise Invalid("--tasks measures reviews; it goes with --seed alone.")
    where = session.home.expanduser() if session.home else None
    if where:
        where.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="hindsight-bench-", dir=where) as folder:
        settings = session.settings.model_copy(update={"home": Path(folder) / "store"})
        figures = _measured(settings, tasks, memories, queries, writes, seed, _telling(session))
    session.figures(figures, show_bench if tasks is None else show_task_bench)


def _telling(session: Session) -> Callable[[str], None]:
    return lambda text: session.terminal.note((text, "dim"))


def _measured(
    settings: Settings,
    tasks: int | None,
    memories: int | None,
    queries: int | None,
    writes: int | None,
    seed: int,
    tell: Callable[[str], None],
) -> dict[str, Any]:
    if tasks is not None:
        return bench_tasks.run(settings, tasks=tasks, seed=seed, tell=tell)
    return benchmark.run(
        settings,
        count=100_000 if memories is None else memories,
        queries=200 if queries is None else queries,
        writes=100 if writes is None else writes,
        seed=seed,
        tell=tell,
    )
