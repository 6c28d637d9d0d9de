-- grain: one partial sum per arrival day, organisation, 15 minutes (UTC), audience, form, field, its place and
--   all dimensions; the same key may stand in several builds, so readers sum
-- source: core.fct_act, submits
-- columns: day, org_id, bucket, audience, every dimension, form, field, place, submits, new_customers, month
with answered as (
    select
        day,
        org_id,
        bucket,
        audience,
        /* every dimension */,
        form,
        is_new_customer,
        unnest(list_prepend('', coalesce(fields, []))) as field,
        unnest(range(array_length(coalesce(fields, [])) + 1)) as place
    from core.fct_act
    where type = 'submit'
)

select
    day,
    org_id,
    bucket,
    audience,
    /* every dimension */,
    form,
    field,
    place,
    count(*) as submits,
    count(*) filter (where is_new_customer) as new_customers,
    cast(date_trunc('month', day) as date) as month
from answered
group by all
order by org_id, bucket, form
