"""The check of a campaign before it is sent, over `PEOPLE` (100,000) customers, beside a plain count of them.

Two thirds consented to text messages, some refused later, some are on a suppression list or have no number; half of the
messages have a merge key. Everybody is counted by whether they may be contacted; the messages for 2,000 of those who
may are rendered. The aim is for `PEOPLE=1000000`.
"""

import os
import time
from typing import Any

import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.domains.people.customers.sealing import Sealer
from benchmarks.one_time_codes import _organization
from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database
from runtime.settings import Settings

PEOPLE = int(os.environ.get("PEOPLE", "100000"))
ROUNDS = 3
TEXT = "Hi {{customer.first_name|there}}, pumpkin spice is back. Reply STOP to opt out."
_INDEX = "decode(md5(n::text) || md5('x' || n), 'hex')"
_CUSTOMERS = f"""
insert into customers (customer_id, org_id, number, phone_sealed, phone_index, phone_loose_index, sealing_key, first_name,
  created_at, updated_at)
select 'cus_bench' || n, %(org)s, 'C-' || translate(lpad(n::text, 8, '0'), '01', 'XY'), case when n %% 50 > 0 then %(sealed)s end, case when n %% 50 > 0 then {_INDEX} end,
  case when n %% 50 > 0 then {_INDEX} end, %(key)s, 'Ana', now(), now()
from generate_series(1, %(people)s) n
"""
_CONSENTS = f"""
insert into consent_entries (entry_id, org_id, customer_id, channel, purpose, decision, address_index, source,
  decided_at, recorded_at)
select 'consent_' || it || '_' || n, %(org)s, 'cus_bench' || n, 'sms', 'marketing', it, {_INDEX}, 'import',
  now() - case it when 'given' then interval '2 days' else interval '1 day' end, now()
from generate_series(1, %(people)s) n, (values ('given'), ('withdrawn')) one (it)
where n %% 50 > 0 and (it = 'given' and n %% 3 > 0 or it = 'withdrawn' and n %% 30 = 1)
"""


def main() -> list[Figure]:
    """Run the check; the counts must match the seeded numbers."""
    with database() as settings:
        org_id, key = _organization(settings)
        _seed(settings, org_id)
        app = create_app(settings)
        with TestClient(app, headers={"Authorization": f"Bearer {key}"}) as client:

            def called(path: str, **body: Any) -> Any:
                return client.post(f"/v1/{path}", json=body).raise_for_status().json()

            plan = {
                "name": "Pumpkin",
                "channel": "sms",
                "audience": {"kind": "everyone"},
                "variants": [{"contents": [{"language": "en", "sms": TEXT}]}],
            }
            campaign_id = called("save-campaign", **plan)["campaign_id"]
            times = []
            for _ in range(ROUNDS):
                began = time.perf_counter()
                found = called("check-campaign", campaign_id=campaign_id)
                times.append(time.perf_counter() - began)
        with psycopg.connect(settings.database_url) as connection:
            began = time.perf_counter()
            connection.execute("select count(*) from customers where merged_into is null")
            plain = time.perf_counter() - began
    numbers = [it for it in range(1, PEOPLE + 1) if it % 50 > 0]
    withdrawn = sum(it % 30 == 1 for it in numbers)
    never = sum(it % 3 == 0 and it % 30 != 1 for it in numbers)
    counted = {it["reason"]: it["people"] for it in found["refused"]}
    wanted = {
        "no_address": PEOPLE - len(numbers),
        "withdrawn": withdrawn,
        "no_consent": never,
    }
    if counted != wanted or found["would_get"] != len(numbers) - withdrawn - never:
        raise RuntimeError(f"{counted} and {found['would_get']} in place of {wanted}")
    name = f"check of a campaign to {PEOPLE:,} people"
    return [
        Figure(name, sorted(times)[1], "s", plain, "plain count of customers, s", Aim.at_most(10)),
        Figure(f"{name}, the first time", times[0], "s"),
    ]


def _seed(settings: Settings, org_id: str) -> None:
    sealer = Sealer.of(settings)
    key = sealer.new_key()
    contact = sealer.sealed_contact(org_id, key, "phone", "+14155550143")
    values = {"org": org_id, "key": key, "sealed": contact["phone_sealed"], "people": PEOPLE}
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute("update api_keys set role = 'admin'")
        connection.execute(_CUSTOMERS, values)
        connection.execute(_CONSENTS, values)
        connection.execute("vacuum analyze")


if __name__ == "__main__":
    show(main())
