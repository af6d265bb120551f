"""Calls that may be repeated: the same Idempotency-Key with the same request gives the same answer again.

The key belongs to the credential. What was answered is kept in the store, so that it does not matter which process
is asked again. A call that failed is not kept: repeating it tries again. When a process dies in the middle of a
call, its key is free again after ``HELD``; the call may then be carried out a second time.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from hindsight_memory.domain.errors import Conflict, Invalid, KeyReused
from hindsight_memory.entrypoints.rest.calls import Asked, Call
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.keys import AnswerStore, KeptAnswer

HEADER = "Idempotency-Key"
HELD = timedelta(seconds=60)
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


@dataclass(frozen=True, slots=True)
class Repeats:
    """Answers repeated calls."""

    answers: AnswerStore
    clock: Clock
    kept: timedelta

    def once(
        self, owner: str, key: str, call: Call, asked: Asked, carry_out: Callable[[], bytes]
    ) -> tuple[bytes, bool]:
        """Carry out a call, or return what was answered before; and whether it was.

        Raises Invalid for a bad key, KeyReused when it came with another request, Conflict while the first call is
        still being answered."""
        checked(key)
        request = digest(call, asked)
        now = self.clock.now()
        known = self.answers.reserve(owner, key, request, now, now + HELD)
        if known is not None:
            return _again(known, request), True
        try:
            body = carry_out()
        except BaseException:
            self.answers.release(owner, key)
            raise
        self.answers.keep(owner, key, KeptAnswer(request=request, status=200, body=body), now + self.kept)
        return body, False


def checked(key: str) -> str:
    """Return the key. Raises Invalid."""
    if not _KEY.fullmatch(key):
        raise Invalid(f"{HEADER} has 1 to 255 visible ASCII characters.", hint="A UUID does well.")
    return key


def digest(call: Call, asked: Asked) -> str:
    """Return what tells two requests apart, whatever the order of their names."""
    said = asked.said.model_dump(mode="json") if asked.said else None
    whole = json.dumps([call.name, dict(asked.ids), said], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(whole.encode()).hexdigest()


def _again(known: KeptAnswer, request: str) -> bytes:
    if known.request != request:
        raise KeyReused
    if not known.status:
        raise Conflict("The first call with this Idempotency-Key is still being answered.", hint="Repeat it later.")
    return known.body
