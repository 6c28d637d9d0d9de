-- fails when: the day's rows in orders are not one for each raw event that it covers, or their sums are others
with raw as (
    select
        org_id,
        audience,
        count(*) as events,
        sum(pos) as positions,
        coalesce(sum(amount_cents), 0) as amount_cents,
        coalesce(sum(item_count), 0) as item_count
    from core.fct_act
    where type = 'order'
    group by org_id, audience
),

held as (
    select
        org_id,
        audience,
        count(*) as events,
        sum(pos) as positions,
        coalesce(sum(amount_cents), 0) as amount_cents,
        coalesce(sum(item_count), 0) as item_count
    from marts.orders
    group by org_id, audience
)

select
    'rows differ' as problem,
    org_id,
    audience,
    raw.events as raw_events,
    held.events as mart_events
from raw
full outer join held using (org_id, audience)
where
    raw.events is distinct from held.events
    or raw.positions is distinct from held.positions
    or raw.amount_cents is distinct from held.amount_cents
    or raw.item_count is distinct from held.item_count
