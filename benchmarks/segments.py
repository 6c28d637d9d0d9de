"""Counts of segments, beside the same query over customers and events in Postgres, in the same run.

`CUSTOMERS` (20,000 by default) and `EVENTS` (200,000): events over 180 days by customers and their browsers, on 200
codes, all of them in the mart `person_acts`. The aim is for `CUSTOMERS=1000000 EVENTS=10000000`, with 4 GB of memory.
Both sides must find the same customers. Postgres stores the events in a separate table with an index on organisation,
type and time, vacuumed.
"""

import os
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import duckdb
import psycopg
from starlette.testclient import TestClient

from api.apps.web import create_app
from benchmarks.one_time_codes import _call, _organization
from benchmarks.report import Aim, Figure, percentile
from benchmarks.servers import database
from runtime.settings import Settings
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import define_macros, get_model

CUSTOMERS = int(os.environ.get("CUSTOMERS", "20000"))
EVENTS = int(os.environ.get("EVENTS", "200000"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
CODES = 200
TYPES = ("scan", "scan", "scan", "view", "view", "submit", "redemption", "order")
OWN = "coalesce(e.customer_key, b.customer_id)"
JOINED = "events_beside e left join browsers_beside b on e.customer_key is null and b.visitor = e.visitor"

QUESTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "language and tag": (
        {
            "kind": "all",
            "conditions": [
                {"kind": "language", "values": ["pt"]},
                {"kind": "tag", "values": ["vip"]},
            ],
        },
        (
            "select count(*) from customers where org_id = %(org)s and merged_into is null"
            " and (lower(language) = 'pt' or lower(language) like 'pt-%%') and tags && array['vip']"
        ),
    ),
    "sent a form in 30 days": (
        {
            "kind": "all",
            "conditions": [{"kind": "behaviour", "act": "submit", "within": {"last_days": 30}}],
        },
        (
            f"select count(distinct {OWN}) from {JOINED} where e.org_id = %(org)s and e.type = 'submit'"
            f" and e.occurred_at >= %(since)s and {OWN} is not null"
        ),
    ),
    "vip, scanned three times in 30 days, never ordered": (
        {
            "kind": "all",
            "conditions": [
                {"kind": "tag", "values": ["vip"]},
                {"kind": "behaviour", "act": "scan", "times": 3, "within": {"last_days": 30}},
                {"kind": "behaviour", "op": "is_not", "act": "order"},
            ],
        },
        f"""
        select count(*) from customers c where org_id = %(org)s and merged_into is null and tags && array['vip']
        and customer_id in (
          select {OWN} from {JOINED} where e.org_id = %(org)s and e.type = 'scan'
          and e.occurred_at >= %(since)s group by 1 having count(*) >= 3)
        and not exists (
          select from events_beside o where o.org_id = %(org)s and o.type = 'order'
          and o.customer_key = c.customer_id)""",
    ),
    "orders of 100 and more, ever": (
        {"kind": "all", "conditions": [{"kind": "value", "amount_cents": 10_000}]},
        (
            "select count(*) from (select customer_key from events_beside e where org_id = %(org)s"
            " and type = 'order' group by 1 having sum(amount_cents) >= 10000) as found"
        ),
    ),
}


def main() -> list[Figure]:
    """Seed both sides, then count each segment on both; the median round counts."""
    with database() as settings:
        org_id, key = _organization(settings)
        _seed(settings, org_id)
        app = create_app(settings)
        with (
            TestClient(app, headers={"Authorization": f"Bearer {key}"}) as client,
            psycopg.connect(settings.database_url, autocommit=True) as beside,
        ):
            return [
                _compared(client, beside, org_id, name, rules, statement)
                for name, (rules, statement) in QUESTIONS.items()
            ]


def _compared(
    client: TestClient,
    beside: "psycopg.Connection[Any]",
    org_id: str,
    name: str,
    rules: dict[str, Any],
    statement: str,
) -> Figure:
    midnight = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    values = {"org": org_id, "since": midnight - timedelta(days=29)}

    def ours() -> int:
        return int(_call(client, "preview-segment", rules=rules)["count"])

    def theirs() -> int:
        row = beside.execute(statement, values).fetchone()
        assert row is not None
        return int(row[0])

    (spent, found), (reference, expected) = _timed(ours), _timed(theirs)
    if found != expected:
        raise AssertionError(f"{name}: {found} customers, {expected} in Postgres")
    print(f"{name}: {found:,} of {CUSTOMERS:,} customers")
    return Figure(f"segment: {name}", spent, "ms", reference, "Postgres", Aim.at_most(1_000))


def _timed(work: Any) -> tuple[float, int]:
    """Return the median in milliseconds after a warm-up, and the result."""
    found = work()
    spent = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        spent.append((time.perf_counter() - began) * 1_000)
    return percentile(spent, 0.5), found


def _seed(settings: Settings, org_id: str) -> None:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("set session_replication_role = replica")  # no triggers for each row
        connection.execute("update organizations set time_zone = 'UTC' where org_id = %s", [org_id])
        connection.execute(
            "insert into customers (customer_id, org_id, number, language, tags)"
            # Two of a million random numbers may be the same.
            " select 'cus_' || lpad(n::text, 22, '0'), %s, 'C-' || translate(lpad(n::text, 8, '0'), '01', 'XY'),"
            " (array['pt', 'en', 'pt-BR', 'de'])[1 + n %% 4],"
            " case when n %% 5 = 0 then array['vip'] else '{}' end from generate_series(0, %s) n",
            [org_id, CUSTOMERS - 1],
        )
        connection.execute(
            "insert into customer_visitors (org_id, visitor_id, customer_id, is_proven)"
            " select org_id, 'v' || right(customer_id, 22), customer_id, true from customers where org_id = %s",
            [org_id],
        )
    lake = Lake.from_settings(settings)
    with duckdb.connect() as events:
        events.execute("set timezone = 'UTC'")
        events.execute("select setseed(0.7)")
        define_macros(events)
        events.execute(
            f"""
            create table events as
            select
                i, $org as org_id, list_extract($types, 1 + (i % 8)::integer) as type,
                lpad((random() * random() * {CUSTOMERS - 1})::bigint::varchar, 22, '0') as who,
                'code' || (random() * {CODES})::integer as code_id,
                time_bucket(interval '15 minutes', now() - random() * interval '180 days') as occurred_at,
                (random() * 9000)::bigint as amount
            from range({EVENTS}) as numbers (i)""",
            {"org": org_id, "types": list(TYPES)},
        )
        events.execute(
            """
            create table acts as
            select
                cast(occurred_at as date) as day, org_id, occurred_at as bucket,
                case when type in ('submit', 'redemption', 'order') then 'cus_' || who end as customer_key,
                case when type in ('scan', 'view') then visitor_hash('v' || who) end as visitor,
                type as act, code_id, cast(null as varchar) as page_id, count(*) as acts,
                cast(sum(case when type = 'order' then amount else 0 end) as bigint) as amount_cents,
                min(occurred_at) as first_at, max(occurred_at) as last_at,
                cast(date_trunc('month', cast(occurred_at as date)) as date) as month
            from events group by all order by org_id, act, bucket"""
        )
        model = get_model("marts.person_acts")
        names = ", ".join(column.name for column in model.columns)
        rows = events.execute(
            f"select {names} from acts order by org_id, act, bucket"
        ).to_arrow_table()
        mart_table(lake, "person_acts").ensure().append(rows.cast(model.schema), {0: EVENTS})
        lake.events.ensure()
        _beside(settings, events)


def _beside(settings: Settings, events: duckdb.DuckDBPyConnection) -> None:
    """Store the events a second time, as a plain table."""
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute(
            "create table events_beside (org_id text, type text, customer_key text, visitor bigint,"
            " code_id text, occurred_at timestamptz, amount_cents bigint);"
            "create table browsers_beside (visitor bigint primary key, customer_id text)"
        )
        for table, statement in (
            (
                "events_beside",
                (
                    "select org_id, type, case when type in ('submit', 'redemption', 'order') then 'cus_' || who end,"
                    " case when type in ('scan', 'view') then visitor_hash('v' || who) end, code_id, occurred_at,"
                    " case when type = 'order' then amount else 0 end from events order by occurred_at"
                ),
            ),
            (
                "browsers_beside",
                (
                    f"select visitor_hash('v' || lpad(i::varchar, 22, '0')), 'cus_' || lpad(i::varchar, 22, '0')"
                    f" from range({CUSTOMERS}) as numbers (i)"
                ),
            ),
        ):
            file = settings.var_dir / f"{table}.csv"
            events.execute(f"copy ({statement}) to '{file}' (header false)")
            with (
                file.open("rb") as rows,
                connection.cursor() as cursor,
                cursor.copy(f"copy {table} from stdin (format csv)") as copy,
            ):
                while part := rows.read(2**20):
                    copy.write(part)
            file.unlink()
        connection.execute("create index on events_beside (org_id, type, occurred_at)")
        connection.execute("vacuum analyze events_beside")
        connection.execute("vacuum analyze browsers_beside")
        connection.execute("vacuum analyze customers")
