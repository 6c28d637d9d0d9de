"""What the warehouse reads of the application's database: the views analytics_v1.*, nothing else."""

import psycopg


def organization_zones(database_url: str) -> dict[str, str]:
    """IANA time zone by organisation."""
    statement = "select org_id, time_zone from analytics_v1.organizations"
    with psycopg.connect(database_url) as connection:
        return dict(connection.execute(statement).fetchall())
