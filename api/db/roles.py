"""The roles that sessions of Waypost take on (docs/architecture.md, Tenancy), before there is a schema."""

from contextlib import suppress
from typing import get_args

import psycopg
from psycopg import errors, sql

from runtime.settings import DatabaseRole, Settings


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
