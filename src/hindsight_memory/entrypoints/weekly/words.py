"""What the report says, in English and in Chinese. The names are those of the sections and of what stands in them."""

from __future__ import annotations

from collections.abc import Mapping

from hindsight_memory.entrypoints.weekly.document import Tongue

WORDS: Mapping[str, Mapping[Tongue, str]] = {
    "title": {"en": "Decisions of the week", "zh": "决策周报"},
    "space": {"en": "space {names}", "zh": "空间 {names}"},
    "spaces": {"en": "spaces {names}", "zh": "空间 {names}"},
    "running": {"en": "so far", "zh": "本周尚未结束"},
    "nothing": {
        "en": "No decision was recorded in this week.",
        "zh": "本周没有记录任何决策。",
    },
    "recorded": {
        "en": "{decisions} recorded in this week; of {known} with a known result {met} came out as expected {rate}.",
        "zh": "本周记录了 {decisions} 个决策；结果可判定的 {known} 个中有 {met} 个符合预期{rate}。",
    },
    "recorded_unknown": {
        "en": "{decisions} recorded in this week; none has a known result yet.",
        "zh": "本周记录了 {decisions} 个决策，尚无一个结果可判定。",
    },
    "rate_of": {"en": "({share}, 95 % interval {interval}{before})", "zh": "（{share}，95% 区间 {interval}{before}）"},
    "rate_few": {"en": "(too few to claim a rate)", "zh": "（样本太少，不足以下结论）"},
    "rate_before": {"en": "; {share} the week before", "zh": "；上周为 {share}"},
    "rest": {
        "en": "{wrong} confidently wrong, {waiting} an outcome, and memories changed {changes}.",
        "zh": "高置信误判 {wrong} 个，等待结果的决策 {waiting} 个，记忆变更 {changes} 次。",
    },
    "tile_decisions": {"en": "Decisions", "zh": "决策"},
    "tile_decisions_beside": {"en": "recorded in this week", "zh": "本周记录"},
    "tile_inferred_beside": {"en": "and {inferred} read from traces", "zh": "另从轨迹中提取 {inferred} 个"},
    "tile_met": {"en": "As expected", "zh": "符合预期"},
    "tile_met_beside": {"en": "{met} of {known}, 95 % {interval}", "zh": "{met}/{known}，区间 {interval}"},
    "tile_few_beside": {"en": "{met} of {known}: too few to claim", "zh": "{met}/{known}，样本太少"},
    "tile_wrong": {"en": "Confidently wrong", "zh": "高置信误判"},
    "tile_wrong_beside": {"en": "{hesitant} hesitantly", "zh": "低置信误判 {hesitant} 个"},
    "tile_waiting": {"en": "Waiting", "zh": "等待结果"},
    "tile_waiting_beside": {"en": "without an outcome yet", "zh": "尚无结果的决策"},
    "tile_memories": {"en": "Memory changes", "zh": "记忆变更"},
    "tile_memories_beside": {"en": "{stored} new", "zh": "新增 {stored} 条"},
    "calibration": {"en": "Is confidence deserved?", "zh": "置信度可靠吗"},
    "calibration_lead": {
        "en": "How often decisions came out as expected, by how sure the agent was. {weeks} weeks up to this one.",
        "zh": "按智能体的置信度，看决策有多少符合预期。统计范围为截至本周的 {weeks} 周。",
    },
    "calibration_none": {
        "en": "No decision of these weeks has a known result. One gets a delta when a tool's result or the system "
        "says what happened.",
        "zh": "这些周里没有结果可判定的决策。只有工具结果或系统给出实际结果时，才会计算差异。",
    },
    "calibration_plot": {"en": "Confidence against what came of it", "zh": "置信度与实际结果"},
    "calibration_describes": {
        "en": "Points show the share of decisions that came out as expected in each band of confidence. {points}.",
        "zh": "每个点表示一个置信度区间内符合预期的决策占比。{points}。",
    },
    "calibration_point": {"en": "{band}: {share} of {of}", "zh": "{band}：{of} 个中 {share}"},
    "calibration_caption": {
        "en": "On the dashed line confidence is deserved; below it, it is too high. Lines are 95 % intervals; "
        "larger points rest on more decisions, pale ones on fewer than five.",
        "zh": "落在虚线上表示置信度恰当，低于虚线表示过度自信。竖线为 95% 区间；点越大样本越多，浅色点不足 5 个样本。",
    },
    "calibration_scores": {
        "en": "Brier score {brier}, expected calibration error {error} (0 is best). {confident} confidently wrong "
        "(confidence of 0.7 or more), {hesitant} hesitantly wrong. {unknown} of {closed} closed decisions have no "
        "known result ({share}) and count in no rate.",
        "zh": "Brier 分数 {brier}，期望校准误差 {error}（0 为最佳）。高置信（≥ 0.7）误判 {confident} 个，低置信误判 "
        "{hesitant} 个。已结束的 {closed} 个决策中有 {unknown} 个结果未知（{share}），不计入任何比率。",
    },
    "bands": {"en": "Reliability by confidence", "zh": "各置信度区间的可靠性"},
    "by_intent_type": {"en": "By kind of intent", "zh": "按意图类型"},
    "by_agent": {"en": "By agent", "zh": "按智能体"},
    "wrong": {"en": "Confidently wrong", "zh": "高置信误判"},
    "wrong_lead": {
        "en": "Decisions of this week that were violated at a confidence of 0.7 or more, the gravest first.",
        "zh": "本周置信度不低于 0.7 却未符合预期的决策，最严重的在前。",
    },
    "wrong_none": {"en": "None in this week.", "zh": "本周没有。"},
    "blind": {"en": "Blind spots", "zh": "认知盲点"},
    "blind_lead": {
        "en": "What was in sight when decisions went wrong, and what none of their beliefs spoke about.",
        "zh": "决策出错时观察里出现过、却没有任何相关信念提到的对象。",
    },
    "blind_none": {"en": "None was found in these weeks.", "zh": "这些周里没有发现。"},
    "repeated": {"en": "Wrong more than once", "zh": "反复出错的信念"},
    "repeated_lead": {
        "en": "Beliefs that were violated at least twice in these weeks.",
        "zh": "这些周里至少两次未符合预期的信念。",
    },
    "repeated_none": {"en": "No belief failed twice.", "zh": "没有信念两次出错。"},
    "tools": {"en": "Tools left aside", "zh": "被忽略的工具"},
    "tools_lead": {
        "en": "Tools that were there in tasks that failed, and that none of these used. {tasks} looked at.",
        "zh": "失败的任务中可用、却没有一个任务用到的工具。共查看 {tasks} 个任务。",
    },
    "tools_none": {"en": "None was found.", "zh": "没有发现。"},
    "drift": {"en": "From week to week", "zh": "逐周变化"},
    "drift_lead": {
        "en": "A change is named only where two weeks' 95 % intervals have nothing in common.",
        "zh": "仅当两周的 95% 区间互不重叠时，才认为发生了变化。",
    },
    "drift_none": {"en": "Nothing drifted: all intervals overlap.", "zh": "没有显著变化：各区间均有重叠。"},
    "drift_few": {
        "en": "There are too few weeks with five known results to compare.",
        "zh": "结果可判定的决策不少于 5 个的周太少，无法比较。",
    },
    "drift_met_rate": {
        "en": "Met rate: {was} in {before}, {now} in {week}.",
        "zh": "符合预期的比例：{before} 为 {was}，{week} 为 {now}。",
    },
    "drift_confidence": {
        "en": "Mean confidence: {was} in {before}, {now} in {week}.",
        "zh": "平均置信度：{before} 为 {was}，{week} 为 {now}。",
    },
    "drift_volume": {
        "en": "Decisions: {was} in {before}, {now} in {week}.",
        "zh": "决策数：{before} 为 {was} 个，{week} 为 {now} 个。",
    },
    "drift_rates_plot": {"en": "Met rate by week", "zh": "每周符合预期的比例"},
    "drift_counts_plot": {"en": "Decisions by week", "zh": "每周决策数"},
    "drift_describes": {"en": "{points}.", "zh": "{points}。"},
    "drift_rates_caption": {
        "en": "Met rate with 95 % intervals; pale points rest on fewer than five known results.",
        "zh": "符合预期的比例及其 95% 区间；浅色点不足 5 个可判定结果。",
    },
    "drift_counts_caption": {
        "en": "Recorded decisions with the interval that chance allows.",
        "zh": "记录的决策数及随机波动的区间。",
    },
    "weeks": {"en": "The weeks in numbers", "zh": "各周数据"},
    "waiting": {"en": "Still open", "zh": "尚未闭合的意图"},
    "waiting_lead": {
        "en": "Decisions without an outcome, the oldest first: {count} in all.",
        "zh": "还没有结果的决策，最早的在前，共 {count} 个。",
    },
    "waiting_none": {"en": "Every decision has its outcome.", "zh": "所有决策都已有结果。"},
    "misjudged": {"en": "Said fine, was not", "zh": "自称成功、实际未达预期"},
    "misjudged_lead": {
        "en": "What agents said of their decisions of this week, against what was computed.",
        "zh": "本周智能体对自己决策的评价，与系统计算的结果对照。",
    },
    "misjudged_counts": {
        "en": "{right} claims were right, {fine} said fine and were violated, {failed} said failed and were met; "
        "{unchecked} could not be checked.",
        "zh": "评价正确 {right} 个；自称成功但未符合预期 {fine} 个；自称失败但符合预期 {failed} 个；"
        "无法核对 {unchecked} 个。",
    },
    "misjudged_none": {"en": "Nobody claimed anything in this week.", "zh": "本周没有自我评价。"},
    "dense": {"en": "Recorded too densely", "zh": "记录过密"},
    "dense_lead": {
        "en": "Tasks with more than about a decision in three steps: where every step is one, none stands out.",
        "zh": "平均不到三步就记录一个决策的任务：处处是决策，就看不出关键决策。",
    },
    "memories": {"en": "What changed in memory", "zh": "本周的记忆变更"},
    "memories_lead": {
        "en": "Changes of this week, the newest first. What is no longer in force is not quoted.",
        "zh": "本周的变更，最新的在前。已失效的记忆不显示内容。",
    },
    "memories_none": {"en": "No memory changed in this week.", "zh": "本周没有记忆变更。"},
    "memories_counts": {"en": "By kind: {counts}.", "zh": "按类型：{counts}。"},
    "foot_how": {
        "en": "Weeks begin on Monday 00:00 UTC. Rates carry 95 % Wilson intervals; nothing is claimed from fewer than "
        "five. Decisions read out of logged traces count among blind spots and repeats, never in calibration.",
        "zh": "每周从周一 00:00（UTC）开始。比率附 95% Wilson 区间；不足 5 个样本不下结论。"
        "从轨迹中提取的决策只计入盲点与反复出错，不计入校准。",
    },
    "foot_cut": {
        "en": "There was more than could be looked at: the oldest was left out.",
        "zh": "数据超出统计上限，最旧的部分未计入。",
    },
    "foot_made": {"en": "Made by Hindsight at {at} UTC.", "zh": "由 Hindsight 生成于 {at}（UTC）。"},
    "belief": {"en": "Belief", "zh": "信念"},
    "expected": {"en": "Expected", "zh": "预期"},
    "actual": {"en": "Actual", "zh": "实际"},
    "claimed": {"en": "Claimed", "zh": "自评"},
    "delta": {"en": "Delta", "zh": "差异"},
    "unsaid": {"en": "not said", "zh": "未说明"},
    "in_brackets": {"en": " ({text})", "zh": "（{text}）"},
    "none_named": {"en": "(no kind)", "zh": "（未分类）"},
    "few": {"en": "too few", "zh": "样本太少"},
    "met": {"en": "met", "zh": "符合"},
    "violated": {"en": "violated", "zh": "未符合"},
    "unknown": {"en": "unknown", "zh": "未知"},
    "col_band": {"en": "Confidence", "zh": "置信度"},
    "col_decisions": {"en": "Decisions", "zh": "决策数"},
    "col_known": {"en": "Known", "zh": "可判定"},
    "col_met": {"en": "Met", "zh": "符合预期"},
    "col_rate": {"en": "Met rate (95 %)", "zh": "符合率（95%）"},
    "col_claimed": {"en": "Mean confidence", "zh": "平均置信度"},
    "col_name": {"en": "Name", "zh": "名称"},
    "col_confident": {"en": "Confidently wrong", "zh": "高置信误判"},
    "col_unknown": {"en": "Unknown", "zh": "未知占比"},
    "col_brier": {"en": "Brier", "zh": "Brier"},
    "col_thing": {"en": "What was seen", "zh": "对象"},
    "col_in_violated": {"en": "In violated ones", "zh": "未符合的决策中"},
    "col_in_met": {"en": "In met ones", "zh": "符合的决策中"},
    "col_belief": {"en": "Belief", "zh": "信念"},
    "col_violated": {"en": "Violated", "zh": "未符合"},
    "col_tasks": {"en": "Tasks", "zh": "任务数"},
    "col_last": {"en": "Last", "zh": "最近一次"},
    "col_tool": {"en": "Tool", "zh": "工具"},
    "col_task_type": {"en": "Task type", "zh": "任务类型"},
    "col_failed": {"en": "Failed tasks without it", "zh": "未使用它的失败任务"},
    "col_used": {"en": "Others that used it", "zh": "用过它的其他任务"},
    "col_told": {"en": "Known from", "zh": "依据"},
    "told": {"en": "the traces", "zh": "轨迹中列出"},
    "untold": {"en": "tasks of its type", "zh": "同类任务"},
    "col_week": {"en": "Week", "zh": "周"},
    "col_inferred": {"en": "From traces", "zh": "从轨迹提取"},
    "col_intent": {"en": "Intent", "zh": "意图"},
    "col_agent": {"en": "Agent", "zh": "智能体"},
    "col_since": {"en": "Since", "zh": "记录时间"},
    "col_task": {"en": "Task", "zh": "任务"},
    "col_steps": {"en": "Steps", "zh": "步数"},
    "col_change": {"en": "Change", "zh": "变更"},
    "col_memory": {"en": "Memory", "zh": "记忆"},
    "col_when": {"en": "When", "zh": "时间"},
    "not_in_force": {"en": "no longer in force", "zh": "已失效"},
    "axis_confidence": {"en": "confidence", "zh": "置信度"},
    "axis_met": {"en": "met rate", "zh": "符合率"},
    "axis_week": {"en": "week", "zh": "周"},
    "axis_decisions": {"en": "decisions", "zh": "决策数"},
}
"""Every text, by name and language."""

