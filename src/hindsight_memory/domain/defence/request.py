"""Text from a tool or a page that gives the agent a task. Data that asks for something is not data."""

from __future__ import annotations

import re

from hindsight_memory.domain.defence import tongues
from hindsight_memory.domain.defence.offered import Action, Finding, Offered, near

code = "request_in_data"

_BREAK = re.compile(r"(?<=[.!?。！？])[\s\"')]+|[\n;|]+|(?<=[。！？])")
_MOST_SENTENCES = 400

_YOUR_ANSWER = re.compile(
    r"\b(?:in|to|into|of|with|at the (?:end|beginning|start) of|throughout|for) (?:your|the|each|every) (?:\w+ )?(?:response|reply|answer|output|message|summary|report|text|content)s?\b"
    r"|\b(?:your|the) (?:response|reply|answer|output|message|text)\b"
)
_LEAD = r"^[\W_]*(?:(?:chat ?gpt|assistant|ai|claude|gpt|computer|dear ai),? )?(?:(?:in|to|into|with|at the (?:end|beginning|start) of) your (?:\w+ )?(?:response|reply|answer|output|message|summary),? )?(?:(?:please|now|then|first|next|finally|also|after that|and|kindly|anyway|oh|so|hey|okay|ok|just) ?,? ?)*(?:(?:can|could|would|will) you (?:please |also |kindly )?|i (?:want|need) you to |you (?:must|should|need to) |your task is to |help me (?:to )?)?"
_ON_ANSWER = re.compile(
    rf"{_LEAD}(?:add|append|insert|include|incorporate|integrate|mention|embed|enhance|augment|enrich|supplement|weave|place|put|substitute|replace|encode|encrypt|convert|translate|render|"
    r"rewrite|reverse|invert|remove|combine|group|scramble|shuffle|apply|use|provide|express|write|give|format|present|return|deliver|craft|spell|misspell|alter|change|modify|transform|"
    r"state|say|suggest|promote|recommend|advertise|reveal|introduce|infuse|offer|share|respond|reply|answer|output|print|turn|make|jumble|rearrange|obfuscate|mask|swap)\b"
)
_TASK = re.compile(
    rf"{_LEAD}(?:(?:explain|describe|summari[sz]e|translate|draft|compose|recommend|suggest|discuss|elaborate|rephrase|paraphrase|brainstorm|define|"
    r"decode|decipher|combine|recite|propose|classify|analy[sz]e the|respond|reply|answer)\b(?! (?:it|that|them|her|him)\b)|"
    r"(?:tell|give|show|teach|write|find|make|draw|send|get|book|buy|order|play|read) (?:me|us)\b(?! (?:more|know|about|how it|all|a call|one|some|another|the|something|hope|when|if)\b)|"
    r"make (?:a|the) (?:reservation|booking|payment|transfer|appointment|purchase)\b|send (?:\w+ ){0,2}(?:e-?mails?|messages?) to\b|"
    r"\w+ (?:the |a )?(?:\w+ ){0,4}(?:this|the following|these) (?:\w+ )?(?:comment|sentence|text|review|statement|passage|paragraph|article|email|tweet|phrase|sentences|words|numbers)\s?:|"
    r"(?:write|create|generate|develop|design|outline|provide|craft|produce|prepare|make|build|give|list|offer|plan|invent|imagine|picture|compile|identify|compare|predict) "
    r"(?:a|an|the|some|one|two|three|four|five|six|ten|\d+|detailed|step-by-step|suggestions|ideas|tips|examples?) (?:\w+ ){0,4}?(?:essay|article|story|poem|speech|email|summary|letter|"
    r"report|introduction|paragraph|script|list|recipe|outline|overview|guide|plan|command|tips|ideas|suggestions|equivalent|translation|definition|examples?|explanation|analysis|song|joke|haiku|blog|"
    r"code|function|program|query|steps?|itinerary|schedule|workout|dialogue|review|description|message|tweet|post|tutorial|comparison|differences?|functions|causes|effects|benefits|names|things|ways|facts)\b)"
)
_SECOND = re.compile(r"\b(?:you|your|it|that|they|there)\b")
_QUESTION = re.compile(
    r"^[\W_]*(?:and |but |so |now |then |q: ?|question: ?|speaking of [\w ]{1,40}, )?"
    r"(?:(?:what|which|how|why|where|who)(?: \w+){0,4}? (?:is|are|do|does|can|could|should|would|to|has|have|invented|wrote|won|founded|discovered)|what's|(?:who|when|where|what|in what|which)(?: \w+){0,2} (?:was|did|were)(?= the (?:first|last|original)| \w+ (?:born|invented|founded))|does|do)\b.*\?[\W_]*$"
)
_PERSONAL = re.compile(
    r"\b(?:you|your|you're|you've|yours|ya|u|it|they|them|those|that|this|these|he|she|him|her|his|hers|we|our|us|there|here|go(?:ing)?|been|mel|i|my)\b"
)
_CHAT_REQUEST = re.compile(
    r"\b(?:can|could|would|will) you (?:please |kindly |now |help me )?(?:explain|describe|tell me (?:the|about the|what|which|step)|decode|decipher|encode|confirm|translate|summarize|classify|provide|list|write|calculate|help me (?:to )?\w+|invert|substitute|reverse|convert|identify|analyze|compare|define|outline)\b(?! (?:it|that|you|got|happened|made|your|yours|why)\b)(?! (?:what|which) (?:got|made|you|it|happened|your)\b)"
)
_GENERAL_HELP = re.compile(
    r"^[\W_]*(?:how (?:do|can|should|would) (?:i|one|we|you) (?!like|know|feel|think|get into|manage|find|come|handle|cope|start|decide|make (?:it|that))|what (?:is|are) (?:the|some|a)\b|what's the (?!plan|matter|deal|best part|name|story|latest|next|secret|vibe|favorite)|who (?:was|wrote|won|is the|invented)|when (?:was|did|is) the)[\w' ,-]{8,}\?"
)
_FRAMED = (
    re.compile(r"(?:^|[.!?:>'\"] ?|now |then |, )(?:imagine|suppose|pretend|let(?:'s|s| us) (?:assume|say|consider|imagine|pretend|suppose|play)|picture (?:this|a)|for the (?:purposes?|sake) of (?:this|the)|assume)\b[^\n]{0,200}(?:\?|\b(?:state|say|output|answer|result|conclusion|could be|would be|should be|respond|is)\b)"),
    re.compile(r"\b(?:hypothetical(?:ly)?|parallel (?:universe|world)|alternate (?:universe|reality)|in a world (?:where|of)|dystopian|fictional (?:world|universe))\b[^\n]{0,160}"),
    re.compile(r"\b(?:state|say|claim|declare|report|answer|respond|output) (?:that )?(?:the )?(?:output|answer|result|conclusion|outcome) (?:is|of|as)\b"),
)  # fmt: skip
# A question or task about a text that is handed over with it: "what is … of this code: …".
_WORK_ON_TEXT = re.compile(
    r"^[\W_]*(?:(?:what|which) (?:is|are|was|were) the (?:\w+ ){0,3}(?:of|given|in|from|for)?\b[^.?!]{0,40}\b(?:this|these|the following|given)\b[^.?!]{0,40}[:?\"'<]|"
    r"(?:summari[sz]e|translate|analy[sz]e|review|explain|rewrite|classify) (?:this|the following|these)|(?:create|write|draft) (?:\w+ ){1,4}(?:based on|from|for|to) (?:this|the following|\w+)\b)"
)
_CHINESE = re.compile(
    r"^[\W_]*(?:请|麻烦|帮我|帮忙|给我|能否|能不能|你能|你可以|请你|现在请|然后请)+(?:你|您|帮我|给我|为我)*(?:解释|描述|总结|翻译|写|起草|生成|列出|提供|比较|分类|分析|评估|定义|编写|计算|推荐|预订|发送|转账|购买|告诉|展示|重复|输出|解码|扮演)"
    r"|^[\W_]*(?:解释一下|描述一下|总结一下|翻译(?:以下|下面|这)|写一?[篇封首段个]|告诉我|给我[讲写说列推]|列出[五十\d]+|分析(?:以下|下面|这段|这篇)|总结(?:以下|下面|这段|这篇))"
    r"|(?:把|将)你的(?:回答|回复|输出)|在(?:你的)(?:回答|回复|答复|输出|响应)(?:中|里|的?(?:末尾|开头|结尾))|(?:假设|想象一下|想象|假如)我们.{0,60}(?:[?？]|告诉|可以说)"
    r"|^[\W_]*根据(?:这|以下|下面).{1,12}(?:写|回答|总结|生成)|^[\W_]*鉴于(?:这|以下)|^[\W_]*(?:问[:：]|什么是)[^。！\n]{2,60}[?？]"
)
_OTHERS = tongues.forms(
    "kannst du mir erkl", "können sie", "könnten sie", "kannst du", "erkläre", "schreibe", "fasse ", "pouvez-vous", "peux-tu", "pourriez-vous", "expliquez", "écrivez", "écrire un", "résumez", "quelles sont", "quelle est", "quel est", "comment ",
    "puedes ", "podría", "puede usted", "explica", "escribe", "resume ", "cuál es", "cuáles son", "qué es", "cómo ", "puoi ", "potete", "sai dirmi", "spiega", "scrivi", "riassumi", "qual è", "quali sono", "cos'è", "come si", "você pode", "pode me", "poderia",
    "explique", "escreva", "resuma", "qual é", "quais são", "o que é", "como ", "можете ли", "можете", "не могли бы", "расскажи", "объясни", "напишите", "создавайте", "каковы", "какова", "какой", "какая", "что такое", "сколько", "как ",
    "教えて", "説明", "書いて", "要約", "何ですか", "できますか", "ですか", "ください", "ましょう", "설명", "작성", "요약", "무엇", "알려", "있나요", "인가요", "해 주", "주세요", "क्या आप", "बताइए", "बताएं", "समझा", "लिख", "सारांश", "क्या है", "क्या हैं", "कैसे", "कौन", "दीजिए", "बनाएं", "बनाएँ", "कितन",
    "هل يمكنك", "هل يمكن", "اشرح", "اكتب", "لخص", "ما هي", "ما هو", "كيف", "أخبرني", "قم ب", "من هو", "আপনি কি", "ব্যাখ্যা", "লিখুন", "সারসংক্ষেপ", "কি?", "কী?", "কীভাবে", "কিভাবে", "বলুন", "কত", "তৈরি করুন", "açıkla", "yazın", "özetle", "nedir", "nasıl", "misiniz", "mısınız", "musunuz", "söyle", "kimdir",
    "bạn có thể", "giải thích", "viết", "tóm tắt", "là gì", "như thế nào", "hãy", "bao nhiêu", "làm thế nào", "bisakah", "dapatkah", "jelaskan", "tulis", "ringkas", "apa itu", "apakah", "bagaimana", "buatlah", "berapa", "apa ", "maaari", "ipaliwanag", "isulat", "ibuod", "ano ang", "paano", "gumawa", "sumulat", "pwede", "lumikha",
    "คุณช่วย", "อธิบาย", "เขียน", "สรุป", "คืออะไร", "อย่างไร", "อะไร", "ช่วย", "ยังไง", "เท่าไ", "สร้าง",
)  # fmt: skip
_OTHER_SCRIPT = re.compile(
    "[\u0400-\u052f\u0590-\u08ff\u0900-\u0dff\u0e00-\u0e7f\u3040-\u30ff\uac00-\ud7af\u1e00-\u1eff]|[àáâãäåçèéêëìíîïñòóôõöùúûüýğışąćęłńśźżđơư¿¡]"
)
_ASKING_OTHERS = tongues.forms("?", "？", "؟", "ください", "주세요", "दीजिए", "लिखें", "बताएं", "करें", "बनाएं")


