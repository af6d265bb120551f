"""Words by which a statement tells of a change, in English and Chinese. No list names a topic.

All match folded text.
"""

from __future__ import annotations

import re

from hindsight_memory.domain.review.lexicon import key

# It says that something was otherwise before.
CHANGED = re.compile(
    r"\bno longer\b|\bno more\b|\bany ?more\b|\bas of (?:today|now|this|next|last|the|\d|january|february|"
    r"march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday)\b|\beffective (?:today|immediately|from)\b"
    r"|\bafter all\b|\binstead\b|\b(?:switch|migrat|convert)(?:ed|ing|es)?\b.{0,40}\b(?:to|from)\b|\b(?:mov(?:ed|ing|es)|chang(?:ed|ing|es))\b|\brenamed\b"
    r"|\b(?:goes|went|gone|going|is|are|was|were|been|got|get|gets)? ?(?:up|down) (?:to|from)\b|\b(?:raised|lowered|increased|decreased|reduced|extended|shortened|cut|bumped|upgraded|"
    r"downgraded|relaxed|tightened|lifted|doubled|halved|replaced|superseded|archived|retired|deprecated|decommissioned|discontinued|abandoned|scrapped|dropped|relocated|pushed|shifted|expanded|shrunk|trimmed|brought forward|"
    r"postponed|rescheduled|revised|updated|swapped|shut down|phased out)\b|\bused to\b|\bcorrection\b|\bscratch that\b|\bforget (?:about )?\b|\bnew (?:rule|limit|policy|plan|default|deadline|price|"
    r"address|number|port|host|channel|owner|budget|quota|cap|schedule|format|version)\b|\bnot\b[^,.;]{1,25}\bany ?more\b|\bis gone\b|\bare gone\b|\b(?:changed|change) (?:my|our|their|his|her) minds?\b|\bon second thought\b"
    r"|不再|改[成为用到回由在至走按从了]|改一下|[调换变转](?:成|为|到|回|至|了)|换[用去]|调整|变更|[调降升提增减缩压放涨加砍](?:低|高|长|短|宽|紧|严|少|多|小|大)?(?:到|至|为|成)|升级|更正|取消|作废|废[弃止除]|停用|下线|归档|撤[销了]|"
    r"弃用|淘汰|推迟|提前到|延[期长后]|搬[到去家了]|迁[移到]|不用.{0,12}了|别.{0,8}了|"
    r"新(?:规|的?规定|的?规则|的?上限|的?地址|的?端口)|(?:规则|规矩|规定|政策|口径|要求|安排|计划)(?:有变|变了|改了|放宽|收紧|调)|不.{1,8}了(?=[,，。;；]|$)|(?:^|[,，。;；] ?)[改换][\u4e00-\u9fffa-z]|调走|离职|转岗|替[代换](?:了|掉)?|取代|放开|取缔|恢复",
    re.ASCII,
)
# It lays down how things are to be done from here on.
HENCEFORTH = re.compile(
    r"\bfrom now on\b|\bgoing forward\b|\bfrom (?:today|here) on\b|\bin (?:the )?future\b"
    r"|今后|往后|(?<![点号日天年月周后期半钟])以后(?:都|就|一律|统一|改|不|请|别|用|按|把|要)|从(?:现在|今天|今年|本周|下周|下个?月|明天|这周|[0-9]+月)[^,，。]{0,6}(?:起|开始)",
    re.ASCII,
)
# It concerns one occasion.
ONCE = re.compile(
    r"\b(?:just|only) (?:this once|today|for (?:today|now)|this time|this week)\b|\bthis once\b|\btomorrow\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b|\bfor once\b|\btemporar"
    r"|今天(?!起|开始)|今晚|明天(?!起|开始)|明晚|这次|这一次|这回|临时|暂时|先别",
    re.ASCII,
)
# It names what it sets: "change my X to", X 改成.
SET = re.compile(
    r"\b(?:switch|chang|mov|updat|set|bump|rais|lower|cut|push|migrat|convert)(?:e?d|e|ted|ching)? (?:all |all of )?(?:my|our|the|his|her|their|all) "
    r"(?P<en>[\w' -]{2,30}?) (?:over |from .{1,20} )?(?:to|down to|up to|back to)\b"
    r"|(?:^|[,.;:] |\bthe |\bour |\bmy )(?P<passive>[\w' -]{2,30}?) (?:was|were|has been|have been|is|are|got|gets) (?:now |just |finally )?(?:mov|chang|switch|push|rais|lower|extend|"
    r"shorten|cut|bump|increas|reduc|migrat|upgrad|updat|reschedul|shift)(?:e?d)?(?: back| forward)?(?: from .{1,20})? (?:to|until)\b"
    r"|(?:^|[,，。;；:：] ?|把|将)(?P<zh>[\w \u4e00-\u9fff]{2,12}?)(?:已经|已|都|要|就|现在|以后|统一|全部|又)*(?:[改换调变迁搬转切移](?:成|为|到|回|用|去|至)|[调降升提增减缩压放涨加砍](?:低|高|长|短|宽|紧)?(?:到|至|为|成))",
    re.ASCII,
)
# It says how things stand now.
PRESENT = re.compile(
    r"\bnow\b|\bnowadays\b|\bcurrently\b|\bthese days\b|\bas it stands\b|\bby now\b|\bsince (?:last|this|today|yesterday)\b|\blately\b"
    r"|现在|目前|如今|眼下|当前|现已|已经|现改|刚[改换通]|这样.{0,8}就是|最新",
    re.ASCII,
)
# It adds to what is known.
FURTHER = re.compile(
    r"\b(?:also|additionally|in addition|besides|on top of that|moreover|another thing)\b|另外|此外|同时|还[要得需有]|也[要得需按用]|再加",
    re.ASCII,
)
FROM_TO = re.compile(
    r"\bfrom\b.{1,40}\bto\b|\bnot\b|\binstead of\b|\brather than\b|\bused to\b|\bwas\b|\bwere\b|\bpreviously\b|\bno longer\b|->|→"
    r"|从.{1,20}[改换调升降变提加]|由.{1,20}[改换调升降变提加]|原来|之前|以前|而不是|不是|不再",
    re.ASCII,
)
# "From 16 to 32", "four, not six": what was left.
LEFT = re.compile(
    r"\b(?:from|not|no longer|instead of|rather than|replacing|was|were|used to be) (?P<left>[$€£¥]?(?:\d[\d.,]*|[a-z]+)(?: ?[a-z%]{1,8})?)"
    r"|(?:从|由|原来是?|之前是?|以前是?|不是|而不是)(?P<zh>[^,，。;；]{1,12}?)(?=[改换调升降变提增减到,，。;；]|$)",
    re.ASCII,
)
_GONE_EN = (
    r"(?:(?:is|are|was|were|has been|have been|got|gets) (?:now |finally |officially )?(?:gone|dead|archived|retired|deprecated|decommissioned|discontinued|"
    r"abandoned|scrapped|dropped|removed|closed|cancelled|canceled|shut down|switched off|turned off|disabled|lifted|obsolete|out|void|over|history|"
    r"no longer \w+)|no longer (?:exists?|works?|applies|holds))"
)
_GONE_ZH = r"(?:已经|已|都|就|全部|要|正式)?(?:作废|废弃|废止|停用|下线|归档|取消|撤销|弃用|淘汰|关闭|关停|关了|没了|不用了|不要了|不存在|失效|停了|退役|解散|离职了?|调走了?|转岗了?|走了)"
# The groups hold what is named as gone.
GONE = re.compile(
    rf"([#@]?[\w./@-]+(?: [\w./@-]+){{0,2}}?) {_GONE_EN}\b"
    r"|\b([\w-]+) (?:has |have )?(?:left|quit|resigned|retired|handed over)(?=[,.;]|$| and| the (?:team|company))"
    rf"|([\w#@./-]+|[\u4e00-\u9fff]{{2,8}}?) ?{_GONE_ZH}",
    re.ASCII,
)
# The groups hold what something else takes the place of.
INSTEAD_OF = re.compile(
    r"\b(?:no more|no need to|(?:don't|do not) (?:need|have) to|needn't|no longer (?:need|have) to|no longer|instead of|rather than|replac(?:es|ed|ing)|forget (?:about )?"
    r"|drop(?:ped|ping)?|stopp?(?:ed|ing)? using|away from|moved off|not|switched from|migrated from|retir(?:ed|ing))"
    r" (?:the |our |my |using |use |on |in |at )?([#@]?[\w./@-]+(?: (?!with|for|to|by|on|in|at|and|or|but|as|from|any)[\w./@-]+){0,2})"
    r"|\bfrom ([\w./@-]+(?: [\w./@-]+)?) (?:over )?to\b"
    r"|不(?:订|用|去|选|要|走|吃|喝|买|发|住|坐|找|写|做|再)([\w#@./ -]{2,16}|[\u4e00-\u9fff]{2,8})了"
    r"|(?:不再|不用|别用|别再用|弃用|停用|取消|替[代换]|取代|代替|而不是|不是)(?:了|掉|是|用|走|去|按)?([\w#@./ -]{2,20}|[\u4e00-\u9fff]{2,10})"
    r"|(?:从|由)([\w#@./ -]{2,20}|[\u4e00-\u9fff]{2,10})(?:改|换|切|迁|转)",
    re.ASCII,
)

