"""The views analytics_v1.* and what each role sees through them."""

import psycopg
import pytest

from runtime.settings import Settings
from warehouse.operational import organization_zones, retention_rules
from warehouse.retention import Rule


@pytest.fixture
def organizations(settings: Settings) -> Settings:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name, time_zone) values"
            " ('org_a', 'a', 'A', 'America/New_York'), ('org_b', 'b', 'B', 'Asia/Kathmandu')"
        )
        connection.execute(
            "insert into codes (code_id, org_id, name, type) values"
            " ('aaaaaaaaaa', 'org_a', 'Table 1', 'page'), ('bbbbbbbbbb', 'org_b', 'Door', 'page')"
        )
    return settings


def test_pipelines_see_the_time_zone_of_every_organisation(organizations: Settings) -> None:
    zones = organization_zones(organizations.database_url_as("waypost_pipelines"))

    assert zones == {"org_a": "America/New_York", "org_b": "Asia/Kathmandu"}


@pytest.mark.parametrize("view", ["organizations", "codes"])
def test_tenant_sees_only_its_own_rows(organizations: Settings, view: str) -> None:
    with psycopg.connect(organizations.database_url_as("waypost_app")) as connection:
        connection.execute("select set_config('app.org_id', 'org_a', false)")
        seen = connection.execute(f"select org_id from analytics_v1.{view}").fetchall()

    assert seen == [("org_a",)]


@pytest.mark.parametrize("table", ["users", "memberships", "api_keys", "codes", "outbox"])
def test_pipelines_cannot_read_entire_tables(organizations: Settings, table: str) -> None:
    with (
        psycopg.connect(organizations.database_url_as("waypost_pipelines")) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(f"select * from {table}")


def test_visitor_role_cannot_read_any_view(organizations: Settings) -> None:
    with (
        psycopg.connect(organizations.database_url_as("waypost_visitor")) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("select * from analytics_v1.organizations")


def test_pipelines_see_the_retention_period_of_each_organisation(organizations: Settings) -> None:
    with psycopg.connect(organizations.database_url) as connection:
        connection.execute("update organizations set retention_months = 13 where org_id = 'org_b'")

    rules = retention_rules(organizations.database_url_as("waypost_pipelines"))

    assert rules == [Rule("org_b", 13, "Asia/Kathmandu")]
