"""``hsm search``."""

from __future__ import annotations

from typing import Annotated

import typer

from hindsight_memory.entrypoints.cli import options
from hindsight_memory.entrypoints.cli.render.search import show_hits
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.search import SearchBody

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
@leaf
def search(
    session: Session,
    query: Annotated[list[str], typer.Argument(help="What you look for, in your words.", metavar="QUERY")],
    top_k: Annotated[int, typer.Option("--top-k", help="Most hits, 1 to 200.")] = 5,
    memory_type: options.Types = None,
    source: options.Sources = None,
    status: options.Statuses = None,
    tag: options.OnlyTags = None,
    profile: Annotated[
        str,
        typer.Option(
            "--profile", help="How signals weigh: balanced, source_aware, task, support, knowledge.", metavar="NAME"
        ),
    ] = "",
    since: options.Since = "",
    until: options.Until = "",
    as_of: options.AsOf = "",
    valid_at: options.ValidAt = "",
    min_score: Annotated[float | None, typer.Option("--min-score", help="Lowest similarity of a hit, 0 to 1.")] = None,
    max_tokens: Annotated[int, typer.Option("--max-tokens", help="Most tokens of all hits; 0: no bound.")] = 0,
    explain: Annotated[bool, typer.Option("--explain", help="Show how each score comes about.")] = False,
) -> None:
    """Find what is known. Nothing relevant gives no hits, not bad ones.

    Meaning and words both count; one or two Chinese characters are enough. Failures and limits that apply
    stand on top. Searching changes nothing.

    \b
      hsm search "how do we deploy?"
      hsm search 发布 --top-k 3
      hsm search "rate limit" --type boundary --since 2026-01-01 --explain
      hsm search "what port" --as-of 2026-03-01T00:00:00Z --json
    """
    body = SearchBody.taken(
        {
            "query": " ".join(query),
            "top_k": top_k,
            "memory_type": tuple(memory_type or ()),
            "source": tuple(source or ()),
            "status": tuple(status or ()),
            "tags": tuple(tag or ()),
            "space": (session.space,) if session.space else (),
            "profile": profile,
            "since": since,
            "until": until,
            "as_of": as_of,
            "valid_at": valid_at,
            "min_score": min_score,
            "max_tokens": max_tokens,
            "explain": explain,
        }
    )
    with session.api() as api:
        answer = api.search(body)
    session.answer(answer, show_hits)
