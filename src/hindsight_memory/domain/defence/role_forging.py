"""Text that poses as the system, the developer or an authority: forged roles, tags and message borders."""

from __future__ import annotations

from hindsight_memory.domain.defence import tongues
from hindsight_memory.domain.defence.offered import Action, Finding, Offered, any_found, cue

code = "role_forging"

_FORGED = (
    cue("<", r"<\s*/?\s*(?:system|assistant|developer|im_start|im_end|instructions?|admin)(?:[ _:-][^<>\n]{0,40})?\s*\\?>"),
    cue("<", r"<[^<>\n]{0,30}\b(?:system|developer|override|admin|root|debug|maintenance|training)\b[^<>\n]{0,15}\b(?:mode|override|begin|start|access|data)\b[^<>\n]{0,30}>"),
    cue("im_start|im_end|<|inst]|sys>|sys >|$system", r"<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[/?inst\]|<<\s*/?sys\s*>>|\$system\b"),
    cue(":", r"(?:^|[#>*\[(|] ?|[.!:;] )\[?(?:(?:important|urgent|critical|new|attention) )?(?:system|developer|admin|administrator|root|operator)(?: (?:message|note|notice|prompt|override|instruction|update|announcement|mode))?\]?\s*:\s*\S"),
    cue("assistant", r"^\W*assistant\s*:"),
    cue(" of ", r"(?:^|[#>=*\]\[-] ?|[.!?] )(?:end|begin|start|stop) of (?:user |system )?(?:input|prompt|message|instructions?|context|conversation|document)\b"),
    cue("mode", r"\b(?:system|developer|debug(?:ging)?|maintenance|admin(?:istrator)?|god|root|sudo|dev|jailbreak|dan|unrestricted|unsafe)[ -]mode\b.{0,30}\b(?:activ|enabl|engag|on\b|now|unlock|initiat|you have no)"),
    cue(" mode|-mode", r"\b(?:entering|enter|entered|activate|enable|switch to|you are (?:now )?in|now in)\b (?:\w+ ){0,3}(?:system|developer|debug|maintenance|admin|god|root|dev|override|unrestricted)[ -](?:\w+ )?mode\b"),
    cue("i'm |i am ", r"\bi(?:'m| am) (?:your|the|an?) (?:\w+ ){0,2}(?:developer|creator|administrator|admin|maintainer|god|police officer|law enforcement|supervisor|boss|owner of (?:this|the) system)\b.{0,160}(?:\?|password|need|confirm|must|have to|share|tell me|give me)"),
    cue("i am god|an ai ", r"\bi am god\b|\b(?:as|being) an ai (?:developed|created|made|trained) by\b.{0,80}\b(?:need|enter|must|confirm|verify)"),
    cue(" user ", r"\b(?:the|this) user (?:is|has been|was) (?:now )?(?:an? |the )?(?:admin|administrator|superuser|root|granted|authorized)\b"),
    cue("grant", r"\bgrant(?:s|ed)? (?:this |the )?(?:user|me|all) (?:\w+ ){0,2}(?:admin|root|full|permission|requests|access)"),
    cue("[", r"\[\s*(?:\w+[_ -])?(?:persist|override|inject)\w*\s*\]"),
    cue("agent|assistant|model|bot|llm|ai|coding", r"\b(?:for|to) (?:the )?(?:ai|llm|bot|assistant|coding) (?:agents?|assistants?|models?|bots?)\b\)?\s*:|\bnote to (?:the )?(?:ai|bot|assistant|llm|model|agent)\b"),
)  # fmt: skip
_CHINESE = cue(
    "系统|管理员|开发|我是你|模式|权限",
    r"(?:^|[。;；【\[(（#])\s*(?:系统|管理员|开发者|开发人员)(?:消息|提示|指令|通知|公告)?[】\])）]?\s*[:：]|我是你的?(?:开发者|开发人员|创造者|管理员|主人|老板)"
    r"|(?:进入|启用|开启|激活|已进入|切换到?)(?:了)?.{0,6}(?:开发者|管理员|系统|维护|上帝|调试|越狱|无限制)模式|(?:用户|我)(?:现在)?是(?:系统)?管理员.{0,12}(?:批准|同意|允许|权限|请求)"
    r"|授予.{0,8}(?:管理员|全部|最高|root).{0,4}权限",
)
# "System note", "system mode", "developer mode", "I am God", "your developer" in other languages.
_ELSEWHERE = tongues.forms(
    "nota di sistema", "systemhinweis", "note système", "nota del sistema", "nota do sistema", "sistem notu", "modo sistema", "modo de sistema", "modo del sistema", "modo do sistema",
    "modalità sistema", "modalità di sistema", "modalità manutenzione", "modalità di manutenzione", "modalità sviluppatore", "mode système", "mode maintenance", "mode développeur",
    "systemmodus", "wartungsmodus", "entwicklermodus", "modo de mantenimiento", "modo mantenimiento", "modo desarrollador", "modo de manutenção", "modo desenvolvedor",
    "режим системы", "системный режим", "режим обслуживания", "режим разработчика", "システムモード", "メンテナンスモード", "開発者モード", "시스템 모드", "유지 보수 모드", "유지보수 모드", "개발자 모드",
    "सिस्टम मोड", "रखरखाव मोड", "डेवलपर मोड", "وضع النظام", "وضع الصيانة", "وضع المطور", "وضع تجاوز", "সিস্টেম মোড", "রক্ষণাবেক্ষণ মোড", "sistem modu", "bakım modu", "geliştirici modu",
    "chế độ hệ thống", "chế độ bảo trì", "chế độ nhà phát triển", "mode sistem", "mode pemeliharaan", "mode pengembang", "โหมดระบบ", "โหมดบํารุงรักษา", "โหมดบำรุงรักษา", "โหมดนักพัฒนา", "security override",
    "私は神", "我是上帝", "ich bin gott", "je suis dieu", "soy dios", "sono dio", "sou deus", "я бог", "나는 신", "मैं भगवान", "मैं ईश्वर", "أنا الله", "أنا الإله", "আমি ঈশ্বর", "ben tanrı", "tôi là chúa", "tôi là thượng đế",
    "adalah tuhan", "saya tuhan", "ako ang diyos", "ako ay diyos", "ฉันเป็นพระเจ้า", "ฉันคือพระเจ้า", "dein entwickler", "ihr entwickler", "votre développeur", "ton développeur", "tu desarrollador", "su desarrollador",
    "il tuo sviluppatore", "seu desenvolvedor", "ваш разработчик", "твой разработчик", "あなたの開発者", "당신의 개발자", "आपका डेवलपर", "المطور الخاص بك", "আপনার ডেভেলপার", "nhà phát triển của bạn", "pengembang anda", "iyong developer",
    "god mode", "<god", "ihr ersteller", "iyong lumikha", "นักพัฒนาของคุณ",
)  # fmt: skip


def _posed_elsewhere(text: str) -> bool:
    return any(words in text for words in _ELSEWHERE)


def find(offered: Offered) -> Finding | None:
    """A forged system or developer message, a forged border of the conversation, a claimed authority."""
    text = offered.folded
    forged = any_found(_FORGED, text) or _CHINESE.found(text) or _posed_elsewhere(text)
    if forged:
        return Finding(code, "It poses as the system, a developer or an authority.", Action.QUARANTINE)
    return None
