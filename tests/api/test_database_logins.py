"""A login for each role: a person with a login gets no further than its role, whatever SQL they can run."""

from typing import get_args

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from pydantic import SecretStr
from sqlalchemy import make_url
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.db.health import schema
from api.db.roles import make_logins
from runtime.database_settings import DatabaseRole
from runtime.settings import Settings
from tests.support.people import Somebody

ROLES = get_args(DatabaseRole)


@pytest.fixture
def apart(api_settings: Settings) -> Settings:
    """Return the settings of an installation whose owner has created a login for each role."""
    url = make_url(api_settings.database_url).set(password="of-the-roles")
    urls = {
        f"{role.removeprefix('waypost_')}_url_setting": SecretStr(
            url.set(username=role).render_as_string(hide_password=False)
        )
        for role in ROLES
    }
    settings = api_settings.model_copy(update=urls)
    assert make_logins(settings) == list(ROLES)
    return settings


@pytest.mark.parametrize("role", ROLES)
def test_no_role_login_can_become_the_database_owner(apart: Settings, role: DatabaseRole) -> None:
    owner = conninfo_to_dict(apart.database_url)["user"]

    with psycopg.connect(apart.database_url_as(role), autocommit=True) as connection:
        row = connection.execute("select current_user, session_user").fetchone()
        for other in {owner, "postgres", *ROLES} - {role}:
            with pytest.raises(psycopg.Error):
                connection.execute(f"set role {other}".encode())
        connection.execute("reset role")
        again = connection.execute("select current_user").fetchone()

    assert row == (role, role)
    assert again == (role,)


def test_owner_assumes_the_roles_if_they_have_no_separate_logins(api_settings: Settings) -> None:
    assert make_logins(api_settings) == []
    with psycopg.connect(api_settings.database_url_as("waypost_app")) as connection:
        assert connection.execute("select current_user").fetchone() == ("waypost_app",)
    assert [it.state for it in schema(api_settings) if it.name == "database logins"] == ["warn"]


def test_web_process_runs_without_owner_credentials(apart: Settings, viewer: Somebody) -> None:
    without = apart.model_copy(update={"database_url_setting": None})

    with TestClient(create_app(without)) as client:
        answer = client.get("/v1/me", headers=viewer.headers)

    assert answer.json()["role"] == "viewer"
    assert not without.embedded_postgres
    with pytest.raises(ValueError, match="set DATABASE_URL"):
        assert without.database_url
