-- grain: one act per person, credited to the latest earlier click whose campaign window contains it
-- source: messages, orders and person_acts since the campaign began; parameter tables: merged_customer and
--   campaign_window. An act belongs to a customer if one is known, otherwise to a browser. Acts other than orders are
--   only known by the quarter of an hour, and are credited if the last one in it follows the click
-- columns: act, moment, order_source, order_id, message_id. Two sources may use the same number for an order
with click as (
    select
        messages.message_id,
        coalesce(merged_customer.kept_key, messages.customer_key) as person,
        messages.visitor,
        messages.occurred_at as clicked_at,
        messages.occurred_at + to_hours(coalesce(campaign_window.hours, 72)) as ends_at
    from messages
    left join merged_customer on messages.customer_key = merged_customer.customer_key
    left join campaign_window on messages.source_id = campaign_window.source_id
    where messages.status = 'clicked' and messages.audience = 'human'
),

act as (
    select
        row_number() over () as act_id,
        *
    from (
        select
            case when person_acts.act = 'view' then 'scan' else person_acts.act end as act,
            null::varchar as order_source,
            null::varchar as order_id,
            coalesce(merged_customer.kept_key, person_acts.customer_key) as person,
            person_acts.visitor,
            person_acts.first_at,
            person_acts.last_at
        from person_acts
        left join merged_customer on person_acts.customer_key = merged_customer.customer_key
        where person_acts.act in ('scan', 'view', 'submit', 'redemption')
        union all
        select
            'order' as act,
            orders.source as order_source,
            orders.order_id,
            any_value(coalesce(merged_customer.kept_key, orders.customer_key)) as person,
            any_value(orders.visitor) as visitor,
            min(orders.occurred_at) as first_at,
            min(orders.occurred_at) as last_at
        from orders
        left join merged_customer on orders.customer_key = merged_customer.customer_key
        where orders.status in ('placed', 'paid')
        group by orders.source, orders.order_id
    )
),

possible as (
    select
        act.act_id,
        act.act,
        greatest(act.first_at, click.clicked_at) as moment,
        act.order_source,
        act.order_id,
        click.message_id,
        click.clicked_at
    from act
    inner join click
        on act.person = click.person and act.last_at >= click.clicked_at and act.first_at <= click.ends_at
    union all
    select
        act.act_id,
        act.act,
        greatest(act.first_at, click.clicked_at) as moment,
        act.order_source,
        act.order_id,
        click.message_id,
        click.clicked_at
    from act
    inner join click
        on act.visitor = click.visitor and act.last_at >= click.clicked_at and act.first_at <= click.ends_at
    where act.person is null
)

select
    any_value(act) as act,
    arg_max(moment, clicked_at) as moment,
    any_value(order_source) as order_source,
    any_value(order_id) as order_id,
    arg_max(message_id, clicked_at) as message_id
from possible
group by act_id
