"""Traditional Chinese characters as simplified ones, as far as function words and words of state need it.

Not a conversion for reading: one character becomes one character, so that rules and comparisons written with
simplified characters hold for both scripts.
"""

from __future__ import annotations

# Pairs of (traditional, simplified), each pair written together.
_PAIRS = (
    "無无視视記记憶忆規规則则設设約约準准審审違违棄弃過过濾滤機机檢检驗验測测試试備备檔档評评簽签證证認认權权點点開开關关閉闭發发統统員员調调護护級级現现從从後后麼么們们這这對对話话輸输轉转傳传戶户號号碼码"
    "鑰钥憑凭據据資资訊讯數数請请幫帮寫写譯译釋释總总結结給给訴诉題题問问為为將将還还應应該该錄录單单實实執执務务須须絕绝遠远終终優优標标強强製制報报擬拟訂订購购賬账帳账鍵键顯显洩泄銀银體体語语國国樣样啟启"
    "動动會会來来個个兩两幾几萬万億亿歲岁東东週周禮礼時时間间負负責责專专項项價价預预額额區区狀状態态職职處处議议歡欢愛爱討讨厭厌變变換换爲为與与學学習习買买賣卖見见說说讀读聽听覺觉聯联繫系電电郵邮網网連连"
    "線线隊队長长經经濟济術术類类廠厂廣广鐵铁車车門门飛飞頁页頭头組组織织構构復复雜杂簡简確确誤误錯错壞坏離离難难壓压縮缩載载環环驅驱遷迁儲储庫库寬宽帶带頻频漲涨減减陳陈張张劉刘楊杨趙赵黃黄吳吴孫孙馬马羅罗"
    "鄭郑許许韓韩馮冯於于裡里裏里嗎吗沒没誰谁當当讓让較较邊边臺台灣湾課课業业場场館馆樓楼層层廳厅隻只條条輛辆"
)
_TABLE = str.maketrans(_PAIRS[::2], _PAIRS[1::2])


def simplified(text: str) -> str:
    """``text`` with the listed traditional characters replaced; its length does not change."""
    return text if text.isascii() else text.translate(_TABLE)
