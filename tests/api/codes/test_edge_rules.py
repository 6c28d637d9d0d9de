"""An accepted rule answers visits: each field of each condition at its limits, saved, opened and simulated."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient

from api.domains.codes.codes.rules import Condition
from api.kit.web_app import WebApp
from tests.support.app_client import AppClient
from tests.support.browsers import BROWSER, IPHONE
from tests.support.descriptions import described
from tests.support.hostile_bodies import edges
from tests.support.people import Somebody

pytestmark = pytest.mark.slow

CONDITIONS: dict[str, dict[str, Any]] = {
    "CountryCondition": {"kind": "country", "values": ["US"]},
    "RegionCondition": {"kind": "region", "values": ["Bavaria"]},
    "CityCondition": {"kind": "city", "values": ["Bonn"]},
    "NetworkCondition": {"kind": "network", "values": ["192.0.2.0/24"]},
    "DistanceCondition": {"kind": "distance", "latitude": 50.1, "longitude": 7.2, "km": 10.5},
    "DeviceCondition": {"kind": "device", "values": ["phone"]},
    "SystemCondition": {"kind": "system", "values": ["iOS"]},
    "BrowserCondition": {"kind": "browser", "values": ["Safari"]},
    "LanguageCondition": {"kind": "language", "values": ["pt"]},
    "LocalTimeCondition": {
        "kind": "local_time",
        "weekdays": ["mon"],
        "starts": "18:30",
        "ends": "02:00",
        "time_zone": "Europe/Berlin",
    },
    "DateWindowCondition": {"kind": "date_window", "starts": "2026-01-01T00:00:00Z"},
    "VisitNumberCondition": {"kind": "visit_number", "op": "at_least", "value": 1},
    "TotalScansCondition": {"kind": "total_scans", "op": "at_most", "value": 9},
    "StockCondition": {"kind": "stock", "subject_id": "base", "value": 1},
    "QueryCondition": {"kind": "query", "name": "from", "values": ["poster"]},
    "CustomerTagCondition": {"kind": "customer_tag", "values": ["regular"]},
    "CustomerSegmentCondition": {"kind": "customer_segment", "values": []},
    "SplitCondition": {"kind": "split", "percent": 50.0, "group": "half", "sticky": False},
}
"""A valid condition of each kind, by its name in the API schema; the test creates the segment."""

OPENED_BY = (BROWSER["user-agent"], IPHONE, "Googlebot/2.1 (+http://www.google.com/bot.html)")

FIRST, LAST = "1900-01-01T00:00:00Z", "9998-12-31T23:59:59Z"

IMAGINED: tuple[dict[str, Any], ...] = (
    {},
    {
        "at": FIRST,
        "latitude": 90,
        "longitude": -180,
        "visit_number": 0,
        "total_scans": 10**12,
        "address": "::ffff:192.0.2.1",
        "query": "from=%FF&from=%00",
        "language": "*;q=nan",
        "customer_tags": ["\N{COMBINING ACUTE ACCENT}"],
        "stock": {"base": 0},
    },
    {"at": LAST, "device": "other", "country": "ZZ"},
)
"""Visits for the simulator, including values at the limits."""


@pytest.fixture
def client(app: WebApp) -> Iterator[TestClient]:
    with AppClient(app, headers=BROWSER, raise_server_exceptions=False) as started:
        yield started


def test_rule_accepted_with_boundary_values_answers_visits(
    client: TestClient, editor: Somebody, code: str
) -> None:
    document = described()
    kinds = document["components"]["schemas"]
    redirect = {"type": "redirect", "url": "https://harbor.example/here"}
    broken: list[str] = []
    taken: set[str] = set()
    tried = 0

    def asked(what: str, path: str, **body: Any) -> bool:
        answer = client.post(f"/v1/{path}", headers=editor.headers, json={"code_id": code, **body})
        if answer.status_code >= 500:
            broken.append(f"{path}: {what} {answer.status_code}")
        return answer.is_success

    known = {one.__name__ for one in get_args(get_args(Condition)[0])}
    assert known == CONDITIONS.keys() <= kinds.keys()
    made = client.post("/v1/save-segment", headers=editor.headers, json={"name": "Regulars"})
    regulars = {"kind": "customer_segment", "values": [made.json()["segment_id"]]}
    for name, good in {**CONDITIONS, "CustomerSegmentCondition": regulars}.items():
        turned = {**good, "op": "is_not"} if "op" in kinds[name]["properties"] else good
        at_edges = edges(document, kinds[name], good)
        for place, condition in [("good", good), ("turned", turned), *at_edges]:
            what = f"{name}.{place} {condition}"
            tried += 1
            if not asked(
                what, "qr/update-code", rules=[{"conditions": [condition], "outcome": redirect}]
            ):
                continue
            # A value at the limit meets one visitor in turn, a regular one meets them all.
            is_good = place in ("good", "turned")
            taken.add(f"{name}.{place}" if is_good else what)
            agents = OPENED_BY if is_good else (OPENED_BY[tried % len(OPENED_BY)],)
            imagined = IMAGINED if is_good else (IMAGINED[tried % len(IMAGINED)],)
            for agent in agents:
                headers = {"user-agent": agent, "accept": "text/html"}
                opened = client.get(f"/code/{code}?from=%FF&from=%00", headers=headers)
                if opened.status_code != 302:
                    broken.append(f"opened: {what} {opened.status_code}")
            broken += [
                f"simulated: {what} {visit}"
                for visit in imagined
                if not asked(what, "simulate-visit", visit=visit)
            ]
            # The response to an update is read like that of `get-code`, so values at the limit are
            # not read again.
            if is_good and not asked(what, "qr/get-code"):
                broken.append(f"read: {what}")

    assert tried > 130
    assert len(taken) > 2 * len(CONDITIONS) + 30
    assert {what for name in CONDITIONS for what in (f"{name}.good", f"{name}.turned")} <= taken
    assert not broken, "\n".join(broken)
