-- grain: one event that is not a scan
-- source: lake.events, limited to the positions of build.slice; data is parsed as ingest/contracts defines it
-- columns: day, partition, pos, type, org_id, occurred_at, visitor_id, is_bot, is_preview, amount_cents,
--   customer_key, every dimension, form, fields, is_new_customer, action, block_id, poll_id, choice, previous_choice, kind,
--   subject_id, currency, points, message_id, channel, status, failure, pass_id, wallet, template_id,
--   order_id, source, item_count, game_id, play_id, result, season, score, prize_id, duration_ms, progress, host, path, opened, reached, filled, stands_at,
--   stood_at, batch_id, batch_code_id, base_code_id, codes, uses, ends_at, use_number, max_uses,
--   entry_id, movement_id, lot_id, unit, amount, reason, available_from, expires_at,
--   reward_id, price, cost_cents, awarded_at, segments, cost_micros, source_id, step, variant, link
select
    * exclude (payload),
    payload.*
from (
    select
        event.day,
        event.partition,
        event.pos,
        family_of(event.type, event.version, event.data) as type,
        event.org_id,
        event.occurred_at,
        event.visitor_id,
        event.is_bot,
        event.is_preview,
        event.amount_cents,
        event.customer_key,
        /* every dimension of event */,
        from_json(
                event.data,
            '{"form":"VARCHAR", "fields":["VARCHAR"], "is_new_customer":"BOOLEAN", "action":"VARCHAR", '
            || '"block_id":"VARCHAR", "poll_id":"VARCHAR", "choice":"VARCHAR", '
            || '"previous_choice":"VARCHAR", "kind":"VARCHAR", "subject_id":"VARCHAR", '
            || '"currency":"VARCHAR", "points":"BIGINT", "message_id":"VARCHAR", "channel":"VARCHAR", '
            || '"status":"VARCHAR", "failure":"VARCHAR", "pass_id":"VARCHAR", "wallet":"VARCHAR", "template_id":"VARCHAR", '
            || '"order_id":"VARCHAR", "source":"VARCHAR", "item_count":"BIGINT", "game_id":"VARCHAR", '
            || '"play_id":"VARCHAR", "result":"VARCHAR", "season":"BIGINT", "score":"BIGINT", '
            || '"prize_id":"VARCHAR", "duration_ms":"BIGINT", "progress":"BIGINT", '
            || '"host":"VARCHAR", "path":"VARCHAR", '
            || '"opened":"BOOLEAN", "reached":["VARCHAR"], "filled":["VARCHAR"], '
            || '"stands_at":"VARCHAR", "stood_at":"VARCHAR", '
            || '"batch_id":"VARCHAR", "batch_code_id":"VARCHAR", "base_code_id":"VARCHAR", '
            || '"codes":"BIGINT", "uses":"BIGINT", "ends_at":"TIMESTAMP WITH TIME ZONE", '
            || '"use_number":"BIGINT", "max_uses":"BIGINT", "entry_id":"VARCHAR", "movement_id":"VARCHAR", '
            || '"lot_id":"VARCHAR", "unit":"VARCHAR", "amount":"BIGINT", "reason":"VARCHAR", '
            || '"available_from":"TIMESTAMP WITH TIME ZONE", "expires_at":"TIMESTAMP WITH TIME ZONE", '
            || '"reward_id":"VARCHAR", "price":"BIGINT", "cost_cents":"BIGINT", "awarded_at":"TIMESTAMP WITH TIME ZONE", '
            || '"segments":"BIGINT", "cost_micros":"BIGINT", "source_id":"VARCHAR", "step":"VARCHAR", '
            || '"variant":"VARCHAR", "link":"VARCHAR"}'
        ) as payload
    from lake.events as event
    inner join build.slice as slice
        on event.partition = slice.partition
        and event.pos > slice.after_pos
        and event.pos <= slice.upto_pos
    where event.type <> 'scan'
) as read
