"""``hsm bench``."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from hindsight_memory.entrypoints.cli.render.figures import show_bench
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.evals import bench as benchmark

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def bench(
    session: Session,
    memories: Annotated[int, typer.Option("--memories", help="How large the store is.")] = 100_000,
    queries: Annotated[int, typer.Option("--queries", help="How many searches are timed.")] = 200,
    writes: Annotated[int, typer.Option("--writes", help="How many writes are timed.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Another seed makes other memories.")] = 0,
) -> None:
    """Measure search and write on this machine, on a made-up store of full size that is thrown away.

    Search is timed without the query's embedding, which is shown beside it, and next to the bare scan of the same
    vectors. Your own memories are not touched; --home says where the store is built.

    \b
      hsm bench
      hsm bench --memories 10000 --queries 50 --json
    """
    where = session.home.expanduser() if session.home else None
    if where:
        where.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="hindsight-bench-", dir=where) as folder:
        settings = session.settings.model_copy(update={"home": Path(folder) / "store"})
        figures: dict[str, Any] = benchmark.run(
            settings,
            count=memories,
            queries=queries,
            writes=writes,
            seed=seed,
            tell=lambda text: session.terminal.note((text, "dim")),
        )
    session.figures(figures, show_bench)
