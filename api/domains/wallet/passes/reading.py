"""Queries of other domains about passes."""

from sqlalchemy.orm import Session

from api.domains.wallet.passes.repository import PassRepository
from api.domains.wallet.passes.visitor_repository import Pool, find_public_pass


def is_pass(session: Session, org_id: str, pass_id: str) -> bool:
    """Return whether the organisation has such a pass."""
    return PassRepository(session).find(org_id, pass_id) is not None


async def organization_of_pass(pool: Pool, pass_id: str) -> str | None:
    """Return the organisation of a pass, if the pass exists and is served at the host of this request."""
    found = await find_public_pass(pool, pass_id)
    return found.org_id if found is not None else None
