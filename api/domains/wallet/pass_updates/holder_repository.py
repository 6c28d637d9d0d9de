"""All statements about passes on people's phones."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Select, and_, exists, or_, select
from sqlalchemy.orm import Session

from api.domains.wallet.google_passes.tables import google_passes, is_held_at_google
from api.domains.wallet.passes.tables import pass_registrations, passes


def passes_held_by(
    session: Session, org_id: str, customer_ids: Collection[str]
) -> dict[str, list[str]]:
    """Return the passes that these customers have on a phone and that are not void, by customer."""
    rows = session.execute(
        select(passes.c.customer_id, passes.c.pass_id)
        .where(_is_held(org_id), passes.c.customer_id.in_(customer_ids))
        .order_by(passes.c.pass_id)
    )
    found: dict[str, list[str]] = {}
    for customer_id, pass_id in rows:
        found.setdefault(customer_id, []).append(pass_id)
    return found


def holders(org_id: str) -> Select[tuple[str]]:
    """Return a query for the customers who have a pass on a phone that is not void."""
    return select(passes.c.customer_id).where(_is_held(org_id), passes.c.customer_id.is_not(None))


def _is_held(org_id: str) -> ColumnElement[bool]:
    """Return the condition that a pass is on a phone and not void."""
    on_iphone = exists().where(
        pass_registrations.c.org_id == org_id,
        pass_registrations.c.pass_id == passes.c.pass_id,
    )
    at_google = exists().where(
        google_passes.c.org_id == org_id,
        google_passes.c.pass_id == passes.c.pass_id,
        is_held_at_google,
    )
    return and_(
        passes.c.org_id == org_id,
        ~passes.c.content.contains({"is_void": True}),
        or_(on_iphone, at_google),
    )
