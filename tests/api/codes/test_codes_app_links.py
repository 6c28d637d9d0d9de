"""Codes that open an app on phones: which addresses are allowed, and what visitors without the app get."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from api.domains.codes.codes.app_links import BadAppLink, app_address, link_for
from tests.support.browsers import IPHONE
from tests.support.calling import call as send
from tests.support.people import Somebody

pytestmark = pytest.mark.one_database

ANDROID = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/126.0.0.0 Mobile Safari/537.36"
)
ANDROID_IN_APP = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36"
)
DESKTOP = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/126.0.0.0 Safari/537.36"
)
MENU = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}
LINKS = {
    "ios_url": "harbor://menu/7?table=1",
    "ios_fallback": "https://apps.apple.com/app/id1",
    "android_url": "harbor://menu/7",
    "android_package": "example.harbor.menu",
}
INTENT = (
    "intent://menu/7#Intent;scheme=harbor;package=example.harbor.menu;"
    "S.browser_fallback_url=https%3A%2F%2Fharbor.example%2Fmenu;end"
)


@pytest.mark.parametrize(
    "text",
    [
        "javascript://%0aalert(1)",
        "JavaScript://x",
        "javascript:alert(1)",
        "data://text/html,x",
        "intent://x#Intent;scheme=javascript;end",
        "vbscript://x",
        "file:///etc/passwd",
        "http://harbor.example/",
        "blob://x",
        "content://x",
        "harbor:menu",
        "harbor://",
        "harbor://menu 7",
        'harbor://menu"onclick',
        "harbor://a#Intent;package=evil;end",
        "harbor://men\u00fc",
        "://x",
        "h\nx://a",
    ],
)
def test_app_link_that_a_browser_would_execute_or_read_is_refused(text: str) -> None:
    with pytest.raises(BadAppLink):
        app_address(text)


def test_each_operating_system_uses_its_own_app_link() -> None:
    led_to = "https://harbor.example/menu"

    assert link_for(LINKS, "Windows", led_to) is None
    assert link_for(LINKS, None, led_to) is None
    assert link_for(LINKS, "iOS", led_to) == (LINKS["ios_url"], LINKS["ios_fallback"])
    assert link_for(LINKS, "Android", led_to) == (INTENT, led_to)
    universal = {"ios_url": "https://a.example/x", "android_url": "https://a.example/x"}
    assert link_for(universal, "iOS", led_to) == ("https://a.example/x", led_to)
    assert link_for(universal, "Android", led_to) == ("https://a.example/x", led_to)
    assert link_for({"ios_url": "harbor://x"}, "Android", led_to) is None


def test_phones_open_the_app_and_other_devices_the_destination(
    client: TestClient, editor: Somebody
) -> None:
    code_id = send(client, editor, "qr/create-code", **MENU, app_links=LINKS)["code_id"]

    def opened(agent: str) -> Any:
        return client.get(f"/code/{code_id}", headers={"User-Agent": agent})

    assert opened(DESKTOP).headers["location"] == MENU["destination"]
    assert opened("curl/8").headers["location"] == MENU["destination"]
    assert opened(ANDROID).headers["location"] == INTENT
    for agent, app, fallback in (
        (IPHONE, "harbor://menu/7?table=1", LINKS["ios_fallback"]),
        (ANDROID_IN_APP, INTENT, MENU["destination"]),
    ):
        page = opened(agent)
        assert page.status_code == 200
        assert f'href="{app}"' in page.text
        assert f'http-equiv="refresh" content="3;url={fallback}"' in page.text
        assert "Menu" not in page.text, "its name is for the team only"
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy


def test_simulator_shows_the_app_link_that_a_phone_opens(
    client: TestClient, editor: Somebody
) -> None:
    code_id = send(client, editor, "qr/create-code", **MENU, app_links=LINKS)["code_id"]

    phone, desktop = (
        send(client, editor, "simulate-visit", code_id=code_id, visit={"system": system})
        for system in ("Android", "Windows")
    )

    assert (phone["url"], phone["app_url"]) == (MENU["destination"], INTENT)
    assert (desktop["url"], desktop["app_url"]) == (MENU["destination"], None)


def test_app_links_can_be_changed_inherited_and_removed(
    client: TestClient, editor: Somebody
) -> None:
    base = send(client, editor, "qr/create-code", **MENU, app_links=LINKS)["code_id"]
    child = send(client, editor, "qr/create-code", name="T", type="redirect", base_code_id=base)[
        "code_id"
    ]

    assert (
        send(client, editor, "qr/get-code", code_id=child)["app_links"]["ios_url"]
        == (LINKS["ios_url"])
    )
    gone = send(client, editor, "qr/update-code", code_id=base, app_links=None)
    assert gone["app_links"] is None
    assert send(client, editor, "qr/get-code", code_id=child)["app_links"] is None
    kept = send(client, editor, "qr/update-code", code_id=base, name="Other")
    assert kept["app_links"] is None


@pytest.mark.parametrize(
    ("links", "field"),
    [
        ({"ios_url": "javascript://x"}, "app_links.ios_url"),
        ({"ios_url": "harbor://x", "ios_fallback": "javascript:x"}, "app_links.ios_fallback"),
        ({"android_package": "example.harbor"}, "app_links.android_url"),
        ({"android_url": "harbor://x", "android_package": "a;b"}, "app_links.android_package"),
        ({"android_url": "harbor://x", "android_package": "one"}, "app_links.android_package"),
    ],
)
def test_invalid_app_link_is_reported_by_field(
    client: TestClient, editor: Somebody, links: dict[str, str], field: str
) -> None:
    body = MENU | {"app_links": links}

    answer = client.post("/v1/qr/create-code", json=body, headers=editor.headers)

    assert [it["field"] for it in answer.json()["errors"]] == [field]


def test_only_redirect_codes_can_open_apps(client: TestClient, editor: Somebody) -> None:
    body = {"name": "Page", "type": "page", "app_links": LINKS}

    answer = client.post("/v1/qr/create-code", json=body, headers=editor.headers)

    assert [it["field"] for it in answer.json()["errors"]] == ["app_links"]
