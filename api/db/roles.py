"""The roles that sessions of Waypost take on (docs/architecture.md, Tenancy), before there is a schema."""

from contextlib import suppress
from typing import get_args

import psycopg
import structlog
from psycopg import errors, sql
from psycopg.conninfo import conninfo_to_dict

from runtime.database_settings import DatabaseRole
from runtime.settings import Settings

log = structlog.get_logger(__name__)


def make_roles(settings: Settings) -> list[str]:
    """Make those that the server lacks and grant all to the owner; the names of those made.

    Migrations do this too; a dump names the roles and makes none, so they come before it.
    """
    made = []
    with psycopg.connect(settings.database_url, autocommit=True) as owner:
        for role in get_args(DatabaseRole):
            name = sql.Identifier(role)
            try:
                owner.execute(sql.SQL("create role {} nologin").format(name))
                made.append(role)
            except errors.DuplicateObject:
                pass
            # Where an administrator made it, the administrator granted it.
            with suppress(errors.InsufficientPrivilege):
                owner.execute(sql.SQL("grant {} to current_user").format(name))
    return made


def make_logins(settings: Settings) -> list[DatabaseRole]:
    """Give each role the password of its own URL, where a role can log in.

    No login role is a member of another role, so no statement leads to the owner. If the owner may not alter
    roles, an administrator has made the logins, and their passwords are the administrator's business.
    """
    able: list[DatabaseRole] = []
    if not (settings.embedded_postgres or settings.role_urls):
        return able
    with psycopg.connect(settings.database_url, autocommit=True) as owner:
        for role in get_args(DatabaseRole):
            if not settings.embedded_postgres and role not in settings.role_urls:
                continue
            login = conninfo_to_dict(settings.database_url_as(role))
            if login.get("user") != role or not login.get("password"):
                continue
            # Hashed here: a statement may be logged.
            hashed = owner.pgconn.encrypt_password(str(login["password"]).encode(), role.encode())
            statement = sql.SQL("alter role {} login password {}")
            try:
                owner.execute(statement.format(sql.Identifier(role), sql.Literal(hashed.decode())))
                able.append(role)
            except errors.InsufficientPrivilege:
                log.warning("the owner may not let a role log in: an administrator must", role=role)
    return able
