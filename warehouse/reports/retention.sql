-- grain: one {period} of first scans and one {period} after it
-- source: visitor_scans
-- columns: cohort, {period}, people, came_back, share
-- note: weeks begin as those of the organisation do (`week_shift` days before Monday's), months on their first
-- note: only visitors with a cookie can be recognised later, so only they are in a cohort.
with seen as (
    select distinct
        visitor_scans.visitor,
        cast(
            date_trunc('{period}', timezone(asked.zone, visitor_scans.bucket) + to_days(asked.{period}_shift)) as date
        ) - asked.{period}_shift as seen_in
    from visitor_scans
    inner join asked on visitor_scans.bucket < asked.range_end
    where visitor_scans.visitor_kind = 'cookie'
),

cohorts as (
    select
        visitor,
        min(seen_in) as cohort
    from seen
    group by visitor
),

sizes as (
    select
        cohorts.cohort,
        count(*) as people,
        date_diff(
            '{period}',
            cohorts.cohort,
            cast(
                date_trunc(
                    '{period}',
                    timezone(asked.zone, asked.range_end - interval 1 microsecond) + to_days(asked.{period}_shift)
                ) as date
            ) - asked.{period}_shift
        ) as latest
    from cohorts
    cross join asked
    where
        cohorts.cohort
        >= cast(date_trunc('{period}', timezone(asked.zone, asked.range_start) + to_days(asked.{period}_shift)) as date)
        - asked.{period}_shift
    group by cohorts.cohort, latest
),

cells as (
    select
        cohort,
        people,
        unnest(range(latest + 1)) as {period}
    from sizes
),

back as (
    select
        cohorts.cohort,
        date_diff('{period}', cohorts.cohort, seen.seen_in) as {period},
        count(*) as came_back
    from seen
    inner join cohorts on seen.visitor = cohorts.visitor
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
