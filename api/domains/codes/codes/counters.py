"""Counts of openings that begin anew when a limit is set on a code that had none."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

from api.domains.codes.codes.models import Code


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

# All rows are locked in the order in which visits lock them, and deleted then: a delete alone takes
# them in any order, and of that and a group of visits each could wait for the other.
_FORGET = """
with counted as materialized (
  select {key} from {counted_in} t
  join codes c on c.code_id = t.code_id left join codes b on b.code_id = c.base_code_id
  where t.org_id = :org_id and c.org_id = :org_id
    and (c.code_id = :code_id or (c.base_code_id = :code_id and not 'limits' = any(c.overrides)))
    and not case when b.code_id is null or 'rules' = any(c.overrides) then c.rules else b.rules end
      @> '[{{"conditions": [{{"kind": "{condition}"}}]}}]'
  order by {key} for update of t
)
delete from {counted_in} t using counted
where t.org_id = :org_id and ({key}) = ({counted_key})
"""
_KEYS = {"code_counters": ("code_id",), "code_visitors": ("code_id", "visitor_id")}


def _statement(limit: Limit) -> TextClause:
    key, counted_key = (
        ", ".join(f"{of}.{name}" for name in _KEYS[limit.counted_in]) for of in ("t", "counted")
    )
    return text(
        _FORGET.format(
            key=key,
            counted_key=counted_key,
            counted_in=limit.counted_in,
            condition=limit.condition,
        )
    )


_STATEMENTS = {limit: _statement(limit) for limit in LIMITS}


def count_anew(session: Session, code: Code, limit: Limit) -> None:
    """Forget what an earlier limit counted: of this code, and of those that follow it in its limits.

    A rule that asks for the same count keeps it, switched off or not.
    """
    session.execute(_STATEMENTS[limit], {"org_id": code.org_id, "code_id": code.code_id})
