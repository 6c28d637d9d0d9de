-- fails when: the day's rows in redemptions are not one for each raw event that it covers, or their sums are others
with raw as (
    select
        org_id,
        audience,
        count(*) as events,
        sum(pos) as positions,
        coalesce(sum(amount_cents), 0) as amount_cents,
        coalesce(sum(points), 0) as points
    from core.fct_act
    where type = 'redemption'
    group by org_id, audience
),

held as (
    select
        org_id,
        audience,
        count(*) as events,
        sum(pos) as positions,
        coalesce(sum(amount_cents), 0) as amount_cents,
        coalesce(sum(points), 0) as points
    from marts.redemptions
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
    or raw.points is distinct from held.points
