"""The nightly check of destinations, from Postgres and back to it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import dagster as dg
import psycopg
import pytest
from psycopg.types.json import Jsonb

from pipelines.destinations import check_all, destination_health
from pipelines.resources import OperationalResource
from runtime.destinations import Finding, judge, look_at
from runtime.outbound_http import AddressRefused, OutboundAnswer, OutboundHttp
from runtime.settings import Settings
from warehouse.destinations import Destination, keep_findings, read_destinations

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def add_code(settings: Settings, code_id: str, **columns: Any) -> None:
    values = {
        "code_id": code_id,
        "org_id": "org_a",
        "name": "Menu",
        "type": "redirect",
        "destination": "https://shop.example/menu",
        **columns,
    }
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name, time_zone)"
            " values ('org_a', 'a', 'A', 'UTC') on conflict do nothing"
        )
        connection.execute(
            f"insert into codes ({', '.join(values)})"
            f" values ({', '.join(f'%({name})s' for name in values)})",
            values,
        )


@pytest.fixture
def url(settings: Settings) -> str:
    return settings.database_url_as("waypost_pipelines")


def found(settings: Settings) -> list[tuple[Any, ...]]:
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(
            "select code_id, url, state, reason, checked_at, broken_since from destination_checks"
            " order by 1, 2"
        ).fetchall()


def test_every_address_of_active_codes_is_checked(settings: Settings, url: str) -> None:
    rules = rule_to("https://b.example/")
    add_code(settings, "AAAAAAAAAA", fallback_url="https://fallback.example/", rules=rules)
    add_code(settings, "BBBBBBBBBB", state="paused")
    add_code(settings, "CCCCCCCCCC", deleted_at=NOON)

    assert [(one.code_id, one.url) for one in read_destinations(url)] == [
        ("AAAAAAAAAA", "https://b.example/"),
        ("AAAAAAAAAA", "https://fallback.example/"),
        ("AAAAAAAAAA", "https://shop.example/menu"),
    ]


def rule_to(url: str) -> Jsonb:
    return Jsonb([{"id": "r1", "conditions": [], "outcome": {"kind": "redirect", "url": url}}])


def of_code(url: str, code_id: str) -> list[str]:
    """Return the addresses of one code, without those of the shop."""
    return [
        one.url
        for one in read_destinations(url)
        if one.code_id == code_id and one.url != "https://shop.example/menu"
    ]


def test_expired_url_is_checked_unless_the_code_is_paused(settings: Settings, url: str) -> None:
    add_code(settings, "AAAAAAAAAA", expired_url="https://over.example/")
    add_code(settings, "BBBBBBBBBB", expired_url="https://over.example/", state="paused")

    assert of_code(url, "AAAAAAAAAA") == ["https://over.example/"]
    assert of_code(url, "BBBBBBBBBB") == []


APPS: list[tuple[dict[str, str], list[str]]] = [
    ({"ios_url": "https://app.example/7"}, ["https://app.example/7"]),
    ({"ios_url": "myapp://7"}, []),
    (
        {"ios_url": "myapp://7", "ios_fallback": "https://store.example/ios"},
        ["https://store.example/ios"],
    ),
    (
        {"android_url": "https://app.example/7", "android_fallback": "http://store.example/"},
        ["http://store.example/", "https://app.example/7"],
    ),
    ({"android_url": "https://app.example/7", "android_package": "com.example.app"}, []),
    ({"ios_fallback": "https://never.example/"}, []),
]


def test_web_fallbacks_of_app_links_are_checked(settings: Settings, url: str) -> None:
    for number, (links, _) in enumerate(APPS):
        add_code(settings, f"APPAPPAPP{number}", app_links=Jsonb(links))

    for number, (links, looked_at) in enumerate(APPS):
        assert of_code(url, f"APPAPPAPP{number}") == looked_at, links


PLACES: dict[str, dict[str, Any]] = {
    "destination": {"destination": "https://base.example/"},
    "destination, app": {
        "destination": "https://shop.example/menu",
        "app_links": Jsonb({"ios_url": "https://base.example/"}),
    },
    "rules": {"rules": rule_to("https://base.example/")},
    "fallback_url": {"fallback_url": "https://base.example/"},
    "expired_url": {"expired_url": "https://base.example/"},
}
STALE: dict[str, Any] = {
    "destination": None,
    "app_links": Jsonb({"ios_url": "https://stale.example/app"}),
    "rules": rule_to("https://stale.example/rule"),
    "fallback_url": "https://stale.example/fallback",
    "expired_url": "https://stale.example/over",
    "state": "paused",
}


def test_child_uses_the_destinations_of_its_base(settings: Settings, url: str) -> None:
    for number, place in enumerate(PLACES.values()):
        add_code(settings, f"BASEBASEB{number}", **place, deleted_at=NOON)
        add_code(settings, f"CHILDCHIL{number}", base_code_id=f"BASEBASEB{number}", **STALE)

    for number, name in enumerate(PLACES):
        assert of_code(url, f"CHILDCHIL{number}") == ["https://base.example/"], name
        assert of_code(url, f"BASEBASEB{number}") == [], name


def test_child_uses_its_overrides_and_otherwise_the_destinations_of_its_base(
    settings: Settings, url: str
) -> None:
    of_base = {
        "destination": {"https://stale.example/", "https://stale.example/app"},
        "rules": {"https://stale.example/rule"},
        "fallback_url": {"https://stale.example/fallback"},
        "expired_url": {"https://stale.example/over"},
    }
    base = {**STALE, "destination": "https://stale.example/", "state": "active"}
    add_code(settings, "BASEBASEBA", **base)
    for number, (name, place) in enumerate(PLACES.items()):
        own = {"overrides": [name.partition(",")[0]], **place}
        add_code(settings, f"CHILDCHIL{number}", base_code_id="BASEBASEBA", **own)

    for number, name in enumerate(PLACES):
        followed = [urls for part, urls in of_base.items() if part != name.partition(",")[0]]
        expected = {"https://base.example/"}.union(*followed)
        assert set(of_code(url, f"CHILDCHIL{number}")) == expected, name


def test_child_is_paused_with_its_base_unless_it_overrides_the_state(
    settings: Settings, url: str
) -> None:
    add_code(settings, "BASEBASEBA", state="paused", fallback_url="https://fallback.example/")
    add_code(settings, "FOLLOWSFOL", base_code_id="BASEBASEBA", destination=None)
    add_code(
        settings,
        "OWNOWNOWNO",
        base_code_id="BASEBASEBA",
        destination=None,
        overrides=["state"],
    )

    assert [(one.code_id, one.url) for one in read_destinations(url)] == [
        ("BASEBASEBA", "https://fallback.example/"),
        ("FOLLOWSFOL", "https://fallback.example/"),
        ("OWNOWNOWNO", "https://fallback.example/"),
        ("OWNOWNOWNO", "https://shop.example/menu"),
    ]


def test_organisation_sees_only_its_own_destinations(settings: Settings) -> None:
    add_code(settings, "BASEBASEBA")
    add_code(settings, "CHILDCHILD", base_code_id="BASEBASEBA", destination=None)
    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        for org_id, seen in (("org_a", ["BASEBASEBA", "CHILDCHILD"]), ("org_b", [])):
            connection.execute("select set_config('app.org_id', %s, false)", [org_id])
            rows = connection.execute("select code_id from analytics_v1.destinations order by 1")
            assert [code_id for (code_id,) in rows] == seen


def test_nightly_job_flags_codes_and_their_children(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_code(settings, "BASEBASEBA", expired_url="http://127.0.0.1:1/")
    add_code(settings, "CHILDCHILD", base_code_id="BASEBASEBA", destination=None)
    asked: list[str] = []

    def get(_outgoing: OutboundHttp, url: str) -> OutboundAnswer:
        asked.append(url)
        if url.startswith("http://127."):
            raise AddressRefused("It leads into a private network.")
        return OutboundAnswer(404, url, 0)

    monkeypatch.setattr(OutboundHttp, "get", get)
    given = {"var_dir": str(settings.var_dir), "database_url_setting": settings.database_url}
    with dg.DagsterInstance.ephemeral() as instance:
        run = destination_health.execute_in_process(
            instance=instance, resources={"operational": OperationalResource(given=given)}
        )

    assert run.success
    assert sorted(asked) == ["http://127.0.0.1:1/", "https://shop.example/menu"]
    assert [row[:4] for row in found(settings)] == [
        (code, *finding)
        for code in ("BASEBASEBA", "CHILDCHILD")
        for finding in (
            ("http://127.0.0.1:1/", "private", "It leads into a private network."),
            ("https://shop.example/menu", "broken", "It answers 404 (Not Found)."),
        )
    ]


def test_address_shared_by_several_codes_is_requested_once() -> None:
    asked: list[str] = []

    def look(url: str) -> Finding:
        asked.append(url)
        return Finding("fine", 200)

    codes = [Destination("org_a", code, "https://shop.example/") for code in "ABC"]

    assert [one for one, _ in check_all(codes, look)] == codes
    assert asked == ["https://shop.example/"]


def test_broken_since_date_is_kept_until_the_destination_works_again(
    settings: Settings, url: str
) -> None:
    add_code(settings, "AAAAAAAAAA")
    broken, fine = Finding("broken", 404, "It answers 404 (Not Found)."), Finding("fine", 200)
    (destination,) = read_destinations(url)

    keep_findings(url, [(destination, broken)], NOON)
    keep_findings(url, [(destination, broken)], NOON + timedelta(days=1))
    assert found(settings) == [
        ("AAAAAAAAAA", destination.url, "broken", broken.reason, NOON + timedelta(days=1), NOON)
    ]

    keep_findings(url, [(destination, fine)], NOON + timedelta(days=2))
    assert found(settings)[0][2:] == ("fine", None, NOON + timedelta(days=2), None)

    keep_findings(url, [(destination, broken)], NOON + timedelta(days=3))
    assert found(settings)[0][-1] == NOON + timedelta(days=3)


def test_finding_is_deleted_when_no_code_points_to_its_address(
    settings: Settings, url: str
) -> None:
    add_code(settings, "AAAAAAAAAA")
    (destination,) = read_destinations(url)
    keep_findings(url, [(destination, Finding("fine", 200))], NOON)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update codes set destination = 'https://new.example/'")

    keep_findings(url, [], NOON + timedelta(days=1))

    assert found(settings) == []


@pytest.mark.parametrize("status", [200, 204, 304, 401, 403, 405, 429, 503])
def test_page_that_blocks_bots_counts_as_reachable(status: int) -> None:
    assert judge(status).state == "fine"


@pytest.mark.parametrize("status", [404, 410, 500, 502, 525])
def test_error_status_is_broken_and_included_in_the_reason(status: int) -> None:
    assert judge(status).state == "broken"
    assert str(status) in (judge(status).reason or "")


def test_private_address_is_flagged_and_never_requested() -> None:
    assert look_at("http://127.0.0.1:1/").state == "private"
