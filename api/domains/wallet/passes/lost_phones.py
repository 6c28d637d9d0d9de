"""Forgets phones of which the vendor says that they hold a pass no more."""

from sqlalchemy.orm import Session

from api.domains.wallet.passes.repository import PassRepository


def forget_phone(
    session: Session, org_id: str, pass_id: str, device_id: str, push_token_sealed: str
) -> bool:
    """Forget that a phone holds a pass, unless it has registered again since with a new push token."""
    return PassRepository(session).forget_token(org_id, pass_id, device_id, push_token_sealed)
