"""Text that gives the assistant another self: personas without rules, games that suspend them."""

from __future__ import annotations

import re

from hindsight_memory.domain.defence.offered import Action, Finding, Offered, cue

code = "persona_forging"

# (weight, most it may count, pattern): what speaks for a text that recasts the assistant.
_CUES: tuple[tuple[float, int, re.Pattern[str]], ...] = (
    (3, 2, re.compile(r"\b(?:unfiltered|uncensored|amoral|unrestricted|jailbr\w+|do anything now|filterless|lawless)\b")),
    (3, 2, re.compile(r"\b(?:without|no|free (?:of|from)|bypass\w*|ignor\w+|disregard\w*|break\w*|broken)\b (?:\w+ ){0,4}(?:restrictions?|filters?|censorship|limitations?|guidelines|polic(?:y|ies)|morals?|ethics?|ethical|confines|content policy)\b")),
    (3, 1, re.compile(r"\b(?:never|not|no|don't|can't|cannot|won't)\b (?:\w+ ){0,2}(?:refuse|decline|reject|break (?:the )?character)\b|\bstay in character\b|\bno (?:warnings?|disclaimers?)\b|without (?:any )?(?:warnings?|disclaimers?)\b")),
    (2, 2, re.compile(r"\b(?:act|acting|behave|respond|answer|reply|speak) (?:as|like) (?:an? |if |the |my |\w+)|\bpretend(?:ing)? (?:to be|you|that you|as)|\byou are (?:now |going to |to )(?:act|be|become|play|pretend|an? |my |the |immers|\w+gpt)|\broleplay|\brole-play|\bplay(?:ing)? (?:the |a )?(?:role|character|game)|\bimmerse yourself|\b(?:assume|adopt|take on) (?:the |a )?(?:persona|role|identity|character)|\bsimulat(?:e|or|ing)\b|\bimpersonat")),
    (2, 1, re.compile(r"\b(?:chat ?gpt|openai|gpt-?[345]\w*|bing ai|bard|claude|llama|language model|large language|chatbot)\b")),
    (1, 1, re.compile(r"\bai\b")),
    (2, 1, re.compile(r"\bfrom now on\b|\bfor (?:the rest of|this) (?:this |our |the )?(?:conversation|chat|session)\b|\byou(?:'ll| will) (?:now|always|never|only)\b")),
    (1, 3, re.compile(r"\byou (?:must|will|should|are to|can|cannot|can't|may|shall|have to|need to|do not|don't|are not)\b|\byou(?:'ll|'re (?:going|not))\b")),
    (1, 3, re.compile(r"\b(?:your|all|each|every|the|his|her|any) (?:\w+ )?(?:response|responses|replies|reply|answers?|outputs?|prompts?|messages?)\b|\bprompt\b")),
    (1, 2, re.compile(r"\b(?:illegal|unethical|immoral|harmful|explicit|nsfw|inappropriate|offensive|evil|malicious|inhumane)\b")),
    (1, 2, re.compile(r"\b(?:always|never|only|must)\b")),
    (2, 1, re.compile(r"\[(?:your|insert|the|user|my|prompt|input|name|topic|question)[^\]\n]{0,40}\]|\{(?:your|insert|prompt|input|question|topic)[^}\n]{0,30}\}|\bmy (?:first|next|1st) (?:\w+ ){0,2}(?:prompt|request|question|command|sentence|message|input|task|suggestion|query)\b")),
    (2, 1, re.compile(r"\b(?:hypothetical (?:world|scenario|response|universe)|fictional (?:world|universe|character)|developer mode|dan\b|dev mode)")),
)  # fmt: skip
_PLAIN = cue(
    "restrict|polic|filter|limit|rule|censor|do anything now",
    r"do anything now|\b(?:pretend|act|you are|imagine)\b.{0,40}\b(?:ai|assistant|chatbot|model)\b.{0,40}"
    r"\b(?:no|without|un)[ -]?(?:\w+ )?(?:restrict|polic|filter|limit|rule|censor)",
)
_UNTRUSTED_BAR = 5.0
_USER_BAR = 7.0
_CHINESE = cue(
    "扮演|假装|你现在是|从现在|假设你|不受|没有任何|越狱|拒绝",
    r"(?:你现在是|从现在(?:起|开始)你(?:是|要|将|就是|必须|会)|请?(?:扮演|假装)(?:成|是|为)?|你将扮演|你要扮演|假设你是|现在开始扮演).{0,40}"
    r"(?:没有|不受|无|打破|突破|不遵守|不需要遵守|无视).{0,10}(?:限制|约束|规则|道德|审查|过滤|底线|伦理)"
    r"|(?:不受任何|没有任何)(?:限制|约束|道德|审查).{0,10}(?:ai|助手|模型|机器人|人工智能)|越狱模式|(?:永远|绝对)?不(?:会|能|得|要)拒绝.{0,10}(?:请求|回答|要求|问题)",
)
_OTHERS = cue(
    "restric|restriz|restriç|einschr|огранич|制限なし|제한|बिना|بدون|sınırsız|kısıtlama|hạn chế|giới hạn|batasan|walang|ไม่มี|do anything now|nicht gelten",
    r"sin restricciones|sans restrictions?|senza restrizioni|sem restrições|ohne einschr(?:ä|ae)nkung|без ограничений|制限なし|제한 없|बिना (?:किसी )?(?:प्रतिबंध|रोक)|بدون قيود|sınırsız|kısıtlama(?:sız| olmadan)|không (?:bị )?(?:hạn chế|giới hạn)|tanpa batasan|walang (?:paghihigpit|limitasyon)|ไม่มีข้อจำกัด|\bdan\b.{0,60}do anything now|do anything now|richtlinien hier nicht gelten",
)


# Without one of these nobody is being recast; looking for them first keeps harmless text cheap.
_SIGNS = (
    "act as", "acting as", "act like", "pretend", "you are", "role", "simulat", "persona", "character", "gpt", "openai", " ai ", " ai.", "ai model", "chatbot", "assistant",
    "from now on", "filter", "restrict", "jailbr", "amoral", "censor", "unethical", "immoral", "refuse", "prompt", "respond", "imagine", "hypothetical", "fictional", "dan ", "model",
)  # fmt: skip


def weight(text: str) -> float:
    """How much speaks for a recast assistant: the sum of the cues found in the folded ``text``."""
    if not any(sign in text for sign in _SIGNS):
        return 0.0
    total = 0.0
    for points, most, pattern in _CUES:
        seen: set[str] = set()
        for count, match in enumerate(pattern.finditer(text)):
            seen.add(match.group())
            if len(seen) >= most or count > 30:
                break
        total += points * min(most, len(seen))
    return total


def find(offered: Offered) -> Finding | None:
    """Enough signs of a recast assistant; more of them are needed in what a user or the agent says."""
    text = offered.folded
    bar = _UNTRUSTED_BAR if offered.untrusted else _USER_BAR
    other = _CHINESE.found(text) or _OTHERS.found(text)
    if other or _PLAIN.found(text) or weight(text) >= bar:
        return Finding(code, "It gives the assistant another role in which its rules do not hold.", Action.QUARANTINE)
    return None
