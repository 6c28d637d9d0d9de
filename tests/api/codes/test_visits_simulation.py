"""Simulating a visit: the same answer as a real visit gets, with reasons, and without traces."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from starlette.testclient import TestClient

from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.explanation import explain
from api.domains.codes.rules.types import Visit
from api.kit.process_state import ProcessState
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.api.codes.test_visits_rules import CASES, IDS, rules, visits
from tests.support.app_state import change_state
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.visit_cases import NOW, code_with, leads_to, visit_of
from tests.support.visits import outbox_of

pytestmark = pytest.mark.one_database

UK = {"kind": "country", "values": ["GB"]}
FEW = {"kind": "total_scans", "op": "at_most", "value": 100}


def make(client: TestClient, who: Somebody, **fields: Any) -> str:
    body = {"name": "Menu", "type": "redirect", "destination": "https://a.example/"} | fields
    answer = client.post("/v1/qr/create-code", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["code_id"])


def simulate(client: TestClient, who: Somebody, code_id: str, **fields: Any) -> Any:
    rules = {"rules": fields.pop("rules")} if "rules" in fields else {}
    body = {"code_id": code_id, "visit": fields, **rules}
    answer = client.post("/v1/simulate-visit", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


@given(rules, visits)
def test_explanation_matches_the_decision(wanted: list[dict[str, Any]], visit: Visit) -> None:
    code = code_with(*wanted)

    entry = explain(code, visit, NOW)

    assert entry.decision == decide(code, visit, NOW)
    states = [it.state for it in entry.rules]
    assert states.count("fired") == (entry.decision.rule is not None)
    if "fired" in states:
        before, after = states[: states.index("fired")], states[states.index("fired") + 1 :]
        assert set(before) <= {"not_matched"}
        assert set(after) <= {"not_asked"}
    assert all(it.why for it in entry.rules)
    assert all((it.failed is not None) == (it.state == "not_matched") for it in entry.rules)


@pytest.mark.parametrize(("condition", "fits", "differs", "unknown"), CASES, ids=IDS)
def test_each_condition_explains_why_it_does_not_hold(
    condition: dict[str, Any], fits: Visit, differs: Visit, unknown: Visit | None
) -> None:
    code = code_with(leads_to("rule", condition))

    for visit in (differs, *([unknown] if unknown else [])):
        (rule,) = explain(code, visit, NOW).rules
        assert rule.why.startswith("Requires that ")
        assert rule.why.endswith(".")
    if unknown is not None and condition["kind"] != "customer_tag":
        assert "is unknown" in explain(code, unknown, NOW).rules[0].why


def test_explanations_use_plain_language() -> None:
    code = code_with(
        leads_to("uk", {"kind": "country", "values": ["GB", "IE"]}),
        leads_to("night", {"kind": "local_time", "weekdays": ["sat"], "op": "is_not"}),
        leads_to("near", {"kind": "distance", "latitude": 40, "longitude": -74, "km": 5}),
        time_zone="Pacific/Auckland",
    )

    lines = [it.why for it in explain(code, visit_of(), NOW).rules]

    assert lines[0] == "All its conditions match."
    code = code_with(*(rule.model_dump(mode="json") for rule in code.rules.rules[1:]))
    lines = [it.why for it in explain(code, visit_of(), NOW).rules]
    assert lines[0] == "All its conditions match."
    near = explain(
        code_with(leads_to("n", {"kind": "distance", "latitude": 40, "longitude": -74, "km": 5})),
        visit_of(),
        NOW,
    )
    assert near.rules[0].why == (
        "Requires that the visitor is at most 5 km from 40, -74, but "
        "the visitor is at about 51.51, -0.13."
    )


def test_explanation_shows_dates_and_current_time_in_the_organisation_time_zone() -> None:
    window = {
        "kind": "date_window",
        "starts": "2026-01-05T09:00:00Z",
        "ends": "2026-07-01T21:30:00Z",
    }
    code = code_with(leads_to("season", window), time_zone="America/New_York")

    [entry] = explain(code, visit_of(), datetime(2026, 7, 1, 22, 15, tzinfo=UTC)).rules

    assert entry.why == (
        "Requires that the time is from 5 January 2026, 04:00 EST until 1 July 2026, 17:30 EDT, "
        "but it is now 1 July 2026, 18:15 EDT."
    )


def test_simulation_shows_which_rule_fires_and_why_the_others_do_not(
    client: TestClient, editor: Somebody, viewer: Somebody, settings: Settings
) -> None:
    code_id = make(
        client,
        editor,
        rules=[leads_to("early", FEW, UK), leads_to("uk", UK), leads_to("late")],
    )
    outbox = outbox_of(settings.database_url)

    fields = simulate(client, viewer, code_id, country="gb", total_scans=101)

    assert (fields["outcome"], fields["url"]) == ("redirect", "https://uk.example/")
    assert [rule["state"] for rule in fields["rules"]] == ["not_matched", "fired", "not_asked"]
    assert fields["rules"][0]["failed_condition"] == 0
    assert fields["rules"][0]["why"] == (
        "Requires that the total scan number is at most 100, but the total scan number is 101."
    )
    assert fields["rule"] == fields["rules"][1]["id"]
    assert [step["step"] for step in fields["steps"]] == [
        *("exists", "deleted", "window", "one_time", "password", "promo_lock", "limits"),
        *("rules", "default"),
    ]
    assert outbox.payloads() == []


def test_unsaved_rules_can_be_simulated(client: TestClient, editor: Somebody) -> None:
    code_id = make(client, editor)

    fields = simulate(client, editor, code_id, rules=[leads_to("draft", UK)], country="GB")

    assert fields["url"] == "https://draft.example/"
    assert simulate(client, editor, code_id, country="GB")["url"] == "https://a.example/"


@pytest.mark.parametrize(
    "window",
    [{"ends": "0001-01-01T00:00:00+14:00"}, {"starts": "9999-12-31T23:59:59-12:00"}],
    ids=["first year", "last year"],
)
def test_schedule_at_the_maximum_date_is_explained(
    client: TestClient, editor: Somebody, window: dict[str, str]
) -> None:
    code_id = make(client, editor)
    condition = {"kind": "date_window", **window}
    rules = [leads_to("later", condition)]

    fields = simulate(client, editor, code_id, rules=rules)

    assert fields["rules"][0]["state"] == "not_matched"


def test_simulation_includes_gates_and_limits(client: TestClient, editor: Somebody) -> None:
    code_id = make(client, editor, password="open sesame", scan_limit=1)

    closed = simulate(client, editor, code_id)
    full = simulate(client, editor, code_id, password_ok=True, total_scans=2)
    free = simulate(client, editor, code_id, password_ok=True)

    assert (closed["refusal"], full["refusal"], free["refusal"]) == ("password", "limit", None)
    step = next(step for step in full["steps"] if step["step"] == "limits")
    assert (step["passed"], step["why"]) == (False, "Its limit of 1 visit has been reached.")


def test_codes_of_another_organisation_cannot_be_simulated(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    body = {"code_id": make(client, editor)}

    for code_id in (body["code_id"], "zzzzzzzzzz", "x"):
        answer = client.post(
            "/v1/simulate-visit", json={"code_id": code_id}, headers=stranger.headers
        )
        assert answer.status_code == 404


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        (
            leads_to("x", {"kind": "country", "values": ["GBR"]}),
            "rules.0.conditions.0.country.values.0",
        ),
        (leads_to("x", {"kind": "nothing"}), "rules.0.conditions.0"),
        (leads_to("x", {"kind": "split", "percent": 101}), "rules.0.conditions.0.split.percent"),
        (leads_to("x", {"kind": "local_time"}), "rules.0.conditions.0.local_time"),
        (
            leads_to("x", {"kind": "local_time", "weekdays": ["mon"], "time_zone": "Mars/Base"}),
            "rules.0.conditions.0.local_time.time_zone",
        ),
        (leads_to("x", UK | {"valeus": []}), "rules.0.conditions.0.country.valeus"),
        ({"outcome": {"type": "redirect", "url": "javascript:alert(1)"}}, "rules.0.outcome.url"),
        (
            {"outcome": {"type": "redirect", "url": "http://localhost:8000/code/abcdefghij"}},
            "rules.0.outcome.url",
        ),
        ({"outcome": {"type": "page"}}, "rules.0.outcome.type"),
        ({"outcome": {"type": "refuse"}, "enable": True}, "rules.0.enable"),
    ],
)
def test_invalid_rule_is_refused_with_its_field_named(
    client: TestClient, editor: Somebody, rule: dict[str, Any], field: str
) -> None:
    code_id = make(client, editor)
    body = {"code_id": code_id, "rules": [rule]}

    answer = client.post("/v1/qr/update-code", json=body, headers=editor.headers)

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_rules_cannot_redirect_into_private_networks(
    client: TestClient, editor: Somebody, app: WebApp, settings: Settings
) -> None:
    code_id = make(client, editor)
    change_state(
        app, ProcessState, settings=settings.model_copy(update={"environment": "production"})
    )
    rule = {"outcome": {"type": "redirect", "url": "http://192.168.0.1/"}}

    answer = client.post(
        "/v1/qr/update-code", json={"code_id": code_id, "rules": [rule]}, headers=editor.headers
    )

    assert [error["field"] for error in answer.json()["errors"]] == ["rules.0.outcome.url"]


@pytest.mark.parametrize(
    "pair",
    [
        [leads_to("a") | {"id": "same"}, leads_to("b") | {"id": "same"}],
        [
            leads_to(name, {"kind": "split", "group": "g", "percent": 51})
            for name in ("first", "second")
        ],
    ],
    ids=["the same id", "more than everybody"],
)
def test_conflicting_rules_are_refused(
    client: TestClient, editor: Somebody, pair: list[dict[str, Any]]
) -> None:
    body = {"code_id": make(client, editor), "rules": pair}

    answer = client.post("/v1/qr/update-code", json=body, headers=editor.headers)

    assert [error["field"] for error in answer.json()["errors"]] == ["rules"]


def test_rules_are_returned_as_sent_with_an_id_each(client: TestClient, editor: Somebody) -> None:
    sent = [leads_to("one", *(case[0] for case in CASES[:9])), {"outcome": {"type": "refuse"}}]
    code_id = make(client, editor, rules=sent)

    body = {"code_id": code_id}
    kept = client.post("/v1/qr/get-code", json=body, headers=editor.headers).json()["rules"]
    again = client.post(
        "/v1/qr/update-code", json=body | {"rules": kept}, headers=editor.headers
    ).json()["rules"]

    assert again == kept
    assert len({rule["id"] for rule in kept}) == 2
    assert kept[0]["outcome"]["url"] == "https://one.example/"


def test_editor_can_list_the_available_parts_of_rules(client: TestClient, viewer: Somebody) -> None:
    body = client.post("/v1/rule-options", json={}, headers=viewer.headers).json()

    kinds = {option["kind"]: option for option in body["conditions"]}
    assert set(kinds) == {
        *IDS,
        *("local_time", "date_window", "network", "split", "customer_segment"),
    }
    assert {"value": "GB", "label": "Britain (UK)"} in kinds["country"]["choices"]
    assert "Europe/London" in body["time_zones"]
