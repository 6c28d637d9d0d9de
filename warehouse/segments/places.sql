-- grain: one customer who scanned a code in a known country
-- source: visitor_scans; parameter table: browser (the customer of each browser)
-- columns: customer_id, country, region (of their last scan)
select
    browser.customer_id,
    arg_max(visitor_scans.country, visitor_scans.last_at) as country,
    coalesce(arg_max(coalesce(visitor_scans.region, ''), visitor_scans.last_at), '') as region
from visitor_scans
inner join browser on visitor_scans.visitor = browser.visitor
where visitor_scans.country is not null and visitor_scans.visitor_kind = 'cookie'
group by browser.customer_id
