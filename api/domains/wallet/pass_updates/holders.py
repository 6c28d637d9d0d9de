"""Passes on people's phones, and news on them, for other domains that send messages."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from api.domains.wallet.google_passes.tables import google_passes, is_held_at_google
from api.domains.wallet.pass_updates.contents import shows, with_news
from api.domains.wallet.passes.changing import change_passes
from api.domains.wallet.passes.tables import pass_registrations, passes
from api.rendering.wallet.content import WalletPass


def passes_of_holders(
    session: Session, org_id: str, customer_ids: Collection[str]
) -> Mapping[str, list[str]]:
    """The passes that these customers have on a phone and that are not void, by customer."""
    on_iphone = exists().where(
        pass_registrations.c.org_id == org_id,
        pass_registrations.c.pass_id == passes.c.pass_id,
    )
    at_google = exists().where(
        google_passes.c.org_id == org_id,
        google_passes.c.pass_id == passes.c.pass_id,
        is_held_at_google,
    )
    rows = session.execute(
        select(passes.c.customer_id, passes.c.pass_id)
        .where(
            passes.c.org_id == org_id,
            passes.c.customer_id.in_(customer_ids),
            ~passes.c.content.contains({"is_void": True}),
            or_(on_iphone, at_google),
        )
        .order_by(passes.c.pass_id)
    )
    found: dict[str, list[str]] = {}
    for customer_id, pass_id in rows:
        found.setdefault(customer_id, []).append(pass_id)
    return found


def show_news(session: Session, org_id: str, pass_id: str, text: str, now: datetime) -> None:
    """Put a message on a pass; phones that have it are notified once the transaction commits. The message that it
    shows already changes nothing.
    """

    def changed(content: WalletPass) -> WalletPass:
        return content if shows(content, text) else with_news(content, text)

    change_passes(session, org_id, [pass_id], changed, now)
