"""The words that matter when two statements are compared, in English and Chinese.

All entries are in folded form (see ``text.normal.fold``). They are function words and words of state and change:
no list names a topic.
"""

from __future__ import annotations

import re

from hindsight_memory.domain.text.stems import stem


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words that say the same are made one; the values may be longer than one word's stem.
_SAME_WORD = {
    **dict.fromkeys(("is", "are", "am", "be", "i'm", "it's"), "be"),
    **dict.fromkeys(("was", "were"), "was"),
    **dict.fromkeys(("lived", "worked", "liked", "loved", "preferred", "owned", "used", "wanted", "hated"), ""),
    **dict.fromkeys(("not", "dont", "doesnt", "didnt"), "not"),
    **dict.fromkeys(("kid", "kids", "child", "children"), "child"),
    **dict.fromkeys(("favourite", "favorite", "favourites", "favorites"), "favorite"),
    **dict.fromkeys(("colour", "color", "colours", "colors"), "color"),
    **dict.fromkeys(("u.s.", "us.", "usa", "u.s", "u.s.a"), "usa"),
    **dict.fromkeys(("u.k.", "u.k", "uk"), "uk"),
    **dict.fromkeys(("begin", "begins", "starts", "start", "began", "started"), "start"),
    **dict.fromkeys(("everyday", "daily"), "daily"),
    **dict.fromkeys(("big", "large"), "large"),
    **dict.fromkeys(("purchase", "purchases", "purchased", "buy", "buys", "bought"), "buy"),
    **dict.fromkeys(("speak", "speaks", "talk", "talks"), "talk"),
    **dict.fromkeys(("like", "likes", "enjoy", "enjoys"), "like"),
    **dict.fromkeys(("first", "1st"), "1"),
    **dict.fromkeys(("second", "2nd"), "2nd"),
    **{w: str(n) for n, w in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)},
}
SAME_WORD = {k: v or k for k, v in _SAME_WORD.items()}


def key(word: str) -> str:
    """The form in which a folded word stands in a core: its synonym, else its stem."""
    return SAME_WORD.get(word, stem(word))


def _keys(text: str) -> frozenset[str]:
    return frozenset(key(word) for word in text.split())


# Dropping these changes neither what is said nor about whom.
HARMLESS = _keys(
    "a an the please just really very quite also too so well actually currently now already hi hello hey ok okay "
    "do does did that which then that's there's both simply "
    "的 了 吗 么 嘛 呢 啊 吧 呀 哦 哈 啦 噢 喔 呗 哟 之 个 些 是 很 就 请 该"
) | frozenset("。，、")

_SAME_PHRASES: tuple[tuple[str, str], ...] = (
    (r"(?:请问|想问一下|想问问|问一下|问下|一下|到底|究竟|那么|有没有人知道|谁知道|求助|谢谢|来着)", ""),
    (r"怎么样(?=[\u4e00-\u9fff])|怎样|如何|怎么(?!样)|咋样?", "怎"),
    (r"怎么样", "怎"),
    (r"怎才?[能可]以?|怎才", "怎"),
    (r"什么(?:是|叫做?|叫)(?P<x>[^,，。?？!！]{2,20})$", r"\g<x>什么"),
    (r"(?:是|叫)什么意思|什么意思", "什么"),
    (r"(?:都)?有(?:哪些|什么)|是什么|是哪些|指什么|叫什么", "什么"),
    (r"什么地方|哪儿|哪里|在哪(?!个|些|种|家|年|天)", "哪里"),
    (r"为何|为啥|为什么|怎么会", "为什么"),
    (r"哪一?[个种款]", "哪"),
    (r"能不能|能否|可不可以|可否|可以|能够|能", "能"),
    (r"是不是|是否", "是否"),
    (r"有没有", "有无"),
    (r"(?:他人|别人|人家)", "别人"),
    (r"多长时间|多少时间", "多久"),
    (r"多少钱|什么价格?|价格多少", "多少钱"),
    (r"总是|老是|经常|常常", "常"),
    (r"目前|当前|如今", "现在"),
    (r"(?:里面|里边|里头)", "里"),
    (r"(?:手机号码|手机号)", "手机号"),
    (r"您", "你"),
    (r"(?:非常|十分|特别|那么|这么|挺|蛮)(?=[\u4e00-\u9fff])", ""),
    (r"(?:与|跟|及|以及)(?=[\u4e00-\u9fff])", "和"),
    (r"(?:求|找)(?=.{2,})", "求"),
    (r"(?:喜爱|喜欢)", "喜欢"),
    (r"没有|没", "没"),
    (r"(?:不会再|再也不|不再)", "不再"),
    (r"牌子|品牌", "牌"),
    (r"(?:这个|那个)(?=.)", "这"),
    (r"(?:人们|大家)", "人"),
)
_PHRASES = tuple((re.compile(p), r) for p, r in _SAME_PHRASES)


