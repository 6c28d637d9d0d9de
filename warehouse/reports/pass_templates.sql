-- grain: one local day of the passes of one pass template
-- source: passes
-- columns: day, template_id, created, installed, updated, fetched, stale, removed, active
select
    timezone(question.zone, passes.occurred_at)::date as day,
    coalesce(passes.template_id, '') as template_id,
    count(*) filter (where passes.action = 'created') as created,
    count(*) filter (where passes.action = 'installed') as installed,
    count(*) filter (where passes.action = 'updated') as updated,
    count(*) filter (where passes.action = 'fetched') as fetched,
    count(*) filter (where passes.action = 'stale') as stale,
    count(*) filter (where passes.action = 'removed') as removed,
    count(*) filter (where passes.action = 'installed') - count(*) filter (where passes.action = 'removed') as active
from passes
cross join question
group by all
