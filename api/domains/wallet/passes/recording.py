"""Records events of passes that other domains receive from the vendor of a wallet."""

from datetime import datetime

from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.domains.wallet.passes.events import Action, Wallet, pass_event
from api.domains.wallet.passes.repository import PassRepository
from ingest.outbox.recording import record


def record_pass_event(
    session: Session,
    org_id: str,
    pass_id: str,
    action: Action,
    wallet: Wallet,
    *,
    is_demo: bool,
    now: datetime,
) -> None:
    """Record an event in the transaction of the change. Nothing is recorded for a pass that no longer exists."""
    row = PassRepository(session).find(org_id, pass_id)
    if row is not None:
        event = pass_event(row, action, is_demo=is_demo, event_id=uuid7(), now=now, wallet=wallet)
        record(session, event)
