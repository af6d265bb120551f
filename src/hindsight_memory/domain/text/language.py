"""Which language a text is in, and the folding of traditional to simplified characters for cue matching.

Both are decided from the characters alone. Identifiers and product names inside Chinese text do not make it
mixed; English grammar words do.
"""

from __future__ import annotations

import re
from typing import Literal

Language = Literal["zh", "en", "mixed"]

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN = re.compile(f"[{HAN}]")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’]+")
_GRAMMAR = frozenset(
    """a an and are as at be but by can do does don't for from has have he her his how i if in is it its me my no
    not of on or our please she so that the their them then there they this to until up us was we were what when
    where which who will with you your always never use""".split()
)
_FOREIGN_SHARE = 10  # one Han character per this many English words is still an English text
_LONG = 20

# Traditional characters and their simplified forms, in the same order: those that the cue tables need, which
# are also the most frequent ones in running text.
_TRADITIONAL = (
    "記憶後須應該個們來這還對統規則約這為時間會議開關發現過當將給讓從無試驗證據實際點週條數據庫檢測備註錯誤敗"
    "設變換決議說話請問題導結論總組織權審準許禁員戶歡愛討厭習慣優選擇項達讀寫連鏈號碼電郵訂單務計畫劃報員"
    "術語別訊資料網絡體學書買賣車東門聯絡輸網線長總師緊急夠兩萬億歲處離險難雙雖離萬僅額價剛處訴謝麼嗎呢"
    "觀覺聽見認識覽調運遠遲適進動勞勝協單衛廠歷壓參啟嘗執報場塊態憑應懶戰據擋損擇損斷"
    "樣標權機殺沒測滿潛濟灣灑熱燈營牆獨獲環甚產畫療癒監盤確禮種稱穩窮競筆節範築級紙終經綁絕綠維緩編"
    "練縮績繼續罰職聲肅脫膽臨興舉舊藝節蘇蘭蟲補裝製複覆視親觸訊討訓託訪設許評詞詢試詳誠誰課諒談請論"
)
_SIMPLIFIED = (
    "记忆后须应该个们来这还对统规则约这为时间会议开关发现过当将给让从无试验证据实际点周条数据库检测备注错误败"
    "设变换决议说话请问题导结论总组织权审准许禁员户欢爱讨厌习惯优选择项达读写连链号码电邮订单务计画划报员"
    "术语别讯资料网络体学书买卖车东门联络输网线长总师紧急够两万亿岁处离险难双虽离万仅额价刚处诉谢么吗呢"
    "观觉听见认识览调运远迟适进动劳胜协单卫厂历压参启尝执报场块态凭应懒战据挡损择损断"
    "样标权机杀没测满潜济湾洒热灯营墙独获环甚产画疗愈监盘确礼种称稳穷竞笔节范筑级纸终经绑绝绿维缓编"
    "练缩绩继续罚职声肃脱胆临兴举旧艺节苏兰虫补装制复覆视亲触讯讨训托访设许评词询试详诚谁课谅谈请论"
)
_TO_SIMPLIFIED = str.maketrans(_TRADITIONAL, _SIMPLIFIED)


def simplified(text: str) -> str:
    """Return ``text`` with frequent traditional characters replaced one for one (positions are kept)."""
    return text.translate(_TO_SIMPLIFIED)


def language(text: str) -> Language:
    """Return ``zh``, ``en`` or ``mixed``; traditional Chinese counts as ``zh``, a text without letters as ``en``."""
    han = len(_HAN.findall(text))
    words = _WORD.findall(text)
    if not han:
        return "en"
    if len(words) >= _LONG and han * _FOREIGN_SHARE <= len(words):
        return "en"
    grammar = sum(w.lower().replace("’", "'") in _GRAMMAR for w in words)
    if grammar >= 2 and grammar * 6 >= han:
        return "mixed"
    return "zh"


def is_chinese(text: str) -> bool:
    """Whether a sentence added to ``text`` should be Chinese (true for ``zh``; mixed by the majority)."""
    kind = language(text)
    if kind == "mixed":
        return len(_HAN.findall(text)) > len(_WORD.findall(text))
    return kind == "zh"
