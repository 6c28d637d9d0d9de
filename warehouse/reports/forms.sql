-- grain: one form
-- source: form_fields, funnel_15m
-- columns: form, submits, new_customers, views, completion_share, fields
with homes as (
    select distinct
        coalesce(form, '') as form,
        coalesce(code_id, '') as code_id
    from form_fields
    where submits > 0
),

seen as (
    select
        coalesce(code_id, '') as code_id,
        sum(views) as views
    from funnel_15m
    group by all
),

views as (
    select
        homes.form,
        sum(seen.views) as views
    from homes
    inner join seen on homes.code_id = seen.code_id
    group by homes.form
),

forms as (
    select
        coalesce(form, '') as form,
        coalesce(sum(submits) filter (where field = ''), 0) as submits,
        coalesce(sum(new_customers) filter (where field = ''), 0) as new_customers,
        count(distinct field) filter (where field <> '') as fields
    from form_fields
    where submits > 0
    group by all
)

select
    forms.form,
    forms.submits,
    forms.new_customers,
    coalesce(views.views, 0) as views,
    forms.submits / nullif(views.views, 0) as completion_share,
    forms.fields
from forms
left join views on forms.form = views.form
