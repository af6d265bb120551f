"""From a trace to statements: sentences joined where they belong together, cleaned of lead-ins and echoes."""

from __future__ import annotations

import re
from dataclasses import replace

from hindsight_memory.domain.gate.features import features
from hindsight_memory.domain.review.distil import noise
from hindsight_memory.domain.review.distil.idea import Dropped, Reading, Statement, dropped
from hindsight_memory.domain.text import cues
from hindsight_memory.domain.text.language import HAN
from hindsight_memory.domain.text.sentences import clauses, split
from hindsight_memory.domain.trace import Event, EventKind, Trace

_LEAD = re.compile(
    r"^(?:[^\w\s\"'“「#@$(（【`<*~+/.-]+\s*"
    r"|(?:ok(?:ay)?|yes|yep|no|nope|nice|great|good|cool|thanks?(?:\s+you)?|thx|ty|perfect|fine|sure|right|alright|well|so|hi|hey|hello|morning"
    r"|wonderful|awesome|lovely|got\s+it|understood|noted|will\s+do|of\s+course|done|hmm+|oh|ah)\b\s*[,.!:;—-]+\s*"
    r"|(?:update|news|change)\s*:\s+|(?:fyi|btw|by\s+the\s+way|also|and|but|oh\s+and|one\s+more\s+thing|one\s+thing|another\s+thing|heads[\s-]up|ps|p\.s\.|just\s+so\s+you\s+know"
    r"|before\s+i\s+forget|please\s+note(?:\s+that)?|(?:it\s+)?turns\s+out(?:\s+that)?|correction|one\s+remark|note(?:\s+that)?|reminder|actually|plus|then|so)\b\s*[,:—-]*\s+(?!that\b|as\b)"
    r"|(?:对了|另外|还有|顺便(?:说一下|说一句|提一句|提一下|一提)?|再(?:提醒|说)一?(?:下|句)|提醒你?一?下|补充一?(?:下|句|点)|哦对?|嗯+|好(?:的|嘞|了|吧)?|行|对|可以|是的|不行|不对"
    rf"|谢谢|谢啦|明白|收到|了解|打住|此外|而且|不过|那)(?:[,，。.!！:：、;；]|\s)\s*|(?:对了|另外|顺便)(?=[{HAN}]))",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"[\s,，;；。.—-]*(?:(?:and\s+|so\s+)?(?:please\s+)?(?:remember|note|keep)\s+(?:that|this|it)(?:\s+one)?(?:\s+(?:in\s+mind|on\s+file|down|please))*"
    r"|(?:and\s+)?don't\s+forget(?:\s+(?:it|that|this))?|(?:请|你|务必|一定|要|可)*(?:记住|记下|记好|记牢|记一下|别忘了?|牢记)(?:了|啊|哦|下|喔)?)\s*[。.!！]*$",
    re.IGNORECASE,
)
_REMEMBER_LEAD = re.compile(
    r"^(?:please\s+|do\s+|and\s+|also\s+)*(?:remember|note|keep\s+(?:that|this|it|these|those)\s+(?:in\s+mind|on\s+(?:file|record))|keep\s+in\s+mind|make\s+a\s+note|for\s+(?:the\s+record|future\s+reference))(?:\s+(?:that|this|for\s+\w+\s+\w+))?\s*[,:—-]*\s+"
    r"|^(?:请|你|帮我|麻烦|务必|顺便|顺手|要|给我|再)*(?:记住|记一下|记下来?|记着|记好|记得|记个?一?笔|牢记|备忘)(?:了)?\s*[:：,，]?\s*",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"^(?:not\s+(?:the|an?|in|on|by|with|like)\s|(?:she|he|they|it)\b(?:'\w+)?\s|(?:this|that|these|those)(?:'s|\s+(?:is|was|are|were|will|has|have|had|means?|makes?|breaks?|applies|should|must|can|can't|needs?"
    r"|way|includes?|goes|counts|holds|alone|would|won't|doesn't|isn't))\b|there\s|otherwise|because|so\s|which\s|put\s+(?:her|him|them|it)|(?:ask|tell|ping|call)\s+(?:her|him|them))"
    r"|^(?:它|他们?|她们?|这(?:样|些|个)?(?:是|就|会|要|也|才)|那(?:样|些)?(?:是|就|会)|否则|不然|因为|所以|因此)",
    re.IGNORECASE,
)
# A clause that needs the one before it.
_LEANING = re.compile(
    r"\b(?:it|them|this|that|those|these|he|she|they)\b|^(?:anything|everything|all|larger|higher|lower|smaller|more|less|above|below|otherwise|else|so|and|but|or"
    r"|then|therefore|hence|not|nor|neither|the\s+rest|others?)\b|^(?:它|这|那|否则|不然|其他|其余|其它|超过|超出|再|就|也|还|但|而|所以|因此|不是)",
    re.IGNORECASE,
)
_HERALD = re.compile(
    r"^(?:solved|fixed|resolved|found\s+(?:it|the\s+\w+)|got\s+it|done|sorted|success|it\s+works(?:\s+now)?|root\s+cause\s+found|that\s+did\s+it|(?:it\s+)?works(?:\s+now)?|verified|confirmed)\W*$"
    r"|^(?:解决了?|搞定了?|找到(?:原因)?了?|修好了?|好了|成功了?|完成|定位到了?|查到了?)\W*$",
    re.IGNORECASE,
)
_BY_THE_WAY = re.compile(r"\b(?:by\s+the\s+way|btw|just\s+so\s+you\s+know|fyi)\b", re.IGNORECASE)
_LONGEST_SENTENCE = 1200  # characters; what is longer is a dump, not a sentence
_MOST_SENTENCES = 120  # of one message that are looked at, half from its start and half from its end
_FOR_WHOM = re.compile(
    r"(?:for|to)\s+(?:the\s+)?(?:next|later|others?|team|rest|future|record|us|me|everyone|whoever|new)\b[^,;]{0,24}$",
    re.IGNORECASE,
)
_HERALDING = 40  # characters of an agent's "it works now" that speaks of the sentence before it
_HEAD = 24  # characters in which "by the way" still opens a statement
_JOINABLE = 320  # characters of a statement beyond which nothing more is joined to it


