"""The audit log and its check."""

from __future__ import annotations

from hindsight_memory.entrypoints.rest.calls import Asked, Call, PageQuery, SpaceQuery
from hindsight_memory.wire.api import Api
from hindsight_memory.wire.upkeep import AuditList, AuditVerified


def _audit(api: Api, asked: Asked) -> AuditList:
    page = asked.body(PageQuery)
    return api.audit(page.space, page.limit, page.cursor)


def _verify(api: Api, asked: Asked) -> AuditVerified:
    return api.verify_audit(asked.body(SpaceQuery).space)


CALLS = (
    Call(
        name="audit.list",
        method="GET",
        path="/audit",
        summary="List the changes of a space, newest first; needs the role `admin`",
        query=PageQuery,
        answer=AuditList,
        ask=_audit,
    ),
    Call(
        name="audit.verify",
        method="GET",
        path="/audit/verify",
        summary="Check that no entry was altered, removed or reordered; needs the role `admin`",
        query=SpaceQuery,
        answer=AuditVerified,
        ask=_verify,
    ),
)
