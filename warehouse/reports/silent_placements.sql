-- grain: one code with a placement that no person scanned in the range
-- source: code_outcomes
-- columns: code_id, placement, since, last_at, days_silent, bots
with sums as (
    select
        code_outcomes.code_id,
        coalesce(
            sum(code_outcomes.scans) filter (where code_outcomes.bucket >= question.range_start and code_outcomes.opened_by = 'human'), 0
        ) as scans,
        coalesce(
            sum(code_outcomes.scans) filter (where code_outcomes.bucket >= question.range_start and code_outcomes.opened_by <> 'human'), 0
        ) as bots,
        max(code_outcomes.last_at) filter (where code_outcomes.opened_by = 'human') as last_at
    from code_outcomes
    inner join question on code_outcomes.bucket < question.range_end
    group by code_outcomes.code_id
)

select
    placed_code.code_id,
    placed_code.placement,
    placed_code.since,
    sums.last_at,
    date_diff(
        'day',
        timezone(question.zone, greatest(placed_code.since, coalesce(sums.last_at, placed_code.since)))::date,
        timezone(question.zone, question.range_end - interval 1 microsecond)::date
    ) as days_silent,
    coalesce(sums.bots, 0) as bots
from placed_code
inner join question on placed_code.since < question.range_end
left join sums on placed_code.code_id = sums.code_id
where coalesce(sums.scans, 0) = 0
