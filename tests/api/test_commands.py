"""Commands of the API."""

import orjson
import psycopg
import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.apps.keys import NoSuchOrganization, make_key
from api.auth.roles import Role
from api.commands import jobs, migrate, openapi
from api.db.health import schema
from api.db.migrations import upgrade
from runtime.embedded.process import ServiceFailed
from runtime.settings import Settings
from tests.support.descriptions import described
from tests.support.people import Org


def test_api_key_created_by_command_grants_access_to_the_organisation(
    client: TestClient, org: Org, settings: Settings
) -> None:
    key = make_key(settings, org.slug, Role.ADMIN, "For a script")

    me = client.get("/v1/me", headers={"Authorization": f"Bearer {key}"}).json()

    assert me["role"] == "admin"
    assert me["organization"]["org_id"] == org.org_id


def test_unknown_organisation_error_lists_the_known_ones(org: Org, settings: Settings) -> None:
    with pytest.raises(NoSuchOrganization, match=org.slug):
        make_key(settings, "no-such", Role.VIEWER, "x")


def test_api_description_is_printed_with_no_service_running(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    nowhere = {"database_url_setting": SecretStr("postgresql://nobody@127.0.0.1:1/none")}
    away = settings.model_copy(update=nowhere)
    monkeypatch.setattr("runtime.settings.get_settings", lambda: away)

    openapi()

    assert orjson.loads(capfdbinary.readouterr().out) == described()


def test_jobs_log_no_names_and_no_secrets(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    configured: list[str] = []

    async def nothing(_app: object) -> None:
        assert configured == ["jobs"]

    monkeypatch.setattr("runtime.logs.configure", lambda _settings, name: configured.append(name))
    monkeypatch.setattr("runtime.settings.get_settings", lambda: settings)
    monkeypatch.setattr("api.jobs.worker.work_until_signal", nothing)

    jobs()

    assert configured == ["jobs"]


def test_migrating_again_changes_nothing(settings: Settings) -> None:
    with psycopg.connect(settings.database_url) as connection:
        before = connection.execute("select version_num from alembic_version").fetchall()

    upgrade(settings)

    with psycopg.connect(settings.database_url) as connection:
        after = connection.execute("select version_num from alembic_version").fetchall()
    assert before == after
    assert len(after) == 1


def test_new_database_is_migrated_from_empty(settings: Settings) -> None:
    """The database of every test is a copy of an empty one that `upgrade` migrated."""
    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        assert connection.execute("select count(*) from organizations").fetchone() == (0,)


def test_release_older_than_the_schema_leaves_it_and_starts(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    change = "update alembic_version set version_num = %s returning version_num"
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        (known,) = connection.execute("select version_num from alembic_version").fetchall()
        connection.execute(change, ["9999"])
        try:
            upgrade(settings)

            found = next(iter(schema(settings)))
            left = connection.execute("select version_num from alembic_version").fetchall()
        finally:
            connection.execute(change, known)

    assert left == [("9999",)]
    assert (found.state, found.advice) == ("warn", "")
    assert "revision 9999" in found.text


def test_address_of_the_database_that_is_none_is_one_sentence_that_names_the_setting(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    away = settings.model_copy(update={"database_url_setting": SecretStr("somewhere")})
    monkeypatch.setattr("runtime.settings.get_settings", lambda: away)

    with pytest.raises(ServiceFailed, match="DATABASE_URL"):
        migrate()
