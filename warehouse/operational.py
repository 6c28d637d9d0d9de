"""What the warehouse reads of the application's database: the views analytics_v1.*, nothing else."""

from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:  # who only asks for zones needs no query engine
    from warehouse.retention import Rule


def organization_zones(database_url: str) -> dict[str, str]:
    """IANA time zone by organisation."""
    statement = "select org_id, time_zone from analytics_v1.organizations"
    with psycopg.connect(database_url) as connection:
        return dict(connection.execute(statement).fetchall())


def retention_rules(database_url: str) -> "list[Rule]":
    """How long each organisation that said so keeps its events."""
    from warehouse.retention import Rule

    statement = "select org_id, retention_months, time_zone from analytics_v1.retention"
    with psycopg.connect(database_url) as connection:
        return [Rule(*row) for row in connection.execute(statement).fetchall()]
