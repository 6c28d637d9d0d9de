-- grain: one kind of issued codes, split by the requested dimension
-- source: code_stock, code_batches
-- columns: key, kind, batches, issued, used_in_range, used, used_up, voided, expired, left_over, uses_left, last_used_at
with keys as (
    select
        code_id,
        max(key) as key
    from code_stock
    group by code_id
)

select
    keys.key,
    batch.kind,
    count(*) filter (where batch.batch_id <> '') as batches,
    sum(batch.issued) as issued,
    sum(batch.used_in_range) as used_in_range,
    sum(batch.used) as used,
    sum(batch.used_up) as used_up,
    sum(batch.voided) as voided,
    sum(batch.expired) as expired,
    sum(batch.left_over) as left_over,
    case when count(*) = count(batch.uses_left) then sum(batch.uses_left) end as uses_left,
    max(batch.last_used_at) as last_used_at
from code_batches_report as batch
inner join keys on batch.code_id = keys.code_id
group by keys.key, batch.kind
