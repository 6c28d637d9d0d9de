-- fails when: the day's acts of customers in customer_acts differ from those of the raw events that it covers
with raw as (
    select
        org_id,
        case when act = 'refund' then act else type end as type,
        count(*) as acts,
        count(distinct customer_key) as customers,
        coalesce(sum(amount_cents), 0) as amount_cents
    from core.fct_event
    where customer_key is not null
    group by all
),

held as (
    select
        org_id,
        type,
        sum(acts) as acts,
        count(distinct customer_key) as customers,
        sum(amount_cents) as amount_cents
    from marts.customer_acts
    group by org_id, type
)

select
    'counts differ' as problem,
    org_id,
    type,
    raw.acts as raw_acts,
    held.acts as mart_acts
from raw
full outer join held using (org_id, type)
where
    raw.acts is distinct from held.acts
    or raw.customers is distinct from held.customers
    or raw.amount_cents is distinct from held.amount_cents