def same_phrases(text: str) -> str:
    """Replace Chinese phrases that say the same by one of them. Length-bounded patterns: linear in the text."""
    for pattern, replacement in _PHRASES:
        text = pattern.sub(replacement, text)
    return text


NEGATIONS = _keys("not no never none nobody nothing without neither nor hardly 不 没 无 非 未 别 勿 莫 否")
# Words that may stand in several places of a sentence without changing what it says.
MOVABLE = _keys(
    "now today currently usually often 现 在 最 近 一 般 哪 里 有 怎 为 什 么 多 少 能 吗 你 我 会 要 想 这"
)
ASKING = _keys("what who whom whose where when why how which 怎 什 谁 哪 几 多")
ASKING_ANYWHERE = frozenset({"怎", "谁", "哪", "吗"})
ASKING_FIRST = _keys("what who whom whose where when why how which can could would should do does did is be are")
ASKING_END = re.compile(
    r"(?:吗|么|呢|什么|没有|多少|多久|几[个天次]|怎么样?|如何|[?？])[\s?？。.!！~～]*$"
    r"|为什么|怎[么样]|如何|什么(?!都)|哪[里儿个些家种]|多少|能不能|是不是|有没有|可不可以|能否|请问"
)
FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|my|me|mine)\b|我(?!们)|本人|俺")
INDEFINITE_START = re.compile(
    r"(?:(?:there (?:is|are|was|were) (?:no |not )?)?(?:a|an|some|two|three|four|five|six|several|many|people|men|women|"
    r"children|kids|dogs?|someone|somebody|nobody|no|few|one|another|a few|group)\b)"
    r"|(?:有|没有)?(?:(?:一|几|数|许多|很多|一些|某|好多)(?:个|只|名|位|群|条|对|辆|匹|些|帮|队|头|家|张)?|[两二三四五](?:个|只|名|位|群|条|对|辆|匹|帮|队|头|家|张|人|男|女))"
    r"|(?:有人|没有人|人们|男人|女人|男孩|女孩|孩子|小孩|狗|猫|这个?(?:男|女|人|小|老|孩|狗)|那个?(?:男|女|人|小|老|孩|狗)|他|她|它)"
)

NEVER_NAMES = _words(
    "i i'm i've i'd i'll he she it we you they the a an this that these those my your his her its our their "
    "mr mrs ms dr monday tuesday wednesday thursday friday saturday sunday january february march april may june "
    "july august september october november december"
)
COMMON_STARTS = _words(
    "when while after before if in on at for from to by with since because although though and but or so then "
    "there here what who whom whose where why how which can could would should do does did is are was were be been "
    "have has had will shall may might must not no never always only just also some any many most all both each every "
    "one two three four five six seven eight nine ten as of about into over under between during through however "
    "please use using set run make add remove delete check keep prefer avoid need try call get put take let "
    "according despite instead until unless once last next first new old another people user users"
)

# Word pairs that cannot both hold; each side is a set of stems or characters.
_OPPOSITES = (
    "love|hate like|dislike enjoy|dislike like|hate enjoy|hate prefer|avoid prefer|dislike enable|disable enabled|disabled "
    "on|off allow|forbid allow|deny allow|block allowed|forbidden accept|reject accept|refuse open|closed open|close "
    "start|stop begin|end increase|decrease raise|lower rise|fall up|down true|false yes|no always|never before|after "
    "more|less more|fewer high|low higher|lower fast|slow large|small early|late public|private internal|external "
    "inside|outside indoor|outdoor buy|sell win|lose pass|fail succeed|fail success|failure success|fail work|fail "
    "include|exclude required|optional mandatory|optional install|uninstall active|inactive present|absent left|right "
    "male|female vegetarian|meat single|married online|offline safe|unsafe safe|dangerous "
    "hot|cold light|dark old|young empty|full possible|impossible legal|illegal with|without max|min maximum|minimum "
    "import|export upgrade|downgrade push|pull read|write read-only|writable sync|async synchronous|asynchronous "
    "support|oppose agree|disagree non-profit|for-profit nonprofit|for-profit"
)
OPPOSITES = frozenset(frozenset(key(w) for w in p.split("|")) for p in _OPPOSITES.split())
_CJK_OPPOSITES = (
    "喜欢|讨厌 喜欢|反感 开启|关闭 打开|关闭 启用|禁用 启用|停用 允许|禁止 同意|拒绝 接受|拒绝 增加|减少 提高|降低 上升|下降 "
    "上|下 前|后 左|右 大|小 多|少 高|低 快|慢 早|晚 好|坏 好|差 冷|热 买|卖 内|外 进|出 赢|输 新|旧 "
    "成功|失败 通过|失败 安装|卸载 公开|私有 支持|反对 必须|不必 总是|从不 同步|异步 最大|最小 在线|离线 有|无 有|没 升级|降级"
)
CJK_OPPOSITES = frozenset(frozenset(p.split("|")) for p in _CJK_OPPOSITES.split())

