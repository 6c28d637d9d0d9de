-- grain: one partial sum per arrival day, organisation, 15 minutes (UTC), audience, form, field, its place and
--   all dimensions; several builds may contain the same key, so readers sum
-- source: core.fct_act: submissions, and uses that show how far a visitor got in a form
-- columns: day, org_id, bucket, audience, every dimension, form, field, place, submits, new_customers, reached,
--   filled, stops, gone_on, month
with acts as (
    select
        day,
        org_id,
        bucket,
        audience,
        /* every dimension */,
        form,
        is_new_customer as is_new_customer,
        'submit' as act,
        unnest(list_prepend('', coalesce(fields, []))) as field,
        unnest(range(array_length(coalesce(fields, [])) + 1)) as place
    from core.fct_act
    where type = 'submit'
    union all
    select
        day,
        org_id,
        bucket,
        audience,
        /* every dimension */,
        form,
        false as is_new_customer,
        'reached' as act,
        '' as field,
        0 as place
    from core.fct_act
    where type = 'use' and action = 'form' and opened
    union all
    select
        day,
        org_id,
        bucket,
        audience,
        /* every dimension */,
        form,
        false as is_new_customer,
        'reached' as act,
        unnest(coalesce(reached, [])) as field,
        0 as place
    from core.fct_act
    where type = 'use' and action = 'form'
    union all
    select
        day,
        org_id,
        bucket,
        audience,
        /* every dimension */,
        form,
        false as is_new_customer,
        'filled' as act,
        unnest(coalesce(filled, [])) as field,
        0 as place
    from core.fct_act
    where type = 'use' and action = 'form'
    union all
    select
        day,
        org_id,
        bucket,
        audience,
        /* every dimension */,
        form,
        false as is_new_customer,
        'stop' as act,
        stands_at as field,
        0 as place
    from core.fct_act
    where type = 'use' and action = 'form' and stands_at is not null
    union all
    select
        day,
        org_id,
        bucket,
        audience,
        /* every dimension */,
        form,
        false as is_new_customer,
        'gone_on' as act,
        stood_at as field,
        0 as place
    from core.fct_act
    where type = 'use' and action = 'form' and stood_at is not null
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
    count(*) filter (where act = 'submit') as submits,
    count(*) filter (where act = 'submit' and is_new_customer) as new_customers,
    count(*) filter (where act = 'reached') as reached,
    count(*) filter (where act = 'filled') as filled,
    count(*) filter (where act = 'stop') as stops,
    count(*) filter (where act = 'gone_on') as gone_on,
    cast(date_trunc('month', day) as date) as month
from acts
group by all
order by org_id, bucket, form
