"""Followers of the outbox: each event once and in order, despite crashes and any number of workers."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from uuid import uuid4

import psycopg
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.jobs.outbox_followers import OutboxFollower, follow
from api.kit.clock import utc_now
from ingest.contracts.envelope import Event
from runtime.settings import Settings
from tests.support.events import insert_events, make_scan
from tests.support.following import follow_all, publish
from tests.support.people import Org, People

_KEEP = text(
    "insert into campaign_settings (org_id, sms_prices, updated_at) values (:org_id, cast(:seen as jsonb), :now)"
    " on conflict (org_id) do update set sms_prices = campaign_settings.sms_prices || excluded.sms_prices"
)


class Noting:
    """Records the events of one organisation in a row of it; crashes when the test requests it."""

    def __init__(self, org: Org) -> None:
        self._org = org
        self.crashes = 0
        self.seen: list[str] = []
        self.follower = OutboxFollower("noting", lambda _, ids: {org.org_id} & set(ids), self._take)

    def _take(
        self, session: Session, _: Settings, org_id: str, events: Sequence[Event], now: datetime
    ) -> None:
        for event in events:
            self.seen.append(str(event.event_id))
            seen = f'{{"{event.event_id}": 1}}'
            session.execute(_KEEP, {"org_id": org_id, "seen": seen, "now": now})
        if self.crashes:
            self.crashes -= 1
            raise OperationalError("killed", {}, Exception("killed"))

    def noted(self, settings: Settings) -> set[str]:
        with psycopg.connect(settings.database_url) as connection:
            rows = connection.execute(
                "select jsonb_object_keys(sms_prices) from campaign_settings where org_id = %s",
                [self._org.org_id],
            )
            return {row[0] for row in rows}


def _scans(org: Org, count: int) -> list[Event]:
    return [make_scan(it, event_id=uuid4(), org_id=org.org_id) for it in range(count)]


def _crash(engine: Engine, settings: Settings, follower: OutboxFollower) -> bool:
    try:
        follow(engine, settings, follower, utc_now())
    except OperationalError:
        return True
    return False


def test_follower_sees_its_organisations_events_once_in_order_after_crashes(
    people: People, org: Org, api_settings: Settings
) -> None:
    engine = make_engine(api_settings)
    noting = Noting(org)
    insert_events(api_settings.database_url, _scans(org, 2))
    follow_all(engine, api_settings, noting.follower, utc_now)
    assert noting.seen == [], "it starts with what comes after its first run"

    events = _scans(org, 5)
    insert_events(api_settings.database_url, _scans(people.org(), 3))
    insert_events(api_settings.database_url, events[:3])
    assert follow(engine, api_settings, noting.follower, utc_now()) == 0, "not published yet"
    insert_events(api_settings.database_url, events[3:])
    publish(api_settings)
    noting.crashes = 1
    while not _crash(engine, api_settings, noting.follower):
        pass
    assert noting.noted(api_settings) == set()
    noting.seen.clear()
    follow_all(engine, api_settings, noting.follower, utc_now)
    assert noting.seen == [str(it.event_id) for it in events]
    assert noting.noted(api_settings) == set(noting.seen)


def test_only_one_of_two_workers_is_leader(org: Org, api_settings: Settings) -> None:
    engine = make_engine(api_settings)
    noting = Noting(org)
    follow_all(engine, api_settings, noting.follower, utc_now)
    events = _scans(org, 40)
    for event in events:
        insert_events(api_settings.database_url, [event])

    def work(_: int) -> None:
        follow_all(engine, api_settings, noting.follower, utc_now)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, range(2)))
    assert noting.seen == [str(it.event_id) for it in events]