# The new statement itself says that something changed.
CHANGES = re.compile(
    r"\bno longer\b|\bnot any ?more\b|\bswitch(?:ed|ing)? (?:\w+ ){0,4}?(?:to|from)\b"
    r"|\bmov(?:ed|ing)\b.{1,40}?\bto\b|\bchang(?:ed|ing)\b.{0,40}?\bto\b|\bmigrat(?:ed|ing)\b.{0,40}?\bto\b"
    r"|\b(?:stopped|quit|gave up)\b|(?<!be )(?<!is )(?<!are )(?<!was )(?<!were )(?<!been )(?<!get )\bused to\b"
    r"|\bpostponed\b|\brescheduled\b|\bupdated? to\b|\bupgraded? to\b|\brenamed\b|\bfrom now on\b|\bas of (?:today|now)\b"
    r"|\bcorrection\b|\bnever again\b|\bhas been replaced\b|\bnow uses?\b"
    r"|不再|改为|改成|改用|改到|换成|换到|换为|取消了|变更为|调整为|推迟到|提前到|迁移到|升级到|升级为|更新为|搬到|搬去|戒了|停用|更正|从现在起|以后都"
)
# It names what no longer holds: "instead of X", "rather than X", "not X", 而不是 X.
DENIED = re.compile(
    r"\b(?:instead of|rather than|and not|but not|, not|no longer|not)\b (?P<what>[^,.;]{2,60})|(?:而不是|不再是?|不是|代替|取代|替代)(?P<zh>[^,，。;；]{1,20})"
)
INSTEAD = re.compile(r"\binstead\b|\brather than\b|而是|反而")
EXCLUSIVE = re.compile(
    r"\b(?:only|exclusively|solely|never|entirely|always|strictly|aversion)\b|\bno interest\b|\bdislikes?\b|\bhates?\b|只|仅|从不|从未|从来不|讨厌|完全不"
)
# Words with these characters do not deny anything.
NOT_DENYING = re.compile(
    r"非洲|非常|非凡|非得|特别|别人|区别|性别|分别|级别|类别|个别|识别|告别|别墅|别的|无论|无精打采|无线|无数|不止|不过|不仅|不但|不光|不只|不错|不同|差不多|不断|不久|不少|不如|不管|不得不|不禁|"
    r"未来|未婚|否则|没收|没想到|好不容易|是否|能不能|是不是|要不要|对不起|不好意思|了不起|不由|来不及|不一会|忍不住"
)
# Relations that have one value at a time: a different value is a new value.
SINGLE_VALUED = _keys(
    "born live lived located based headquarter name named call called work worked employ graduate graduated phd degree doctorate deadline port version "
    "password owner maintainer manager limit quota timeout budget price cost size capacity status region branch default "
    "birthday age address phone email url host database timezone title role salary ceo capital favorite prefer preferred preference "
    "specializ specialis specialize specialise schedule scheduled listen due expire marry married award awarded author professor fluent speak "
    "equal weigh reside settle"
)
SINGLE_VALUED_ZH = re.compile(
    r"端口|版本|密码|负责人|截止|期限|地址|电话|邮箱|生日|年龄|预算|价格|上限|限额|配额|超时|默认|限流|速率|频率|分支|区域|状态|主机|数据库|时区|职位|工资|首都|总部|"
    r"最喜欢|偏好|首选|更喜欢|住在|位于|出生|就职|任职|工作于|叫做|名叫|运行在|监听|定在|安排在|开会时间|会议"
)
MULTI_VALUED = _keys(
    "like love enjoy know visit buy own read play watch eat drink see say ask think go went attend try tried have has had learn "
    "cook make made find write speak talk study use can need want get bring sell"
)
MULTI_VALUED_ZH = re.compile(
    r"(?:喜欢|爱|有|去|买|吃|喝|看|读|玩|学|会|想|要|认识|参加|做|用|写|说|听|过|养)(?:了|过|着)?(?:[吃喝看玩听读学做用去买养打]|一?[只个条台本辆张部些种])?$"
)
# What stands right before the value of a state, as against the number in a name or the day of an event.
STATE_ENDS = _keys("be equal to at every each port version limit") | frozenset("是为到在约每限至")
USES_VERSION = _keys("use using run require target need support on python node") | frozenset("用需装")
WEEKDAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun daily weekly monthly yearly hourly".split()
)
WEEK_ZH = re.compile(r"(?:每|定在|安排在|改到|改在|调到).{0,4}(?:周|星期|礼拜)$")
