"""Plain statements of how things are, told apart from news of the moment."""

from __future__ import annotations

from hindsight_memory.domain.text.cues.group import Cues

_STATE_WORDS = (
    r"(?!(?:still\s+|now\s+|so\s+|too\s+|very\s+|a\s+bit\s+)*(?:red|green|blank|broken|down|empty|slow|odd|wrong|fine|good|ok|okay|ready|done|back|missing|late|gone"
    r"|failing|stuck|weird|better|worse|nice|great|correct|happy|sorry|here|there|awful|running|waiting|loading|working|coming|going|up|\w+ing)\b)"
)

_HABITS = (
    "starts?|ends?|closes?|opens?|ships?|hangs?|covers?|supports?|stops?|runs?|lives?|sits?|belongs?|handles?|owns?|pays?|lists?|holds?|takes?|comes?|goes|needs?|wants?|uses?"
    "|keeps?|stores?|expects?|contains?|includes?|speaks?|prefers?|reports?|allows?|accepts?|rejects?|refuses?|costs?|lasts?|means?|sends?|reads?|writes?|serves?|sells?"
    "|delivers?|arrives?|leaves?|meets?|hosts?|counts?|maps?|points?|requires?|works?\\s+(?:at|in|for|as|on)|listens?|connects?|depends?|manages?|maintains?|approves?|reviews?"
    "|covers?|charges?|bills?|deploys?|releases?|publishes|syncs?|backs?\\s+up|follows?|assumes?|ignores?|drops?|limits?|gets?|has|have|knows?|likes?|hates?|eats?|drinks?"
)

STATED = Cues(
    "stated",
    (
        rf"(?:the|our|my|his|her|their|your|all|every|each|most|both)\s+(?:[\w'’&/.-]+\s+){{1,6}}?(?:(?:only|always|usually|also|now|never|still)\s+)?(?:{_HABITS})",
        rf"(?:the|our|my|his|her|their|your|all|every|each|most|both)\s+(?:[\w'’&/.-]+\s+){{1,6}}?(?:is|are|isn't|aren't)\s+{_STATE_WORDS}\w+",
        rf"(?!(?:here|there|this|that|it|what|how|everything|everyone|nothing|life|love|family|people|good|great|\w+ing)\b)(?-i:[A-Z])[\w'’-]+(?:\s+(?-i:[A-Z])[\w'’-]+)*\s+(?:\([^)]*\)\s+)?(?:(?:only|always|usually|also|now|never)\s+)?(?:{_HABITS}|is|are)\s+{_STATE_WORDS}\w+",
        r"we\s+(?:only\s+|usually\s+|normally\s+|all\s+)?(?!(?:all|even|both|each|really|usually|push|love|won|are|were|enjoy|hope|love|feel|chat|laugh|have|had|need|tried|want|can|could|should|will|would|see|saw|got|get|think|must|may|might|did|do|was|just|already|still|also|know|lost|found|went|came|made|ran|sent|put|hit|cut|set|let|told|gave|took|left|met|said|paid|sold|built|kept|held|spent)\b)(?:feed|[a-z]+(?<!ed))\s+\w+",
        r"(?:the|our|my|(?-i:[A-Z])\w+)\s+(?:[\w'’&/.-]+\s+){0,5}?(?:doesn't|don't|won't|never|can't|cannot)\s+(?!work|load|open|start|show|help|know|see)\w+",
        r"(?:\w+\s+){0,2}\w{3,}(?<!this)(?<!it's)s\s+(?:go|have\s+to|come|get|stay|belong|need\s+to)\s+\w+",
        r"we(?:'re|\s+are)\s+(?:closed|away|moving|an?\s+\w+|\w+\s+people|all\s+\w+|based|located|on\s+the)",
        r"i(?:'m|\s+am)\s+(?:in\s+(?-i:[A-Z])\w+|an?\s+\w+|allergic|based|from|vegan|vegetarian|left-handed|colou?r-?blind|\w+\s+intolerant|pregnant|deaf)",
        r"i\s+(?:live|work|sleep|wake|eat|drink|drive|commute|speak|own|wear|use|study|teach|run|play)\s+\w+",
    ),
    (
        "^[^这那它刚我你您,，。]{1,14}?(?:偏[高低大小快慢]|叫|归|由|在|位于|属于|放在|是|对.{1,6}过敏|要|得|只|有|用|走|对接|负责)(?!不是|吗|么|没|了吗)",
        "(?:^|[,，])(?:我|我们|我家|咱们?)(?:的|家|妈|爸|女儿|儿子|老婆|老公|公司|团队|这边|那边|单位|组)?[^,，。这那刚]{0,10}?(?:住|姓|叫|在|是|属|有|用|走|上|吃|喝|穿|负责|做)(?!吗|么|没|点|个事)",
    ),
)
