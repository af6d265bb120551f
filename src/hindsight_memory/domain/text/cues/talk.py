"""Words of the conversation itself: small talk, requests, passing states, this session's needs."""

from __future__ import annotations

import re

from hindsight_memory.domain.text.cues.group import Cues
from hindsight_memory.domain.text.language import HAN

CHEER = Cues(
    "cheer",
    (
        r"can't\s+wait|means?\s+(?:a\s+lot|so\s+much|the\s+world)|(?:so|really|super|very)\s+(?:good|fun|cool|happy|excited|proud|glad|powerful|cute|inspiring|grateful|thankful|sweet|tired|nice)",
        r"awesome|amazing|gorgeous|wow|having\s+a\s+(?:blast|great)|best\s+friends|love\s+it\b|love\s+(?:it\s+)?when|thank(?:s|\s+you)\s+(?:so\s+much\s+)?for|no\s+worries|bummer|yay|haha|inspiring|keep\s+it\s+up|good\s+luck|sounds?\s+like|looks\s+like\s+(?:they|you|it)|remind(?:s)?\s+me|wonderful|fantastic",
        r"^your\s+\w+",
        r"(?:bring|brings|brought|give|gives|spread|spreading)\s+(?:me|us|people|you|them)?\s*(?:so\s+much\s+|such\s+|tons\s+of\s+|a\s+lot\s+of\s+)?(?:joy|happiness|peace|comfort|smiles?|hope|strength|kindness|together|love)|feels?\s+(?:like|so|great|amazing|good)|felt\s+(?:like|so|great|amazing|good)|(?:it|that|this)(?:'s|\s+is|\s+was)\s+(?:just\s+)?(?:like|such|so|really|pretty|super|crazy|about|awesome|great|incredible|tough|important|special)\b|means\s+\w+\s+to\s+me",
        r"(?:peaceful|relaxing|relaxed|therapeutic|calming|soothing|magical|surreal|blissful?|blessed|lucky|stoked|thrilled|over\s+the\s+moon|passion(?:ate)?|heart(?:warming|felt)?|soul|memories|journey|self-discovery|adventures?|motivat(?:es?|ed|ing)|inspir(?:es?|ed|ation|ational)|determined|encourag(?:e|ed|ement|ing)|empower\w*|self-care|dream(?:s|ed)?|unforget\w+|awe|vibes?|chill(?:ing)?|cozy|cosy|adorable|lovable|furry|fave|gonna|kinda|wanna|pups?|pic)",
        r"i'll\s+(?:keep\s+you|let\s+you|check|make\s+sure|never|always|definitely|have\s+to)|let\s+me\s+know|keep\s+(?:me|you|us)\s+(?:posted|updated|going|calm)|(?:be|been|is|are)\s+(?:always\s+)?there\s+for\s+(?:me|us|you|each)|believe\s+in\s+yourself|each\s+other|love(?:s|d)?\s+(?:it|them|that|how|when|why|being|getting|seeing|making|checking|your|you|all|him|her|bowling|travel\w*|exploring|playing|watching|sharing)\b|worth\s+it|(?:such|so\s+much|super|pure|real)\s+\w+|for\s+fun|fun\s+(?:and|to|!)|tough\s+times?|(?:great|my)\s+escape|stress\s+(?:relief|fix)|loved\s+ones|(?:the|my)\s+best\s+\w+\s+(?:ever|of)|(?:make|makes|made|making)\s+(?:me\b|us\b|him\s+happy|her\s+happy|it\s+all|a\s+(?:big\s+|real\s+)?difference|a\s+change)|keeps?\s+(?:me|us)\s+\w+|help(?:s|ed|ing)?\s+(?:me|us)\s+\w+|appreciat\w+\s+(?:it|the|that|those|all|you)|(?:really\s+)?(?:proud|scared|nervous|hopeful|rewarding|fulfilling|humble|tranquil|thrilling)|i'm\s+(?:always|so|just|really|now|tempted|lucky|staying|loving|learning)\b|always\s+(?:up\s+for|down\s+(?:to|for)|ready\s+for|full\s+of|puts?\s+a)|shares?\s+image|definitely|absolutely|that's\s+why\s+(?:we|i)",
    ),
    (
        "太棒了|真棒|好棒|太好了|开心|好玩|哇|好美|好看|加油|羡慕|恭喜|期待|激动|好吃|爱了|真不错|有意思|感动|心疼|哎呀|唉",
    ),
)
CHAT = Cues(
    "chat",
    (
        r"(?:thanks?|thank\s+you|thx|ty|cheers|great(?:\s+(?:job|work|stuff))?|nice(?:\s+(?:one|work|job|catch))?|cool|awesome|perfect|lovely|brilliant|good\s+(?:morning|night|evening|afternoon|job|work|catch|luck|stuff)|hello|hi|hey|morning|bye|see\s+you|talk\s+(?:later|soon)|later|ha(?:ha)+|lol|welcome|no\s+problem|you're\s+welcome|my\s+pleasure|sorry|congrats?|congratulations|happy\s+\w+|enjoy|have\s+a\s+\w+)",
        r"how(?:'s|\s+is|\s+are|\s+was)\s+(?:your|you|it\s+going|things)|weather|weekend|coffee|lunch|dinner\s+break|tired|sleepy|long\s+day|back\s+to\s+sleep|traffic|my\s+(?:boss|dog|cat|kid|phone)\s+(?:is|just)|football|hungry|raining|snowing|sunny",
    ),
    (
        "辛苦|谢谢|谢啦|感谢|多谢|哈哈|呵呵|嘿嘿|嘻嘻|你好|您好|早上好|早安|晚安|下午好|再见|拜拜|周末愉快|节日快乐|新年快乐|注意保暖|天气|好冷|好热|下雨|吃饭|午饭|吃了|喝(?:一)?杯|咖啡真|困死|累死|好累|好困|遛狗|遛弯|睡了|下班|加油|野餐|唱歌|玩笑|在吗|祝您|祝你|不客气|客气",
    ),
)

