-- fails when: the day's scans by outcome in code_outcomes differ from those of the raw events that it covers
with raw as (
    select
        org_id,
        audience,
        coalesce(outcome, '') as outcome,
        count(*) as scans
    from core.fct_event
    where type = 'scan' and code_id is not null
    group by all
),

held as (
    select
        org_id,
        opened_by as audience,
        coalesce(outcome, '') as outcome,
        sum(scans) as scans
    from marts.code_outcomes
    group by all
)

select
    'counts differ' as problem,
    org_id,
    audience,
    outcome,
    raw.scans as raw_scans,
    held.scans as mart_scans
from raw
full outer join held using (org_id, audience, outcome)
where raw.scans is distinct from held.scans
