"""Deletes counts of visits that no limit or rule uses any more, each night."""

from datetime import datetime, timedelta

import psycopg

from api.domains.visits.visits.identity import COOKIE_SECONDS
from api.jobs.registry import nightly
from runtime.settings import Settings

RESTORABLE = timedelta(days=30)

# Children follow their base in limits and rules, so counts that either uses are kept. No visitor
# returns with an identifier that is older than its cookie. Rows that a visit has locked are left to
# the next night, because a statement that holds locks and never waits cannot deadlock.
_DELETE_UNUSED = """
with unused as materialized (
  select v.code_id, v.visitor_id from code_visitors v
  where v.last_at < %(cookies_since)s
     or not exists (
       select from codes c left join codes b on b.code_id = c.base_code_id
       where c.code_id = v.code_id
         and (c.deleted_at is null or c.deleted_at > %(restorable_since)s)
         and (c.visitor_limit is not null or b.visitor_limit is not null
              or c.rules @? '$[*].conditions[*] ? (@.kind == "visit_number")'
              or b.rules @? '$[*].conditions[*] ? (@.kind == "visit_number")'))
  for update of v skip locked
)
delete from code_visitors v using unused f
where v.code_id = f.code_id and v.visitor_id = f.visitor_id
"""


@nightly("visits.forget_counts")
def delete_unused_counts(settings: Settings, now: datetime) -> int:
    """Delete counts of visitors that no limit and no rule needs, and return how many were deleted."""
    values = {
        "cookies_since": now - timedelta(seconds=COOKIE_SECONDS),
        "restorable_since": now - RESTORABLE,
    }
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(_DELETE_UNUSED, values).rowcount