REQUEST = Cues(
    "request",
    (
        r"(?:please|pls|could\s+you|can\s+you|would\s+you|will\s+you|i'd\s+like|i\s+(?:need|want)\s+you\s+to|let's(?!\s+(?:go|stick|stay)\s+with)|go\s+ahead|help\s+me)",
        r"(?:find|write|draft|book|check|look|fix|make|run|show|give|send|create|add|remove|delete|rename|update|upgrade|extract|search|summari[sz]e|translate|review|explain|tell|open|close|deploy|roll|restart|move|change(?!\s+of\b)|build|need\s+(?:an?|the|some|help)\b|do\s+it|test|plan|order|schedule|cancel|refund|offer|hold|try|prepare|compare|compute|calculate|list|convert|generate|implement|set|get|take|have\s+a\s+look|stop|merge|push|pull|investigate|debug|clean|export|import)\b",
    ),
    (
        "帮我|帮忙|请(?!假|勿)|麻烦|给我|替我|能不能|可不可以|可以帮",
        "^(?!.{1,10}(?:要设|需要|得先|必须|才能|要加|要用))(?:写(?!好|错|得)|做(?!好|法)|查(?!到|明|出)|看(?!到|来|得)|找(?!到)|跑(?!通|完)|改(?!成|为|用|了|好|动)|加(?!上|了)|删|订(?!单|好)|发(?!现|布窗)|建(?!议)|整理|翻译|总结|生成|部署|升级|修|排查|搜|导出|导入|更新|出|画|算|列|扩|拆|先|再|把|给|去)",
    ),
)

BORROWED = Cues(
    "borrowed",
    (
        r"same\s+as\s+(?:before|last|always|usual|in)|same\s+(?:\w+\s+)?(?:cause|remedy|fix|problem|issue|story|solution|trick|recipe)|once\s+again|as\s+in\s+(?:january|february|march|april|may|june|july|august|september|october|november|december|the\s+last)|as\s+(?:before|usual|always|discussed|agreed)|the\s+usual\s+\w+|like\s+last\s+time|as\s+i\s+(?:said|told|mentioned)|like\s+i\s+said|(?<!so )(?<!let )(?<!do )(?<!did )(?<!if )you\s+(?:already\s+)?know",
    ),
    (
        "(?:你|您)?(?:上次|之前)(?:记|说|提)(?:过|好)?的|老问题|(?:同样|一样)的(?:原因|问题|办法|做法|毛病)|(?:原因|问题|办法|做法)(?:和|跟|与).{1,8}一样|又是|老(?:时间|地方|规矩|样子|价钱|路子)|照旧|照常|跟(?:上次|以前|之前)一样|和(?:上次|以前|之前)一样|那(?:个|件)?事儿?(?![情务])|你(?:也)?知道的|上次说的|之前说(?:过)?的|还是.{0,10}(?:对吧|吧|是吧)",
    ),
)

