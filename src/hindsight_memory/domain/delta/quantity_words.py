"""The words around a number that say what it is: a bound, a wish, a name, or nothing of its own."""

from __future__ import annotations

# A number soon after one of these is about so much, a bound, or not said to be so: no measured value.
HEDGES = frozenset(
    "about around approx approximately roughly nearly almost circa under below over above than least most within until "
    "exceeding exceeds exceeded beyond near not never no cannot without will would should could might may if unless "
    "estimated eta between plus minus negative up still waited waiting retry retrying sleeping by increased decreased improved reduced dropped grew didn doesn isn wasn won can't".split()
)
# What stands for itself here was ended before its end: "timed out after 30 s".
ENDED = frozenset("timed timeout aborted killed cancelled canceled gave interrupted failed".split())
# A number right after one of these is what was wanted, allowed or there before, or it is a name; not what happened.
NOT_MEASURED = frozenset(
    "limit limits timeout budget deadline threshold target expected expect max maximum min minimum cap quota allowed "
    "goal baseline previous previously sla wanted required before default code port line pid version v id no http "
    "status errno step error save saved saves refund refunded discount sleep sleeping interval every desired requested request".split()
)
# A bare number right after one of these is the name of one thing: "order 12345", "page 2", "Python 3.11".
LABELS = frozenset(
    "user users customer account member order invoice ticket issue pr room flight gate seat table page chapter section row "
    "record attempt retry build run job task process thread worker node python java ruby php ubuntu debian windows model "
    "call year phase stage level part test case question".split()
)
CJK_HEDGES = tuple(
    "大约 约 将近 接近 超过 不到 不足 至少 最多 至多 低于 高于 小于 大于 少于 多于 几乎 差不多 估计 预计 可能 没 未 不是 无法 如果 "
    "应该 应 非 每 近 提高 增加 减少 下降 降低 提升 涨 跌".split()
)
CJK_ENDED = tuple("中止 失败 取消 中断 超时".split())
CJK_NOT_MEASURED = tuple(
    "还需 尚需 限 还剩 满分 及格线 间隔 还差 仅差 相差 剩余 优惠 折扣 立减 第 上限 下限 限制 阈值 预期 期望 目标 之前 原来 原先 要求 最大 最小 默认 端口 版本 错误码 状态码 退出码 行号 编号".split()
)
CJK_LABELS = tuple(
    "订单 订单号 单号 用户 客户 会员 账号 房间 房号 航班 车次 座位 页 工单 编号 任务 进程 节点 型号".split()
)
CJK_AFTER = ("多", "左右", "以上", "以下", "以内", "上下", "余", "半", "前", "后", "起", "未")
# What follows a number and says that it is no measure of what came to an end: "5 s remaining", "9 s, aborted", 仍未完成.
UNENDED = (
    r" ?(?:remaining|left\b|to go\b|off\b|ago\b|so far\b|(?:per|each|/) ?[a-z]+\b)|[^.!?。！？]{0,16}?(?:\b(?:aborted|aborting|killed|gave up|giving up|timed out|cancell?ed"
    r"|interrupted|unfinished|not finished|still running)\b|[仍还尚]未|未完成|重试|中止|中断|超时)"
)
# These say that something was measured, not what; an expectation that names nothing else names nothing.
GENERIC = frozenset(
    "a an the it its this that took take takes taking in after elapsed duration time total all result results value "
    "values output answer answers is are was were be been being has have had having should must shall will to of for "
    "at with and then finished finish finishes completed complete completes done ran run runs return returns returned "
    "got get gets x n equal equals equalled exactly real now there about".split()
)
CJK_GENERIC = tuple(
    "耗时 用时 历时 时间 总共 一共 共有 共计 总计 结果 值为 完成 结束 返回 得到 输出 应该 应当 必须 需要 应为 用了 花了 花费 总数 "
    "数量 共 应 为 是 有 了 在 的 值 约".split()
)
LABEL_STOPS = frozenset(
    "in of at for from per after within and or was were is are with on to out by but then than the as since until each "
    "so while before during if more less remaining plus".split()
)
TAKING = tuple("took takes in elapsed duration real 耗时 用时 历时 时长 用了 花了".split())
