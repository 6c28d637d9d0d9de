-- fails when: the day's acts of people in person_acts differ from those of the raw events that it covers
with raw as (
    select
        org_id,
        act,
        count(*) as acts,
        count(distinct customer_key) as customers,
        count(distinct visitor) filter (where customer_key is null) as browsers,
        coalesce(sum(amount_cents), 0) as amount_cents
    from core.fct_event
    where customer_key is not null or (visitor is not null and visitor_kind = 'cookie' and audience = 'human')
    group by org_id, act
),

held as (
    select
        org_id,
        act,
        sum(acts) as acts,
        count(distinct customer_key) as customers,
        count(distinct visitor) as browsers,
        sum(amount_cents) as amount_cents
    from marts.person_acts
    group by org_id, act
)

select
    'counts differ' as problem,
    org_id,
    act,
    raw.acts as raw_acts,
    held.acts as mart_acts
from raw
full outer join held using (org_id, act)
where
    raw.acts is distinct from held.acts
    or raw.customers is distinct from held.customers
    or raw.browsers is distinct from held.browsers
    or raw.amount_cents is distinct from held.amount_cents
