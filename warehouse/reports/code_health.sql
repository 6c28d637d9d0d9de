-- grain: one code that was scanned at any time up to the end of the range
-- source: code_outcomes
-- columns: code_id, scans, scans_before, trend, last_at, days_since_last, bots, bot_share, refused, refused_share, fallback, fallback_share, is_destination_broken
with spans as (
    select
        code_outcomes.*,
        code_outcomes.bucket >= question.range_start as is_now,
        code_outcomes.bucket >= question.preceding_start
        and code_outcomes.bucket < question.preceding_end as is_before
    from code_outcomes
    inner join question on code_outcomes.bucket < question.range_end
),

sums as (
    select
        code_id,
        coalesce(sum(scans) filter (where is_now and opened_by = 'human'), 0) as scans,
        coalesce(sum(scans) filter (where is_before and opened_by = 'human'), 0) as scans_before,
        max(last_at) filter (where opened_by = 'human') as last_at,
        coalesce(sum(scans) filter (where is_now and opened_by <> 'human'), 0) as bots,
        coalesce(sum(scans) filter (where is_now), 0) as openings,
        coalesce(sum(scans) filter (where is_now and opened_by = 'human' and outcome = 'refused'), 0) as refused,
        coalesce(sum(scans) filter (where is_now and opened_by = 'human' and outcome = 'fallback'), 0) as fallback
    from spans
    group by code_id
)

select
    sums.code_id,
    sums.scans,
    sums.scans_before,
    (sums.scans - sums.scans_before) / nullif(sums.scans_before, 0) as trend,
    sums.last_at,
    date_diff(
        'day', timezone(question.zone, sums.last_at)::date, timezone(question.zone, question.range_end - interval 1 microsecond)::date
    ) as days_since_last,
    sums.bots,
    sums.bots / nullif(sums.openings, 0) as bot_share,
    sums.refused,
    sums.refused / nullif(sums.scans, 0) as refused_share,
    sums.fallback,
    sums.fallback / nullif(sums.scans, 0) as fallback_share,
    broken_code.code_id is not null as is_destination_broken
from sums
cross join question
left join broken_code on sums.code_id = broken_code.code_id
