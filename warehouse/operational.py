"""The data that the warehouse reads from the application's database: only the views analytics_v1.*."""

from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:  # callers that only need time zones need no query engine
    import pyarrow as pa

    from warehouse.retention import Rule

_VERSIONS = """
with version as (
  select org_id, 'code' as kind, code_id as id, valid_from, valid_to, name, type, state, folder_id,
    null as parent_id, properties::text as properties, destination_host, base_code_id,
    state = 'deleted' as is_removed
  from analytics_v1.code_history where org_id = %(org_id)s
  union all
  select org_id, 'folder', folder_id, valid_from, valid_to, name, null, null, null,
    parent_id, null, null, null, is_removed
  from analytics_v1.folder_history where org_id = %(org_id)s
  union all
  select org_id, kind, thing_id, valid_from, valid_to, name, null, null, null,
    null, null, null, null, false
  from analytics_v1.name_history where org_id = %(org_id)s
)
select org_id, kind, id, valid_from, valid_to,
  valid_from = min(valid_from) over (partition by kind, id) as is_first,
  name, type, state, folder_id, parent_id, properties, destination_host, base_code_id, is_removed
from version
order by kind, id, valid_from
"""
_FETCHED = 20_000


def organization_zones(database_url: str) -> dict[str, str]:
    """Return the IANA time zone of each organisation."""
    statement = "select org_id, time_zone from analytics_v1.organizations"
    with psycopg.connect(database_url) as connection:
        return dict(connection.execute(statement).fetchall())


def retention_rules(database_url: str) -> "list[Rule]":
    """Return how long each organisation that configured retention keeps its events."""
    from warehouse.retention import Rule

    statement = "select org_id, retention_months, time_zone from analytics_v1.retention"
    with psycopg.connect(database_url) as connection:
        return [Rule(*row) for row in connection.execute(statement).fetchall()]


def no_history() -> "pa.Table":
    """Return an empty history with its columns."""
    return _history_schema().empty_table()


def _history_schema() -> "pa.Schema":
    import pyarrow as pa

    from warehouse.exports.columns import history_columns
    from warehouse.schemas import ARROW_TYPES

    return pa.schema(
        [pa.field(name, ARROW_TYPES[one.type]) for name, one in history_columns().items()]
    )


def dimension_history(database_url: str, org_id: str) -> "pa.Table":
    """Return the versions of an organisation's codes, folders, pages and polls."""
    import pyarrow as pa

    schema = _history_schema()
    batches = []
    with (
        psycopg.connect(database_url) as connection,
        connection.cursor("dimension_history") as cursor,
    ):
        cursor.execute(_VERSIONS, {"org_id": org_id})
        while rows := cursor.fetchmany(_FETCHED):
            columns = zip(zip(*rows, strict=True), schema, strict=True)
            arrays = [pa.array(values, field.type) for values, field in columns]
            batches.append(pa.record_batch(arrays, schema=schema))
    return pa.Table.from_batches(batches, schema=schema)
