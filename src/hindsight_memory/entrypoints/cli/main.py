"""``hsm``: finds the command, and lets nothing out but answers and errors."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence

import typer

from hindsight_memory import __version__
from hindsight_memory.domain.errors import HindsightError, Invalid
from hindsight_memory.entrypoints.cli.arguments import hoisted, named_twice, wants_json
from hindsight_memory.entrypoints.cli.faults import misused, show, show_internal, show_unwritten
from hindsight_memory.entrypoints.cli.terminal import Terminal, harden, silence_stdout
from hindsight_memory.entrypoints.cli.tree import CommandTree

_HELP = """Governed memory for LLM agents: runs go in, a review looks back, few memories come out.

\b
  hsm write "Deploys go through the staging cluster first."
  hsm search "how do we deploy?"
  hsm ingest runs/*.jsonl && hsm review --all

Every command takes --json (one JSON object on stdout), --space (the wall between projects or users) and
--home (the data folder), in any position. Nothing leaves this machine.
"""
INTERRUPTED = 130
BROKEN_PIPE = 141
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)

app = typer.Typer(
    cls=CommandTree,
    name="hsm",
    help=_HELP,
    add_completion=False,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 110},
)


@app.callback(invoke_without_command=True)
def root(
    ctx: typer.Context,
    version: bool = typer.Option(False, "--version", help="Show the version and exit.", is_eager=True),
) -> None:
    """See ``_HELP``."""
    if version:
        typer.echo(f"hindsight-memory {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def run(words: Sequence[str] | None = None) -> None:
    """The console script: parse, run, and exit with the code of what happened."""
    harden()
    code = status_of(sys.argv[1:] if words is None else list(words))
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        silence_stdout()
        code = BROKEN_PIPE
    except OSError as error:
        silence_stdout()
        code = show_unwritten(error)
    sys.exit(code)


def status_of(words: list[str]) -> int:
    """Run one command line; returns its exit code. An answer or an error that cannot be written is said on stderr."""
    try:
        return _status_of(words)
    except BrokenPipeError:
        silence_stdout()
        return BROKEN_PIPE
    except OSError as error:
        silence_stdout()
        return show_unwritten(error)


def _status_of(words: list[str]) -> int:
    as_json = wants_json(words)
    try:
        if twice := named_twice(words):
            raise Invalid(f"{twice} is given more than once.", hint="A command is about one space in one folder.")
        command = typer.main.get_command(app)
        with command.make_context("hsm", hoisted(words)) as context:
            command.invoke(context)
        return 0
    except typer.Exit as ended:
        return ended.exit_code
    except HindsightError as error:
        return show(error, as_json=as_json)
    except typer.TyperException as error:
        return show(misused(error), as_json=as_json)
    except (KeyboardInterrupt, typer.Abort):
        Terminal().note("stopped")
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            raise
        return show_internal(error, as_json=as_json)
