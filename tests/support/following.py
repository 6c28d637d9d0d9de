"""Followers of the outbox in tests, where no relay is running."""

import psycopg
from sqlalchemy import Engine

from api.jobs.outbox_followers import OutboxFollower, follow
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.support.waiting import eventually

_PUBLISH = """
insert into relay_cursor (pos, xid, seq, partitions, highs)
select 0, coalesce(max(o.xid::text::bigint), 0)::text::xid8, coalesce(max(o.seq), 0), 1, '{}' from (
  select outbox.xid, outbox.seq from outbox order by outbox.xid desc, outbox.seq desc limit 1
) o
on conflict (only_one) do update set xid = excluded.xid, seq = excluded.seq
"""
_IS_BEHIND = """
select exists (
  select from outbox_followers f, relay_cursor r
  where f.name = %s and (f.xid, f.seq) < (r.xid, r.seq)
    and exists (select from outbox o where (o.xid, o.seq) > (f.xid, f.seq))
)
"""


def publish(settings: Settings) -> None:
    """Move the relay's position past everything that is recorded."""
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(_PUBLISH)


def follow_all(engine: Engine, settings: Settings, follower: OutboxFollower, clock: Clock) -> None:
    """Publish what is recorded, and run a follower until it has processed everything. Transactions of other tests may
    delay it.
    """
    publish(settings)

    def has_come() -> bool:
        follow(engine, settings, follower, clock())
        with psycopg.connect(settings.database_url) as connection:
            ((is_behind,),) = connection.execute(_IS_BEHIND, [follower.name]).fetchall()
        return not is_behind

    eventually(has_come)
