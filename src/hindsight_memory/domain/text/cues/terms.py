"""Words of standing arrangements: how things should look, what they cost, when they happen, who must be asked."""

from __future__ import annotations

from hindsight_memory.domain.text.cues.group import Cues

_MONEY = r"(?:euros?|dollars?|pounds?|francs?|yen|bucks|cents?|pence|quid|eur|usd|gbp|chf|kr|rmb|yuan|points?)"
_DAYS = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days"
_SPAN = r"(?:day|night|week|month|year|quarter|hour|minute|person|head|guest|seat|page|item|piece|bag|trip|way|session|student|member|user|unit)"

STYLE = Cues(
    "style",
    (
        r"(?:british|american|us|uk|oxford)\s+(?:english|spelling|commas?)|(?:oxford|serial)\s+commas?|(?:past|present|future)\s+tense|(?:first|second|third)\s+person|(?:active|passive)\s+voice",
        r"(?:title|sentence|upper|lower|snake|camel|kebab|pascal)[\s_-]?case|(?:no|without\s+an?|with\s+the)\s+(?:prefix|suffix|extension)(?:es)?|all[\s-]caps|capitali[sz](?:ed?|ation)|bold|italics?|underlined?|(?:sans[\s-])?serif|monospaced?|landscape|portrait|double[\s-]spaced",
        r"bullet(?:s|\s+points?|ed)?|numbered\s+\w+|foot\s?notes?|end\s?notes?|citations?|headings?|sub\s?titles?|captions?|abbreviations?|acronyms?|contractions?|jargon|emojis?|exclamation\s+marks?|semi\s?colons?|dashes|hyphens?|quotation\s+marks|markdown|plain\s+text|latex",
        r"(?:12|24)[\s-]?h(?:our)?(?:s)?\s*(?:clock|format|time)?|iso\s+dates?|metric|imperial|celsius|fahrenheit|(?:two|three|one|no|\d)\s+decimals?(?:\s+places)?|thousands?\s+separators?|decimal\s+(?:point|comma)s?|significant\s+(?:digits|figures)",
        r"(?:formal|informal|friendly|casual|neutral|concise|terse|brief|polite|plain|simple|dry)\s+(?:tone|style|language|english|german|french|wording|register)|pleasantries|small\s+talk|greetings?|salutations?|intro(?:duction)?s|fluff|filler|boilerplate|disclaimers?",
        r"(?:under|within|below|max\.?|at\s+most|no\s+more\s+than|about|up\s+to)\s+\w+\s+(?:words|lines|characters|sentences|pages|slides|bullets|paragraphs)|one[\s-]page(?:r)?|(?:aisle|window|middle)\s+seats?|(?:excl|incl)(?:\.|uding|usive)?\s+(?:of\s+)?(?:vat|tax(?:es)?)|first\s+names?|last\s+names?|initials|colou?r\s+scheme|dark\s+mode|light\s+mode",
    ),
    (
        "第[一二三]人称|过去时|现在时|主动语态|被动语态|宋体|黑体|楷体|仿宋|斜体|加粗|首行缩进|行距|字号|横版|竖版|全角|半角|大写|小写|驼峰|下划线命名",
        "脚注|尾注|列点|分点|要点|编号列表|小标题|缩写|简称|表情(?:符号)?|感叹号|书名号|客套|寒暄|套话|废话|开场白|口语|书面语|敬语|正式语气|官腔|大段文字|长篇",
        "(?:12|24|十二|二十四)\\s?小时制|公制|英制|摄氏|华氏|保留.{1,3}位小数|千分位|含税|不含税|税前|税后|靠窗|靠过道|过道(?:座|位)?|(?:\\d+|[一二两三四五六七八九十百]+)\\s?(?:字|行|页|句)(?:以内|之内|以下|内)",
        "配色|色系|英式拼写|美式拼写|繁体|简体|双语|中英对照|深色模式|浅色模式",
    ),
)

