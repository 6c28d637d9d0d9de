"""Resets the scan counters of a code when a limit is set on it for the first time."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import TextClause, text
from sqlalchemy.orm import Session

from api.domains.codes.codes.models import Code


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit's column, the table of its counts, and the rule condition that uses the same counts."""

    column: Literal["scan_limit", "visitor_limit"]
    counted_in: Literal["code_counters", "code_visitors"]
    condition: Literal["total_scans", "visit_number"]


LIMITS = (
    Limit("scan_limit", "code_counters", "total_scans"),
    Limit("visitor_limit", "code_visitors", "visit_number"),
)

# Rows are locked in the order in which visits lock them, then deleted. A plain delete locks them in any
# order, and could deadlock with a group of visits.
_RESET = """
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
        _RESET.format(
            key=key,
            counted_key=counted_key,
            counted_in=limit.counted_in,
            condition=limit.condition,
        )
    )


_STATEMENTS = {limit: _statement(limit) for limit in LIMITS}


def reset_counts(session: Session, code: Code, limit: Limit) -> None:
    """Delete the counts of an earlier limit for this code and for the children that follow its limits.

    Counts that a rule uses are kept, even if the rule is switched off.
    """
    session.execute(_STATEMENTS[limit], {"org_id": code.org_id, "code_id": code.code_id})
