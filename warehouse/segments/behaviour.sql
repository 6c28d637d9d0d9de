-- grain: one customer who meets at least one condition
-- source: person_acts within the ranges of all conditions; parameter tables: condition, condition_type (with the step
--   of each act: -1 if it was undone, 0 for a refund), condition_code, condition_page, browser (the customer of each browser) and
--   merged_customer, with the macro is_asked_about(customer_id)
-- columns: customer_id, met (bit n is set if condition n is met)
with attributed as (
    select
        coalesce(merged_customer.kept_key, person_acts.customer_key, browser.customer_id) as customer_id,
        person_acts.act,
        person_acts.bucket,
        person_acts.code_id,
        person_acts.page_id,
        person_acts.acts,
        person_acts.amount_cents
    from person_acts
    left join merged_customer on person_acts.customer_key = merged_customer.customer_key
    left join browser on person_acts.visitor = browser.visitor
    where
        (person_acts.customer_key is not null or browser.visitor is not null)
        and person_acts.act in (select type from condition_type)
),

by_day as (
    select
        attributed.customer_id,
        condition.number,
        condition.measure,
        condition.at_least,
        case when condition.measure = 'days' then timezone(condition.zone, attributed.bucket)::date end as local_day,
        sum(attributed.acts * condition_type.step) as acts,
        sum(attributed.amount_cents) as amount_cents
    from attributed
    inner join condition_type on attributed.act = condition_type.type
    inner join condition
        on
            condition_type.number = condition.number
            and condition.range_start <= attributed.bucket
            and condition.range_end > attributed.bucket
    left join condition_code
        on condition.number = condition_code.number and attributed.code_id = condition_code.code_id
    left join condition_page
        on condition.number = condition_page.number and attributed.page_id = condition_page.page_id
    where
        is_asked_about(attributed.customer_id)
        and (
            not condition.is_placed or condition_code.code_id is not null or condition_page.page_id is not null
        )
    group by all
),

counted as (
    select
        customer_id,
        number,
        measure,
        at_least,
        sum(acts) as acts,
        sum(amount_cents) as amount_cents,
        count(*) filter (where acts > 0) as days
    from by_day
    group by all
)

select
    customer_id,
    bit_or(1::bigint << number) as met
from counted
where
    at_least <= case measure
        when 'times' then acts
        when 'amount' then amount_cents
        else days
    end
group by customer_id
