"""The nightly check of where custom domains redirect."""

import psycopg
from starlette.testclient import TestClient

from api.domains.hosts.custom_domains.upkeep import check_addresses
from runtime.destinations import Finding
from runtime.settings import Settings
from tests.support.people import Org, Somebody

GONE = Finding("broken", 404, "It answers 404 (Not Found).")
HOME, UNKNOWN = "https://shop.example/", "https://shop.example/help"


def test_broken_domain_destination_is_reported_until_it_is_changed(
    client: TestClient, admin: Somebody, org: Org, api_settings: Settings
) -> None:
    def call(name: str, **body: object) -> dict[str, object]:
        answer = client.post(f"/v1/{name}", json=body, headers=admin.headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, object] = answer.json()
        return found

    def night(broken: set[str]) -> tuple[object, object]:
        found = check_addresses(
            api_settings, lambda url: GONE if url in broken else Finding("fine", 200)
        )
        assert found == len(broken)
        (item,) = client.post("/v1/list-domains", json={}, headers=admin.headers).json()["items"]
        return item["home_problem"], item["unknown_problem"]

    domain_id = call("add-domain", host="go.leads-on.example")["domain_id"]
    call("update-domain", domain_id=domain_id, home_url=HOME, unknown_url=UNKNOWN)
    assert night(set()) == (None, None)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update custom_domains set proven_at = now(), proven_by = 'dns' where org_id = %s",
            [org.org_id],
        )

    assert night({UNKNOWN}) == (None, GONE.reason)
    assert night({HOME}) == (GONE.reason, None)
    assert night({HOME, UNKNOWN}) == (GONE.reason, GONE.reason)
    changed = call("update-domain", domain_id=domain_id, unknown_url="https://shop.example/new")
    assert (changed["home_problem"], changed["unknown_problem"]) == (GONE.reason, None)
