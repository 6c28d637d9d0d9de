-- grain: one customer and one quarter of an hour in which they acted themselves
-- source: person_acts; parameter tables: browser (the customer of each browser), merged_customer
-- columns: customer_id, quarter (its start, UTC)
select distinct
    coalesce(merged_customer.kept_key, person_acts.customer_key, browser.customer_id) as customer_id,
    person_acts.bucket as quarter
from person_acts
left join merged_customer on person_acts.customer_key = merged_customer.customer_key
left join browser on person_acts.visitor = browser.visitor
where
    (person_acts.customer_key is not null or browser.visitor is not null)
    and person_acts.act in ('scan', 'view', 'use', 'submit', 'vote', 'play', 'redemption', 'order', 'pass')