TERMS = Cues(
    "terms",
    (
        rf"(?:costs?|charges?|fees?|fined?|penalty|surcharge|deposit|rent|price[ds]?|rates?|fare|discount|worth)\b[^.;?]{{0,40}}(?:\d|\b(?:half|one|two|three|five|ten|free)\b)|\d[\d,.]*\s*{_MONEY}\b[^.;?]{{0,20}}\b(?:per|an?|each|every|by|until|extra|off)\b",
        rf"[$€£¥]\s?\d[\d,.]*\s*(?:/|per|an?|each)\s*{_SPAN}|\d[\d,.]*\s+an?\s+{_SPAN}\b|(?:free|half\s+price)\s+(?:of\s+charge|for|after|before|on|until|from)|(?:to\s+be\s+)?(?:paid|payable|due|delivered|handed\s+in|submitted|returned|filed)\s+(?:by|on|before|no\s+later)",
        rf"(?:on\s+)?(?-i:{_DAYS})\b|(?:once|twice|three\s+times|(?:two|three|four)\s+times)\s+an?\s+{_SPAN}|(?:bi[\s-]?weekly|fortnightly|monthly|quarterly|yearly|annually|weekly|nightly|daily)\s+(?:on|at|in|by)",
        r"(?:on\s+)?the\s+\d{1,2}(?:st|nd|rd|th)(?:\s+(?:of\s+)?(?:each|every|the)?\s*month|,)|between\s+\S+\s+and\s+\d\S*\s*(?:am|pm|o'clock)|(?:weekdays|weekends|school\s+nights|public\s+holidays)|(?:lunch|siesta|quiet|office|visiting|opening|core|working|support)\s+(?:break|hours|time)",
        r"(?:ask|check\s+with|talk\s+to|tell|warn|call|ping|consult|inform|notify)\s+(?:\w+\s+)?(?:first\s+)?before\s+\w+|(?:goes?|run|pass(?:es)?)\s+(?:\w+\s+)?(?:through|by|via|past)\s+[\w\s]{2,24}\bfirst|(?:nothing|no\s?one|nobody|none)\s+(?:\w+\s+){1,4}without|(?:always\s+)?(?:cc|bcc|copy\s+in|loop\s+in)\s+\w+\s+(?:on|in|into)\b",
        r"don't\s+bother\s+(?:with|to)|not\s+(?:them|him|her|that\s+\w+)\s+again|gave\s+up\s+on|steer\s+clear|stay\s+away\s+from|whatever\s+(?:you|we)\s+\w+|not\s+a\s+(?:big\s+)?fan\s+of|can't\s+stand|(?:house|school|club|company|council|team|building|lab|site|office|hotel|airline)\s+(?:rules?|policy)",
        r"(?:two|three)\s+different\s+(?:people|persons|customers|clients|things|projects|products|accounts)|not\s+the\s+same\s+(?:\w+|as)|not\s+to\s+be\s+(?:confused|mixed)|(?:don't|do\s+not|never)\s+(?:mix|confuse)\b|(?:we(?:'ve|\s+have)?|the\s+team)\s+standardi[sz]ed\s+on",
        r"(?:^|[.;,:]\s*)(?:no\s+(?!idea|problem|worries|rush|need|hurry|doubt|way|wonder|thanks?|one\b|matter|pressure|offen[cs]e|news|luck|clue|wait|more\b|longer|big|question|reason|sign|pain|difference|error)(?:[\w-]+\s+){1,3}(?:in|on|at|for|after|before|during|with|without|inside|near|to|past|between|under|over)\b|nobody\s+(?!knows|cares|told|said|is\b|was\b|answer)\w+|only\s+(?:after|before|between|on|if|with|when|from)\s+\w+|(?:above|over|below|under|beyond|past)\s+\d)",
        r"(?:needs?|requires?)\s+(?:at\s+least\s+)?(?:an?|two|three|four|five|\d+)\s+\w+|last\s+(?:ferry|train|bus|tram|orders?|entry|pick-?up|collection|admission|boat)|lead\s+time|minimum\s+(?:is|order|of|stay)|(?:is|are)\s+(?:included|billed|extra|non-?refundable|refundable|chargeable|tax-free)|nothing\s+(?:out\s+|goes\s+out\s+)?(?:before|after|until)",
        r"that's\s+how\s+(?:we|i|they)\s+\w+|(?:\w+s|\w+ing)\s+over\s+\w+(?:s|ing)\b|(?:doctor|boss|chef|client)'s\s+(?:orders?|request)|,\s+(?:ever|never|always)\b|(?:mornings|afternoons|evenings|weekends|nights)(?:\s+(?:only|are|work|suit)|,)|leave\s+my\s+\w+|(?:vegetarian|vegan|decaf|window|aisle)\s+for\s+\w+",
        r"\bfirst,\s+(?:[\w-]+\s+){1,3}(?:later|last|after|second|below)\b|(?:please|pls)\s+no\s+\w+|(?:single|double)\s+quotes?|(?:on|parental|paternity|maternity|sick|annual)\s+leave\b|(?:at|from)\s+(?:\d+|six|seven|eight|nine|ten|noon|midnight)\s+and\s+(?:again\s+)?(?:at\s+)?(?:\d+|six|seven|eight|nine|ten|noon|midnight)\b|(?:closed|away|off|on\s+holiday)\s+(?:in|from|during|between|over|on)\b",
        r"(?:one|two|three|\d+)\s+\w+\s+(?:per|for\s+each|for\s+every|each)\b|(?:one|two|three)\s+cop(?:y|ies)\s+of|(?:confirmed|booked|cancelled|ordered|registered|paid|returned|requested)\s+(?:\w+\s+){0,3}(?:ahead|in\s+advance|beforehand)|(?:with)?out\s+(?:a\s+)?(?:signed|written|valid)|(?:is|are)\s+(?:dead|retired|gone\s+for\s+good),?\s+(?:use|go|try)",
        r"^(?:dates|charts|tables|commit\s+messages|headings|titles|slides|e?mails|letters|reports|notes|names|prices|amounts|numbers|figures|labels|branches|tests|replies|captions|photos|files|invoices|colou?rs|units|times|quotes|summaries|comments)(?:\s*:|\s+(?:in|as|with|without|on|by|from|to|under|first|only|at|day|never|always|lower|upper)\b)",
        r"(?:journal|client|customer|publisher|regulator|bank|insurer|auditor|court|school|landlord|venue|board|editor|professor|authority|council|ministry|embassy|vendor|supplier|airline|hotel|law)s?\s+(?:wants?|requires?|demands?|insists?|asks?\s+for|expects?|needs?|accepts?|says)\b",
    ),
    (
        "罚(?:款|\\s?[\\d一二两三四五六七八九十])|扣\\s?[\\d一二两三四五六七八九十]+\\s?(?:分|元|块)|收费|免费|包邮|加收|另收|另付|起送|起订|押金|定金|满\\s?\\d+|(?:单程|每件|每间|每晚|每人|一件|一人|一晚|一天).{0,6}(?:加|收|付|罚)\\s?\\d",
        "可(?:以)?(?:全额)?(?:退|换货|开(?:专|普)?票|免)|能退|会被退|退款.{0,6}(?:\\d|工作日)|工作日|凭.{1,6}(?:可|才|领|进|入)|刷(?:卡|脸|工牌)|(?:要|得|需要?|提前.{1,5})登记|外人|(?:没|无)人(?:接|在|管|值班)",
        "(?:周|星期|礼拜)[一二三四五六日天](?:都|来|去|上|交|发|开|休|到|送|有|下午|晚上?|早上|上午)|每?月(?:的)?\\s?\\d+\\s?[号日]|一(?:天|日|周|月)[一二两三四\\d]+次|(?:工作日|周末|节假日|午休|饭[前后])",
        "先问|问过我|跟我说一?声再|抄送|同步给|没有?.{1,6}(?:看过|点头|签字|确认).{0,3}(?:不能|不要|别)|(?:都|先)(?:过|给).{1,5}(?:看|审)",
        "\\d+.{0,5}(?:以上|以下|以内|以后|之后).{0,8}(?:会|要|得|需|才|不|就|另)|末班|首班|头班|同意书|许可证|另算|另计|取整|抹零|少放|少油|少盐|医生(?:说|交代|嘱咐)|都这么|直接叫|大白话|交期|工期|废了|(?:我的|原来的).{1,6}别动|(?:点|天|号)以后才|未满|不坐|解禁",
        "不爱|不想看|看不惯|别再用|不要再用|别用了|不考虑了|两个(?:不同的)?(?:人|客户|项目|产品|账号|东西)|不是一(?:个|回事)|(?:别|不要)(?:搞|弄|记)?(?:混|反|串)|院里?规定|校规|馆规|公司规定",
        "[^,，我]{2,6}只(?:坐|住|吃|喝|用|看|要|买|穿|走|选|写|订|发)|(?:发票|抬头|落款|署名|主题|备注|前面|后面|开头|结尾|末尾).{0,4}(?:写|带|加|用|放|附|注明)|放假|闭馆|停业|歇业|调休|产假|年假|病假|(?:奶奶|爷爷|外婆|外公|爸|妈|老人|孩子|他|她).{0,2}[爬走看听咬坐]不(?:了|动|清|得)|(?:期刊|杂志|甲方|客户|出版社|银行|学校|房东|场馆|监管|审计|法院|编辑|导师|物业|使馆|航司|酒店)(?:那边)?(?:要求|规定|只认|只收|要的?是|说必须)",
    ),
)

