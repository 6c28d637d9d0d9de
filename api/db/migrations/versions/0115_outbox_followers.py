"""Followers of the outbox: how far each of them has come, and the rows that they read as the organisation does."""

from alembic import op

revision = "0115"
down_revision = "0111"
branch_labels = None
depends_on = None

TABLE = """
create table outbox_followers (
  name text primary key check (length(name) between 1 and 60),
  xid xid8 not null,
  seq bigint not null,
  moved_at timestamptz not null default now()
);
alter table outbox_followers enable row level security;

create policy read_own on outbox for select to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select on outbox to waypost_app;
"""

# Over all organisations nothing but ids and positions. The lock makes one worker lead until its transaction ends.
FUNCTIONS = """
create function follow_outbox(_name text, _most integer)
returns table (after_xid text, after_seq bigint, upto_xid text, upto_seq bigint, org_ids text[])
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  _after outbox_followers;
  _relay relay_cursor;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('outbox follower ' || _name, 0)) then
    return;
  end if;
  select * into _relay from relay_cursor;
  if not found then
    return;
  end if;
  insert into outbox_followers (name, xid, seq) values (_name, _relay.xid, _relay.seq)
    on conflict do nothing;
  select * into _after from outbox_followers f where f.name = _name;
  return query
    with batch as (
      select o.xid, o.seq, o.org_id from outbox o
      where (o.xid, o.seq) > (_after.xid, _after.seq) and (o.xid, o.seq) <= (_relay.xid, _relay.seq)
        and o.xid < pg_snapshot_xmin(pg_current_snapshot())
      order by o.xid, o.seq limit _most
    ), last as (
      select b.xid, b.seq from batch b order by b.xid desc, b.seq desc limit 1
    )
    select _after.xid::text, _after.seq, last.xid::text, last.seq,
      (select array_agg(distinct b.org_id) from batch b)
    from last;
end
$$;

create function move_outbox_follower(_name text, _xid text, _seq bigint) returns void
language sql security definer set search_path = public, pg_temp as $$
  update outbox_followers set xid = _xid::xid8, seq = _seq, moved_at = now() where name = _name
$$;
revoke all on function follow_outbox(text, integer), move_outbox_follower(text, text, bigint) from public;
grant execute on function follow_outbox(text, integer), move_outbox_follower(text, text, bigint) to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLE)
    op.execute(FUNCTIONS)