def strip_lead(text: str) -> tuple[str, bool]:
    """Return ``text`` without "by the way", "nice." and the like in front, and whether it opened a new point."""
    opened = False
    for _ in range(5):
        match = _LEAD.match(text)
        if match is None or match.end() >= len(text):
            break
        opened = opened or cues.OPENER.found(match.group())
        text = text[match.end() :]
    head = text[:_HEAD]
    return text.strip(), opened or cues.OPENER.found(head) or bool(_BY_THE_WAY.search(text))


def strip_remember(text: str) -> tuple[str, bool]:
    """Return ``text`` without the words that ask to remember it, and whether there were any."""
    explicit = cues.REMEMBER.found(text)
    if not explicit:
        return text, False
    bare = _TAIL.sub("", _REMEMBER_LEAD.sub("", text)).strip()
    return bare, True


def _units(sentences: tuple[str, ...]) -> list[tuple[str, bool]]:
    """Sentences, or their clauses where each stands on its own; true marks a clause that follows another."""
    parts: list[tuple[str, bool]] = []
    shown = sentences
    if len(sentences) > _MOST_SENTENCES:
        shown = (*sentences[: _MOST_SENTENCES // 2], *sentences[-_MOST_SENTENCES // 2 :])
    for sentence in shown:
        split_up = clauses(sentence)
        if len(split_up) > 1 and all(_stands_alone(p) for p in split_up):
            parts.extend((clause, place > 0) for place, clause in enumerate(split_up))
        else:
            parts.append((sentence, False))
    return parts


def _stands_alone(clause: str) -> bool:
    if re.search(f"[{HAN}]", clause):
        return len(clause) >= 8 and not _LEANING.search(clause)
    return len(clause) >= 25 and not _LEANING.search(clause)


def _statements(event: Event, text: str, turn: int, context: str) -> list[Statement]:
    found: list[Statement] = []
    herald = ""
    for place, (part, follows) in enumerate(_units(split(text))):
        if len(part) > _LONGEST_SENTENCE:
            continue
        if _HERALD.match(part):
            herald = part
            continue
        bare, opened = strip_lead(part)
        bare, explicit = strip_remember(bare)
        bare, opened_again = strip_lead(bare) if bare else (bare, False)
        if found and event.kind is EventKind.ASSISTANT and len(bare) < _HERALDING and cues.CONFIRMED.found(bare):
            found[-1] = replace(found[-1], heralded=found[-1].heralded or bool(found[-1].seen.specifics))
            continue
        if explicit and _only_asks(bare):
            if found:
                found[-1] = replace(found[-1], explicit=True)
            continue
        if not bare:
            continue
        if found and _PRONOUN.match(bare) and len(found[-1].text) < _JOINABLE and _joins(found[-1], bare):
            found[-1] = _joined(found[-1], bare, explicit)
            continue
        found.append(
            Statement(
                text=bare, event=event, seen=features(bare), turn=turn, place=place, context=context if not found else "",
                heralded=bool(herald), explicit=explicit, opened=opened or opened_again, evidence=(event.sequence,),
                lead=found[-1] if follows and found else None, before=_last_words(found),
            )
        )  # fmt: skip
        herald = ""
    return found


def _last_words(found: list[Statement]) -> Statement | None:
    """What was said right before, if it is more than small talk."""
    if not found or (found[-1].seen.chat and not found[-1].seen.says_something):
        return None
    return replace(found[-1], before=None)


def _only_asks(rest: str) -> bool:
    """Whether nothing is left beside the request to remember (``… for every trip``)."""
    seen = features(rest)
    if cues.REMEMBER.found(rest):
        left = cues.REMEMBER.without(rest).strip(" .,!")
        return bool(_FOR_WHOM.match(left)) or (_only_asks(left) and not seen.specifics)
    small = seen.words < 3 or (seen.words < 6 and re.match(r"(?:for|in|on|at|with|when|next)\b", rest, re.IGNORECASE))
    return bool(small) and not seen.specifics


def _joins(previous: Statement, text: str) -> bool:
    seen = features(text)
    if previous.seen.request and previous.turn == 1 and not previous.seen.says_something:
        return False
    if seen.one_off or seen.question or previous.seen.question or previous.seen.one_off:
        return False
    return not (previous.seen.chat and not previous.seen.says_something)


def _joined(previous: Statement, text: str, explicit: bool) -> Statement:
    gap = "" if re.search(rf"[{HAN}。！？，,]$", previous.text) and re.match(f"[{HAN}]", text) else " "
    whole = f"{previous.text.rstrip()}{'' if re.search(r'[.。!?！？]$', previous.text) else '.'}{gap}{text}"
    return replace(previous, text=whole, seen=features(whole), explicit=previous.explicit or explicit)


def _user(event: Event, turn: int, context: str, left_out: list[Dropped]) -> list[Statement]:
    own, pasted = noise.own_words(event.text)
    if pasted:
        left_out.append(dropped(pasted[:200], (event.sequence,), "pasted"))
    found = _statements(event, own, turn, context)
    kept: list[Statement] = []
    takes_back = noise.retracted(own)
    for statement in found:
        if noise.machine_line(statement.text):
            continue
        if noise.secret(statement.text) or (takes_back and noise.retracted(statement.text)):
            left_out.append(dropped("", statement.evidence, "secret" if noise.secret(statement.text) else "retracted"))
            continue
        kept.append(statement)
    return kept


def _agent(event: Event, turn: int, left_out: list[Dropped]) -> list[Statement]:
    if noise.letter(event.text) or noise.drafted(event.text):
        left_out.append(dropped(event.text[:120], (event.sequence,), "request"))
        return []
    return [s for s in _statements(event, event.text, turn, "") if not noise.secret(s.text)]


def _question_of(event: Event | None) -> str:
    if event is None or event.kind is not EventKind.ASSISTANT:
        return ""
    asked = [s for s in split(event.text) if features(s).question or cues.DETAILS_WANTED.found(s)]
    return strip_lead(asked[-1])[0] if asked else ""


def read_trace(trace: Trace) -> Reading:
    """Return the statements of a trace, with pastes, secrets, drafts and letters left out (and reported)."""
    said: list[Statement] = []
    concluded: list[Statement] = []
    left_out: list[Dropped] = []
    turn = 0
    spoken: Event | None = None
    for event in trace.events:
        if event.kind is EventKind.USER:
            turn += 1
            said.extend(_user(event, turn, _question_of(spoken), left_out))
        elif event.kind is EventKind.ASSISTANT:
            concluded.extend(_agent(event, turn, left_out))
        elif event.kind is EventKind.TOOL_RESULT and noise.injected(event.text):
            left_out.append(dropped(event.text[:120], (event.sequence,), "injected"))
        if event.kind in {EventKind.USER, EventKind.ASSISTANT}:
            spoken = event
    results = [e for e in trace.events if e.kind in {EventKind.TOOL_RESULT, EventKind.ERROR}]
    return Reading(
        trace=trace,
        said=tuple(said),
        concluded=tuple(concluded),
        recalled=tuple(e.text for e in trace.events if e.kind is EventKind.RECALL),
        struggled=any(e.kind is EventKind.ERROR or e.status == "error" for e in results),
        tools=bool(results),
        answered=results[0].sequence if results else None,
        asked=tuple(e for e in trace.events if e.kind is EventKind.USER),
        dropped=tuple(left_out),
    )
