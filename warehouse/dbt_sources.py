"""The lake's tables as dbt sources, with the meaning of every table and column.

dbt-duckdb reads them with its `delta` plugin, through the Python package `deltalake`
(https://github.com/duckdb/dbt-duckdb#using-plugins). Nothing of the lake is copied.
"""

from typing import Any

import yaml

from warehouse.dictionary import DescribedTable, data_dictionary

SOURCE = "waypost"
LAKE = "{{ env_var('WAYPOST_LAKE') }}"
"""The lake's root as dbt resolves it at run time: a folder, or s3://bucket/lake."""


def as_dbt_sources() -> str:
    """Return a `sources.yml` (version 2 of dbt) for events and marts."""
    tables = [_table(table) for table in data_dictionary() if table.kind in ("events", "mart")]
    source = {
        "name": SOURCE,
        "description": "The Delta tables of Waypost's lake, all organisations; filter by org_id.",
        "tables": tables,
    }
    return yaml.safe_dump(
        {"version": 2, "sources": [source]}, sort_keys=False, allow_unicode=True, width=110
    )


def _table(table: DescribedTable) -> dict[str, Any]:
    folder = table.name if table.kind == "events" else f"marts/{table.name}"
    return {
        "name": table.name,
        "description": f"{table.description} One row is {table.grain}.",
        "config": {"meta": {"plugin": "delta", "delta_table_path": f"{LAKE}/{folder}"}},
        "columns": [
            {
                "name": column.name,
                "data_type": column.type,
                "description": f"{column.definition} ({column.unit})"
                if column.unit
                else column.definition,
            }
            for column in table.columns
        ],
    }
