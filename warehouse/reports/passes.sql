-- grain: one wallet, split by the requested dimension
-- source: passes
-- columns: key, wallet, created, downloaded, installed, updated, fetched, stale, removed, active
select
    key,
    coalesce(wallet, '') as wallet,
    count(distinct pass_id) filter (where action = 'created') as created,
    count(distinct pass_id) filter (where action = 'downloaded') as downloaded,
    count(*) filter (where action = 'installed') as installed,
    count(*) filter (where action = 'updated') as updated,
    count(*) filter (where action = 'fetched') as fetched,
    count(*) filter (where action = 'stale') as stale,
    count(*) filter (where action = 'removed') as removed,
    count(*) filter (where action = 'installed') - count(*) filter (where action = 'removed') as active
from passes
group by all