COMPARISONS: Mapping[str, Mapping[Tongue, str]] = {
    "equals": {"en": "equals", "zh": "等于"},
    "contains": {"en": "contains", "zh": "包含"},
    "matches": {"en": "matches", "zh": "匹配"},
    "range": {"en": "range", "zh": "范围"},
    "status": {"en": "status", "zh": "状态"},
    "exit_code": {"en": "exit code", "zh": "退出码"},
    "json_path": {"en": "JSON path", "zh": "JSON 路径"},
    "changed": {"en": "changed", "zh": "有变化"},
    "absent": {"en": "absent", "zh": "不出现"},
}
"""How expectations are compared."""

CHANGES: Mapping[str, Mapping[Tongue, str]] = {
    "stored": {"en": "stored", "zh": "新增"},
    "confirmed": {"en": "confirmed", "zh": "再次确认"},
    "merged": {"en": "merged", "zh": "合并"},
    "updated": {"en": "updated", "zh": "修改"},
    "superseded": {"en": "superseded", "zh": "被取代"},
    "disputed": {"en": "disputed", "zh": "存在争议"},
    "held": {"en": "held for approval", "zh": "待审批"},
    "quarantined": {"en": "quarantined", "zh": "隔离"},
    "forgotten": {"en": "forgotten", "zh": "遗忘"},
    "archived": {"en": "archived", "zh": "归档"},
    "rolled_back": {"en": "rolled back", "zh": "回滚"},
    "promoted": {"en": "promoted", "zh": "提升可见范围"},
    "restored": {"en": "restored", "zh": "恢复"},
    "approved": {"en": "approved", "zh": "批准"},
    "rejected": {"en": "rejected", "zh": "拒绝"},
    "reopened": {"en": "reopened", "zh": "重新打开"},
    "weakened": {"en": "confidence lowered", "zh": "置信度下调"},
    "purged": {"en": "purged", "zh": "彻底删除"},
}
"""The kinds of changes of memories; one that is not here is shown by its own name."""

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
