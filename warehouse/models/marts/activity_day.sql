-- grain: one partial sum per arrival day, organisation, local day, type, audience and one value of one dimension
--   ('' is the total, 'bucket' the 15 minutes in UTC); readers sum the events and combine the bitmaps
-- source: core.fct_event, marts.visitors, marts.visitor_numbers, core.organization_zone
-- columns: day, org_id, zone, local_day, type, audience, dimension, value, events, visits, new_people, amount_cents,
--   people, month
-- note: local midnight is on a 15-minute boundary of UTC in every time zone, so all events of a bucket are on one day.
with buckets as (
    select distinct org_id, bucket
    from core.fct_event
),

local_buckets as (
    select
        buckets.org_id,
        buckets.bucket,
        kept.zone,
        cast(timezone(kept.zone, buckets.bucket) as date) as local_day
    from buckets
    inner join core.organization_zone as kept on buckets.org_id = kept.org_id
),

local_events as (
    select
        event.day,
        event.org_id,
        local_buckets.zone,
        local_buckets.local_day,
        cast(timezone('UTC', event.bucket) as varchar) as bucket,
        event.type,
        event.audience,
        /* every dimension of event */,
        case when event.type = 'scan' then numbered.number end as number,
        event.is_visit,
        event.amount_cents,
        first_scan.visitor as new_visitor
    from core.fct_event as event
    inner join local_buckets
        on event.org_id = local_buckets.org_id and event.bucket = local_buckets.bucket
    left join marts.visitors as first_scan
        on event.org_id = first_scan.org_id
        and event.visitor = first_scan.visitor
        and event.pos = first_scan.first_pos
    left join marts.visitor_numbers as numbered
        on event.org_id = numbered.org_id and event.visitor = numbered.visitor
)

select
    day,
    org_id,
    zone,
    local_day,
    type,
    audience,
    case
        /* every dimension: when grouping({}) = 0 then '{}' */
        when grouping(bucket) = 0 then 'bucket'
        else ''
    end as dimension,
    case
        /* every dimension: when grouping({}) = 0 then {} */
        when grouping(bucket) = 0 then bucket
        else ''
    end as value,
    count(*) as events,
    count(*) filter (where is_visit) as visits,
    count(new_visitor) as new_people,
    cast(coalesce(sum(amount_cents), 0) as bigint) as amount_cents,
    bitmap_of(list(number) filter (where number is not null)) as people,
    cast(date_trunc('month', day) as date) as month
from local_events
group by grouping sets (
    (day, org_id, zone, local_day, type, audience),
    /* every dimension: (day, org_id, zone, local_day, type, audience, {}), */
    (day, org_id, zone, local_day, type, audience, bucket)
)
order by org_id, dimension, type, audience, local_day
