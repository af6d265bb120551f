"""``hsm eval``: measuring on data sets."""

from __future__ import annotations

import dataclasses
import importlib
import os
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from hindsight_memory.domain.errors import Invalid, UnreadableInput
from hindsight_memory.entrypoints.cli.render.figures import show_drafted, show_figures
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.settings import Settings, load_settings

app = typer.Typer(
    help="Measure recall, reviews, defence, comparison, decisions on data sets. Exits with 0 whatever the figures.",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
)
_INIT = "init"
_Files = Annotated[list[Path], typer.Argument(help="Data files, plain or gzip.", metavar="FILE...")]
_Sample = Annotated[int | None, typer.Option("--sample", help="Only so many, for a quick look.")]
_Seed = Annotated[int, typer.Option("--seed", help="Which ones --sample draws.")]


@app.command()
@leaf
def retrieval(session: Session, files: _Files, sample: _Sample = None, seed: _Seed = 0) -> None:
    """Measure search: corpora of memories with queries and the memories that answer them.

    \b
      hsm eval retrieval data/locomo.jsonl.gz --json
    """
    _evaluated(session, "retrieval", files, sample, seed)


@app.command()
@leaf
def regression(
    session: Session,
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Data files; the set that is shipped when absent; or init.", metavar="FILE"),
    ] = None,
    sample: _Sample = None,
    seed: _Seed = 0,
    out: Annotated[Path | None, typer.Option("--out", help="With init: the file to write.", metavar="FILE")] = None,
    every_turn: Annotated[
        bool, typer.Option("--every-turn", help="Judge each event at once and by itself, to compare with the review.")
    ] = False,
) -> None:
    """Measure the whole loop: worlds of agent tasks, what should be remembered of them, and later questions.

    Without files it runs the set that comes with Hindsight. `init` makes a draft of your own set from transcripts:
    what the review would keep is labelled as expected, for you to correct (docs/regression.md).

    \b
      hsm eval regression
      hsm eval regression data/dev.jsonl --sample 3 --home ./stores --json
      hsm eval regression init runs/api.jsonl --out api-set.jsonl
    """
    given = files or []
    if given and str(given[0]) == _INIT:
        _drafted(session, given[1:], out)
        return
    if out is not None:
        raise Invalid("--out belongs to init.", hint="hsm eval regression init FILE --out FILE")
    worlds = importlib.import_module("hindsight_memory.evals.worlds")
    _evaluated(session, "regression", given or list(worlds.SHIPPED), sample, seed, every_turn=every_turn)


@app.command()
@leaf
def guard(session: Session, files: _Files, sample: _Sample = None, seed: _Seed = 0) -> None:
    """Measure the defence: malicious and benign texts that are offered to the write path.

    \b
      hsm eval guard data/guard/*.jsonl.gz --json
    """
    _evaluated(session, "guard", files, sample, seed)


@app.command()
@leaf
def pairs(session: Session, files: _Files, sample: _Sample = None, seed: _Seed = 0) -> None:
    """Measure comparison: pairs of statements that are duplicates, updates, contradictions, or nothing of it.

    \b
      hsm eval pairs data/pairs/*.jsonl.gz --sample 200 --json
    """
    _evaluated(session, "pairs", files, sample, seed, told=_now_and_then(session))


_TOLD_EVERY = 1_000


def _now_and_then(session: Session) -> Callable[[int, int], None]:
    """Say on stderr how far a long run has come: after every thousand."""

    def told(done: int, total: int) -> None:
        if done % _TOLD_EVERY == 0:
            session.terminal.note(f"{done:,} of {total:,}")

    return told


@app.command()
@leaf
def decisions(
    session: Session,
    files: _Files,
    sample: _Sample = None,
    seed: _Seed = 0,
    draw: Annotated[int, typer.Option("--draw", help="List so many decisions, drawn with --seed, to be read.")] = 0,
) -> None:
    """Measure what is read out of raw runs: decisions per task, and violations by how the task ended.

    The interval of the difference is that of a seeded bootstrap over problems: runs of one problem go together.

    \b
      hsm eval decisions runs/*.jsonl --draw 30 --json
    """
    if draw < 0:
        raise Invalid(f"draw is {draw}; it is 0 or more.")
    _evaluated(session, "decisions", files, sample, seed, draw=draw)


def _drafted(session: Session, files: list[Path], out: Path | None) -> None:
    if not files or out is None:
        raise Invalid("init needs transcripts and --out.", hint="hsm eval regression init FILE --out FILE")
    _there(files)
    labelling = importlib.import_module("hindsight_memory.evals.labelling")
    with _fresh(session, "init") as settings:
        drafted: dict[str, Any] = dataclasses.asdict(labelling.draft(files, out, settings))
    session.figures(drafted | {"out": str(out)}, show_drafted)


def _there(files: list[Path]) -> None:
    for file in files:
        if not file.is_file():
            raise UnreadableInput(f"There is no file {file}.")


def _evaluated(session: Session, name: str, files: list[Path], sample: int | None, seed: int, **more: object) -> None:
    if sample is not None and sample < 1:
        raise Invalid(f"sample is {sample}; it is 1 or more.")
    _there(files)
    # Only the evaluation that was asked for is loaded.
    module = importlib.import_module(f"hindsight_memory.evals.{name}")
    with _fresh(session, name) as settings:
        figures: dict[str, Any] = module.run(files, settings, sample=sample, seed=seed, **more)
    session.figures(figures, show_figures)


@contextmanager
def _fresh(session: Session, name: str) -> Generator[Settings]:
    """Settings with a new folder: inside --home, where it stays, else a temporary one.

    Vectors are kept between runs under HSM_EVAL_CACHE, if that is set."""
    cache = os.environ.get("HSM_EVAL_CACHE", "")
    embedder = {"cache_dir": cache} if cache else None
    if session.home:
        parent = session.home.expanduser().absolute()
        parent.mkdir(parents=True, exist_ok=True)
        yield load_settings(home=Path(tempfile.mkdtemp(prefix=f"{name}-", dir=parent)), embedder=embedder)
        return
    with tempfile.TemporaryDirectory(prefix=f"hindsight-{name}-") as folder:
        yield load_settings(home=Path(folder), embedder=embedder)
