-- grain: one redemption, or that it was undone
-- source: core.fct_act
-- columns: day, org_id, occurred_at, pos, audience, visitor, every dimension, kind, subject_id, currency,
--   used, amount_cents, points, month
select
    day,
    org_id,
    occurred_at,
    pos,
    audience,
    visitor,
    /* every dimension */,
    kind,
    subject_id,
    currency,
    case type when 'redemption' then 1 else -1 end as used,
    case type when 'redemption' then amount_cents else -amount_cents end as amount_cents,
    case type when 'redemption' then points else -points end as points,
    cast(date_trunc('month', day) as date) as month
from core.fct_act
where type in ('redemption', 'undone_redemption')
order by org_id, occurred_at, pos
