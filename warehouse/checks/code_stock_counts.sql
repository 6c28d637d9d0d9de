-- fails when: the day's codes issued, voided and used in code_stock differ from those of the raw events that it covers
with raw as (
    select
        org_id,
        kind,
        coalesce(batch_id, '') as batch_id,
        sum(
            case
                when type = 'issue' and action = 'issued' then codes
                when type = 'redemption' and kind = 'one_time_code' and batch_id is null then 1
                else 0
            end
        ) as issued,
        sum(case when type = 'issue' and action = 'voided' then codes else 0 end) as voided,
        count(*) filter (where type = 'redemption') as used
    from core.fct_act
    where
        (type = 'issue' and action in ('issued', 'voided') and codes is not null)
        or (type = 'redemption' and kind in ('one_time_code', 'promo_code'))
    group by all
),

held as (
    select
        org_id,
        kind,
        batch_id,
        sum(issued) as issued,
        sum(voided) as voided,
        sum(used) as used
    from marts.code_stock
    group by all
)

select
    'codes differ' as problem,
    org_id,
    kind,
    batch_id,
    raw.issued as raw_issued,
    held.issued as mart_issued,
    raw.voided as raw_voided,
    held.voided as mart_voided,
    raw.used as raw_used,
    held.used as mart_used
from raw
full outer join held using (org_id, kind, batch_id)
where
    raw.issued is distinct from held.issued
    or raw.voided is distinct from held.voided
    or raw.used is distinct from held.used
