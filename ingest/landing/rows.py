"""Events as rows of the lake, assembled column by column because a batch becomes an Arrow table."""

from datetime import date, datetime
from operator import attrgetter
from typing import Any

import pyarrow as pa
from pydantic_core import to_json

from ingest.contracts.envelope import Event, Verdicts
from ingest.contracts.order import OrderData
from ingest.contracts.redemption import RedemptionData
from ingest.contracts.scan import ScanData
from warehouse.schemas import EVENTS

_CONTEXT = (
    *("country", "region", "city", "device", "system", "browser", "language", "referrer"),
    *("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "user_agent"),
)
_PLAIN = {
    **{
        name: name
        for name in (
            *("type", "version", "org_id", "code_id", "page_id", "campaign_id", "customer_key"),
            *("occurred_at", "received_at", "is_demo"),
        )
    },
    "visitor_id": "visitor.id",
    "visitor_kind": "visitor.kind",
    **{name: f"context.{name}" for name in _CONTEXT},
}
_plain_values = attrgetter(*_PLAIN.values())
COLUMNS = (
    *_PLAIN,
    *("day", "partition", "pos", "event_id", "rule", "outcome", "is_bot", "bot_reason"),
    *("is_preview", "is_duplicate", "verdict_version", "amount_cents", "data"),
)
"""Columns of a row, in order."""
_WITH_AMOUNT = (OrderData, RedemptionData)
_NO_VERDICTS = Verdicts(version=0)


def event_row(event: Event, partition: int, pos: int, *, is_duplicate: bool) -> tuple[Any, ...]:
    """Return the event as one row, in the order that `event_table` expects."""
    verdicts = event.verdicts or _NO_VERDICTS
    data = event.data
    rule, outcome = (data.rule, data.outcome) if isinstance(data, ScanData) else (None, None)
    return (
        *_plain_values(event),
        arrival_day(event.received_at),
        partition,
        pos,
        str(event.event_id),
        rule,
        outcome,
        verdicts.is_bot,
        verdicts.bot_reason,
        verdicts.is_preview,
        is_duplicate,
        verdicts.version,
        data.amount_cents if isinstance(data, _WITH_AMOUNT) else None,
        to_json(data, exclude_none=True).decode(),
    )


def event_table(rows: list[tuple[Any, ...]]) -> pa.Table:
    """Return the rows as a table with the columns of EVENTS."""
    columns = dict(zip(COLUMNS, zip(*rows, strict=True), strict=True)) if rows else {}
    return pa.table(
        [_array(columns.get(field.name, ()), field.type) for field in EVENTS], schema=EVENTS
    )


def arrival_day(received_at: datetime) -> date:
    """Return the day that partitions the event in the lake. It is the day of arrival, because a retry after midnight
    must not move the event.
    """
    return received_at.date()


def _array(values: tuple[Any, ...], kind: pa.DataType) -> pa.Array:
    return pa.array(values, type=kind)
