"""The list of passes and their holders: pages and searches, beside the page's rows with SQL alone.

`PASSES` passes (20,000 by default; the aims are for 100,000) of one organisation, each of a customer, and a third of
them on an iPhone. Each response goes through the whole app. The reference is the statement that reads the newest
passes, sent with psycopg.
"""

import os
from collections.abc import Iterator
from functools import partial
from typing import Any

import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from benchmarks.customers import _middle, _seed
from benchmarks.one_time_codes import _call, _organization
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database
from runtime.settings import Settings

PASSES = int(os.environ.get("PASSES", "20000"))
MOST_MS = 300
PAGE = {"page": 1, "pageSize": 25}
ASKED: dict[str, dict[str, Any]] = {
    "the newest": {},
    "a whole name": {"filter": "Maria Okafor"},
    "a part of a name": {"filter": "kafo"},
    "a rare name": {"filter": "Quince-Xanthe"},
    "a letter": {"filter": "m"},
    "a serial number": {"filter": f"wp_bench{PASSES // 2:09d}"},
    "a text that nothing contains": {"filter": "nobody"},
}
TYPE = "pass.example.benchmark"
_CERTIFICATE = """
insert into pass_certificates
  (pass_type, org_id, team, certificate, key_sealed, issuer, is_development, expires_at, created_at)
values (%s, %s, 'HARBOR1234', 'x', 'x', 'x', true, now() + interval '1 year', now())
"""
_PASSES = """
insert into passes (pass_id, org_id, pass_type, serial_number, customer_id, content, change_tag, created_at, updated_at,
  template_values)
select 'pass_' || lpad(n::text, 9, '0'), %(org_id)s, %(type)s, 'wp_bench' || lpad(n::text, 9, '0'),
  'cus_a' || lpad(n::text, 9, '0'), jsonb_build_object('description', 'Coffee card', 'text', repeat(md5(n::text), 20)),
  n, now() - n * interval '1 minute', now() - n * interval '1 second', '{}'
from generate_series(1, %(count)s::int) n
"""
_PHONES = """
insert into pass_registrations (device_id, pass_id, org_id, push_token_sealed, created_at)
select 'device_' || pass_id, pass_id, org_id, 'x', created_at from passes where change_tag %% 3 = 0
"""
_NEWEST = "select * from passes where org_id = %s order by created_at desc, pass_id limit 25"


def main() -> list[Figure]:
    """Seed with SQL, then query; the median round counts."""
    with database() as settings:
        org_id, key = _organization(settings)
        _seed(settings, org_id, "cus_a", PASSES)
        _seed_passes(settings, org_id)
        app = create_app(settings)
        with (
            TestClient(app, headers={"Authorization": f"Bearer {key}"}) as client,
            psycopg.connect(settings.database_url) as connection,
        ):
            return list(_figures(client, connection, org_id))


def _figures(
    client: TestClient, connection: psycopg.Connection[Any], org_id: str
) -> Iterator[Figure]:
    bare = _middle(lambda: connection.execute(_NEWEST, [org_id]).fetchall())
    for name, body in ASKED.items():
        title = f"list of {PASSES:,} holders of passes, {name}"
        middle = _middle(partial(_call, client, "list-pass-holders", **PAGE, **body))
        yield Figure(title, middle, "ms", bare, "SQL alone, the newest", Aim.at_most(MOST_MS))


def _seed_passes(settings: Settings, org_id: str) -> None:
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute(_CERTIFICATE, [TYPE, org_id])
        values = {"org_id": org_id, "type": TYPE, "count": PASSES}
        connection.execute(_PASSES, values)
        connection.execute(_PHONES, {})
        connection.execute("vacuum analyze passes")
        connection.execute("vacuum analyze pass_registrations")


if __name__ == "__main__":
    show(main())
