"""Prizes as contract events. This is the only file here that names the contracts."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from api.domains.codes.rules.types import Visit
from api.domains.promotions.prizes.types import AwardRow, PrizeRow
from api.domains.visits.visits.events import visit_fields
from ingest.contracts.prize import PrizeData, PrizeRecorded


def prize_recorded(
    org_id: str,
    prize: PrizeRow,
    award: AwardRow,
    action: Literal["awarded", "claimed", "expired"],
    *,
    visit: Visit | None,
    customer_id: str | None = None,
    event_id: UUID,
    now: datetime,
) -> PrizeRecorded:
    """Return the event for a prize that was awarded, claimed or expired. `visit` is None if no visitor caused it; the
    customer is named only by a key.
    """
    fields: dict[str, Any] = visit_fields(visit) if visit is not None else {}
    return PrizeRecorded(
        event_id=event_id,
        org_id=org_id,
        code_id=award.code_id,
        customer_key=customer_id,
        occurred_at=now,
        received_at=now,
        is_demo=False,
        **fields,
        data=PrizeData.model_validate(
            {
                "game_id": prize.game_id,
                "play_id": str(award.play_id),
                "prize_id": prize.prize_id,
                "action": action,
                # The contract has no finer kinds, so a one-time code is recorded as a code.
                "kind": "code" if prize.gives == "one_time" else prize.gives,
                "cost_cents": prize.cost_cents,
                "awarded_at": award.awarded_at,
            }
        ),
    )