OPENER = Cues(
    "opener",
    (
        r"(?:fyi|by\s+the\s+way|btw|also|one\s+more\s+(?:thing|point)|one\s+thing|another\s+thing|(?:two|three)\s+more\s+things|before\s+(?:i\s+forget|anything|you)|(?:i\s+)?(?:almost\s+)?forgot\s+to\s+(?:say|mention|tell\s+you)|heads[\s-]up|just\s+so\s+you\s+know|while\s+(?:you're|we're)\s+(?:here|at\s+it)|oh,?\s+and|and\s+(?:another|please)|ps|p\.s\.|update(?=\s*:)|news(?=\s*:)|careful|reminder|important|note)",
    ),
    (
        "顺便|另外|还有|对了|(?:忘|漏)了?说|差点忘|再(?:提醒|说)一?(?:下|句|点)|提醒(?:你)?一?下|补充一?(?:下|句|点)|说明一?下|先说清楚|跟你说|告诉你|插一句|哦对|注意|强调一?下|有件事|以及",
    ),
)

TRANSIENT = Cues(
    "transient",
    (
        r"it\s+(?:says|said|shows|throws|tells\s+me)\b|when\s+i\s+(?:click|open|run|try|press|start)\b|i'll\s+(?:take|go|be|have|grab|ask|call|check|get|send|look|do)\b|at\s+the\s+door|on\s+(?:his|her|the|my|their)\s+way|on\s+a\s+call|have\s+to\s+hurry|in\s+(?:five|ten|twenty|\d+)\s+minutes",
        r"again|still(?!\s+(?:no|nothing|only|must|applies|valid|the\s+rule)\b)|right\s+now|at\s+the\s+moment|just\s+now|today|tonight|this\s+(?:morning|afternoon|evening)|so\s+far|on\s+my\s+(?:side|end|machine)|in\s+an?\s+(?:hour|minute|bit)",
        r"(?:line|page|row|slide|step|option|number|item|para(?:graph)?)\s+(?:\d+|one|two|three|four)|(?:first|second|third|last|next|other)\s+(?:one|page|file|line|row|option|draft|version|paragraph|section|slide|sentence)",
        r"(?:this|that)\s+(?:draft|version|one|page|picture|idea|option|paragraph|colou?r|part|design|text|wording|sentence)|(?:is|are|looks?|sounds?|way|far|much|still|bit)\s+too\s+\w+|can't\s+be\s+(?:right|true|it)|shorter|longer(?!\s+than)|bigger|smaller|bolder|a\s+(?:bit|little)|slightly|odd|weird|i\s+(?:\w+ed|paid|sent|saw|got|made|put|did|went|told|just|see|notice)\b|already|you\s+(?:forgot|missed|left|made|put|wrote)",
    ),
    (
        "太(?:长|短|大|小|多|少|早|晚|慢|快|贵|亮|暗|正式|啰嗦|复杂|乱|挤|空|花)(?:了|$|[,，。])|又|刚才|刚刚|刚|正在|也是(?:$|[,，。])|也一样|再(?:加|改|看|试|来|发|做)|第[一二三四五六七八九十\\d ]+(?:行|段|页|个|条|张|版|句|步|项)|一点儿?(?:$|[,，。])|试试|看看",
        "要[^,，都先]{1,6}了[。!！]?$|^(?:今天|明天|后天)?晚上.{0,20}找|[,，]查(?:一下)?原因",
        "提示(?:我)?(?:没|无|错|说)|弹出|^不是[这那]|另一个|等我|我在(?:开会|路上|外面|吃|忙|开车|高铁|地铁)|分钟后|我这边没|已经在|快点|来不及",
        "今天|今晚|(?:明天|下午|上午|晚上|\\d点|点)前?(?:给|交|发)我|等会|待会|马上|这(?:版|稿|页|段|句|图)|[这那]个(?:版本|方案|标题|颜色|图|词|按钮)|那(?:版|张|稿|页|段|句|图|两)|还是(?:不(?!行|吃|喝|能|要)|报|没|白|错|慢|这)|你(?:漏|忘|写错|弄|把)|他说|她说|没收到|把.{1,12}(?:改|换|删|加|移|调|放)|我(?:先|再|去|看|付|刚|已|想想)",
    ),
)