def find(offered: Offered) -> Finding | None:
    """A task, a question to a know-it-all, or a frame for pretending, in text that is no user's."""
    if not offered.untrusted:
        return None
    text = offered.folded
    asks = _asks_in_english(offered) or (not text.isascii() and _asks_elsewhere(text)) or _is_plain_foreign(text)
    if asks or any(p.search(text) for p in _FRAMED):
        return Finding(code, "It comes from a tool or a page and gives the agent a task.", Action.QUARANTINE)
    return None


def _asks_in_english(offered: Offered) -> bool:
    if _WORK_ON_TEXT.search(offered.folded) or _OPEN_DIALOGUE.search(offered.folded[-6000:]):
        return True
    plain = offered.inspected.casefold().replace("’", "'")
    if any(_gives_task(sentence.strip()) for sentence in _BREAK.split(plain, maxsplit=_MOST_SENTENCES)):
        return True
    return any(_only_asks(line.strip()) for line in plain.split("\n", _MOST_SENTENCES))


# Questions with answers, and a last question left open: a prompt that shows how to go on.
_OPEN_DIALOGUE = re.compile(
    r"\b(?:q|t|问|問|f|p|в)\s?[:：].{1,2000}\b(?:a|j|r|答|о)\s?[:：].{1,4000}\b(?:q|t|问|問|f|p|в)\s?[:：][^:：]{1,300}[?？]\W*$"
)


