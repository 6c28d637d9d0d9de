"""Counts of openings that begin anew when a limit is set on a code that had none."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import text
from sqlalchemy.orm import Session

from api.domains.codes.models import Code


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit's column, where its openings are counted, and the rules that ask for that count."""

    column: Literal["scan_limit", "visitor_limit"]
    counted_in: Literal["code_counters", "code_visitors"]
    condition: Literal["total_scans", "visit_number"]


LIMITS = (
    Limit("scan_limit", "code_counters", "total_scans"),
    Limit("visitor_limit", "code_visitors", "visit_number"),
)

_FORGET = """
delete from {counted_in} t using codes c left join codes b on b.code_id = c.base_code_id
where t.code_id = c.code_id and c.org_id = :org_id
  and (c.code_id = :code_id or (c.base_code_id = :code_id and not 'limits' = any(c.overrides)))
  and not case when b.code_id is null or 'rules' = any(c.overrides) then c.rules else b.rules end
    @> '[{{"conditions": [{{"kind": "{condition}"}}]}}]'
"""
_STATEMENTS = {
    limit: text(_FORGET.format(counted_in=limit.counted_in, condition=limit.condition))
    for limit in LIMITS
}


def count_anew(session: Session, code: Code, limit: Limit) -> None:
    """Forget what an earlier limit counted: of this code, and of those that follow it in its limits.

    A rule that asks for the same count keeps it, switched off or not.
    """
    session.execute(_STATEMENTS[limit], {"org_id": code.org_id, "code_id": code.code_id})
