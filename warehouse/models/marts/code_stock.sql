-- grain: one partial sum per arrival day, organisation, 15 minutes (UTC), code, kind and batch of promo codes or
--   one-time codes; several builds may contain the same key, so readers sum
-- source: core.fct_act, issues and redemptions of promo codes and one-time codes
-- columns: day, org_id, bucket, code_id, kind, batch_id, ends_at, issued, voided, used, first_used, used_up,
--   uses_issued, uses_voided, endless, issued_at, last_used_at, month
with stock_act as (
    select
        *,
        type = 'issue' and action = 'issued' as is_issue,
        type = 'issue' and action = 'voided' as is_void,
        type = 'redemption' as is_use,
        -- Recorded before events named batches. Such a use of a one-time code also shows that it was issued.
        type = 'redemption' and kind = 'one_time_code' and batch_id is null as is_of_old,
        coalesce(use_number, case when kind = 'one_time_code' then 1 end) as number,
        coalesce(max_uses, case when kind = 'one_time_code' then 1 end) as allowed
    from core.fct_act
    where
        (type = 'issue' and action in ('issued', 'voided') and codes is not null)
        or (type = 'redemption' and kind in ('one_time_code', 'promo_code'))
)

select
    day,
    org_id,
    bucket,
    coalesce(
        case when is_use then coalesce(batch_code_id, case when kind = 'one_time_code' then base_code_id end) end,
        code_id, ''
    ) as code_id,
    kind,
    coalesce(batch_id, '') as batch_id,
    ends_at,
    cast(sum(case when is_issue then codes when is_of_old then 1 else 0 end) as bigint) as issued,
    cast(sum(case when is_void then codes else 0 end) as bigint) as voided,
    cast(sum(case when is_use then 1 else 0 end) as bigint) as used,
    cast(sum(case when is_use and number = 1 then 1 else 0 end) as bigint) as first_used,
    cast(sum(case when is_use and number = allowed then 1 else 0 end) as bigint) as used_up,
    cast(sum(case when is_issue then coalesce(uses, 0) when is_of_old then 1 else 0 end) as bigint) as uses_issued,
    cast(sum(case when is_void then coalesce(uses, 0) else 0 end) as bigint) as uses_voided,
    cast(sum(case when is_issue and uses is null then codes else 0 end) as bigint) as endless,
    min(case when is_issue then occurred_at end) as issued_at,
    max(case when is_use then occurred_at end) as last_used_at,
    cast(date_trunc('month', day) as date) as month
from stock_act
group by all
order by org_id, bucket, code_id, batch_id