def _only_asks(line: str) -> bool:
    """A line of its own that holds nothing but questions of general knowledge."""
    if not line.endswith("?") and not line.startswith("q:"):
        return False
    sentences = [s.strip() for s in _BREAK.split(line, maxsplit=_MOST_SENTENCES) if s.strip()]
    return all(_general_question(s) for s in sentences)


def _general_question(sentence: str) -> bool:
    words = sentence.count(" ") + 1
    if words >= 4 and _QUESTION.match(sentence) and not _PERSONAL.search(sentence):
        return True
    return words >= 4 and bool(_GENERAL_HELP.match(sentence)) and not _SECOND.search(sentence)


def _gives_task(sentence: str) -> bool:
    words = sentence.count(" ") + 1
    if words < 3 or len(sentence) > 600:
        return False
    if _ON_ANSWER.match(sentence) and _YOUR_ANSWER.search(sentence):
        return True
    if words >= 4 and _TASK.match(sentence):
        return True
    return bool(_CHAT_REQUEST.search(sentence))


def _asks_elsewhere(text: str) -> bool:
    if _CHINESE.search(text):
        return True
    return bool(_OTHER_SCRIPT.search(text)) and (
        near(text, _OTHERS, _ASKING_OTHERS, 200)
        or near(text, tongues.FRAMES, _ASKING_OTHERS, 300)
        or bool(_ORDERS.search(text))
    )


