-- grain: one segment of customers
-- source: customer_acts, customers
-- columns: segment, customers, share, acts, orders, amount_cents, acts_per_customer
select
    segment,
    count(*) as customers,
    count(*) / sum(count(*)) over () as share,
    sum(acts) as acts,
    sum(orders) as orders,
    sum(amount_cents) as amount_cents,
    sum(acts) / count(*) as acts_per_customer
from customers_report
group by segment
