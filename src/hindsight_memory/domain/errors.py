"""Every error a caller may meet. The class docstring is the default message; ``code`` is stable.

``entrypoints/errors.py`` is the only place that turns these into HTTP statuses, MCP errors and exit codes.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar


class Category(StrEnum):
    """What a caller can do about it."""

    INVALID = "invalid"
    UNAUTHENTICATED = "unauthenticated"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    CONFLICT = "conflict"
    UNAVAILABLE = "unavailable"
    CORRUPT = "corrupt"


class HindsightError(Exception):
    """Something went wrong."""

    code: ClassVar[str] = "error"
    category: ClassVar[Category] = Category.INVALID
    retryable: ClassVar[bool] = False
    hint: str = ""
    """How to mend it; the class's own words unless the error is raised with others."""

    def __init__(self, message: str = "", *, hint: str = "") -> None:
        self.message = message or (self.__doc__ or "").strip().splitlines()[0]
        self.hint = hint or self.hint
        super().__init__(self.message)
        if self.hint:
            # Shown below the message in a traceback.
            self.add_note(self.hint)


class Invalid(HindsightError):
    """The request is not valid."""

    code = "invalid"


class EmptyContent(Invalid):
    """The content is empty."""

    code = "empty_content"
    hint = "Give one self-contained statement, a few words to about 600 characters."


class ContentTooLong(Invalid):
    """The content is too long for one memory."""

    code = "content_too_long"
    hint = "Split it into single statements, or log it as a trace event and let the review distil it."


class DeskFull(Invalid):
    """No more fits on this session's desk."""

    code = "desk_full"
    hint = "Working memory is small: take off what is done with, or write what lasts as a memory."


class EmptyQuery(Invalid):
    """The query is empty."""

    code = "empty_query"
    hint = "Say in a few words what you look for."


class UnknownProfile(Invalid):
    """The ranking profile is not known."""

    code = "unknown_profile"


class QueryTooLong(Invalid):
    """The query is too long."""

    code = "query_too_long"
    hint = "Ask in a sentence or two; to compare a whole document, split it."


class UnknownArgument(Invalid):
    """An argument is not known."""

    code = "unknown_argument"


class BadTime(Invalid):
    """A time cannot be read."""

    code = "bad_time"
    hint = "Use ISO 8601 with an offset, such as 2026-05-01T09:00:00+08:00."


class SpaceRequired(Invalid):
    """The request must name a space."""

    code = "space_required"
    hint = "Name the space with the argument `space`."


class BadSetting(Invalid):
    """A setting is not known or not valid."""

    code = "bad_setting"


class UnreadableInput(Invalid):
    """The input cannot be read."""

    code = "unreadable_input"


class StoreUnusable(Invalid):
    """The data folder, or the file in it, cannot be used."""

    code = "store_unusable"
    hint = "Name another folder with --home or HSM_HOME, or let this user use that one."


class StoreClosed(Invalid):
    """This store was closed."""

    code = "store_closed"
    hint = "Open it again: Hindsight.open(folder)."


class MissingExtra(Invalid):
    """This needs an optional part that is not installed."""

    code = "missing_extra"


class MalformedBody(Invalid):
    """The body of the request cannot be read."""

    code = "malformed_body"
    hint = "Send one JSON object, as application/json in UTF-8."


class UnsupportedMedia(Invalid):
    """The body is of a kind that is not read here."""

    code = "unsupported_media_type"
    hint = "Send OTLP as JSON: OTEL_EXPORTER_OTLP_PROTOCOL=http/json, content type application/json."


class RequestTooLarge(Invalid):
    """The request is too large."""

    code = "request_too_large"
    hint = "Send less at once."


class MethodNotAllowed(Invalid):
    """There is nothing under this address for this method."""

    code = "method_not_allowed"
    hint = "/openapi.json lists every call."


class NoKeys(Invalid):
    """Nobody could show who they are: there is no key yet."""

    code = "no_keys"
    hint = "Make one with: hsm keys create --all-spaces --role admin; or set HSM_BOOTSTRAP_KEY."


