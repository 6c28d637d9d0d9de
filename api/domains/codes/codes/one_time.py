"""Issues and voids one-time codes. Batches record the numbers and the events."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.codes.codes.one_time_repository import OneTimeRepository

UNUSED = ("issued", "opened")


class OneTimeCodes:
    """One-time codes of the organisation to which the session belongs."""

    def __init__(self, session: Session) -> None:
        self._codes = OneTimeRepository(session)

    def issue(
        self,
        org_id: str,
        code_ids: Sequence[str],
        *,
        kind: str,
        base_code_id: str | None,
        batch_id: str,
        name: str,
        made: int,
        digits: int,
        created_at: datetime,
        created_by: str | None,
    ) -> int:
        """Create codes with these IDs, numbered from `made` on, and return how many were created.

        An ID that is already taken is left out.
        """
        return self._codes.issue(
            {
                "org_id": org_id,
                "name": name[:100],
                "made": made,
                "digits": digits,
                "type": kind,
                "base_code_id": base_code_id,
                "batch_id": batch_id,
                "now": created_at,
                "created_by": created_by,
                "code_ids": list(code_ids),
            }
        )

    def make_void(
        self, org_id: str, now: datetime, code_ids: Sequence[str]
    ) -> Counter[tuple[str, str]]:
        """Void those of these codes that are still unused. A concurrent redemption wins or loses as a whole.

        Returns the number of voided codes by base and batch.
        """
        return self._codes.make_void(org_id, now, code_ids, UNUSED)
