-- grain: one unit, the local month in which its points or stamps were given, and the local month in which they expire
-- source: loyalty_entries
-- columns: unit, given_month, expiry_month, given, taken_back, spent, expired, outstanding, pending, ended
with lots as (
    select
        loyalty_entries.unit,
        loyalty_entries.lot_id,
        min(loyalty_entries.occurred_at) filter (where loyalty_entries.entry_id = loyalty_entries.lot_id) as given_at,
        min(loyalty_entries.available_from) as available_from,
        min(loyalty_entries.expires_at) as expires_at,
        sum(loyalty_entries.amount) filter (where loyalty_entries.entry_id = loyalty_entries.lot_id) as given,
        coalesce(
            -sum(loyalty_entries.amount) filter (where loyalty_entries.reason in ('redeem', 'undo_redeem')), 0
        ) as spent,
        sum(loyalty_entries.amount) as remains
    from loyalty_entries
    inner join question on loyalty_entries.occurred_at < question.range_end
    where loyalty_entries.customer_key is not null
    group by loyalty_entries.unit, loyalty_entries.lot_id
)

select
    lots.unit,
    cast(date_trunc('month', timezone(question.zone, lots.given_at)) as date) as given_month,
    cast(date_trunc('month', timezone(question.zone, lots.expires_at)) as date) as expiry_month,
    sum(lots.given) as given,
    sum(lots.given - lots.spent - lots.remains) as taken_back,
    sum(lots.spent) as spent,
    coalesce(sum(lots.remains) filter (where lots.expires_at <= question.range_end), 0) as expired,
    coalesce(
        sum(lots.remains) filter (where lots.expires_at is null or lots.expires_at > question.range_end), 0
    ) as outstanding,
    coalesce(
        sum(lots.remains) filter (
            where (lots.expires_at is null or lots.expires_at > question.range_end)
            and lots.available_from > question.range_end
        ), 0
    ) as pending,
    coalesce(sum(lots.spent + lots.remains) filter (where lots.expires_at <= question.range_end), 0) as ended
from lots
cross join question
where lots.given_at is not null
group by all
