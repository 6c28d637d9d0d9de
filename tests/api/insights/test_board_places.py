"""Codes with coordinates: which are accepted, and their numbers on a map."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.kit.coordinates import Coordinates, coordinates_of, located
from runtime.settings import Settings
from tests.api.insights.test_analytics import scans
from tests.pipelines.events import land
from tests.support.people import MakeOrg, Org, Somebody
from warehouse.lake import Lake


def test_codes_with_coordinates_are_returned_with_their_numbers(
    client: TestClient, viewer: Somebody, editor: Somebody, org: Org, settings: Settings
) -> None:
    def make(name: str, **properties: str) -> str:
        body = {"name": name, "type": "redirect", "destination": "https://harbor.example"}
        answer = client.post(
            "/v1/qr/create-code", json=body | {"properties": properties}, headers=editor.headers
        )
        assert answer.status_code in (200, 201), answer.text
        return str(answer.json()["code_id"])

    quiet = make("Quiet", latitude="0", longitude="0")
    busy = make("Busy", latitude="40.7549", longitude="-73.9840", store="Midtown")
    nowhere = make("Nowhere", store="Somewhere")
    lake = Lake.from_settings(settings)
    land(lake, *scans(org.org_id, busy, 3), *scans(org.org_id, nowhere, 1, first=3))

    def ask(path: str, **body: Any) -> Any:
        answer = client.post(
            f"/v1/{path}", json={"interval": "24hour", **body}, headers=viewer.headers
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    places = ask("get-placements")
    assert [(one["code_id"], one["scans"], one["placement"]) for one in places["items"]] == [
        (busy, 3, "store: Midtown"),
        (quiet, 0, ""),
    ]
    assert (places["items"][0]["latitude"], places["items"][0]["longitude"]) == (40.7549, -73.984)
    assert places["total"] == 2
    assert ask("get-placements", filters={"code": [f"-{busy}"]})["items"][0]["scans"] == 0
    groups = ask("get-analytics", group_by=["placement"])["breakdowns"]["placement"]
    assert {row["key"] for row in groups} == {"store: Midtown", "store: Somewhere"}


def test_places_of_another_organisation_are_not_visible(
    client: TestClient, viewer: Somebody, make_org: MakeOrg
) -> None:
    other = make_org("Northwind Books")
    asked = client.post("/v1/get-placements", json={"org_id": other.org_id}, headers=viewer.headers)
    assert asked.status_code == 404


@pytest.mark.parametrize(
    "properties",
    [
        {"latitude": "north", "longitude": "0"},
        {"latitude": "90.01", "longitude": "0"},
        {"latitude": "0", "longitude": "nan"},
        {"latitude": "0"},
        {"longitude": "0"},
    ],
)
def test_latitude_without_longitude_is_refused(
    client: TestClient, editor: Somebody, properties: dict[str, str]
) -> None:
    body = {"name": "Window", "type": "redirect", "destination": "https://harbor.example"}
    answer = client.post(
        "/v1/qr/create-code", json=body | {"properties": properties}, headers=editor.headers
    )
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "properties"


@settings(max_examples=25)
@given(st.floats(-90, 90), st.floats(-180, 180))
def test_coordinates_are_returned_as_saved(latitude: float, longitude: float) -> None:
    fields = {"latitude": str(latitude), "longitude": str(longitude), "store": "Midtown"}
    assert coordinates_of(located(fields)) == Coordinates(latitude, longitude)