BARE = Cues(
    "bare",
    (
        r"(?!(?:it|its|it's|this|that|these|those|there|here|he|she|they|we|you|i|what|who|which|how|why|when|where|let|let's|please|yes|yeah|no|not|nothing|ok|okay|so|and|but|or|then|now|also|thanks|thank|if|as|at|in|on|for|with|from|to|hope|hopefully|sounds?|looks?|seems?|glad|happy|sorry|wow|maybe|just|still|all|everything|everyone|something|being|having|some|one|life|love|people|things?|friends?|family|music|nature|dance|art|writing|cooking|reading|\w+ing)\b)"
        r"(?:(?:an?|any|the|all|half|our|my)\s+)?(?:[\w'&/.-]+\s+){1,4}?(?:is|are|isn't|aren't|runs?|lands?|lives?|sits?|goes|go|comes?|costs?|takes?|ends?|starts?|opens?|closes?|reaches|needs?|uses?|has|have|must|may|bounces?|fails?|holds?|ships?|counts?|works?|points?|gets?|does|do|drinks?|eats?|hangs?|covers?|expires?|belongs?|means?|stands?|reports?|keeps?|requires?|arrives?|leaves?)\s+\S+",
    ),
    (
        "^(?![这那它刚我你您他她先再请把给又就好行嗯哦不没还])[^,，。?？!！吗呢吧一下试]{2,24}?(?:是|在|叫|为|含|用|走|放|归|找|要|得|须|可|能|会|最[长多少高低晚早迟]|不(?:能|可|许|给|让|收|算)|免费|前缀|每)(?!吗|么|不是)",
    ),
)
