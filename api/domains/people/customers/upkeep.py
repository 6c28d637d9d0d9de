"""Deletes tags each night that no customer has any more."""

from datetime import datetime

import psycopg

from api.jobs.registry import nightly
from runtime.settings import Settings

# A tag that a customer is given while this runs, after nobody had it, is added again the next
# night.
_MATCH = """
with used as (select distinct c.org_id, u.tag from customers c, unnest(c.tags) as u (tag)),
added as (insert into customer_tags (org_id, tag) select org_id, tag from used on conflict do nothing)
delete from customer_tags t
where not exists (select from used u where u.org_id = t.org_id and u.tag = t.tag)
"""


@nightly("customer_tags")
def delete_unused_tags(settings: Settings, _now: datetime) -> int:
    """Delete tags that no profile has, and return how many."""
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(_MATCH).rowcount
