"""Maintenance across all organisations as the schema's owner. Each night, old history is deleted, and events that
waited too long at a paused or broken connection are set aside.
"""

from datetime import datetime

import psycopg

from api.domains.commerce.connections.types import KEPT
from api.jobs.registry import nightly
from runtime.settings import Settings

_SET_ASIDE = """
update connection_deliveries set state = 'set_aside', ended_at = %(now)s
where state = 'waiting' and give_up_at < %(now)s
"""
_FORGET = (
    "delete from connection_deliveries where ended_at < %(old)s",
    "delete from connection_requests where requested_at < %(old)s",
    "delete from incoming_webhooks where received_at < %(old)s",
    "delete from connection_attempts where expires_at < %(now)s",
)


@nightly("connection history")
def delete_old_history(settings: Settings, now: datetime) -> int:
    """Delete requests and finished deliveries that are older than 30 days."""
    moments = {"now": now, "old": now - KEPT}
    with psycopg.connect(settings.database_url, autocommit=True) as owner:
        owner.execute(_SET_ASIDE, moments)
        return sum(owner.execute(it, moments).rowcount for it in _FORGET)


# The schema's owner searches all organisations; the work for each is done in its own tenant scope.
_TO_KEEP_CURRENT = """
select distinct o.org_id
from organizations o
where o.deleted_at is null and (
  exists (select from shop_products p where p.org_id = o.org_id
    and (p.drawn_at < p.changed_at or p.checked_at is null or p.checked_at < %(old)s))
  or exists (select from shop_discounts d where d.org_id = o.org_id and d.state = 'on'))
order by o.org_id
"""


def organizations_to_keep_current(settings: Settings, before: datetime) -> list[str]:
    """Return the organisations with products not checked since `before`, pages to rerender, or discounts that
    are on.
    """
    with psycopg.connect(settings.database_url) as owner:
        return [row[0] for row in owner.execute(_TO_KEEP_CURRENT, {"old": before})]
