"""Forgets phones of which the vendor says that they hold a pass no more."""

from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.wallet.passes.recording import record_pass_event
from api.domains.wallet.passes.repository import PassRepository


def forget_phone(
    session: Session,
    org_id: str,
    pass_id: str,
    device_id: str,
    push_token_sealed: str,
    now: datetime,
) -> bool:
    """Forget that a phone holds a pass, unless it has registered again since with a new push token.

    That the pass was removed is recorded with it.
    """
    passes = PassRepository(session)
    if not passes.forget_token(org_id, pass_id, device_id, push_token_sealed, now):
        return False
    is_demo = organization_of(session, org_id).is_demo
    record_pass_event(session, org_id, pass_id, "removed", "apple", is_demo=is_demo, now=now)
    return True
