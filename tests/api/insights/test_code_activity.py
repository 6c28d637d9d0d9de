"""Numbers beside the list of codes, and the list sorted by them."""

from typing import Any

from starlette.testclient import TestClient

from tests.api.insights.test_analytics import scans
from tests.pipelines.events import land
from tests.support.calling import call
from tests.support.people import MakeOrg, Org, Somebody
from warehouse.lake import Lake


def make(client: TestClient, editor: Somebody, name: str, **fields: Any) -> str:
    body = {"name": name, "type": "redirect", "destination": "https://harbor.example"} | fields
    return str(call(client, editor, "qr/create-code", **body)["code_id"])


def test_each_code_has_its_scans_people_days_and_children(
    client: TestClient, viewer: Somebody, editor: Somebody, org: Org, lake: Lake
) -> None:
    busy, quiet = make(client, editor, "Busy"), make(client, editor, "Quiet")
    make(client, editor, "Table 1", base_code_id=busy)
    land(
        lake,
        *scans(org.org_id, busy, 3),
        *scans(org.org_id, busy, 2, first=3),
        *scans(org.org_id, busy, 1, first=5, is_bot=True),
    )

    answer = call(client, viewer, "get-code-activity", code_ids=[quiet, busy])

    first, second = answer["items"]
    assert (first["code_id"], first["scans"], first["people"], first["children"]) == (
        quiet,
        0,
        0,
        0,
    )
    assert (first["last_scan_on"], first["days"]) == (None, [0] * 30)
    assert (second["code_id"], second["scans"], second["people"], second["children"]) == (
        busy,
        5,
        3,
        1,
    )
    assert (len(second["days"]), sum(second["days"])) == (30, 5)
    assert second["last_scan_on"] is not None


def test_list_is_sorted_across_all_codes_not_within_a_page(
    client: TestClient, viewer: Somebody, editor: Somebody, org: Org, lake: Lake
) -> None:
    named = {name: make(client, editor, name) for name in ("One", "Three", "None", "Two")}
    land(
        lake,
        *scans(org.org_id, named["One"], 1),
        *scans(org.org_id, named["Two"], 2, first=1),
        *scans(org.org_id, named["Three"], 3, first=3),
    )

    def listed(**body: Any) -> list[str]:
        found = call(client, viewer, "list-codes-by-activity", **body)
        return [code["name"] for code in found["items"] if code["code_id"] in named.values()]

    assert listed() == ["Three", "Two", "One", "None"]
    assert listed(by="people", ascending=True) == ["None", "One", "Two", "Three"]
    assert listed(page=2, pageSize=2) == ["One", "None"]
    assert listed(scanned=True) == ["Three", "Two", "One"]
    assert listed(scanned=True, filter="two") == ["Two"]
    assert listed(by="last_scan", scanned=False) == ["None"]
    assert listed(by=None, sort="name", scanned=True) == ["One", "Three", "Two"]


def test_numbers_of_another_organisation_are_not_visible(
    client: TestClient, viewer: Somebody, make_org: MakeOrg, lake: Lake
) -> None:
    other = make_org("Northwind Books")
    land(lake, *scans(other.org_id, "theirs", 3))

    answer = call(client, viewer, "get-code-activity", code_ids=["theirs"])
    asked = client.post(
        "/v1/get-code-activity",
        json={"org_id": other.org_id, "code_ids": []},
        headers=viewer.headers,
    )

    assert answer["items"][0]["scans"] == 0
    assert asked.status_code == 404


def test_codes_are_filtered_by_their_relation_to_a_base(
    client: TestClient, viewer: Somebody, editor: Somebody
) -> None:
    base = make(client, editor, "Menu")
    child = make(client, editor, "Table 1", base_code_id=base)
    alone = make(client, editor, "Poster")

    def listed(relation: str) -> set[str]:
        found = call(client, viewer, "get-all-qr-codes", relation=relation)
        return {code["code_id"] for code in found["items"]}

    assert (listed("base"), listed("child")) == ({base}, {child})
    assert alone in listed("none")
    assert listed("none").isdisjoint({base, child})


def test_search_does_not_match_hidden_paths(
    client: TestClient, viewer: Somebody, editor: Somebody
) -> None:
    call(client, editor, "selfiewall/create-selfiewall", name="Guests")
    party = make(
        client, editor, "Tonight", type="page", destination=None, content={"title": "Party"}
    )
    shop = make(client, editor, "Poster", destination="https://wallpaper.example")

    def found(text: str) -> set[str]:
        listed = call(client, viewer, "get-all-qr-codes", filter=text)
        return {code["code_id"] for code in listed["items"]}

    assert found("wall") == {shop}
    assert found("party") == {party}
