"""Row-level security by itself: what a session of one organisation can see with hand-written SQL."""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg import sql

from runtime.settings import Settings
from tests.support.people import Org, People

ROLES = ("waypost_app", "waypost_visitor", "waypost_events")
OPEN_TO_VISITORS = {
    "outbox": {"INSERT"},
    "code_counters": {"INSERT"},
    "code_visitors": {"INSERT"},
    "idempotency_keys": {"INSERT", "UPDATE"},
    "missed_hours": {"INSERT", "UPDATE"},
}
"""The tables that the visitors' role may change, and how."""


@pytest.fixture
def owner_connection(settings: Settings) -> Iterator[psycopg.Connection]:
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def two_orgs(people: People) -> tuple[Org, Org]:
    orgs = people.org("Harbor Coffee"), people.org("Northwind Books")
    for org in orgs:
        people.member(org, "owner")
        people.key(org)
    return orgs


def tenant_tables(connection: psycopg.Connection) -> list[str]:
    rows = connection.execute(
        "select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid"
        " where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')"
        " and not c.relispartition and a.attname = 'org_id' and not a.attisdropped"
        " order by 1"
    ).fetchall()
    return [row[0] for row in rows]


def granted(connection: psycopg.Connection, role: str) -> dict[str, set[str]]:
    rows = connection.execute(
        "select table_name, privilege_type from information_schema.role_table_grants"
        " where grantee = %s and table_schema = 'public'",
        [role],
    ).fetchall()
    grants: dict[str, set[str]] = {}
    for table, privilege in rows:
        grants.setdefault(table, set()).add(privilege)
    return grants


def test_every_tenant_table_that_the_app_reads_has_row_level_security(
    owner_connection: psycopg.Connection,
) -> None:
    readable = {
        table
        for table, privileges in granted(owner_connection, "waypost_app").items()
        if privileges - {"INSERT"}
    }
    secured = {
        row[0]
        for row in owner_connection.execute(
            "select relname from pg_class where relrowsecurity"
        ).fetchall()
    }

    personal = readable & {*tenant_tables(owner_connection), "users"}
    assert len(personal) >= 6
    assert personal - secured == set()


def test_session_sees_only_the_organisation_it_entered(
    settings: Settings, owner_connection: psycopg.Connection, two_orgs: tuple[Org, Org]
) -> None:
    mine, _ = two_orgs
    readable = granted(owner_connection, "waypost_app")
    tables = [it for it in tenant_tables(owner_connection) if "SELECT" in readable.get(it, set())]
    assert {"organizations", "memberships", "api_keys"} <= set(tables)

    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        connection.execute("select set_config('app.org_id', %s, true)", [mine.org_id])
        for table in tables:
            query = sql.SQL("select distinct org_id from {}").format(sql.Identifier(table))
            assert {row[0] for row in connection.execute(query)} <= {mine.org_id}, table


def test_session_that_entered_no_organisation_sees_nothing(
    settings: Settings, two_orgs: tuple[Org, Org]
) -> None:
    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        for table in ("organizations", "users", "memberships", "invitations", "api_keys"):
            query = sql.SQL("select count(*) from {}").format(sql.Identifier(table))
            row = connection.execute(query).fetchone()
            assert row == (0,), table


def test_session_writes_only_to_the_organisation_it_entered(
    settings: Settings, two_orgs: tuple[Org, Org]
) -> None:
    mine, other = two_orgs

    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        connection.execute("select set_config('app.org_id', %s, true)", [mine.org_id])
        changed = connection.execute(
            "update organizations set name = 'taken' where org_id = %s", [other.org_id]
        )
        assert changed.rowcount == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            connection.execute(
                "insert into api_keys (key_id, org_id, name, role, prefix, key_hash)"
                " values ('k', %s, 'n', 'owner', 'p', 'h')",
                [other.org_id],
            )


def test_row_cannot_be_moved_to_another_organisation(
    settings: Settings, two_orgs: tuple[Org, Org]
) -> None:
    mine, other = two_orgs

    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        connection.execute("select set_config('app.org_id', %s, true)", [mine.org_id])
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            connection.execute("update api_keys set org_id = %s", [other.org_id])


def test_logged_in_user_sees_only_their_own_user_row(settings: Settings, people: People) -> None:
    one, _other = people.user(), people.user()

    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        connection.execute("select set_config('app.user_sub', %s, true)", [one.sub])
        rows = connection.execute("select user_id from users").fetchall()

    assert rows == [(one.user_id,)]


def test_visitor_role_can_write_only_to_the_outbox_and_counters(
    owner_connection: psycopg.Connection,
) -> None:
    for table, privileges in granted(owner_connection, "waypost_visitor").items():
        may_change = privileges & {"INSERT", "UPDATE", "DELETE", "TRUNCATE"}
        base = table.split("_p")[0] if table.startswith("outbox_") else table
        assert may_change <= OPEN_TO_VISITORS.get(base, set()), table


@pytest.mark.parametrize("table", ["users", "memberships", "api_keys", "invitations"])
@pytest.mark.parametrize("role", ["waypost_visitor", "waypost_events"])
def test_other_roles_cannot_read_identity_tables(settings: Settings, role: str, table: str) -> None:
    with (
        psycopg.connect(settings.database_url_as(role)) as connection,  # type: ignore[arg-type]
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(sql.SQL("select * from {}").format(sql.Identifier(table)))


def test_no_role_is_an_owner_or_bypasses_security(owner_connection: psycopg.Connection) -> None:
    rows = owner_connection.execute(
        "select rolname from pg_roles where rolname = any(%s)"
        " and (rolsuper or rolbypassrls or rolcreaterole)",
        [list(ROLES)],
    ).fetchall()
    owned = owner_connection.execute(
        "select relname from pg_class where relowner = any(select oid from pg_roles"
        " where rolname = any(%s))",
        [list(ROLES)],
    ).fetchall()

    assert rows == []
    assert owned == []
