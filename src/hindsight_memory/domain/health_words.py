"""What the check-up says, in English and in Chinese."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hindsight_memory.domain.health import Finding, Grade

Tongue = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Said:
    """A check in one language: its title, what was measured, and what to do (empty when all is well)."""

    title: str
    measure: str
    advice: str


def said(finding: Finding, tongue: Tongue) -> Said:
    """Put a finding into words."""
    name = "no_model" if finding.name == "index" and finding.counts.get("model") == 0 else finding.name
    title, measure, advice = _WORDS[name][tongue]
    shown = {name: int(count) for name, count in finding.counts.items()}
    text = measure.format(value=finding.value, share=f"{finding.value:.0%}", **shown)
    return Said(title, text, "" if finding.grade is Grade.OK else advice)


GRADES: Mapping[Tongue, Mapping[Grade, str]] = {
    "en": {Grade.OK: "ok", Grade.WARN: "look at it", Grade.BAD: "act"},
    "zh": {Grade.OK: "正常", Grade.WARN: "需留意", Grade.BAD: "需处理"},
}
TITLES: Mapping[Tongue, str] = {"en": "Health check", "zh": "记忆库体检"}
COLUMNS: Mapping[Tongue, tuple[str, str, str, str]] = {
    "en": ("check", "grade", "measure", "advice"),
    "zh": ("项目", "结论", "指标", "建议"),
}

_WORDS: Mapping[str, Mapping[Tongue, tuple[str, str, str]]] = {
    "unretrieved": {
        "en": (
            "Never retrieved",
            "{unretrieved:,} of {of_age:,} memories older than 30 days were never recalled ({share})",
            "Look at the oldest with `hsm memory list` and forget what nobody needs; a stricter gate "
            "(HSM_GATE__LONG_TERM) keeps less.",
        ),
        "zh": (
            "长期未被检索",
            "30 天以上的 {of_age:,} 条记忆中有 {unretrieved:,} 条从未被召回（{share}）",
            "用 `hsm memory list` 查看最旧的记忆，遗忘无用的；提高写入门槛（HSM_GATE__LONG_TERM）可减少写入。",
        ),
    },
    "conflicts": {
        "en": (
            "Unresolved conflicts",
            "{disputed:,} memories are disputed, beside {active:,} active ones",
            "Decide each: see them with `hsm memory list --status disputed`, then update or forget the wrong one.",
        ),
        "zh": (
            "未解决的冲突",
            "{disputed:,} 条记忆存在争议（有效记忆 {active:,} 条）",
            "逐条裁决：用 `hsm memory list --status disputed` 查看，再修改或遗忘错误的一条。",
        ),
    },
    "sources": {
        "en": (
            "Share of inferred memories",
            "{inferred:,} of {active:,} active memories are inferred ({share})",
            "Distilling is too eager: prefer what users said and tools showed; approve inferred ones by hand "
            "(approval mode `risky`) or lower HSM_REVIEW__LIMIT.",
        ),
        "zh": (
            "推断来源占比",
            "{active:,} 条有效记忆中有 {inferred:,} 条是推断得出的（{share}）",
            "蒸馏过于积极：优先保留用户说过、工具验证过的内容；"
            "对推断内容启用人工审批（`risky` 模式），或调低 HSM_REVIEW__LIMIT。",
        ),
    },
    "growth": {
        "en": (
            "Growth",
            "{this_week:,} new memories this week, {week_before:,} the week before",
            "Something writes much more than usual: find it with `hsm memory list --since` and by agent in "
            "`hsm audit list`.",
        ),
        "zh": (
            "增长",
            "本周新增 {this_week:,} 条，上周 {week_before:,} 条",
            "写入量异常增加：用 `hsm memory list --since` 和 `hsm audit list` 找出来源。",
        ),
    },
    "duplicates": {
        "en": (
            "Duplicates",
            "{copies:,} copies among the {looked_at:,} newest memories",
            "Merge them: review the space, or forget one of each pair.",
        ),
        "zh": (
            "重复",
            "最新的 {looked_at:,} 条记忆中有 {copies:,} 条重复",
            "合并重复项：重新复盘该空间，或逐对遗忘其一。",
        ),
    },
    "index": {
        "en": (
            "Index coverage",
            "{without_vector:,} memories have no vector",
            "Make them with `hsm doctor --fix`; until then these are found by words alone.",
        ),
        "zh": (
            "索引覆盖",
            "{without_vector:,} 条记忆没有向量",
            "用 `hsm doctor --fix` 补建；在此之前只能按词检索。",
        ),
    },
    "no_model": {
        "en": (
            "Index coverage",
            "no embedding model: {without_vector:,} memories are found by words alone",
            "Switch it on (HSM_EMBEDDER__KIND=bundled) where the machine can run it: `hsm doctor`.",
        ),
        "zh": (
            "索引覆盖",
            "没有向量模型：{without_vector:,} 条记忆只能按词检索",
            "若机器支持，请启用模型（HSM_EMBEDDER__KIND=bundled）；用 `hsm doctor` 检查。",
        ),
    },
    "pending": {
        "en": (
            "Waiting for approval",
            "{pending:,} proposals wait, the oldest for {value:g} days",
            "Approve or reject them; what waits is not used by anybody.",
        ),
        "zh": (
            "待审批",
            "{pending:,} 条提案待审批，最久的已等 {value:g} 天",
            "请批准或拒绝；待审批的记忆不会被任何人使用。",
        ),
    },
    "overdue": {
        "en": (
            "Expired but active",
            "{overdue:,} memories have run out and are not archived yet",
            "The next review archives them: `hsm review --all`.",
        ),
        "zh": (
            "已过期仍有效",
            "{overdue:,} 条记忆已过期但尚未归档",
            "下一次复盘会归档：`hsm review --all`。",
        ),
    },
    "quarantine": {
        "en": (
            "Quarantine",
            "{quarantined:,} texts are quarantined",
            "Look at them with `hsm memory list --status quarantined`: forget attacks, and find out who writes them.",
        ),
        "zh": (
            "隔离区",
            "{quarantined:,} 条文本被隔离",
            "用 `hsm memory list --status quarantined` 查看：遗忘攻击内容，并查明写入者。",
        ),
    },
    "jobs": {
        "en": (
            "Reviews",
            "{failed:,} failed, {waiting:,} waiting",
            "Try them again: `hsm review --all --retry`; if they wait for long, no worker is running.",
        ),
        "zh": (
            "复盘任务",
            "失败 {failed:,} 个，等待 {waiting:,} 个",
            "重试：`hsm review --all --retry`；若长期等待，说明没有工作进程在运行。",
        ),
    },
    "discards": {
        "en": (
            "Discard rate",
            "{discarded:,} of {offered:,} drafts of this week were discarded ({share})",
            "Agents offer much that is not worth keeping, or the gate is too strict: see `hsm discards list`.",
        ),
        "zh": (
            "丢弃率",
            "本周 {offered:,} 条草稿中丢弃了 {discarded:,} 条（{share}）",
            "智能体提交了大量无价值内容，或门槛过高：查看 `hsm discards list`。",
        ),
    },
    "density": {
        "en": (
            "Density of decisions",
            "{dense:,} of {tasks:,} tasks record more than a decision in three steps ({share})",
            "Record fewer: only assumptions that would sink the task if wrong, about 5 to 7 in 20 steps. "
            "See which with `hsm decisions patterns`.",
        ),
        "zh": (
            "决策记录密度",
            "{tasks:,} 个任务中有 {dense:,} 个平均不到三步就记录一个决策（{share}）",
            "请少记：只记录一旦出错任务就会失败的假设，20 步约 5 到 7 个。用 `hsm decisions patterns` 查看是哪些任务。",
        ),
    },
    "open_intents": {
        "en": (
            "Open intents",
            "{open:,} decisions have waited for their outcome for more than a day",
            "Say what came of them: `hsm decisions list --open`, `hsm decisions outcome ID`; "
            "the review of an ended task closes its own as unknown.",
        ),
        "zh": (
            "未了结的意图",
            "{open:,} 个决策超过一天仍没有结果",
            "请补上结果：`hsm decisions list --open`、`hsm decisions outcome ID`；任务结束后的复盘会把剩余的记为未知。",
        ),
    },
    "confidence": {
        "en": (
            "Confidently wrong",
            "{wrong:,} of {confident:,} confident decisions with a known end were violated ({share})",
            "Their agents are surer than they are right: see `hsm decisions patterns` for which kinds of intent.",
        ),
        "zh": (
            "自信但错误",
            "{confident:,} 个结果已知的高自信决策中有 {wrong:,} 个落空（{share}）",
            "智能体的自信高于其正确率：用 `hsm decisions patterns` 查看是哪类意图。",
        ),
    },
}
