"""Arrow schemas of the lake's tables. Columns are only ever added, and all times are UTC."""

import pyarrow as pa

TIMESTAMP = pa.timestamp("us", tz="UTC")

ARROW_TYPES = {
    "string": pa.string(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "bool": pa.bool_(),
    "date": pa.date32(),
    "timestamp": TIMESTAMP,
    "binary": pa.binary(),
    "strings": pa.list_(pa.string()),
}
"""Arrow types by their names in the models' YAML."""

_CONTEXT = ["country", "region", "city", "device", "system", "browser", "language", "referrer"]
_UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"]

EVENTS = pa.schema(
    [
        # UTC day of received_at, which is the Delta partition
        pa.field("day", pa.date32(), nullable=False),
        pa.field("partition", pa.int32(), nullable=False),  # Kafka partition
        pa.field("pos", pa.int64(), nullable=False),  # dense number assigned by the relay
        pa.field("event_id", pa.string(), nullable=False),
        pa.field("type", pa.string(), nullable=False),
        pa.field("version", pa.int32(), nullable=False),
        pa.field("org_id", pa.string(), nullable=False),
        pa.field("code_id", pa.string()),
        pa.field("page_id", pa.string()),
        pa.field("campaign_id", pa.string()),
        pa.field("customer_key", pa.string()),
        pa.field("occurred_at", TIMESTAMP, nullable=False),
        pa.field("received_at", TIMESTAMP, nullable=False),
        pa.field("visitor_id", pa.string()),
        pa.field("visitor_kind", pa.string(), nullable=False),  # cookie, daily, none
        *[pa.field(name, pa.string()) for name in _CONTEXT],
        *[pa.field(name, pa.string()) for name in _UTM],
        pa.field("user_agent", pa.string()),
        pa.field("rule", pa.string()),  # rule that applied, only for scans
        pa.field("outcome", pa.string()),  # redirect, page, fallback or refused, only for scans
        pa.field("is_bot", pa.bool_(), nullable=False),
        pa.field("bot_reason", pa.string()),
        pa.field("is_preview", pa.bool_(), nullable=False),
        # Whether it follows a scan of the same visitor and code within 30 min
        pa.field("is_duplicate", pa.bool_(), nullable=False),
        pa.field("verdict_version", pa.int32(), nullable=False),
        pa.field("amount_cents", pa.int64()),  # orders and redemptions
        pa.field("is_demo", pa.bool_(), nullable=False),
        pa.field("data", pa.string(), nullable=False),  # the family's own fields, as JSON
    ]
)

BROWSERS = pa.schema([("visitor_id", pa.string()), ("customer_id", pa.string())])

HORIZONS = pa.schema(
    [
        pa.field("org_id", pa.string(), nullable=False),
        pa.field("before", TIMESTAMP, nullable=False),
        pa.field("first_day", pa.date32(), nullable=False),
    ]
)
