"""Deletes the registrations of phones that no longer have a pass, according to the vendor."""

from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.wallet.passes.recording import record_pass_event
from api.domains.wallet.passes.repository import PassRepository


def delete_phone(
    session: Session,
    org_id: str,
    pass_id: str,
    device_id: str,
    push_token_sealed: str,
    now: datetime,
) -> bool:
    """Delete a phone's registration for a pass, unless it has registered again since then with a new push token.

    The removal of the pass is recorded in the same transaction.
    """
    passes = PassRepository(session)
    if not passes.delete_token(org_id, pass_id, device_id, push_token_sealed, now):
        return False
    is_demo = organization_of(session, org_id).is_demo
    record_pass_event(session, org_id, pass_id, "removed", "apple", is_demo=is_demo, now=now)
    return True
