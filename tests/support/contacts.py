"""Addresses and numbers of customers in the database: written as the product does, and searched for in plain text."""

from typing import Any

import psycopg
from psycopg import sql

from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings
from tests.support.people import Org


def rows_naming(settings: Settings, needles: list[str]) -> list[tuple[str, str]]:
    """Return (table, needle) for every row in the database whose text or bytes contain a needle."""
    found = []
    with psycopg.connect(settings.database_url) as connection:
        tables = connection.execute(
            "select schemaname, tablename from pg_tables"
            " where schemaname not in ('pg_catalog', 'information_schema')"
        ).fetchall()
        for schema, table in tables:
            query = sql.SQL(
                "select exists (select from {} as t where t::text like {} or t::text like {})"
            )
            for needle in needles:
                as_bytes = needle.encode().hex()
                statement = query.format(
                    sql.Identifier(schema, table),
                    sql.Literal(f"%{needle}%"),
                    sql.Literal(f"%{as_bytes}%"),
                )
                ((there,),) = connection.execute(statement).fetchall()
                if there:
                    found.append((table, needle))
    return found


def tell(
    connection: psycopg.Connection[Any],
    settings: Settings,
    org: Org,
    customer_id: str,
    **contacts: str,
) -> None:
    """Give a customer an address or number, as if a member had entered it."""
    sealer = Sealer.of(settings)
    ((stored,),) = connection.execute(
        "select sealing_key from customers where customer_id = %s", [customer_id]
    ).fetchall()
    key = stored or sealer.new_key()
    values: dict[str, Any] = {"sealing_key": key}
    if "email" in contacts:
        values |= sealer.sealed_contact(org.org_id, key, "email", contacts["email"])
    if "phone" in contacts:
        values |= sealer.sealed_contact(org.org_id, key, "phone", contacts["phone"])
    connection.execute(
        f"update customers set {', '.join(f'{name} = %({name})s' for name in values)}"
        " where customer_id = %(customer_id)s",
        {**values, "customer_id": customer_id},
    )
