"""What the task showed: the way that worked, what failed, limits met, facts found. One rule per type.

The agent's own conclusions are taken, not its plans or guesses; they count as verified when a tool answered
before them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import islice

from hindsight_memory.domain.memory import MemoryType, Source
from hindsight_memory.domain.review.distil import noise
from hindsight_memory.domain.review.distil.idea import Idea, Reading, Statement
from hindsight_memory.domain.review.distil.overlap import containment, words
from hindsight_memory.domain.review.distil.weigh import KEEP, agent_strength, agent_type, of_one_case, user_strength
from hindsight_memory.domain.review.distil.wording import content_of, shortened, subject_of
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.normal import fold
from hindsight_memory.domain.text.sentences import split
from hindsight_memory.domain.trace import Event, EventKind, OutcomeStatus

_BAR = KEEP + 0.02
_LONGEST_TOPIC = 140  # characters
_NAMED = 0.5  # share of the request's words that already stand in the conclusion
_UNCAUSED = 0.3  # what a finding loses that explains nothing
_BORNE_OUT = 0.3  # what a conclusion gains when the user says that it works
_PROMISING = 0.7  # the same when it promises to follow a rule
_ANSWERING = 0.35  # what a limit or fact loses when it only answers the user
_RECENT = 3  # events back in which an error still explains a conclusion
_LONGEST_CALL = 200  # characters of a tool call that still reads as a statement
_CHANGES = re.compile(
    r"\b(?:set|add|install|apply|enable|disable|patch|update|upgrade|downgrade|pin|raise|lower|restart|reset|reload|prune|rmi?"
    r"|clean|clear|edit|replace|switch|remove|delete|rebuild|reindex|export\s+\w+=)\b|--[a-z]|\w=\S",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"\b(?:was|is|were|are)\s+(?:wrong|off|mistaken|incorrect|a\s+typo)\b|\bshould\s+(?:be|have\s+been)\b|\bcorrect(?:ed)?\s+(?:value|unit|figure|number)\b"
    r"|应(?:该)?(?:为|是)|正确的?(?:是|值|应|数)|写错|算错|单位错|数(?:值|字)错|更正",
    re.IGNORECASE,
)
_ECHOED_MARKS = 0.35  # the same when every number and name in it is the user's
_REMEMBERED = 40  # messages of the user, back from a conclusion, whose numbers and names it may echo
_ECHOED = 0.5  # share of a conclusion's words that the user had just said


def _sequence(event: Event) -> int:
    return event.sequence


# Each of these looks at few events, so that a long trace costs as much for a statement as a short one.
def _backwards(reading: Reading, statement: Statement) -> Iterator[Event]:
    """The events before a statement, the nearest first."""
    events = reading.trace.events
    place = bisect_left(events, statement.event.sequence, key=_sequence)
    return (events[at] for at in range(place - 1, -1, -1))


def _onwards(reading: Reading, statement: Statement) -> Iterator[Event]:
    """The events after a statement, the nearest first."""
    events = reading.trace.events
    place = bisect_right(events, statement.event.sequence, key=_sequence)
    return (events[at] for at in range(place, len(events)))


def _after_error(reading: Reading, statement: Statement) -> bool:
    before = islice(_backwards(reading, statement), _RECENT)
    return any(e.status == "error" or e.kind is EventKind.ERROR for e in before)


def _failed(reading: Reading) -> bool:
    return reading.trace.task.outcome is OutcomeStatus.FAILURE


def _says_it_works(message: Event) -> bool:
    return any(cues.CONFIRMED.found(s) and not cues.asks(s) for s in split(message.text)[:2])


def _borne_out(reading: Reading, statement: Statement) -> bool:
    """Whether the user's next message says that it works, right behind the agent's statement."""
    heard = next(_onwards(reading, statement), None)
    if heard is None or heard.kind is not EventKind.USER or not statement.seen.specifics:
        return False
    return _says_it_works(heard)


def _tool_before(reading: Reading, statement: Statement) -> bool:
    return reading.answered is not None and reading.answered < statement.event.sequence


def _answers_user(reading: Reading, statement: Statement) -> bool:
    """Whether it answers the user straight away with a limit or a fact: no tool has shown it in between."""
    before = next(_backwards(reading, statement), None)
    told = before is not None and before.kind is EventKind.USER
    return told and agent_type(statement, failed=_failed(reading)) in {MemoryType.BOUNDARY, MemoryType.FACT}


def _answers(reading: Reading, statement: Statement) -> bool:
    """Whether it ends the agent's turn, after a tool: what was found out for the user, not a step on the way."""
    following = next(_onwards(reading, statement), None)
    ends_turn = following is None or following.kind is EventKind.USER
    return ends_turn and _tool_before(reading, statement) and bool(statement.seen.specifics)


