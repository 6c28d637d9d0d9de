"""Visitors identify themselves at a lock as customers do everywhere: a number is the same however it is typed."""

import psycopg
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.jobs import run_jobs
from tests.support.people import Somebody
from tests.support.promos import Locks


def test_number_counts_once_in_any_format_and_is_erased_with_its_customer(
    client: TestClient, admin: Somebody, api_settings: Settings
) -> None:
    locks = Locks(client, admin)
    code_id, promo = locks.locked(max_uses=5, uses_per_customer=1)
    customer_id = locks.call("save-customer", phone="+14155552671")["customer_id"]

    first = locks.use(code_id, promo, customer="(415) 555-2671", agent="one")
    second = locks.use(code_id, promo, customer="+1 415 555 2671", agent="two")

    assert (first["locked"], second["reason"]) == (False, "used_by_you")
    found = locks.call("promo_code_usage", qr_id=code_id, filter="415-555-2671")
    assert found["total"] == 1
    locks.call("erase-person", customer_id=customer_id)
    run_jobs(api_settings)
    with psycopg.connect(api_settings.database_url) as connection:
        left = connection.execute("select customer, customer_sealed from promo_uses").fetchall()
    assert [(name.partition(":")[0], sealed) for name, sealed in left] == [("erased", None)]
