-- grain: one act of a person, credited to the latest click before it within that campaign's window
-- source: messages and person_acts of the campaign's time; from the question: asked, merged_customer, campaign_window
-- columns: act_id, act, message_id
with click as (
    select
        messages.message_id,
        messages.source_id,
        coalesce(merged_customer.kept_key, messages.customer_key) as person,
        messages.visitor,
        messages.occurred_at as clicked_at
    from messages
    left join merged_customer on messages.customer_key = merged_customer.customer_key
    where messages.status = 'clicked' and messages.audience = 'human'
),

of_person as (
    select
        act.act_id,
        act.act,
        click.message_id,
        click.source_id,
        click.clicked_at
    from act
    inner join click on act.person = click.person and act.last_at >= click.clicked_at
    where act.first_at <= click.clicked_at + to_hours(coalesce((select hours from campaign_window where source_id = click.source_id), 72))
),

of_browser as (
    select
        act.act_id,
        act.act,
        click.message_id,
        click.source_id,
        click.clicked_at
    from act
    inner join click on act.visitor = click.visitor and act.last_at >= click.clicked_at
    where
        act.person is null
        and act.first_at <= click.clicked_at + to_hours(coalesce((select hours from campaign_window where source_id = click.source_id), 72))
)

select
    act_id,
    any_value(act) as act,
    arg_max(message_id, clicked_at) as message_id
from (
    select * from of_person
    union all
    select * from of_browser
)
group by act_id