def _beside_the_point(text: str) -> bool:
    """Whether it reads a wish off the user, clears a suspect or tells of orders in data that it did not follow."""
    ignored = cues.DISREGARDED.found(text) and cues.ADDRESSED.found(text)
    return cues.INFERRED.found(text) or cues.EXCLUDED.found(text) or ignored


def _last_agent(reading: Reading) -> int:
    return max((s.event.sequence for s in reading.concluded), default=0)


def echoes(reading: Reading, statement: Statement) -> bool:
    """Whether an agent's statement only says back what the user said before it."""
    mine = words(statement.text)
    if (statement.seen.failure or statement.seen.limit) and _after_error(reading, statement):
        return False
    end = bisect_left(reading.asked, statement.event.sequence, key=_sequence)
    said = [event.text for event in reading.asked[max(0, end - _REMEMBERED) : end]]
    shares = [containment(mine, words(text)) for text in said[-2:]]
    if any(share >= _ECHOED for share in shares):
        return True
    marks = statement.seen.specifics
    if len(marks) < 2 or not any(share >= _ECHOED_MARKS for share in shares):
        return False
    told = fold(" ".join(said))
    return all(mark in told for mark in marks)


def taken_back(reading: Reading, statement: Statement) -> bool:
    """Whether what the agent said was retracted or refuted by its next words, or by the user's."""
    spoken = (
        e for e in _onwards(reading, statement)
        if e.kind in {EventKind.ASSISTANT, EventKind.THOUGHT, EventKind.USER}
    )  # fmt: skip
    for event in islice(spoken, 2):
        first = split(event.text)[:2]
        if any(cues.RETRACT.found(sentence) for sentence in first):
            return True
    return False


def _problem(reading: Reading, statement: Statement) -> str:
    """What the task was about, for a way that does not say it itself: the longest sentence of the first request."""
    asked = [
        s
        for s in reading.said
        if s.turn == 1
        and len(s.text) <= _LONGEST_TOPIC
        and user_strength(s) < KEEP
        and not (s.seen.borrowed or (s.seen.chat and s.seen.words < 6))
    ]
    topic = max(asked, key=lambda s: s.seen.words, default=None)
    if topic is None or containment(words(topic.text), words(statement.text)) >= _NAMED:
        return ""
    return subject_of(topic.text.rstrip(".。!！"))


def _concluded(reading: Reading, kind: MemoryType, rule: str) -> Iterator[Idea]:
    last = _last_agent(reading)
    for statement in reading.concluded:
        if agent_type(statement, failed=_failed(reading)) is not kind or _beside_the_point(statement.text):
            continue
        if kind is MemoryType.FACT and (of_one_case(statement.text) or cues.ACTED.starts(statement.text)):
            continue
        closing = statement.event.sequence == last
        strength = agent_strength(statement, after_error=_after_error(reading, statement), closing=closing)
        if _borne_out(reading, statement):
            strength += _BORNE_OUT
        if _answers_user(reading, statement):
            strength -= _PROMISING if statement.seen.durable or statement.seen.sweeping else _ANSWERING
        if kind is MemoryType.FACT and not (statement.seen.cause or _answers(reading, statement)):
            strength -= _UNCAUSED
        if strength < _BAR or echoes(reading, statement) or taken_back(reading, statement):
            continue
        if statement.seen.retract and not statement.seen.cause:
            continue
        shown = _tool_before(reading, statement)
        topic = _problem(reading, statement) if kind is MemoryType.PATH else ""
        yield Idea(
            text=content_of(statement, topic),
            type=kind,
            source=Source.VERIFIED if shown else Source.INFERRED,
            strength=strength,
            rule=rule,
            at=statement.event.at,
            evidence=statement.evidence,
            certainty=0.85 if shown else 0.6,
            bare=statement.text,
        )


