-- fails when: the day's submissions, answered fields or fields reached in form_fields differ from those of the raw
--   events that it covers
with raw as (
    select
        org_id,
        audience,
        count(*) filter (where type = 'submit') as forms,
        coalesce(sum(len(fields)) filter (where type = 'submit'), 0) as answered,
        coalesce(sum(len(reached)), 0) + count(*) filter (where opened) as reached,
        coalesce(sum(len(filled)), 0) as filled,
        count(stands_at) - count(stood_at) as left_here
    from core.fct_act
    where
        type = 'submit'
        or (type = 'use' and action = 'form')
    group by org_id, audience
),

held as (
    select
        org_id,
        audience,
        coalesce(sum(submits) filter (where field = ''), 0) as forms,
        coalesce(sum(submits) filter (where field <> ''), 0) as answered,
        coalesce(sum(reached), 0) as reached,
        coalesce(sum(filled), 0) as filled,
        coalesce(sum(stops), 0) - coalesce(sum(gone_on), 0) as left_here
    from marts.form_fields
    group by org_id, audience
)

select
    'forms differ' as problem,
    org_id,
    audience,
    raw.forms as raw_forms,
    held.forms as mart_forms,
    raw.answered as raw_answered,
    held.answered as mart_answered,
    raw.reached as raw_reached,
    held.reached as mart_reached
from raw
full outer join held using (org_id, audience)
where
    -- An event that names no field has no row in the mart, so a missing row counts as zero.
    coalesce(raw.forms, 0) <> coalesce(held.forms, 0)
    or coalesce(raw.answered, 0) <> coalesce(held.answered, 0)
    or coalesce(raw.reached, 0) <> coalesce(held.reached, 0)
    or coalesce(raw.filled, 0) <> coalesce(held.filled, 0)
    or coalesce(raw.left_here, 0) <> coalesce(held.left_here, 0)
