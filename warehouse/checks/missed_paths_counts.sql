-- fails when: the day's not-found addresses in missed_paths differ from those of the raw events that it covers
with raw as (
    select
        org_id,
        audience,
        host,
        path,
        count(*) as times
    from core.fct_act
    where type = 'miss' and host is not null and path is not null
    group by all
),

held as (
    select
        org_id,
        audience,
        host,
        path,
        sum(times) as times
    from marts.missed_paths
    group by all
)

select
    'misses differ' as problem,
    org_id,
    audience,
    host,
    path,
    raw.times as raw_times,
    held.times as mart_times
from raw
full outer join held using (org_id, audience, host, path)
where raw.times is distinct from held.times