def path(reading: Reading) -> Iterator[Idea]:
    """The way that finally worked, with its parameters; a failed task shows none."""
    if reading.trace.task.outcome is not OutcomeStatus.FAILURE:
        yield from _concluded(reading, MemoryType.PATH, "path")


def confirmed(reading: Reading) -> Iterator[Idea]:
    """The last change that a tool made before the user said that it works now, where no one put it into words."""
    events = reading.trace.events
    said = next((e for e in reversed(events) if e.kind is EventKind.USER), None)
    if reading.trace.task.outcome is not OutcomeStatus.SUCCESS or said is None:
        return
    if not _says_it_works(said):
        return
    calls = [e for e in events if e.kind is EventKind.TOOL_CALL and e.sequence < said.sequence]
    done = next((e for e in reversed(calls) if _CHANGES.search(e.text)), None)
    if done is None or len(done.text) > _LONGEST_CALL or noise.secret(done.text):
        return
    before = [s for s in reading.concluded if s.event.sequence < said.sequence and s.seen.specifics]
    why = [s.text for s in before if not (s.seen.guess or s.seen.question or taken_back(reading, s))][-1:]
    asked = next((s.text.rstrip(".。!！") for s in reading.said if s.turn == 1 and len(s.text) <= _LONGEST_TOPIC), "")
    topic = subject_of(asked)
    yield Idea(
        text=shortened(" — ".join(part for part in (topic, *why, done.text) if part)),
        type=MemoryType.PATH,
        source=Source.VERIFIED,
        strength=0.6,
        rule="confirmed",
        at=said.at,
        evidence=(done.sequence, said.sequence),
        certainty=0.85,
        bare=done.text,
    )


def negative(reading: Reading) -> Iterator[Idea]:
    """What does not work, and why."""
    return _concluded(reading, MemoryType.NEGATIVE, "negative")


def boundary(reading: Reading) -> Iterator[Idea]:
    """Limits, permissions and quotas that the agent met."""
    return _concluded(reading, MemoryType.BOUNDARY, "limit_met")


def found(reading: Reading) -> Iterator[Idea]:
    """Facts that the agent established; a failed task's conclusions are not facts."""
    if reading.trace.task.outcome is not OutcomeStatus.FAILURE:
        yield from _concluded(reading, MemoryType.FACT, "found")


def correction(reading: Reading) -> Iterator[Idea]:
    """A value that was corrected after a tool showed the right one, with the topic of what was corrected."""
    for statement in reading.concluded:
        corrects = statement.seen.numbers and _CORRECTS.search(statement.text) and not statement.seen.guess
        if not (corrects and _tool_before(reading, statement)):
            continue
        named = [s for s in reading.said if s.event.sequence < statement.event.sequence]
        if not named:
            continue
        topic = max(named, key=lambda s: (s.turn == named[0].turn, s.seen.words)).text
        yield Idea(
            text=content_of(statement, topic=topic.rstrip(".。")),
            type=MemoryType.FACT,
            source=Source.VERIFIED,
            strength=0.75,
            rule="correction",
            at=statement.event.at,
            evidence=statement.evidence,
            certainty=0.85,
        )


def inferred(reading: Reading) -> Iterator[Idea]:
    """A preference that the agent read off the user's behaviour and said aloud."""
    for statement in reading.concluded:
        read_off = cues.INFERRED.found(statement.text) and not statement.seen.question
        if read_off and not taken_back(reading, statement):
            yield Idea(
                text=content_of(statement),
                type=MemoryType.PREFERENCE,
                source=Source.INFERRED,
                strength=0.8,
                rule="inferred",
                at=statement.event.at,
                evidence=statement.evidence,
                certainty=0.65,
            )
