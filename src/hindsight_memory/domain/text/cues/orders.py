"""Verbs with which a task is handed over: what the first message begins with, or ends on, when it asks for work.

Plain lists. English ones stand at the start of a clause; Chinese ones too, since a clause there opens with its verb.
"""

from __future__ import annotations

import re

from hindsight_memory.domain.text.cues.group import Cues, spoken
from hindsight_memory.domain.text.sentences import phrases

_ENGLISH = """
    add adjust analyse analyze approve archive arrange assemble assign attach back-up book branch bring build bump
    calculate call cancel change check clean clone close collect compare compile confirm convert copy correct count
    create cut debug delete deliver deploy describe design download draft edit email enter estimate explain export
    extend extract file fill find finish fit fix forward gather generate get give go help import improve insert inspect
    install investigate invite issue list load look mail make mark measure merge migrate move need open order organise
    organize pack pay pick plan port post prepare print process produce provision publish pull push put raise read
    rebuild record redo refactor refund register release remind remove rename repair replace reply reschedule reserve
    resize restart restore retry return review rewrite roll rotate run save schedule search sell send set ship show
    sort split start stop submit summarise summarize swap take tell test text tidy train transcribe transfer translate
    trim try turn update upgrade upload verify water work wrap write
"""
_CHINESE = """
    帮 给我 替我 麻烦 请 想让 想把 想要 想办 要办 约一 约个 约激 约下 订 定个 开个 开一 开张 发个 发一 发条 发封 发给 派单 派个 写个 写一
    做个 做一 做份 查一 查下 查查 看看 看一 看下 改一 改下 改成 换掉 换一 换个 催一 催下 寄一 寄个 打印 登记一 安排 提醒我 通知一 回复一
    回个 同步一 更新一 整理 翻译 汇总 统计 核对 对一下 算一 算下 算算 列一 列个 画个 画一 出个 出一 拟一 拟个 起草 排一 排个 排查 处理一
    处理下 修一 修下 修复 部署 升级 回滚 重启 导出 导入 下载 上传 备份 恢复 清理 删掉 删除 加一 加个 补一 补个 配一 配个 装一 装个 建一
    建个 建群 拉个 拉一 跑一 跑下 测一 测下 试一 买 下单 退掉 申请 报名 预约 把
"""
_APPOINTMENT = r"约(?!\s?[\d一二两三四五六七八九十百千定束莫有为占等])"
ORDERED = Cues("ordered", spoken(*_ENGLISH.replace("-", " ").split()), (*spoken(*_CHINESE.split()), _APPOINTMENT))
"""A verb that hands over work."""

_LEADING = re.compile(
    r"^(?:(?:ok|okay|hi|hey|hello|morning|so|and|then|now|next|also|please|pls|just|today|first|again"
    r"|(?:can|could|would|will)\s+you|(?:i|we)\s+(?:need|want)(?:\s+you)?|(?:i|we)'d\s+like(?:\s+you)?|need|want|to)[\s,:]+)*"
    r"|^[^,，:：]{1,16}[:：]\s*",
    re.IGNORECASE,
)
_CLOSING = 14
"""Characters of a last clause that only says what to do."""


def opens_with_order(text: str) -> bool:
    """Whether a message begins with an order, behind a greeting or "can you"."""
    return ORDERED.starts(_LEADING.sub("", text.strip()))


def hands_over(text: str) -> bool:
    """Whether a first message hands over work: it begins with an order, or its last short clause is one."""
    if opens_with_order(text):
        return True
    parts = phrases(text)
    last = parts[-1].strip("。.!！ ") if len(parts) > 1 else ""
    return 0 < len(last) <= _CLOSING and (ORDERED.starts(last) or last.endswith(_DONE_FOR_ME))


_DONE_FOR_ME = ("一下", "改下", "个单", "派单", "换掉", "改掉", "订上", "please", "pls")
