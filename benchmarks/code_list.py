"""The list of 10,000 codes: a page by time and by name, a search, and a page far down.

There are also 100,000 one-time codes of one of the codes, which the list excludes.
"""

import os
import time
from typing import Any

import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from benchmarks.one_time_codes import _call, _organization
from benchmarks.report import Aim, Figure, percentile, show
from benchmarks.servers import database
from runtime.settings import Settings

CODES = 10_000
ONE_TIME = 100_000
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "9"))
ASKED: dict[str, dict[str, Any]] = {
    "the newest": {"page": 1, "pageSize": 25},
    "by name": {"page": 1, "pageSize": 25, "sort": "name"},
    "page 300": {"page": 300, "pageSize": 25},
    "searched": {"page": 1, "pageSize": 25, "filter": "poster 77"},
    "with a tag": {"page": 1, "pageSize": 25, "tag": "summer"},
}


def main() -> list[Figure]:
    """Seed with SQL, then query; the median round counts."""
    with database() as settings:
        org_id, key = _organization(settings)
        _seed(settings, org_id)
        app = create_app(settings)
        with TestClient(app, headers={"Authorization": f"Bearer {key}"}) as client:
            return [_asked(client, name, body) for name, body in ASKED.items()]


def _asked(client: TestClient, name: str, body: dict[str, Any]) -> Figure:
    waits = []
    for _ in range(ROUNDS + 1):
        began = time.perf_counter()
        _call(client, "get-all-qr-codes", **body)
        waits.append(time.perf_counter() - began)
    middle = percentile(waits[1:], 0.5) * 1000  # the first warms up
    return Figure(f"list of {CODES:,} codes, {name}", middle, "ms", aim=Aim.at_most(300))


def _seed(settings: Settings, org_id: str) -> None:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into codes (code_id, org_id, name, type, destination, tags, created_at)"
            " select 'L' || lpad(n::text, 9, '0'), %s, 'Poster ' || n, 'redirect',"
            " 'https://a.example/' || n, case when n %% 50 = 0 then array['summer'] else '{}' end,"
            " now() - n * interval '1 minute' from generate_series(1, %s) n",
            [org_id, CODES],
        )
        connection.execute(
            "insert into codes (code_id, org_id, name, type, base_code_id, one_time_state)"
            " select 'T' || lpad(n::text, 9, '0'), %s, 'Coupon ' || n, 'redirect', 'L000000001',"
            " 'issued' from generate_series(1, %s) n",
            [org_id, ONE_TIME],
        )
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute("vacuum analyze codes")


if __name__ == "__main__":
    show(main())
