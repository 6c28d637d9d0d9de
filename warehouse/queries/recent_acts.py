"""Recent acts of an organisation's customers and visitors, event by event, for questions whose columns are in
no mart.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import duckdb

from warehouse.damage import unreadable
from warehouse.date_ranges import Range
from warehouse.lake import Lake
from warehouse.queries.sources import Parameters, read_sql, within_sql
from warehouse.reader import Snapshots, connect, of_organisation


class RecentAct(NamedTuple):
    """An event of a person. `visitor_id` is that of a browser's cookie."""

    type: str
    event_id: str
    occurred_at: datetime
    customer_key: str | None
    visitor_id: str | None
    code_id: str | None
    page_id: str | None
    data: Mapping[str, Any]


def recent_acts(
    lake: Lake, org_id: str, types: Sequence[str], span: Range, most: int
) -> list[RecentAct]:
    """Return the newest events of these types in a span, of known customers and of browsers that may be theirs, in the
    order in which they happened.

    Raises:
        LakeUnreadableError: part of the lake cannot be read.
    """
    files = of_organisation(
        Snapshots().of(lake.events).between("occurred_at", span.start, span.end), org_id
    )
    if not files:
        return []
    parameters = Parameters()
    statement = (
        "select family_of(type, version, data) as family, cast(event_id as varchar), occurred_at, customer_key,"
        " case when visitor_kind = 'cookie' then visitor_id end, code_id, page_id, cast(data as varchar)"
        f" from {read_sql(files, parameters)}"
        f" where org_id = {parameters.bind(org_id)} and {within_sql('occurred_at', [span], parameters)}"
        f" and list_contains({parameters.bind(list(types))}::varchar[], family) and not is_bot and not is_preview"
        " and (customer_key is not null or (visitor_kind = 'cookie' and visitor_id is not null))"
        f" order by occurred_at desc limit {parameters.bind(most)}"
    )
    connection = connect(lake, memory_limit="384MB")
    try:
        rows = connection.execute(statement, parameters.values).fetchall()
    except duckdb.Error as error:
        reason = unreadable(lake, error)
        if reason is None:
            raise
        raise reason from error
    finally:
        connection.close()
    return [
        RecentAct(
            type_,
            event_id,
            at.astimezone(UTC),
            customer,
            visitor,
            code_id,
            page_id,
            json.loads(data) if data else {},
        )
        for type_, event_id, at, customer, visitor, code_id, page_id, data in reversed(rows)
    ]
