"""``hsm write``."""

from __future__ import annotations

import locale
import sys
from typing import Annotated

import typer

from hindsight_memory.domain.errors import ContentTooLong, Invalid
from hindsight_memory.domain.memory import Source, Visibility
from hindsight_memory.entrypoints.cli import options
from hindsight_memory.entrypoints.cli.render.memories import show_verdict
from hindsight_memory.entrypoints.cli.session import Session, leaf
from hindsight_memory.wire.memories import WriteBody

app = typer.Typer(rich_markup_mode=None, add_completion=False)
_LONGEST_INPUT = 16 * 1024 * 1024


@app.command()
@leaf
def write(
    session: Session,
    content: Annotated[list[str], typer.Argument(help="The statement; `-` reads it from stdin.", metavar="TEXT")],
    memory_type: options.OneType = None,
    source: Annotated[Source, typer.Option("--source", help="Who says so; you, unless you say else.")] = Source.USER,
    confidence: options.Confidence = None,
    tag: options.Tags = None,
    metadata: Annotated[
        list[str] | None, typer.Option("--metadata", help="Anything else to keep (repeatable).", metavar="KEY=VALUE")
    ] = None,
    speaker: options.Speaker = "",
    said_at: options.SaidAt = "",
    valid_from: options.ValidFrom = "",
    valid_until: options.ValidUntil = "",
    expires_at: options.ExpiresAt = "",
    visibility: options.WhoSees = Visibility.GLOBAL,
    pinned: Annotated[bool, typer.Option("--pinned", help="Never archive it automatically.")] = False,
) -> None:
    """Offer one statement for storing. The verdict says what became of it, and why.

    One self-contained statement, a few words to about 600 characters, in any language. The type and an end
    ("until Friday", 本周内) are recognised. The same text again counts as evidence; a new value for the same
    thing replaces the old one.

    \b
      hsm write "Deploys go through the staging cluster first." --type fact
      hsm write 记住：发布说明用中文写。
      hsm write "The API allows 5 requests a second." --type boundary --source verified --tag api
      git log -1 --format=%B | hsm write -
    """
    body = WriteBody.taken(
        {
            "content": _text(content),
            "memory_type": memory_type,
            "source": source,
            "confidence": confidence,
            "tags": tuple(tag or ()),
            "metadata": _pairs(metadata or []),
            "space": session.space,
            "visibility": visibility,
            "pinned": pinned,
            "speaker": speaker,
            "said_at": said_at,
            "valid_from": valid_from,
            "valid_until": valid_until,
            "expires_at": expires_at,
            "channel": "user_input" if source is Source.USER else "",
        }
    )
    with session.api() as api:
        answer = api.write(body)
    session.answer(answer, show_verdict)


def _text(words: list[str]) -> str:
    """Join the words of the command line, or read stdin for ``-``."""
    if words != ["-"]:
        return " ".join(words)
    raw = sys.stdin.buffer.read(_LONGEST_INPUT + 1)
    if len(raw) > _LONGEST_INPUT:
        raise ContentTooLong(f"The input is longer than {_LONGEST_INPUT:,} bytes.")
    for encoding in ("utf-8-sig", locale.getpreferredencoding(False)):
        try:
            return raw.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("utf-8", "replace")


def _pairs(given: list[str]) -> dict[str, object]:
    pairs: dict[str, object] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            raise Invalid(f"--metadata {one!r} has no value.", hint="Write it as KEY=VALUE.")
        pairs[name.strip()] = value
    return pairs
