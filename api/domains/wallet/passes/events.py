"""Builds the events of passes. This is the only file here that refers to the contracts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from api.domains.wallet.passes.models import Pass, PassRedemption
from ingest.contracts.redemption import RedemptionDataV4, RedemptionRecordedV4
from ingest.contracts.wallet_pass import PassDataV3, PassRecordedV3

Action = Literal["created", "downloaded", "installed", "updated", "fetched", "stale", "removed"]
Wallet = Literal["apple", "google"]
_OF_NO_WALLET = ("created", "updated")


def pass_event(
    row: Pass,
    action: Action,
    *,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
    wallet: Wallet = "apple",
) -> PassRecordedV3:
    """Return the event of an action on a pass. It contains its customer only as a key, and neither the holder nor the
    phone.
    """
    return PassRecordedV3(
        event_id=event_id,
        org_id=row.org_id,
        customer_key=row.customer_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=PassDataV3(
            pass_id=row.pass_id,
            action=action,
            wallet=None if action in _OF_NO_WALLET else wallet,
            template_id=row.template_id,
        ),
    )


def pass_redeemed(
    row: Pass,
    redemption: PassRedemption,
    action: Literal["redeemed", "undone"],
    *,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
) -> RedemptionRecordedV4:
    """Return the event that a pass was used at a till, or that such a use was undone."""
    return RedemptionRecordedV4(
        event_id=event_id,
        org_id=row.org_id,
        customer_key=row.customer_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=RedemptionDataV4(
            action=action,
            redemption_id=redemption.redemption_id,
            kind="pass",
            subject_id=row.pass_id,
            use_number=redemption.use_number,
            max_uses=row.max_uses,
        ),
    )
