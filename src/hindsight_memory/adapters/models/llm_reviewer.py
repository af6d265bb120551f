"""An LLM as reviewer, behind any OpenAI-compatible endpoint or Anthropic, through ``pydantic-ai-slim`` (extra ``llm``).

One ``ask`` is one HTTP request: the client's own retries are off, the answer is bounded in bytes and time, and every
failure becomes one of our errors. The libraries are loaded at the first question.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from hindsight_memory.domain.errors import (
    LlmBusy,
    LlmRefused,
    LlmTimeout,
    LlmUnavailable,
    LlmUnusable,
    MissingExtra,
)
from hindsight_memory.ports.reviewer import Question, Reply

if TYPE_CHECKING:
    from httpx2 import AsyncClient
    from pydantic_ai.messages import ModelResponse
    from pydantic_ai.models import Model

_MOST_BYTES = 512 * 1024
_KEYLESS = "none"  # local endpoints ask for no key; the client wants some


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where the model is. ``base_url`` is the provider's own when empty; ``timeout_s`` bounds one whole call.

    ``schema`` says whether the endpoint is given the JSON schema; without, it stands in the prompt alone."""

    provider: Literal["openai", "anthropic"]
    model: str
    batch_model: str = ""
    base_url: str = ""
    api_key: str = field(default="", repr=False)
    timeout_s: float = 60.0
    schema: bool = True


@dataclass(frozen=True, slots=True)
class LlmReviewer:
    """Implements ``ReviewModel``."""

    endpoint: Endpoint

    @classmethod
    def of(cls, endpoint: Endpoint) -> LlmReviewer:
        """Raises MissingExtra without the libraries; loads none of them."""
        needed = ("pydantic_ai", endpoint.provider)
        if any(importlib.util.find_spec(name) is None for name in needed):
            raise MissingExtra(
                "An LLM as reviewer needs an optional part.",
                hint='Install it with: pip install "hindsight-memory[llm]"',
            )
        return cls(endpoint)

    def model_for(self, question: Question) -> str:
        """Return the name of the model that a question goes to."""
        return (self.endpoint.batch_model if question.batch else "") or self.endpoint.model

    def ask(self, question: Question) -> Reply:
        """Make one call. Raises LlmTimeout, LlmBusy, LlmRefused, LlmUnusable or LlmUnavailable."""
        return _apart(self._answered(question))

    async def _answered(self, question: Question) -> Reply:
        # Loading takes seconds, which are not the endpoint's.
        _load(self.endpoint.provider)
        from pydantic_ai import exceptions

        try:
            async with asyncio.timeout(self.endpoint.timeout_s):
                response = await self._requested(question)
        except TimeoutError as error:
            raise LlmTimeout(f"No answer within {self.endpoint.timeout_s:g} seconds.") from error
        except exceptions.ModelHTTPError as error:
            raise _of_status(error.status_code) from error
        except LlmUnavailable:
            raise
        except (exceptions.UnexpectedModelBehavior, ValueError, KeyError, TypeError, AttributeError) as error:
            # What is no answer of the protocol ends in whatever the libraries meet first in it.
            raise LlmUnusable(f"The endpoint's answer cannot be read ({type(error).__name__}).") from error
        except (exceptions.AgentRunError, OSError) as error:
            raise _of_cause(error) from error
        return _reply(response)

    async def _requested(self, question: Question) -> ModelResponse:
        from pydantic_ai.direct import model_request
        from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.output import OutputObjectDefinition
        from pydantic_ai.settings import ModelSettings

        async with _bounded_client(self.endpoint.timeout_s) as client:
            model = _model(self.endpoint, self.model_for(question), client)
            parts = [SystemPromptPart(question.system), UserPromptPart(question.text)]
            form = ModelRequestParameters()
            if self.endpoint.schema and model.profile.get("supports_json_schema_output"):
                wanted = OutputObjectDefinition(dict(question.schema), name=question.name, strict=True)
                form = ModelRequestParameters(output_mode="native", output_object=wanted)
            settings = ModelSettings(max_tokens=question.max_tokens, temperature=0.0)
            return await model_request(
                model,
                [ModelRequest(parts=parts)],
                model_settings=settings,
                model_request_parameters=form,
                instrument=False,
            )


def _load(provider: str) -> None:
    for name in ("pydantic_ai.direct", f"pydantic_ai.models.{provider}", f"pydantic_ai.providers.{provider}"):
        importlib.import_module(name)


def _model(endpoint: Endpoint, name: str, client: AsyncClient) -> Model:
    key = endpoint.api_key or _KEYLESS
    url = endpoint.base_url or None
    if endpoint.provider == "anthropic":
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        anthropic = AsyncAnthropic(api_key=key, base_url=url, http_client=client, max_retries=0)
        return AnthropicModel(name, provider=AnthropicProvider(anthropic_client=anthropic))
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    openai = AsyncOpenAI(api_key=key, base_url=url, http_client=client, max_retries=0)
    return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=openai))


def _bounded_client(timeout_s: float) -> AsyncClient:
    """A client that follows nobody elsewhere and reads no endless answer."""
    import httpx2

    class Bounded(httpx2.AsyncByteStream):
        def __init__(self, whole: httpx2.AsyncByteStream) -> None:
            self._whole = whole

        async def __aiter__(self) -> AsyncIterator[bytes]:
            read = 0
            async for piece in self._whole:
                read += len(piece)
                if read > _MOST_BYTES:
                    raise LlmUnusable("The endpoint's answer does not end.")
                yield piece

        async def aclose(self) -> None:
            await self._whole.aclose()

    class Transport(httpx2.AsyncHTTPTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            request.headers["accept-encoding"] = "identity"
            response = await super().handle_async_request(request)
            if isinstance(response.stream, httpx2.AsyncByteStream):
                response.stream = Bounded(response.stream)
            return response

    return httpx2.AsyncClient(transport=Transport(), timeout=timeout_s, follow_redirects=False)


def _reply(response: ModelResponse) -> Reply:
    from pydantic_ai.messages import TextPart

    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    if not text.strip():
        raise LlmUnusable("The endpoint's answer is empty.")
    return Reply(
        text=text,
        input_tokens=max(0, response.usage.input_tokens),
        output_tokens=max(0, response.usage.output_tokens),
        cut=response.finish_reason == "length",
    )


def _of_status(status: int) -> LlmUnavailable:
    if status in (429, 529):
        return LlmBusy(f"The endpoint asks to come back later (HTTP {status}).")
    if status == 408 or status == 504:
        return LlmTimeout(f"The endpoint gave up waiting (HTTP {status}).")
    if 300 <= status < 500:
        return LlmRefused(f"The endpoint does not accept the call (HTTP {status}).")
    return LlmUnavailable(f"The endpoint failed (HTTP {status}).")


def _of_cause(error: BaseException) -> LlmUnavailable:
    """The error of ours that stands for a failure on the way, or of what lies beneath it."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, LlmUnavailable):
            return cause
        if isinstance(cause, ValueError):
            return LlmUnusable("The endpoint's answer is no JSON.")
        if "timeout" in type(cause).__name__.lower():
            return LlmTimeout("The endpoint did not answer in time.")
        cause = cause.__cause__ or cause.__context__
    return LlmUnavailable(f"The endpoint cannot be reached ({type(error).__name__}).")


def _apart(work: Coroutine[Any, Any, Reply]) -> Reply:
    """Run in a thread of its own: the caller's may have an event loop that runs already."""
    with ThreadPoolExecutor(1, "llm-call") as thread:
        return thread.submit(asyncio.run, work).result()
