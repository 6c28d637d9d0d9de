"""The database roles of Waypost's sessions (docs/architecture.md, Tenancy), created before there is a schema."""

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
    """Create the roles that the server lacks, grant all roles to the owner, and return the names of the created ones.

    Migrations do this too. A dump names the roles but does not create them, so they must exist before it is restored.
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
            # If an administrator created the role, the administrator has granted it.
            with suppress(errors.InsufficientPrivilege):
                owner.execute(sql.SQL("grant {} to current_user").format(name))
    return made


def make_logins(settings: Settings) -> list[DatabaseRole]:
    """Set the password of each role that can log in to that of its own URL.

    No login role is a member of another role, so no statement can switch to the owner. If the owner may not alter
    roles, an administrator has created the logins and is responsible for their passwords.
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
            # Hashed here, because a statement may be logged.
            hashed = owner.pgconn.encrypt_password(str(login["password"]).encode(), role.encode())
            statement = sql.SQL("alter role {} login password {}")
            try:
                owner.execute(statement.format(sql.Identifier(role), sql.Literal(hashed.decode())))
                able.append(role)
            except errors.InsufficientPrivilege:
                log.warning("the owner may not let a role log in: an administrator must", role=role)
    return able
