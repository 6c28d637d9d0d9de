-- grain: one organisation that has events in the slice
-- source: core.fct_event, build.kept_zone (zones that rows of the daily mart stand in already),
--   analytics_v1.organizations
-- columns: org_id, zone
-- note: the kept zone wins, so that one organisation's rows never stand in two zones.
select distinct
    event.org_id,
    coalesce(kept.zone, organization.time_zone, 'UTC') as zone
from core.fct_event as event
left join build.kept_zone as kept on event.org_id = kept.org_id
left join analytics_v1.organizations as organization on event.org_id = organization.org_id
