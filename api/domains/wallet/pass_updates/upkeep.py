"""Nightly upkeep: deletes the records of passes that got old messages, and finds passes that phones left stale."""

from datetime import datetime

import psycopg

from api.domains.wallet.passes.staleness import STALE_AFTER, record_stale_passes
from api.jobs.registry import nightly
from runtime.settings import Settings

_FORGET = """
delete from pass_update_deliveries d using pass_updates u
where u.update_id = d.update_id and u.state in ('done', 'cancelled')
  and d.at < %s - interval '30 days'
"""
_NOT_FETCHED = """
select org_id from organizations o
where deleted_at is null and exists (
  select from passes p
  where p.org_id = o.org_id and p.updated_at <= %s
    and p.change_tag > p.fetched_tag and p.change_tag > p.stale_tag)
"""


@nightly("pass_update_deliveries")
def delete_expired_runs(settings: Settings, now: datetime) -> int:
    """Delete the deliveries older than 30 days of updates that have ended, and return the number of rows. The updates'
    counts remain.
    """
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(_FORGET, [now]).rowcount


@nightly("stale_passes")
def find_stale(settings: Settings, now: datetime) -> int:
    """Record changes that no phone fetched within a day, and return the number of passes."""
    with psycopg.connect(settings.database_url) as connection:
        found = connection.execute(_NOT_FETCHED, [now - STALE_AFTER]).fetchall()
    return record_stale_passes(settings, [org_id for (org_id,) in found], now)
