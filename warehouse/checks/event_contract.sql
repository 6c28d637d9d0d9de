-- fails when: an event of the day violates its contract (a missing field, an unknown value or an impossible time)
with judged as (
    select
        event_id,
        unnest([
            case when coalesce(event_id, '') = '' then 'no event_id' end,
            case when coalesce(org_id, '') = '' then 'no org_id' end,
            case when pos is null or pos < 0 then 'no position' end,
            case when type is null or type not in (
                select value from checks.accepted where column_name = 'type'
            ) then 'unknown type' end,
            case when visitor_kind is null or visitor_kind not in (
                select value from checks.accepted where column_name = 'visitor_kind'
            ) then 'unknown visitor_kind' end,
            case when visitor_kind = 'none' and visitor_id is not null then 'visitor of no kind' end,
            case when type = 'scan' and code_id is null then 'scan without a code' end,
            case when type <> 'scan' and is_duplicate then 'duplicate that is no scan' end,
            case when is_bot is null or is_preview is null or is_duplicate is null then 'no verdict' end,
            case when occurred_at is null or received_at is null then 'no time' end,
            case when occurred_at > received_at + interval '5 minutes' then 'from the future' end,
            case when occurred_at < received_at - interval '7 days' then 'older than 7 days' end,
            case when data is null or not json_valid(data) then 'data is not JSON' end
        ]) as problem
    from lake.events
    where day = (select day from checks.run)
)

select
    problem,
    count(*) as events,
    min(event_id) as example
from judged
where problem is not null
group by problem
order by problem
