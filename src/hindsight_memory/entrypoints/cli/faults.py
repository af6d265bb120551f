"""What went wrong, as a person or a program reads it; the last handler of the command line."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any

from typer import TyperException

from hindsight_memory.domain.errors import HindsightError, Invalid, Unavailable, UnknownArgument
from hindsight_memory.entrypoints.cli.terminal import Terminal
from hindsight_memory.entrypoints.errors import error_body, exit_code
from hindsight_memory.wire.suggest import nearest

INTERNAL_EXIT = 1
# Arguments of the contract whose options have shorter names.
_SHORTER = {"memory_type": "type", "tags": "tag", "revision": "to"}
_TOO_MANY = "Got unexpected extra argument(s)"
REPORT_HINT = "This is a fault of Hindsight. Run it again with HSM_DEBUG=1 and report what it shows."


def misused(error: TyperException) -> HindsightError:
    """Return what a wrong call means in our words: an unknown option or command, a bad or missing value."""
    option = getattr(error, "option_name", "")
    context: Any = getattr(error, "ctx", None)
    if option in ("--space", "--home"):
        return Invalid(f"The option {option} needs a value.", hint=f"Write it as {option}=VALUE.")
    if option and hasattr(error, "possibilities"):
        known = _options(context)
        return UnknownArgument(f"There is no option {option}.", hint=_option_hint(option, known))
    message = " ".join(error.format_message().replace("Value error, ", "").split())
    if message.startswith("No such command"):
        says, hint = _parted(message)
        return UnknownArgument(says, hint=hint)
    path = getattr(context, "command_path", "hsm")
    if message.startswith(_TOO_MANY):
        left = message.removeprefix(_TOO_MANY).strip(" ()")
        return Invalid(
            f"This is one argument too many: {left}", hint=f"What takes it may be an option, see: {path} --help"
        )
    return Invalid(message, hint=f"See: {path} --help")


def show(error: HindsightError, *, as_json: bool) -> int:
    """Print an error where it belongs; returns the exit code of its category."""
    terminal = Terminal()
    if as_json:
        terminal.json(error_body(error))
    else:
        terminal.note(("error: ", "bold red"), error.message, f"  [{error.code}]")
        if error.hint:
            terminal.note(("hint:  ", "bold"), error.hint)
    return exit_code(error)


def show_unwritten(error: OSError) -> int:
    """Say that the answer could not be written; on stderr alone, for stdout is what failed."""
    refused = Unavailable(f"The answer cannot be written: {error.strerror}.", hint="Send stdout somewhere with room.")
    return show(refused, as_json=False)


def show_internal(error: BaseException, *, as_json: bool) -> int:
    """Print a fault of ours; the traceback only when HSM_DEBUG asks for it."""
    message = f"{type(error).__name__}: {error}"
    if os.environ.get("HSM_DEBUG", "") not in ("", "0"):
        sys.stderr.write("".join(traceback.format_exception(error)))
    terminal = Terminal()
    if as_json:
        body = {"code": "internal", "message": message, "hint": REPORT_HINT, "retryable": False}
        terminal.json({"error": body})
    else:
        terminal.note(("error: ", "bold red"), message, "  [internal]")
        terminal.note(("hint:  ", "bold"), REPORT_HINT)
    return INTERNAL_EXIT


def _options(context: Any) -> list[str]:
    if context is None:
        return []
    names = [name for param in context.command.params for name in (*param.opts, *param.secondary_opts)]
    return [name for name in names if name.startswith("--")] + ["--help"]


def _option_hint(option: str, known: list[str]) -> str:
    """Suggest by the names of the contract: options are its arguments with dashes, ``--type`` the memory type."""
    names = {name.removeprefix("--").replace("-", "_"): name for name in known}
    names |= {argument: names[name] for argument, name in _SHORTER.items() if name in names}
    asked = option.removeprefix("--").replace("-", "_")
    says = nearest(asked, names)
    for plain in sorted(names, key=len, reverse=True):
        says = _with_dashes(says, plain, names[plain])
    return says


def _with_dashes(says: str, plain: str, dashed: str) -> str:
    words = [dashed + w[len(plain) :] if w.rstrip("?.,") == plain else w for w in says.split(" ")]
    return " ".join(words)


def _parted(message: str) -> tuple[str, str]:
    """Split "No such command 'serch'. Did you mean 'search'?" into message and hint."""
    head, _, hint = message.partition(" Did you mean ")
    name = head.removeprefix("No such command").strip(" .")
    said = f"Did you mean {hint}" if hint else "hsm --help lists the commands."
    return f"There is no command {name}.", said