SESSION = Cues(
    "session",
    (
        r"i(?:'m|\s+am)\s+(?:willing|open|interested|happy|fine|okay|ok|ready|sure|not\s+sure|trying|looking|having|calling|hoping|contacting|writing|sorry|afraid|wondering|aware|just|also|currently|planning)",
        r"i(?:'d|\s+would)\s+(?:also\s+|still\s+|really\s+|just\s+)?(?:like|love|appreciate|prefer|want|need)|i\s+(?:just\s+|also\s+|only\s+)?(?:want|need|wish|have)\s+to|i\s+need\s+(?:an?|the)",
        r"(?:do(?:es)?\s+not|don't|doesn't|didn't)\s+have\s+(?:the|my|that|it|any)|with\s+me\s+right\s+now|that\s+works\s+for\s+me|no\s+(?:\w+\s+){1,3}needed|please\s+(?:proceed|go\s+ahead|continue)",
        r"let's\s+go\s+with\s+(?:the\s+)?(?:[\w-]+\s+){0,3}(?:option|one|first|second|flight|that|this|plan)|i\s+(?:really|just|still)\s+(?:need|want|hope)|i\s+understand",
        r"(?:my|the|our|his|her)\s+(?!vat|tax|company|registration|grant|cost|project|tenant|supplier|extension|licen[cs]e)(?:\w+\s+){0,2}(?:id|number|code|ref(?:erence)?)\s+(?:is|are|:)|(?<!vat )(?<!tax )(?<!grant )(?<!project )(?<!company )(?<!tenant )(?<!supplier )(?<!registration )(?:id|number|code|ref(?:erence)?)\s*(?:is|:)\s*\S*\d",
    ),
    (
        "我(?:现在|这边)?(?:想|要(?=订|买|退|改|查|换|办|取消|升|加|一|两|去|走)|需要|打算|准备)(?!求)(?!.{0,8}(?:都|一律|以后))|手头没有|我是来|(?:订单|单|预订|确认|会员|用户|工|流水|快递|运单|手机|身份证)(?:号码?|编号|ID|id)\\s?(?:是|为|:|：)",
    ),
)

_QUESTION = re.compile(
    rf"[?？]\s*[\"'”’)）]*\s*$|(?:[吗呢么]|对吧|是吧|行不行|好不好|可以不)\s*[?？。]?\s*$|(?:多少|什么时候|哪(?:个|里|儿|天|家|些)|为什么|为何|咋)(?!都|也)[^,，。;；]{{0,8}}$|^(?:[{HAN}]{{0,4}})?(?:会不会|是不是|能不能|要不要|有没有|为什么|怎么(?!样都|用都))"
    r"|^(?:and\s+|so\s+|but\s+)?(?:what|why|who|where|when|which|how|is|are|was|were|do|does|did|can|could|should|would|will|has|have)\s+(?:the|it|this|that|these|those|there|you|we|i|they|he|she|any|about|come|many|much|long|our|your)\b(?!.*[.;:,])",
    re.IGNORECASE,
)


# A question that somebody else has: "the tenant asks whether …", 业主问能不能….
_PASSED_ON = re.compile(
    r"\b(?:asks?|asked|asking|wants?\s+to\s+know|wonders?)\s+(?:me\s+|us\s+)?(?:whether|if|how|when|what|where|which|why|who)\b"
    r"|问(?!题|过|先|我?们?要|他|她).{0,20}(?:能不能|能否|可不可以|是不是|有没有|要不要|行不行|多少|几点|什么|怎么|哪)",
    re.IGNORECASE,
)


def asks(text: str) -> bool:
    """Whether a sentence is a question, with or without its mark, or passes one on."""
    return bool(_QUESTION.search(text.strip()) or _PASSED_ON.search(text))