# Something is said to be over and done: 换了, 搬到五楼了.
DONE_ZH = re.compile(r"(?<![好对行完])(?:了(?=$|[,，。;；!！])|了吧)")
# "The new X", 新仓.
NEW = re.compile(r"\bnew ([a-z-]+(?: [a-z-]+)?)|新(?:的)?([\u4e00-\u9fff]{1,4})")
# Slighter signs of change, which count where a value differs as well.
STIR = re.compile(
    r"\bsince (?:the|we|\w+day|last|this|\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\bfrom \w+ on\b|\bfrom (?:today|next|this|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
    r"|\bturns? out\b|\bagain\b|\bafter (?:the|our|a) \w+|\brather\b|\bno need\b|\bnew\b|\bswitch|\bmov(?:e|es|ed|ing)\b|\bported\b"
    r"|\bpassed (?:from|to)\b|\bopened (?:up )?to\b|\bclosed down\b|\bran out\b|\bis out\b|\bdone with\b|\bwent (?:up|down)\b|\brose\b"
    r"|\bgrew\b|\bfell\b|\bmake it\b|\bcleared\b|\bstart(?:ing|ed)\b|\bwithout\b|\bthis (?:year|term|quarter|month|season)\b"
    r"|\bt(?:akes?|ook) over\b|\bhanded\b|\bupdate:|\bactually\b"
    r"|了|改|换|挪|延|推到|扩|起|开始|以后|今后|新|不用|不必|交给|转给|接手|终止|搬|放开|停|更新|现|目前|如今|这(?:学期|个?月|周|阵子)|今年|恢复|重新|通知",
    re.ASCII,
)
# Kin and company: what is said of one of them is not said of another.
KIN = re.compile(
    r"\b(?:wife|husband|son|daughter|mother|father|mom|dad|brother|sister|partner|boss|grandma|grandpa)\b"
    r"|先生|太太|老婆|老公|爱人|儿子|女儿|妈妈|爸爸|母亲|父亲|哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|外婆|外公|同事",
    re.ASCII,
)
# What happened, and what holds or is to be done.
PAST = re.compile(
    r"\b(?:was|were|had|did|said|went|fell|rose|took|gave|made|won|lost|met|came|began|told|saw|found|sold|bought|held|led|grew|wrote|"
    r"spent|became|got)\b|\b[a-z]{3,}ed\b",
    re.ASCII,
)
STATE = re.compile(
    r"\b(?:is|are|am|must|should|can|may|needs?|has|have|uses?|runs?|goes|go|gets?|always|never|only|please|costs?|takes?|lives?|keeps?|"
    r"starts?|opens?|closes?)\b",
    re.ASCII,
)
ASKING_ZH = re.compile(r"多久|怎么|如何|什么时候|为什么|能不能|能否|可否|行不|吗(?=$|[,，。;；?？])")
PAST_ZH = re.compile(r"了(?!解)|过(?![敏期滤程夜年户高大多长低小])|刚|曾|上次|昨天")


