-- grain: one event
-- source: lake.events, limited to the positions of build.slice
-- columns: day, partition, pos, event_id, type, act, org_id, occurred_at, visitor_id, visitor_kind, is_bot,
--   is_preview, is_duplicate, customer_key, outcome, amount_cents and every dimension
select
    event.day,
    event.partition,
    event.pos,
    event.event_id,
    family_of(event.type, event.version, event.data) as type,
    act_of(event.type, event.version, event.data) as act,
    event.org_id,
    event.occurred_at,
    event.visitor_id,
    event.visitor_kind,
    event.is_bot,
    event.is_preview,
    event.is_duplicate,
    event.customer_key,
    event.outcome,
    event.amount_cents,
    /* every dimension of event */
from lake.events as event
inner join build.slice as slice
    on event.partition = slice.partition
    and event.pos > slice.after_pos
    and event.pos <= slice.upto_pos
