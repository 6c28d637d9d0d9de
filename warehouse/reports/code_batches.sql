-- grain: one batch of promo codes or one-time codes; uses from before events named batches form one batch per code
--   and kind
-- source: code_stock
-- columns: batch_id, code_id, kind, issued_at, ends_at, issued, used_in_range, used, first_used, used_up, voided, expired, left_over, uses_left, last_used_at
with sums as (
    select
        code_stock.batch_id,
        code_stock.code_id,
        code_stock.kind,
        min(code_stock.issued_at) as issued_at,
        max(code_stock.ends_at) as ends_at,
        sum(code_stock.issued) as issued,
        coalesce(sum(code_stock.used) filter (where code_stock.bucket >= question.range_start), 0) as used_in_range,
        sum(code_stock.used) as used,
        sum(code_stock.first_used) as first_used,
        sum(code_stock.used_up) as used_up,
        sum(code_stock.voided) as voided,
        sum(code_stock.endless) as endless,
        greatest(sum(code_stock.issued - code_stock.voided - code_stock.used_up), 0) as standing,
        greatest(sum(code_stock.uses_issued - code_stock.uses_voided - code_stock.used), 0) as uses_standing,
        max(code_stock.last_used_at) as last_used_at
    from code_stock
    inner join question on code_stock.bucket < question.range_end
    group by all
)

select
    sums.batch_id,
    sums.code_id,
    sums.kind,
    sums.issued_at,
    sums.ends_at,
    sums.issued,
    sums.used_in_range,
    sums.used,
    sums.first_used,
    sums.used_up,
    sums.voided,
    case when coalesce(sums.ends_at < question.range_end, false) then sums.standing else 0 end as expired,
    case when coalesce(sums.ends_at < question.range_end, false) then 0 else sums.standing end as left_over,
    case
        when coalesce(sums.ends_at < question.range_end, false) then 0
        when sums.endless = 0 then sums.uses_standing
    end as uses_left,
    sums.last_used_at
from sums
cross join question
