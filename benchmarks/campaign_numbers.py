"""The latency of `get-campaign-numbers` for a page of large campaigns, and of the report of one, through the API.

`CAMPAIGNS` (5) campaigns have `PEOPLE` (100,000) messages each. Most of these were delivered over some hours, and some
were clicked. Other messages of the organisation are stored between them. The list of campaigns polls every 15 seconds
while one is running.
"""

import os
import time
from typing import Any

import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from benchmarks.one_time_codes import _organization
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database
from runtime.settings import Settings

PEOPLE = int(os.environ.get("PEOPLE", "100000"))
CAMPAIGNS = int(os.environ.get("CAMPAIGNS", "5"))
ROUNDS = 5
_MESSAGES = """
insert into messages (message_id, org_id, source, source_id, step, variant, customer_id, channel, purpose, content_sealed,
  language, state, reason, tries, due_at, skips_quiet, provider, sender, segments, cost_micros, currency, created_at,
  sending_at, sent_at, delivered_at, clicked_at)
select 'msg_' || %(campaign)s || n, %(org)s, 'campaign', %(campaign)s, '', 'a', 'cus_' || n, 'sms', 'marketing',
  repeat('x', 400), 'en', case when n %% 50 = 0 then 'refused' when n %% 20 = 0 then 'sent' else 'delivered' end, '', 1, at,
  false, 'twilio', '+15550100', 1, 7900, 'USD', at, case when n %% 50 > 0 then at end, at, at,
  case when n %% 25 = 0 then at + interval '1 hour' end
from generate_series(1, %(people)s) n, lateral (select now() - interval '2 days' + n * interval '0.1 seconds') one (at)
"""
_PLAIN = (
    "select count(*) from messages where org_id = %s and source = 'campaign' and source_id = %s"
)


def main() -> list[Figure]:
    """Read the numbers, which must match what was stored."""
    with database() as settings:
        org_id, key = _organization(settings)
        with TestClient(create_app(settings), headers={"Authorization": f"Bearer {key}"}) as client:

            def called(path: str, **body: Any) -> Any:
                return client.post(f"/v1/{path}", json=body).raise_for_status().json()

            ids = _seed(settings, org_id, called)
            pages = [
                _timed(called, "get-campaign-numbers", campaign_ids=ids) for _ in range(ROUNDS)
            ]
            ones = [
                _timed(called, "get-campaign-numbers", campaign_ids=ids[:1]) for _ in range(ROUNDS)
            ]
            reports = [
                _timed(called, "get-campaign-report", campaign_id=ids[0]) for _ in range(ROUNDS)
            ]
        with psycopg.connect(settings.database_url) as connection:
            began = time.perf_counter()
            connection.execute(_PLAIN, [org_id, ids[0]])
            plain = time.perf_counter() - began
    _check(pages[0][1], ids)
    seconds = [sorted(it[0] for it in found)[ROUNDS // 2] for found in (ones, pages, reports)]
    of_one = f"campaign to {PEOPLE:,} people"
    return [
        Figure(
            f"numbers of a {of_one}", seconds[0], "s", plain, "plain count, s", Aim.at_most(0.5)
        ),
        Figure(f"numbers of {CAMPAIGNS} such campaigns", seconds[1], "s", aim=Aim.at_most(2)),
        Figure(f"report of a {of_one}", seconds[2], "s", plain, "plain count, s", Aim.at_most(1)),
    ]


def _seed(settings: Settings, org_id: str, called: Any) -> list[str]:
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute("update api_keys set role = 'admin'")
        content = {"language": "en", "sms": "Pumpkin spice is back. Reply STOP to opt out."}
        plan = {
            "channel": "sms",
            "audience": {"kind": "everyone"},
            "variants": [{"contents": [content]}],
        }
        ids = [
            called("save-campaign", name=f"Pumpkin {number}", **plan)["campaign_id"]
            for number in range(CAMPAIGNS)
        ]
        for campaign_id in ids:
            values = {"org": org_id, "campaign": campaign_id, "people": PEOPLE}
            connection.execute(_MESSAGES, values)
        connection.execute("vacuum analyze messages")
    return ids


def _timed(called: Any, path: str, **body: Any) -> tuple[float, Any]:
    began = time.perf_counter()
    found = called(path, **body)
    return time.perf_counter() - began, found


def _check(found: dict[str, Any], ids: list[str]) -> None:
    numbers = range(1, PEOPLE + 1)
    wanted = {
        "sent": sum(it % 50 > 0 for it in numbers),
        "delivered": sum(it % 50 > 0 and it % 20 > 0 for it in numbers),
        "clicked": sum(it % 50 > 0 and it % 25 == 0 for it in numbers),
    }
    for item in found["items"]:
        if {it: item[it] for it in wanted} != wanted or sum(item["by_hour"]) != wanted["sent"]:
            raise RuntimeError(f"{item} in place of {wanted}")
    if {it["campaign_id"] for it in found["items"]} != set(ids):
        raise RuntimeError("some campaigns have no numbers")


if __name__ == "__main__":
    show(main())
