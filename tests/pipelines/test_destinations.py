"""The nightly look at where codes lead, from Postgres and back to it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

from pipelines.destinations import check_all, judge, look_at
from runtime.settings import Settings
from warehouse.destinations import Destination, Finding, keep_findings, read_destinations

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


def test_every_address_of_active_codes_is_looked_at(settings: Settings, url: str) -> None:
    rule = {
        "id": "r1",
        "conditions": [],
        "outcome": {"kind": "redirect", "url": "https://b.example/"},
    }
    add_code(settings, "AAAAAAAAAA", fallback_url="https://fallback.example/", rules=Jsonb([rule]))
    add_code(settings, "BBBBBBBBBB", state="paused")
    add_code(settings, "CCCCCCCCCC", deleted_at=NOON)

    assert [(one.code_id, one.url) for one in read_destinations(url)] == [
        ("AAAAAAAAAA", "https://b.example/"),
        ("AAAAAAAAAA", "https://fallback.example/"),
        ("AAAAAAAAAA", "https://shop.example/menu"),
    ]


def test_an_address_is_asked_once_whoever_leads_there() -> None:
    asked: list[str] = []

    def look(url: str) -> Finding:
        asked.append(url)
        return Finding("fine", 200)

    codes = [Destination("org_a", code, "https://shop.example/") for code in "ABC"]

    assert [one for one, _ in check_all(codes, look)] == codes
    assert asked == ["https://shop.example/"]


def test_since_when_it_is_broken_is_kept_until_it_is_mended(settings: Settings, url: str) -> None:
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


def test_an_address_that_no_code_leads_to_is_forgotten(settings: Settings, url: str) -> None:
    add_code(settings, "AAAAAAAAAA")
    (destination,) = read_destinations(url)
    keep_findings(url, [(destination, Finding("fine", 200))], NOON)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update codes set destination = 'https://new.example/'")

    keep_findings(url, [], NOON + timedelta(days=1))

    assert found(settings) == []


@pytest.mark.parametrize("status", [200, 204, 304, 401, 403, 405, 429, 503])
def test_a_page_that_keeps_programs_out_is_there(status: int) -> None:
    assert judge(status).state == "fine"


@pytest.mark.parametrize("status", [404, 410, 500, 502, 525])
def test_an_error_is_broken_and_says_which(status: int) -> None:
    assert judge(status).state == "broken"
    assert str(status) in (judge(status).reason or "")


def test_a_private_address_is_flagged_and_never_asked() -> None:
    assert look_at("http://127.0.0.1:1/").state == "private"
