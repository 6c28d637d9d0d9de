-- Expressions that marts and the raw tail must compute identically. Every connection that reads either defines them.
-- visitor_hash is the low half of the MD5 without its lowest bit: the same 63-bit number in every engine and version.

create or replace temp macro visitor_hash(visitor_id) as
    cast(md5_number_lower(visitor_id) >> 1 as bigint);

-- visitor_name is the readable form of that number: sixteen hexadecimal digits (warehouse/visitor_names.py).
create or replace temp macro visitor_name(visitor) as
    lower(printf('%016x', visitor));

create or replace temp macro audience_of(is_bot, is_preview) as
    case when is_bot then 'bot' when is_preview then 'preview' else 'human' end;

-- Before version 3, views also recorded what was used on a page, which is now a separate family. Staff who open a lock
-- with its master key redeem nothing, so no metric counts a master_use. The undoing of a redemption is a separate
-- family too, as the redemption itself was counted before.
create or replace temp macro family_of(type, version, data) as
    case
        when type = 'view' and version < 3 and coalesce(json_extract_string(data, '$.action'), 'view') <> 'view'
            then 'use'
        when type = 'redemption' and json_extract_string(data, '$.action') = 'undone' then 'undone_redemption'
        when type = 'redemption' and json_extract_string(data, '$.kind') = 'master_key' then 'master_use'
        else type
    end;

-- The act of a person. Downloading or installing a pass is an act of its holder, and removing it is a different act.
-- All other events of a pass are changes of the pass that no person made. A refund is no act of the customer either.
create or replace temp macro act_of(type, version, data) as
    case
        when type = 'order' and json_extract_string(data, '$.status') = 'refunded' then 'refund'
        when type <> 'pass' then family_of(type, version, data)
        when json_extract_string(data, '$.action') in ('downloaded', 'installed') then 'pass'
        when json_extract_string(data, '$.action') = 'removed' then 'pass_removed'
        else 'pass_change'
    end;

create or replace temp macro bucket_of(moment) as
    time_bucket(interval '15 minutes', moment);
