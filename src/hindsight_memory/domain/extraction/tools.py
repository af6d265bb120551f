"""What a tool is for, read from its name: a small closed vocabulary of types of intent."""

from __future__ import annotations

import re
from typing import Literal

IntentType = Literal["search", "lookup", "modify", "book", "cancel", "run", "write", "ask", "answer", ""]

_EN: dict[IntentType, str] = {
    "search": "search find query grep glob scan discover browse google explore match recommend retrieve",
    "lookup": "get fetch read list show describe view check cat look lookup inspect open see load status count stat "
    "select info details ls head tail verify validate",
    "cancel": "cancel delete remove drop revoke unsubscribe abort stop kill close uninstall rollback undo refund clear",
    "book": "book reserve order buy purchase schedule subscribe checkout rent pay",
    "modify": "update modify change edit set patch replace rename move upgrade downgrade fix adjust configure apply "
    "merge rebase reset enable disable assign exchange return resize convert format",
    "write": "write create add insert save store upload post put send push append make new commit publish notify "
    "email draft generate register record install",
    "run": "run exec execute bash shell test build compile deploy calculate compute eval python terminal command "
    "start restart launch invoke call sql train simulate click navigate go use take",
    "ask": "ask transfer escalate request confirm clarify handoff delegate consult human",
    "answer": "answer finish submit reply respond done complete final finalize conclude",
}
_ZH: dict[IntentType, str] = {
    "search": "搜索|检索|搜|查找|寻找|匹配|推荐",
    "lookup": "查询|查看|查|读取|获取|列出|打开|核对|检查|校验",
    "cancel": "取消|删除|移除|撤销|停止|关闭|卸载|回滚|退款|退订|清空|清除",
    "book": "预订|预定|预约|下单|购买|订票|订购|支付|付款|租",
    "modify": "修改|更新|更改|编辑|设置|替换|改签|升级|降级|调整|配置|移动|重命名|合并|启用|禁用|更换",
    "write": "写入|写|创建|新建|新增|添加|保存|上传|发送|发布|提交代码|通知|生成|登记|安装",
    "run": "运行|执行|测试|构建|编译|部署|计算|启动|重启|调用",
    "ask": "询问|转人工|转接|确认|请示|求助",
    "answer": "回答|回复|完成|提交答案|结束|提交",
}
_VERBS: dict[str, IntentType] = {verb: kind for kind, verbs in _EN.items() for verb in verbs.split()}
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z]+")
_THINKING = frozenset(
    "think thinking thought reason reasoning reflect reflection plan planning scratchpad note".split()
)
_THOUGHTS = frozenset("thought thoughts thinking reasoning reflection plan note 思考 想法 推理 计划".split())


def name_parts(tool: str) -> list[str]:
    """Return the words of a tool's name, in lower case: ``getStatus`` is ``get`` and ``status``."""
    return [part.lower() for part in _HUMPS.split(tool) if part] or [tool]


def intent_type_of(tool: str) -> IntentType:
    """Return the type of intent that a tool's name tells; empty when it tells none.

    The first verb of the name decides: ``search_direct_flight`` searches, ``getStatus`` looks up.
    """
    for part in name_parts(tool):
        if (kind := _VERBS.get(part)) is not None:
            return kind
    for kind, verbs in _ZH.items():
        if re.search(verbs, tool):
            return kind
    return ""


def is_thinking(tool: str, arguments: frozenset[str]) -> bool:
    """Whether a call only writes down a thought: it does nothing, and its text is a statement of the agent."""
    return set(name_parts(tool)) <= _THINKING or (len(arguments) == 1 and arguments <= _THOUGHTS)
