-- fails when: the outbox has more rows than positions were assigned, or the number of rows from the anchor to the
--   horizon differs from the number of positions; bulk loads, which bypass the outbox, do not count
with loaded as (
    select coalesce(sum(load.row_count), 0) as rows
    from checks.bulk_load as load
    inner join checks.run as run on load.first_pos <= run.horizon
),

anchor as (
    select event.pos
    from lake.events as event
    inner join checks.run as run on event.event_id = run.anchor
),

loaded_since as (
    select coalesce(sum(load.row_count), 0) as rows
    from checks.bulk_load as load
    inner join checks.run as run on load.first_pos <= run.horizon
    inner join anchor on load.first_pos > anchor.pos
)

select
    'more rows than positions' as problem,
    run.outbox_rows as outbox_rows,
    run.horizon - run.first_pos + 1 - loaded.rows as positions
from checks.run as run
cross join loaded
where run.outbox_rows > run.horizon - run.first_pos + 1 - loaded.rows
union all
select
    'counts differ' as problem,
    run.anchored_rows as outbox_rows,
    run.horizon - anchor.pos + 1 - loaded_since.rows as positions
from checks.run as run
cross join anchor
cross join loaded_since
where run.anchored_rows <> run.horizon - anchor.pos + 1 - loaded_since.rows
