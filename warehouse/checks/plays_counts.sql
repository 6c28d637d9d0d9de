-- fails when: the day's rows in plays are not one for each raw event that it covers, or their sums are others
with raw as (
    select
        org_id,
        audience,
        count(*) as events,
        sum(pos) as positions,
        coalesce(sum(score), 0) as score
    from core.fct_act
    where type = 'play'
    group by org_id, audience
),

held as (
    select
        org_id,
        audience,
        count(*) as events,
        sum(pos) as positions,
        coalesce(sum(score), 0) as score
    from marts.plays
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
    or raw.score is distinct from held.score
