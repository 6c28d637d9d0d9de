"""Queries forwarded to destinations, campaign values on them, and where ended codes lead."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.domains.codes.codes.forwarding import MAX_PARAMETERS, forwarded, with_click_id
from api.domains.codes.codes.types import CodeState
from api.domains.codes.codes.utm import Utm, with_utm
from api.domains.codes.rules.decide import decide
from tests.support.browsers import IPHONE
from tests.support.people import Somebody
from tests.support.visit_cases import CODE, NOW, code_with, leads_to, visit_of

pytestmark = pytest.mark.one_database

MENU = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu?a=1#top"}


@pytest.fixture
def call(client: TestClient, editor: Somebody) -> Callable[..., Any]:
    """`call("set-code-slug", …)` → the JSON of a call that must succeed."""

    def post(path: str, **body: Any) -> Any:
        answer = client.post(f"/v1/{path}", json=body, headers=editor.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return post


@pytest.mark.parametrize(
    ("url", "query", "led_to"),
    [
        ("https://a.example/", "", "https://a.example/"),
        ("https://a.example/", "x=1&y=2", "https://a.example/?x=1&y=2"),
        ("https://a.example/?x=own", "x=1&y=2", "https://a.example/?x=own&y=2"),
        ("https://a.example/?%78=own", "x=1", "https://a.example/?%78=own"),
        ("https://a.example/p#part", "x=1", "https://a.example/p?x=1#part"),
        ("https://a.example/?", "x=1&", "https://a.example/?x=1"),
        ("https://a.example/", "promo=SECRET&prom%6F=S&lang=de&z", "https://a.example/?z"),
        ("https://a.example/", "q=a%20b+c%2Fd", "https://a.example/?q=a%20b+c%2Fd"),
        ("https://a.example/", "q=\xfc<\"\r\n'", "https://a.example/?q=%FC%3C%22%0D%0A'"),
        ("https://a.example/", "=1&&x=2", "https://a.example/?x=2"),
        ("https://a.example/", "x=" + "y" * 3000, "https://a.example/"),
    ],
)
def test_forwarded_query_is_appended_to_the_query_of_the_destination(
    url: str, query: str, led_to: str
) -> None:
    assert forwarded(url, query) == led_to


@pytest.mark.parametrize(
    ("url", "led_to"),
    [
        ("https://shop.example/p#part", "https://shop.example/p?wp_code=aaaaaaaaaa#part"),
        ("https://WWW.shop.example./?x=1", "https://WWW.shop.example./?x=1&wp_code=aaaaaaaaaa"),
        ("https://shop.example/?wp_code=own", "https://shop.example/?wp_code=own"),
        ("https://shop.example.evil.example/", "https://shop.example.evil.example/"),
        ("https://a.example/?to=shop.example", "https://a.example/?to=shop.example"),
        ("https://shop.example@a.example/", "https://shop.example@a.example/"),
        ("https://[shop.example/", "https://[shop.example/"),
        ("mailto:a@shop.example", "mailto:a@shop.example"),
    ],
)
def test_click_id_is_added_only_to_shop_addresses(url: str, led_to: str) -> None:
    assert with_click_id(url, "aaaaaaaaaa", {"shop.example"}) == led_to


def test_click_id_precedes_the_visitor_query_and_is_not_added_to_a_fallback() -> None:
    rules = leads_to("b", {"kind": "device", "values": ["phone"]})
    code = code_with(rules, forwards_query=True)
    code = replace(code, shop_hosts=frozenset({"a.example", "b.example", "f.example"}))
    shut = replace(code, state=CodeState.PAUSED, fallback_url="https://f.example/")
    visit = visit_of(query="wp_code=zzzzzzzzzz&table=7")

    own = f"wp_code={code.code_id}&table=7"
    assert decide(code, visit, NOW).url == f"https://b.example/?{own}"
    plain = replace(CODE, forwards_query=True, shop_hosts=code.shop_hosts)
    assert decide(plain, visit, NOW).url == f"https://a.example/?{own}"
    assert decide(shut, visit, NOW).url == "https://f.example/"


def test_query_with_very_many_parameters_is_forwarded_in_part() -> None:
    query = "&".join(f"p{n}=" for n in range(MAX_PARAMETERS + 20))

    assert forwarded("https://a.example/", query).count("=") == MAX_PARAMETERS


def test_query_is_forwarded_to_the_destination_of_a_rule_but_not_to_a_fallback() -> None:
    code = code_with(leads_to("b", {"kind": "device", "values": ["phone"]}), forwards_query=True)
    shut = replace(code, state=CodeState.PAUSED, fallback_url="https://f.example/")
    visit = visit_of(query="table=7")

    assert decide(code, visit, NOW).url == "https://b.example/?table=7"
    assert decide(replace(CODE, forwards_query=True), visit, NOW).url == (
        "https://a.example/?table=7"
    )
    assert decide(CODE, visit, NOW).url == "https://a.example/"
    assert decide(shut, visit, NOW).url == "https://f.example/"


def test_expired_or_exhausted_code_redirects_to_its_expired_url() -> None:
    code = replace(
        CODE, expired_url="https://over.example/", fallback_url="https://f.example/", scan_limit=5
    )
    past, coming = NOW - timedelta(days=1), NOW + timedelta(days=1)
    cases = [
        (replace(code, active_until=past), visit_of(), "https://over.example/"),
        (code, visit_of(total_scans=6), "https://over.example/"),
        (replace(code, active_from=coming), visit_of(), "https://f.example/"),
        (replace(code, state=CodeState.PAUSED), visit_of(), "https://f.example/"),
        (replace(code, deleted_at=NOW), visit_of(), "https://f.example/"),
    ]

    for changed, visit, led_to in cases:
        decision = decide(changed, visit, NOW)
        assert (decision.outcome, decision.url) == ("fallback", led_to)


def test_campaign_values_replace_existing_values() -> None:
    url = "https://a.example/p?x=a%20b&utm_source=old&utm_term=t#part"

    led_to = with_utm(url, Utm(source="poster ä", campaign="spring"))

    assert led_to == (
        "https://a.example/p?x=a%20b&utm_term=t&utm_source=poster+%C3%A4&utm_campaign=spring#part"
    )


def test_code_forwards_the_query_of_its_visitors(
    client: TestClient, call: Callable[..., Any]
) -> None:
    made = call("qr/create-code", **MENU, forwards_query=True)
    child = call("qr/create-code", name="Table", type="redirect", base_code_id=made["code_id"])[
        "code_id"
    ]

    for code_id in (made["code_id"], child):
        answer = client.get(
            f"/code/{code_id}?a=2&table=7&utm_source=poster", headers={"User-Agent": IPHONE}
        )
        assert answer.headers["location"] == (
            "https://harbor.example/menu?a=1&table=7&utm_source=poster#top"
        )
    seen = call("simulate-visit", code_id=made["code_id"], visit={"query": "?table=7"})
    assert seen["url"] == "https://harbor.example/menu?a=1&table=7#top"
    own = call("qr/update-code", code_id=child, forwards_query=False)
    assert (own["overrides"], own["destination"]) == (["destination"], MENU["destination"])
    assert call("qr/get-code", code_id=made["code_id"])["forwards_query"] is True


def test_templates_can_be_stored_changed_and_removed(
    client: TestClient, editor: Somebody, call: Callable[..., Any]
) -> None:
    made = call("save-utm-template", name="Posters", utm={"source": "poster", "medium": "print"})
    call("save-utm-template", name="Mail", utm={"source": "mail"})

    names = [it["name"] for it in call("list-utm-templates")["items"]]
    changed = call(
        "save-utm-template",
        template_id=made["template_id"],
        name="POSTERS",
        utm={"source": "wall"},
    )

    assert names == ["Mail", "Posters"]
    assert (changed["name"], changed["utm"]["source"], changed["utm"]["medium"]) == (
        "POSTERS",
        "wall",
        "",
    )
    body = {"name": "posters", "utm": {"source": "x"}}
    taken = client.post("/v1/save-utm-template", json=body, headers=editor.headers)
    assert [it["field"] for it in taken.json()["errors"]] == ["name"]
    call("delete-utm-template", template_id=made["template_id"])
    assert call("list-utm-templates")["total"] == 1
    gone = client.post(
        "/v1/delete-utm-template",
        json={"template_id": made["template_id"]},
        headers=editor.headers,
    )
    assert gone.status_code == 404


def test_campaign_values_are_set_on_many_codes_at_once(
    client: TestClient, editor: Somebody, call: Callable[..., Any]
) -> None:
    code_id = call("qr/create-code", **MENU)["code_id"]
    page_id = call("qr/create-code", name="Page", type="page")["code_id"]
    body = {"action": "put_utm", "utm": {"source": "poster"}}

    call("bulk-codes", code_ids=[code_id], **body)
    refused = client.post(
        "/v1/bulk-codes", json=body | {"code_ids": [code_id, page_id]}, headers=editor.headers
    )
    nothing = client.post(
        "/v1/bulk-codes", json=body | {"code_ids": [code_id], "utm": {}}, headers=editor.headers
    )

    assert call("qr/get-code", code_id=code_id)["destination"] == (
        "https://harbor.example/menu?a=1&utm_source=poster#top"
    )
    assert [it["field"] for it in refused.json()["errors"]] == ["code_ids"]
    assert nothing.status_code == 422
