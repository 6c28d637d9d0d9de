-- Expressions that a mart and the raw tail must compute alike; every connection that reads either defines them.
-- visitor_hash is the low half of MD5 without its lowest bit: the same 63-bit number in every engine and version.

create or replace temp macro visitor_hash(visitor_id) as
    cast(md5_number_lower(visitor_id) >> 1 as bigint);

-- visitor_name is what people call a visitor: the same number in sixteen letters (warehouse/visitor_names.py).
create or replace temp macro visitor_name(visitor) as
    lower(printf('%016x', visitor));

create or replace temp macro audience_of(is_bot, is_preview) as
    case when is_bot then 'bot' when is_preview then 'preview' else 'human' end;

-- Views before version 3 also told what was used on a page, which is a family of its own now. Staff opening a lock
-- with its master key redeems nothing: no metric counts a master_use. What is undone was redeemed before, and is a family
-- of its own too.
create or replace temp macro family_of(type, version, data) as
    case
        when type = 'view' and version < 3 and coalesce(json_extract_string(data, '$.action'), 'view') <> 'view'
            then 'use'
        when type = 'redemption' and json_extract_string(data, '$.action') = 'undone' then 'undone_redemption'
        when type = 'redemption' and json_extract_string(data, '$.kind') = 'master_key' then 'master_use'
        else type
    end;

-- What a person did: events of a pass are the holder's own when it is downloaded or installed; a removal is another act,
-- and what happens to the pass itself is nobody's.
create or replace temp macro act_of(type, version, data) as
    case
        when type <> 'pass' then family_of(type, version, data)
        when json_extract_string(data, '$.action') in ('downloaded', 'installed') then 'pass'
        when json_extract_string(data, '$.action') = 'removed' then 'pass_removed'
        else 'pass_change'
    end;

create or replace temp macro bucket_of(moment) as
    time_bucket(interval '15 minutes', moment);
