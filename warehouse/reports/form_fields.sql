-- grain: one field of one form
-- source: form_fields
-- columns: form, field, place, opened, reached, filled, submits, answered, left_here, skipped, answered_share,
--   drop_off_share
with forms as (
    select
        coalesce(form, '') as form,
        coalesce(sum(reached), 0) as opened,
        sum(submits) as submits
    from form_fields
    where field = ''
    group by all
),

fields as (
    select
        coalesce(form, '') as form,
        field,
        min(place) filter (where place > 0) as place,
        coalesce(sum(reached), 0) as reached,
        coalesce(sum(filled), 0) as filled,
        sum(submits) as answered,
        coalesce(sum(stops), 0) - coalesce(sum(gone_on), 0) as left_here
    from form_fields
    where field <> ''
    group by all
),

-- Without JavaScript, only the submission is recorded, so answered fields also count as reached and filled.
shown as (
    select
        form,
        field,
        place,
        answered,
        left_here,
        greatest(reached, filled, answered) as reached,
        greatest(filled, answered) as filled
    from fields
)

select
    shown.form,
    shown.field,
    shown.place,
    greatest(coalesce(forms.opened, 0), coalesce(forms.submits, 0)) as opened,
    shown.reached,
    shown.filled,
    coalesce(forms.submits, 0) as submits,
    shown.answered,
    greatest(shown.left_here, 0) as left_here,
    greatest(coalesce(forms.submits, 0) - shown.answered, 0) as skipped,
    shown.answered / nullif(forms.submits, 0) as answered_share,
    1 - shown.answered / shown.reached as drop_off_share
from shown
left join forms on shown.form = forms.form
where shown.reached > 0
