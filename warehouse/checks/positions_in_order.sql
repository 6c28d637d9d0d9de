-- fails when: a mart claims a position that the lake does not contain, or one that the mart visitors has not reached
select
    'ahead of ' || upstream.table_name as problem,
    mart.table_name,
    mart.partition,
    mart.pos,
    upstream.pos as upstream_pos
from checks.position as mart
inner join checks.position as upstream
    on mart.partition = upstream.partition
    and mart.pos > upstream.pos
    and upstream.table_name in ('events', 'visitors')
    and mart.table_name not in ('events', upstream.table_name)
