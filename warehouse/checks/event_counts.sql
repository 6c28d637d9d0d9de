-- fails when: the number of positions up to the horizon differs from the lake's events and dead letters together
with counted as (
    select
        run.horizon - run.first_pos + 1 as published,
        (
            select coalesce(sum(file.rows), 0)
            from checks.lake_file as file
            where file.max_pos <= run.horizon
        )
        + (select count(*) from lake.straddling as event where event.pos <= run.horizon) as landed,
        (select count(*) from checks.dead_letter as letter where letter.pos <= run.horizon) as dead
    from checks.run as run
    where run.horizon is not null
)

select
    'counts differ' as problem,
    published,
    landed,
    dead
from counted
where published <> landed + dead