def kin(folded: str) -> frozenset[str]:
    """The kin and company that a folded text names."""
    return frozenset(match.group() for match in KIN.finditer(folded))


def past(clause: str, *, chinese: bool) -> bool:
    """It tells what happened; that stays true whatever holds now."""
    if chinese:
        return PAST_ZH.search(clause) is not None
    happened, state = PAST.search(clause), STATE.search(clause)
    return happened is not None and (state is None or happened.start() < state.start())


def _sides(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((re.compile(one, re.ASCII), re.compile(other, re.ASCII)) for one, other in pairs)


# Two sides that exclude each other where the topic is one.
SIDES = _sides(
    (
        r"\b(?:each|every|per|separate(?:ly)?|individual(?:ly)?|one by one)\b",
        r"\b(?:single|all in one|together|combined?|one big|in bulk|at once|squash(?:ed)?)\b",
    ),
    (r"\bno\b|\bnever\b|\bforbid|\bnot allowed\b|\bban|\bmust not\b|\bdon't\b|\bprohibit|\bexclud|\bwithout\b|\bcan't\b|\bcannot\b",
     r"\ballowed\b|\binclud|\bwelcome\b|\bpermitted\b|\bok(?:ay)? (?:now|to)\b|\bfine now\b|\bcan now\b|\bmay now\b|\baccepted\b|\brequired\b"),
    (r"\bmanual(?:ly)?\b|\bby hand\b", r"\bautomatic(?:ally)?\b|\bautomated\b"),
    (r"\bpublic\b", r"\bprivate\b|\binternal\b"),
    (r"\bopt(?:ional|-in)\b", r"\bmandatory\b|\brequired\b"),
    (r"\btabs\b", r"\bspaces\b"),
    (r"\bformal\b", r"\bcasual\b|\binformal\b"),
    (r"\bweekly\b|\bevery week\b", r"\bdaily\b|\bmonthly\b|\bevery (?:day|month)\b|\bbi-?weekly\b|\bfortnight"),
    (r"\bdaily\b|\bevery day\b", r"\bmonthly\b|\bevery month\b|\bweekly\b"),
    (r"\bon(?:-| )?site\b|\bin person\b|\bin the office\b", r"\bremote(?:ly)?\b|\bonline\b|\bvideo call\b|\bfrom home\b"),
    (r"包含|包括|含(?!量|义)|计入|算(?:进|上)", r"扣除|剔除|不含|不算|不包括|不计|排除|去掉|除外|净额"),
    (r"不[能可准得许]|禁止|不允许|别|不要|不接受|不支持|严禁|没有?权限", r"可以|允许|放开|支持了|能(?:用|做|改|直接)|准许|开通"),
    (r"逐[个条一]|分开|分别|每个.{0,6}(?:单独|一个)|单独", r"合并|一起|统一(?:放|合|成|提)|合成|合在|放在?一"),
    (r"手动|人工|手工", r"自动"),
    (r"公开|公网", r"私有|内网|保密"),
    (r"每天|每日|日报", r"每周|每月|周报|月报|每两周"),
    (r"每周", r"每月|每两周|双周|隔周|每天|每日"),
    (r"线下|到场|现场|面对面|到店", r"线上|远程|视频会议|电话会|居家"),
    (r"先.{1,12}(?:再|后)", r"不用先|直接"),
    (r"详细|写全|越细", r"简短|精简|简洁|一句话|三句话"),
)  # fmt: skip
_CONTRASTS = (
    (r"\bstag(?:e|ing)\b|\bpre-?prod\b|预发|灰度", r"(?<!pre-)(?<!pre)\bprod(?:uction)?\b|生产|线上|正式环境", r"\b(?:dev|development|local|localhost)\b|开发(?:环境|库)|本地", r"\btest(?:ing)? (?:env|environment|db|server)\b|测试(?:环境|库|服)", r"\bsandbox\b|沙箱"),
    (r"\bios\b|\biphone\b|苹果", r"\bandroid\b|安卓"),
    (r"主库|主节点|\bprimary\b|\bmaster\b", r"从库|备库|从节点|\breplica\b|\bslave\b|\bstandby\b"),
    (r"\bwindows\b", r"\blinux\b", r"\bmac(?:os)?\b"),
    (r"\bfront-?end\b|前端", r"\bback-?end\b|后端"),
    (r"\bweekends?\b|周末|节假日", r"\bweekdays?\b|工作日"),
    (r"\bupload|上传", r"\bdownload|下载"),
    (r"\bread(?:s|ing)?\b|读(?:库|超时|取)", r"\bwrit(?:e|es|ing)\b|写(?:库|超时|入)"),
    (r"\bmin(?:imum)?\b|最低|最少|下限", r"\bmax(?:imum)?\b|最高|最多|上限"),
    (r"\bdomestic\b|国内", r"\binternational\b|\babroad\b|国际|海外|出国|境外"),
    (r"\bwinter\b|冬", r"\bsummer\b|夏"),
    (r"\binbound\b|\bincoming\b|入站|入库", r"\boutbound\b|\boutgoing\b|出站|出库"),
    (r"\bimports?\b|导入", r"\bexports?\b|导出"),
    (r"\bclient(?:-side)?\b|客户端", r"\bserver(?:-side)?\b|服务端|服务器端"),
    (r"\bbreakfast\b|早餐|早饭", r"\blunch\b|午餐|午饭|中饭", r"\bdinner\b|\bsupper\b|晚餐|晚饭"),
    (r"\badults?\b|成人|大人", r"\bchild(?:ren)?\b|\bkids?\b|儿童|孩子"),
)  # fmt: skip
# Sides of one distinction: a statement on one of them says nothing of the other.
_LABEL = re.compile(
    r"(?<![a-z])([a-z])(?= ?[\u4e00-\u9fff])|\b(?:team|group|plan|option|account|zone|tier|class|line|site) ([a-z])\b"
    r"|\b(?:release|issue|pr|ticket|order|invoice|case|build|sprint|chapter|step|phase|task|bug) #?(\d[\w.]*)",
    re.ASCII,
)


def labels(folded: str) -> frozenset[str]:
    """The letters by which like things are told apart: "team B", A 账号."""
    return frozenset(match[1] or match[2] or match[3] for match in _LABEL.finditer(folded))


CONTRASTS = tuple(tuple(re.compile(side, re.ASCII) for side in sides) for sides in _CONTRASTS)
# Words of change and state, which may stand for each other where things are the same.
CHANGING = frozenset(
    key(word)
    for word in (
        "now raised lowered increased decreased reduced extended cut bumped changed moved set up down only currently allow let get limit limited capped hold fit seat support take accept have include give require need cover last be ask schedule plan want "
        "现 在 改 成 到 设 定 放 宽 调 提 降 升 高 低 加 减 变 换 为 已 经 后 限 今 以 往 起 安 排 期 订 定 约 要 可 能 用 超 过 总 共 跟 着 最 多 少 不"
    ).split()
)
# Parts of Chinese values: numerals, days, times of day.
VALUE_CHARS = frozenset("一二三四五六七八九十百千万两半日天上下中早晚午点周")
