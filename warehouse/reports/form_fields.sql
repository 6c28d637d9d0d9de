-- grain: one field of one form
-- source: form_fields
-- columns: form, field, place, submits, answered, skipped, answered_share, drop_off_share
with forms as (
    select
        coalesce(form, '') as form,
        sum(submits) as submits
    from form_fields
    where field = ''
    group by all
),

fields as (
    select
        coalesce(form, '') as form,
        field,
        min(place) as place,
        sum(submits) as answered
    from form_fields
    where field <> ''
    group by all
)

select
    fields.form,
    fields.field,
    fields.place,
    forms.submits,
    fields.answered,
    forms.submits - fields.answered as skipped,
    fields.answered / forms.submits as answered_share,
    greatest(1 - fields.answered / forms.submits, 0) as drop_off_share
from fields
inner join forms on fields.form = forms.form
