"""What other domains may ask about passes."""

from sqlalchemy.orm import Session

from api.domains.wallet.passes.repository import PassRepository


def is_pass(session: Session, org_id: str, pass_id: str) -> bool:
    """Whether the organisation has such a pass."""
    return PassRepository(session).find(org_id, pass_id) is not None
