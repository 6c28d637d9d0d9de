"""Events of every family, made by DuckDB a day at a time, the same for the same pace and number of days."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import duckdb
import pyarrow as pa

from warehouse.schemas import EVENTS

ORGANISATIONS = 50
DAYS = 90
ZONES = ("America/New_York", "Europe/London", "Asia/Kathmandu", "Australia/Sydney", "UTC")
FIRST_DAY = date(2026, 8, 24)
NOW = datetime(2026, 11, 21, 21, tzinfo=UTC)
"""The moment that the questions are asked; the last day is not over yet."""
PARTITIONS = 4
CODES = 80
"""Codes of each organisation; the first has half of its scans."""


def org_id(number: int) -> str:
    """Id of the organisation with the number-th most traffic, from 1."""
    return f"org_{number:02d}"


def zones() -> dict[str, str]:
    """Time zone by organisation."""
    return {org_id(n): ZONES[n % len(ZONES)] for n in range(1, ORGANISATIONS + 1)}


def days(events: int) -> Iterator[pa.Table]:
    """About `events` events over `DAYS` days, one table a day of arrival; the last one ends at `NOW`."""
    yield from arrivals(events // DAYS, FIRST_DAY, DAYS, people=events // 3, last_seconds=21 * 3600)


def arrivals(
    a_day: int,
    first_day: date,
    count: int,
    *,
    people: int,
    after: int = 0,
    seconds: int = 86_400,
    last_seconds: int | None = None,
) -> Iterator[pa.Table]:
    """`count` days of `a_day` events each from the day `after` the first on, one table a day of arrival.

    `people`: how many may come; three scans in ten are by a fortieth of them. `seconds`: of each day in which
    events arrive, `last_seconds` of the last one.
    """
    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    connection.execute("set threads = 2")
    # The hash of a position and a letter stands for a random number, so that every run sees the same.
    connection.execute("create macro die(what, which) as cast(hash(what, which) >> 2 as bigint)")
    connection.execute(
        """
        create table organisations as
        with weights as (select n, 1.0 / n as weight from range(1, $count + 1) as t(n))
        select 'org_' || lpad(n::varchar, 2, '0') as org_id,
            coalesce(sum(weight) over (order by n rows unbounded preceding)
                - weight, 0) / sum(weight) over () as low,
            sum(weight) over (order by n rows unbounded preceding)
                / sum(weight) over () as high
        from weights
        """,
        {"count": ORGANISATIONS},
    )
    for number in range(after, after + count):
        day = first_day + timedelta(days=number)
        is_last = number == after + count - 1
        rows = connection.execute(
            _DAY,
            {
                "rows": a_day,
                "first": number * a_day,
                "day": datetime(day.year, day.month, day.day, tzinfo=UTC),
                "seconds": last_seconds if is_last and last_seconds else seconds,
                "codes": CODES,
                "partitions": PARTITIONS,
                "people": people,
            },
        ).to_arrow_table()
        yield rows.select(EVENTS.names).cast(EVENTS)


def reached(rows: pa.Table) -> dict[int, int]:
    """The last position of these events in each partition."""
    tops = rows.group_by("partition").aggregate([("pos", "max")]).to_pylist()
    return {row["partition"]: row["pos_max"] for row in tops}


_DAY = """
with dice as (
    select
        $first + i as pos,
        i,
        (die($first + i, 'o') % 1000003) / 1000003.0 as which_org,
        die($first + i, 'v') as v,
        die($first + i, 'w') as w,
        die($first + i, 'c') as c,
        die($first + i, 't') % 1000 as t,
        die($first + i, 'b') % 100 as b,
        die($first + i, 'u') as u,
        die($first + i, 'l') % 100 as l
    from range($rows) as t(i)
),
placed as (
    select dice.*, organisations.org_id
    from dice
    inner join organisations on which_org >= low and which_org < high
),
-- Three in ten come again: their visitor is drawn from a small part of all.
people as (
    select *,
        org_id || '-' || case when v % 10 < 3 then w % greatest($people // 40, 1)
            else w % $people end as visitor_id
    from placed
),
described as (
    select *, die(visitor_id, 'p') as p, die(visitor_id, 'q') as q from people
)
select
    cast($day as date) as day,
    cast(die(org_id, c) % $partitions as integer) as partition,
    pos,
    'event-' || pos as event_id,
    case when t < 700 then 'scan' when t < 850 and u % 5 < 3 then 'view' when t < 850 then 'use'
        when t < 890 then 'submit'
        when t < 920 then 'vote' when t < 940 then 'play' when t < 965 then 'message'
        when t < 975 then 'pass' when t < 985 then 'redemption' when t < 995 then 'order'
        else 'miss' end as type,
    case when t between 700 and 849 and u % 5 < 3 then 3 else 1 end as version,
    org_id,
    org_id || '-code-' || case when c % 2 = 0 then 0
        else cast(floor(power((c % 10007) / 10007.0, 3) * $codes) as integer) end as code_id,
    case when t >= 700 then org_id || '-page-' || c % 20 end as page_id,
    case when u % 3 = 0 then org_id || '-campaign-' || c % 6 end as campaign_id,
    case when t between 850 and 889 or t >= 940 and t < 995 then 'customer-' || visitor_id end
        as customer_key,
    $day + to_microseconds(cast(i * ($seconds * 1000000.0 / $rows) as bigint))
        - case when l < 1 then to_seconds(u % 172800) else to_seconds(0) end as occurred_at,
    $day + to_microseconds(cast(i * ($seconds * 1000000.0 / $rows) as bigint)) as received_at,
    visitor_id,
    'cookie' as visitor_kind,
    ['US', 'GB', 'DE', 'FR', 'NP', 'AU', 'CA', 'IN', 'BR', 'JP', 'ES', 'IT'][
        1 + cast(floor(power((p % 997) / 997.0, 2) * 12) as integer)] as country,
    'Region ' || floor(power((p % 997) / 997.0, 2) * 40) as region,
    'City ' || floor(power((p % 997) / 997.0, 2) * 150) as city,
    ['phone', 'phone', 'phone', 'phone', 'tablet', 'desktop', 'desktop', 'other'][1 + q % 8] as device,
    ['iOS', 'Android', 'Android', 'iOS', 'iOS', 'Windows', 'macOS', 'Linux'][1 + q % 8] as system,
    ['Safari', 'Chrome', 'Samsung Internet', 'Safari', 'Chrome', 'Edge', 'Firefox', 'Chrome'][
        1 + (q // 8) % 8] as browser,
    ['en', 'en', 'en', 'de', 'fr', 'es', 'ne', 'ja'][1 + (q // 64) % 8] as language,
    case when u % 10 < 7 then null else 'site' || u % 17 || '.example' end as referrer,
    case when u % 5 = 0 then ['mail', 'poster', 'table', 'social'][1 + (u // 5) % 4] end
        as utm_source,
    case when u % 5 = 0 then ['print', 'email', 'post'][1 + (u // 20) % 3] end as utm_medium,
    case when u % 5 = 0 then 'campaign-' || (u // 60) % 12 end as utm_campaign,
    null as utm_term,
    null as utm_content,
    'Mozilla/5.0' as user_agent,
    null as rule,
    case when t < 700 then ['redirect', 'page', 'page', 'fallback'][1 + u % 4] end as outcome,
    b < 8 as is_bot,
    case when b < 8 then 'list' end as bot_reason,
    b between 8 and 9 as is_preview,
    t < 700 and u % 11 = 0 as is_duplicate,
    1 as verdict_version,
    case when t >= 975 and t < 985 then u % 900
        when t >= 985 and t < 995 then (u % 9000) * [1, 1, 1, -1, 0][1 + u % 5] end as amount_cents,
    false as is_demo,
    case
        when t < 700 then '{}'
        when t < 850 and u % 5 < 3 then '{}'
        when t < 850 then '{"action":"' || ['click', 'duration'][u % 5 - 2] || '"}'
        when t < 890 then
            '{"submission_id":"sub-' || pos || '","form":"' || ['sign-up', 'survey'][1 + c % 2]
            || '","fields":["name","phone"' || ['', ',"email"', ',"email","city"'][1 + u % 3]
            || '],"is_new_customer":' || (u % 2 = 0) || '}'
        when t < 920 then
            '{"poll_id":"poll-' || c % 3 || '","choice":"' || ['tea', 'coffee', 'water'][1 + u % 3]
            || '"}'
        when t < 940 then
            '{"game_id":"game-' || c % 3 || '","play_id":"play-' || pos || '","kind":"quiz",'
            || '"result":"' || ['won', 'lost', 'scored', 'scored'][1 + u % 4] || '","season":'
            || 1 + c % 4 || ',"score":' || u % 1000 || ',"duration_ms":' || u % 60000 || '}'
        when t < 965 then
            '{"message_id":"message-' || w % $people || '","channel":"' || ['sms', 'email'][1 + u % 2]
            || '","status":"'
            || ['sent', 'sent', 'delivered', 'delivered', 'failed', 'opened', 'clicked', 'unsubscribed'][
                1 + u % 8] || '"}'
        when t < 975 then
            '{"pass_id":"pass-' || w % $people || '","action":"'
            || ['created', 'downloaded', 'installed', 'updated', 'removed'][1 + u % 5]
            || '","wallet":"' || ['apple', 'google'][1 + u % 2] || '"}'
        when t < 985 then
            '{"redemption_id":"redemption-' || pos || '","kind":"'
            || ['one_time_code', 'promo_code', 'reward'][1 + u % 3] || '","subject_id":"subject-'
            || c % 9 || '","amount_cents":' || u % 900 || ',"currency":"USD","points":' || u % 5 || '}'
        when t < 995 then
            '{"order_id":"order-' || pos || '","source":"' || ['till', 'shop'][1 + c % 2]
            || '","status":"' || ['paid', 'paid', 'paid', 'refunded', 'placed'][1 + u % 5]
            || '","amount_cents":' || (u % 9000) * [1, 1, 1, -1, 0][1 + u % 5]
            || ',"currency":"' || ['USD', 'USD', 'GBP'][1 + c % 3] || '","item_count":' || 1 + u % 4
            || '}'
        else '{"host":"go.' || org_id || '.example","path":"/old/' || u % 50 || '"}'
    end as data
from described
order by pos
"""
