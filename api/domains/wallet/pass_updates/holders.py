"""Passes on people's phones and messages on them, for other domains that send messages."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import Select
from sqlalchemy.orm import Session

from api.domains.wallet.pass_updates.contents import shows, with_news
from api.domains.wallet.pass_updates.holder_repository import holders, passes_held_by
from api.domains.wallet.passes.changing import change_passes
from api.rendering.wallet.content import WalletPass


def passes_of_holders(
    session: Session, org_id: str, customer_ids: Collection[str]
) -> Mapping[str, list[str]]:
    """Return the passes that these customers have on a phone and that are not void, by customer."""
    return passes_held_by(session, org_id, customer_ids)


def holders_of_passes(org_id: str) -> Select[tuple[str]]:
    """Return a query for the customers who have a pass on a phone that is not void."""
    return holders(org_id)


def show_news(session: Session, org_id: str, pass_id: str, text: str, now: datetime) -> None:
    """Show a message on a pass. Phones that have the pass are notified once the transaction commits. A message that it
    already shows changes nothing.
    """

    def changed(content: WalletPass) -> WalletPass:
        return content if shows(content, text) else with_news(content, text)

    change_passes(session, org_id, [pass_id], changed, now)
