-- fails when: the day's forms or answered fields in form_fields are not those of the raw events that it covers
with raw as (
    select
        org_id,
        audience,
        count(*) as forms,
        coalesce(sum(len(fields)), 0) as answered
    from core.fct_act
    where type = 'submit'
    group by org_id, audience
),

held as (
    select
        org_id,
        audience,
        coalesce(sum(submits) filter (where field = ''), 0) as forms,
        coalesce(sum(submits) filter (where field <> ''), 0) as answered
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
    held.answered as mart_answered
from raw
full outer join held using (org_id, audience)
where
    raw.forms is distinct from held.forms
    or raw.answered is distinct from held.answered
