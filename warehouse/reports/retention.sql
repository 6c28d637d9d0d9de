-- grain: one cohort, by the {period} of its first scans, and one {period} from then on
-- source: visitor_scans, visitors
-- columns: cohort, {period}, people, came_back, share
-- note: weeks begin on the organisation's first day of the week (`week_shift` days before Monday), months on the 1st.
-- note: only visitors with a cookie can be recognised later, so only they are in a cohort.
-- note: without filters, `visitors` defines when a visitor is new, and older scans are not read (`cohorts_from`).
--   With filters, it is the visitor's first scan that matches them.
with periods as (
    select
        quarters.bucket,
        epoch_us(quarters.bucket) // 900000000 as quarter,
        cast(
            date_trunc('{period}', timezone(question.zone, quarters.bucket) + to_days(question.{period}_shift)) as date
        ) - question.{period}_shift as seen_in
    from (
        select distinct bucket
        from visitor_scans
    ) as quarters
    inner join question
        on quarters.bucket < question.range_end
        and (question.cohorts_from is null or quarters.bucket >= question.cohorts_from)
),

cohorts as materialized (
    select
        visitors.visitor,
        periods.seen_in as cohort
    from visitors
    inner join question on visitors.first_seen_at >= question.cohorts_from
    inner join periods on epoch_us(visitors.first_seen_at) // 900000000 = periods.quarter
    where visitors.visitor_kind = 'cookie'
    union all
    select
        visitor_scans.visitor,
        min(periods.seen_in) as cohort
    from visitor_scans
    inner join periods on visitor_scans.bucket = periods.bucket
    inner join question on question.cohorts_from is null
    where visitor_scans.visitor_kind = 'cookie'
    group by visitor_scans.visitor
),

sizes as (
    select
        cohort,
        count(*) as people
    from cohorts
    group by cohort
),

cells as (
    select
        sizes.cohort,
        sizes.people,
        unnest(
            range(
                1 + date_diff(
                    '{period}',
                    sizes.cohort,
                    cast(
                        date_trunc(
                            '{period}',
                            timezone(question.zone, question.range_end - interval 1 microsecond)
                            + to_days(question.{period}_shift)
                        ) as date
                    ) - question.{period}_shift
                )
            )
        ) as {period}
    from sizes
    cross join question
    where
        sizes.cohort
        >= cast(date_trunc('{period}', timezone(question.zone, question.range_start) + to_days(question.{period}_shift)) as date)
        - question.{period}_shift
),

again as (
    select distinct
        cohorts.visitor,
        cohorts.cohort,
        periods.seen_in
    from visitor_scans
    inner join periods on visitor_scans.bucket = periods.bucket
    inner join cohorts on visitor_scans.visitor = cohorts.visitor and periods.seen_in > cohorts.cohort
),

back as (
    select
        sizes.cohort,
        0 as {period},
        sizes.people as came_back
    from sizes
    union all
    select
        again.cohort,
        date_diff('{period}', again.cohort, again.seen_in) as {period},
        count(*) as came_back
    from again
    group by all
)

select
    cells.cohort,
    cells.{period},
    cells.people,
    coalesce(back.came_back, 0) as came_back,
    coalesce(back.came_back, 0) / cells.people as share
from cells
left join back on cells.cohort = back.cohort and cells.{period} = back.{period}
