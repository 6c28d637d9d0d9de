-- fails when: the day's steps in funnel_15m differ from those of the raw events that it covers
with events as (
    select org_id, audience, type, visitor, null as amount_cents
    from core.fct_event
    where type = 'scan'
    union all
    select org_id, audience, type, visitor, amount_cents
    from core.fct_act
    where type <> 'scan'
),

raw as (
    select
        org_id,
        audience,
        count(*) filter (where type = 'scan') as scans,
        count(*) filter (where type = 'view') as views,
        count(*) filter (where type = 'submit') as submits,
        count(*) filter (where type = 'redemption') - count(*) filter (where type = 'undone_redemption') as redemptions,
        count(*) filter (where type = 'order' and amount_cents > 0) as orders,
        coalesce(sum(amount_cents) filter (where type = 'order'), 0) as revenue_cents,
        count(distinct visitor) as people
    from events
    where type in ('scan', 'view', 'submit', 'redemption', 'undone_redemption', 'order')
    group by org_id, audience
),

held as (
    select
        org_id,
        audience,
        sum(scans) as scans,
        sum(views) as views,
        sum(submits) as submits,
        sum(redemptions) as redemptions,
        sum(orders) as orders,
        sum(revenue_cents) as revenue_cents,
        count(distinct visitor) as people
    from marts.funnel_15m
    group by org_id, audience
)

select
    'steps differ' as problem,
    org_id,
    audience,
    raw.scans as raw_scans,
    held.scans as mart_scans,
    raw.orders as raw_orders,
    held.orders as mart_orders
from raw
full outer join held using (org_id, audience)
where
    raw.scans is distinct from held.scans
    or raw.views is distinct from held.views
    or raw.submits is distinct from held.submits
    or raw.redemptions is distinct from held.redemptions
    or raw.orders is distinct from held.orders
    or raw.revenue_cents is distinct from held.revenue_cents
    or raw.people is distinct from held.people
