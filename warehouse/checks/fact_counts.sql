-- fails when: the day's rows in {mart} do not match the covered events of {families} one to one and in every column
with raw as (
    select
        org_id,
        audience,
        count(*) as events,
        sum(hash(fact)) as fingerprint
    from (select {columns} from core.fct_act where type in ({families})) as fact
    group by org_id, audience
),

held as (
    select
        org_id,
        audience,
        count(*) as events,
        sum(hash(fact)) as fingerprint
    from (select {columns} from marts.{mart}) as fact
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
    or raw.fingerprint is distinct from held.fingerprint