class Unauthenticated(HindsightError):
    """This call needs a valid credential."""

    code = "unauthenticated"
    category = Category.UNAUTHENTICATED
    hint = "Send a key as: Authorization: Bearer hsm_…"


class Forbidden(HindsightError):
    """This credential may not do that."""

    code = "forbidden"
    category = Category.FORBIDDEN


class StoreReadOnly(Forbidden):
    """The store can be read here, not written."""

    code = "store_read_only"
    hint = "Let this user write the data folder and its files, or name another with --home or HSM_HOME."


class NotFound(HindsightError):
    """There is no such thing, or it is not visible."""

    code = "not_found"
    category = Category.NOT_FOUND
    hint = "Check the id and the space; the lists show what is there."


class Conflict(HindsightError):
    """Something else changed it at the same time."""

    code = "conflict"
    category = Category.CONFLICT
    retryable = True
    hint = "Read it again and repeat the change."


class AlreadySettled(Conflict):
    """The decision has another outcome already."""

    code = "already_settled"
    retryable = False
    hint = "What happened is recorded once; record a new decision for what came after."


class KeyReused(HindsightError):
    """The same Idempotency-Key came with another request."""

    code = "idempotency_key_reused"
    category = Category.CONFLICT
    hint = "Use a new key for each new request."


class NotPossibleNow(HindsightError):
    """The current state does not allow that."""

    code = "not_possible_now"
    category = Category.CONFLICT


class Unavailable(HindsightError):
    """A part that is needed cannot be reached."""

    code = "unavailable"
    category = Category.UNAVAILABLE
    retryable = True


class StoreBusy(Unavailable):
    """The store is locked by another process for too long."""

    code = "store_busy"
    hint = "Repeat the call; if it persists, another process holds the store's write lock."


class StoreFull(Unavailable):
    """The store cannot be written: the disk is full."""

    code = "store_full"
    hint = "Make room on the disk that holds the data folder."


class EmbedderUnavailable(Unavailable):
    """The embedding model cannot be used."""

    code = "embedder_unavailable"
    hint = "Search works without it by words alone; the answer says so."


class LlmUnavailable(Unavailable):
    """The LLM cannot be reached, or its answer cannot be used."""

    code = "llm_unavailable"
    hint = "Reviews go on by rules; the task is looked at again when the LLM is back."


class LlmTimeout(LlmUnavailable):
    """The LLM did not answer in time."""

    code = "llm_timeout"
    hint = "Give it more time with HSM_LLM__TIMEOUT_S, or less to write with HSM_LLM__MAX_OUTPUT_TOKENS."


class LlmBusy(LlmUnavailable):
    """The LLM's endpoint asks to come back later."""

    code = "llm_busy"


class LlmRefused(LlmUnavailable):
    """The LLM's endpoint does not accept the call."""

    code = "llm_refused"
    hint = "Check HSM_LLM__BASE_URL, HSM_LLM__MODEL and HSM_LLM__API_KEY."


class LlmUnusable(LlmUnavailable):
    """The LLM's answer is no answer to the question."""

    code = "llm_unusable"


class LlmBudgetSpent(LlmUnavailable):
    """The day's budget for the LLM is spent."""

    code = "llm_budget"
    hint = "hsm stats shows what was spent; HSM_LLM__TOKENS_PER_DAY is the limit."


class ReviewFailed(Unavailable):
    """The review failed; its job keeps the reason and can be tried again."""

    code = "review_failed"


class Corrupt(HindsightError):
    """Stored data is damaged."""

    code = "corrupt"
    category = Category.CORRUPT
    hint = "Bring the data folder back from a backup; hsm doctor says what can still be used."


class AuditBroken(Corrupt):
    """The audit chain does not verify."""

    code = "audit_broken"


class ArchiveDamaged(Corrupt):
    """A file of the archive is missing or damaged."""

    code = "archive_damaged"
    hint = "Bring the named file back into the folder `archive` from a backup; all that lies elsewhere can be read."


class SchemaTooNew(Corrupt):
    """The store was written by a newer version."""

    code = "schema_too_new"
    hint = "Upgrade hindsight-memory, or open another folder."
