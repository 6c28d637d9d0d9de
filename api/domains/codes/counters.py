"""Counts of openings that begin anew when a limit is set on a code that had none."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import TextClause, text
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

_COUNTED = """
select {key} from {counted_in} t
join codes c on c.code_id = t.code_id left join codes b on b.code_id = c.base_code_id
where t.org_id = :org_id and c.org_id = :org_id
  and (c.code_id = :code_id or (c.base_code_id = :code_id and not 'limits' = any(c.overrides)))
  and not case when b.code_id is null or 'rules' = any(c.overrides) then c.rules else b.rules end
    @> '[{{"conditions": [{{"kind": "{condition}"}}]}}]'
order by {key}
"""
_FORGET = "delete from {counted_in} t where t.org_id = :org_id and {is_it}"
_KEYS = {"code_counters": ("code_id",), "code_visitors": ("code_id", "visitor_id")}


def _statements(limit: Limit) -> tuple[TextClause, TextClause]:
    key = _KEYS[limit.counted_in]
    columns = ", ".join(f"t.{name}" for name in key)
    is_it = " and ".join(f"t.{name} = :{name}" for name in key)
    return (
        text(_COUNTED.format(key=columns, counted_in=limit.counted_in, condition=limit.condition)),
        text(_FORGET.format(counted_in=limit.counted_in, is_it=is_it)),
    )


_STATEMENTS = {limit: _statements(limit) for limit in LIMITS}


def count_anew(session: Session, code: Code, limit: Limit) -> None:
    """Forget what an earlier limit counted: of this code, and of those that follow it in its limits.

    A rule that asks for the same count keeps it, switched off or not. One row after another in the
    order in which visits take them: one delete of all locks them in any order, and of that and a group
    of visits each could wait for the other.
    """
    counted, forget = _STATEMENTS[limit]
    found = session.execute(counted, {"org_id": code.org_id, "code_id": code.code_id}).mappings()
    rows = [{**row, "org_id": code.org_id} for row in found]
    if rows:
        session.execute(forget, rows)
