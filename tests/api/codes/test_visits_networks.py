"""Rules about the visitor's network, and splits that choose again on each visit."""

from datetime import timedelta
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from starlette.testclient import TestClient

from api.domains.codes.codes.rules import Rule, Rules
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.explanation import explain
from tests.support.browsers import IPHONE
from tests.support.people import Somebody
from tests.support.visit_cases import NOW, code_with, leads_to, rules_of, visit_of
from tests.support.visits import Outbox

OFFICE = {"kind": "network", "values": ["192.0.2.7/24", "2001:db8::/32", "198.51.100.9"]}

_rules: TypeAdapter[list[Rule]] = TypeAdapter(Rules)


@pytest.mark.parametrize(
    ("address", "is_in"),
    [
        ("192.0.2.200", True),
        ("::ffff:192.0.2.200", True),
        ("198.51.100.9", True),
        ("2001:db8:1::5", True),
        ("192.0.3.1", False),
        ("198.51.100.10", False),
        ("2001:db9::1", False),
    ],
)
def test_rule_can_match_networks(address: str, is_in: bool) -> None:
    inside = code_with(leads_to("in", OFFICE))
    outside = code_with(leads_to("out", OFFICE | {"op": "is_not"}))
    visit = visit_of(address=address)

    assert (decide(inside, visit, NOW).rule == "r0") is is_in
    assert (decide(outside, visit, NOW).rule == "r0") is not is_in


def test_unknown_address_matches_no_network_condition() -> None:
    for op in ("is", "is_not"):
        code = code_with(leads_to("in", OFFICE | {"op": op}))
        assert decide(code, visit_of(address=""), NOW).rule is None
        assert decide(code, visit_of(address="unix:"), NOW).rule is None


def test_networks_are_stored_in_normalised_form() -> None:
    (rule,) = rules_of(leads_to("in", OFFICE))
    condition: Any = rule.conditions[0]

    assert condition.values == ["192.0.2.0/24", "2001:db8::/32", "198.51.100.9/32"]
    for wrong in ("192.0.2.0/33", "office", "", "300.1.1.1", "1.2.3.4/24/8"):
        with pytest.raises(ValidationError):
            rules_of(leads_to("in", OFFICE | {"values": [wrong]}))


def test_simulator_evaluates_an_address_without_storing_it(
    client: TestClient, editor: Somebody, outbox: Outbox
) -> None:
    rule = leads_to("office", OFFICE)
    body = {"name": "Menu", "type": "redirect", "destination": "https://a.example/"}
    made = client.post("/v1/qr/create-code", json=body | {"rules": [rule]}, headers=editor.headers)
    code_id = made.json()["code_id"]

    def tried(address: str) -> Any:
        asked = {"code_id": code_id, "visit": {"address": address}}
        return client.post("/v1/simulate-visit", json=asked, headers=editor.headers).json()

    assert tried("192.0.2.8")["url"] == "https://office.example/"
    why = tried("203.0.113.5")["rules"][0]["why"]
    assert "192.0.2.0/24" in why
    assert "but it is 203.0.113.5" in why
    client.get(f"/code/{code_id}", headers={"User-Agent": IPHONE})
    (payload,) = outbox.payloads()
    assert b"testclient" not in payload
    assert b"address" not in payload


def test_non_sticky_split_assigns_a_new_bucket_on_each_visit() -> None:
    half = {"kind": "split", "percent": 50, "sticky": False}
    code = code_with(leads_to("half", half))
    moments = [NOW + timedelta(microseconds=n) for n in range(400)]

    drawn = [decide(code, visit_of(), now).rule for now in moments]

    assert 120 < drawn.count("r0") < 280
    assert [decide(code, visit_of(), now).rule for now in moments] == drawn
    assert all(
        (explain(code, visit_of(), now).decision.rule == "r0") is (rule == "r0")
        for now, rule in zip(moments[:10], drawn, strict=False)
    )
    assert decide(code, visit_of(visitor_id=None), NOW).outcome == "redirect"


def test_shares_of_a_non_sticky_split_never_overlap() -> None:
    group = {"kind": "split", "percent": 50, "sticky": False, "group": "g"}
    code = code_with(leads_to("one", group), leads_to("two", group))

    rules = {decide(code, visit_of(), NOW + timedelta(seconds=n)).rule for n in range(100)}

    assert rules == {"r0", "r1"}


def test_split_group_cannot_mix_sticky_and_non_sticky_rules() -> None:
    rules = [
        leads_to("one", {"kind": "split", "percent": 50, "group": "g"}),
        leads_to("two", {"kind": "split", "percent": 50, "group": "g", "sticky": False}),
    ]

    with pytest.raises(ValidationError, match="sticky"):
        _rules.validate_python(rules)


def test_total_scans_rule_applies_only_to_the_first_visits() -> None:
    code = code_with(leads_to("gift", {"kind": "total_scans", "op": "at_most", "value": 3}))

    led_to = [decide(code, visit_of(total_scans=n), NOW).rule for n in range(1, 6)]

    assert led_to == ["r0", "r0", "r0", None, None]