_FOREIGN_QUESTION = re.compile(
    r"^[\W_]*(?:was ist|wie |wo |wer |comment |quel |quelle |quels |quelles |bagaimana |apa |siapa |berapa |paano |ano ang |sino |saan |como |qual |quais |onde |quien |cual |que es |donde |come |dove |chi |nasil |nedir |kim )[^.!\n]{3,160}\?"
)


# An order at the beginning of a sentence, in languages that put the verb first.
_ORDERS = re.compile(
    r"(?:^|[.!?:] )(?:schreib\w*|erkläre?n?|fasse?n?|übersetze?n?|expliquez|écrivez|écris|résumez|résume|rédigez|traduisez|créez|escribe|escriba|explica|explique|resume|resuma|traduce|crea|cree|"
    r"scrivi|scrivete|spiega|spiegate|riassumi|riassumete|traduci|crea|escreva|escreve|resumir|traduza|crie|напиши\w*|объясни\w*|создавай\w*|создай\w*|переведи\w*|подведи\w*|расскажи\w*|опиши\w*|"
    r"اكتب|اشرح|لخص|ترجم|قم|viết|giải thích|tóm tắt|tạo|hãy|làm thơ|trả lời|tulis\w*|jelaskan|ringkas\w*|buat\w*|isulat|sumulat|ipaliwanag|ibuod|gumawa|lumikha|bumuo|yaz|açıkla|özetle|เขียน|อธิบาย|สรุป|สร้าง)\b"
)


def _is_plain_foreign(text: str) -> bool:
    return bool(_FOREIGN_QUESTION.search(text))
