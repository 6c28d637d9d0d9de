-- grain: one status event of a message of the campaign or automation
-- source: messages; parameter table: asked
-- columns: those of messages, with an automation's step in place of the version
select messages.* replace (
    case
        when asked.source = 'automation' then split_part(coalesce(messages.step, ''), '.', 1)
        else coalesce(messages.variant, '')
    end as variant
)
from messages
inner join asked on messages.source_id = asked.source_id and messages.source = asked.source
