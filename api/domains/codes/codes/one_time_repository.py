"""SQL statements that issue and void one-time codes."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Text, any_, literal, text, update
from sqlalchemy.dialects.postgresql import ARRAY

from api.db.tenancy import Repository
from api.domains.codes.codes.models import Code

# One statement per chunk. COPY would be even faster, but does not work with row-level security.
_ISSUE = text("""
insert into codes (code_id, org_id, name, type, base_code_id, batch_id, one_time_state,
                   created_at, created_by, updated_at)
select fresh.code_id, :org_id, :name || ' ' || lpad((:made + fresh.place)::text, :digits, '0'), :type,
       :base_code_id, :batch_id, 'issued', :now, :created_by, :now
from unnest(cast(:code_ids as text[])) with ordinality as fresh (code_id, place)
on conflict (code_id) do nothing
""")


class OneTimeRepository(Repository[Code]):
    """One-time codes of one organisation, in one session."""

    model = Code

    def issue(self, values: dict[str, Any]) -> int:
        """Insert one-time codes and return how many were inserted. An ID that is already taken is left out."""
        issued: int = self.session.execute(_ISSUE, values).rowcount  # type: ignore[attr-defined]
        return issued

    def make_void(
        self, org_id: str, now: datetime, code_ids: Sequence[str], unused: Sequence[str]
    ) -> Counter[tuple[str, str]]:
        """Void those of these codes that are in one of the states `unused`, and return the number by base and batch."""
        changed = self.session.execute(
            update(Code)
            .where(Code.code_id == any_(literal(list(code_ids), ARRAY(Text))))
            .where(Code.org_id == org_id, Code.one_time_state.is_not(None))
            .where(Code.one_time_state.in_(unused))
            .values(one_time_state="void", updated_at=now, version=Code.version + 1)
            .returning(Code.base_code_id, Code.batch_id)
            .execution_options(synchronize_session=False)
        )
        return Counter((base or "", batch or "") for base, batch in changed)
