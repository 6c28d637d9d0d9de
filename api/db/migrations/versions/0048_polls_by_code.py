"""A poll is called by its code and its own id: polls of different codes may have the same id."""

from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None

KEEP_NAME = """
create or replace function keep_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said constant jsonb := to_jsonb(new);
  thing constant text := {thing};
begin
  insert into name_history
    select new.org_id, tg_argv[0], thing,
      case when tg_op = 'INSERT' then least(new.created_at, clock_timestamp())
      else greatest(clock_timestamp(), coalesce(
        (select max(h.valid_from) from name_history h
          where h.org_id = new.org_id and h.kind = tg_argv[0] and h.thing_id = thing)
          + interval '1 microsecond',
        '-infinity')) end,
      said ->> tg_argv[2]
    on conflict do nothing;
  return null;
end
$$;
"""

TRIGGERS = """
drop trigger keep_new_poll_name on polls;
drop trigger keep_changed_poll_name on polls;
create trigger keep_new_poll_name after insert on polls
  for each row execute function keep_name('poll', '{by}', 'question');
create trigger keep_changed_poll_name after update of question on polls
  for each row when (old.question is distinct from new.question)
  execute function keep_name('poll', '{by}', 'question');
"""

BY_CODE = """
insert into name_history (org_id, kind, thing_id, valid_from, name)
  select p.org_id, 'poll', p.code_id || '/' || p.poll_id, h.valid_from, h.name
  from name_history h join polls p on p.org_id = h.org_id and p.poll_id = h.thing_id
  where h.kind = 'poll';
delete from name_history where kind = 'poll' and thing_id not like '%/%';
"""

BY_ID = """
insert into name_history (org_id, kind, thing_id, valid_from, name)
  select org_id, kind, split_part(thing_id, '/', 2), valid_from, name
  from name_history where kind = 'poll'
  on conflict do nothing;
delete from name_history where kind = 'poll' and thing_id like '%/%';
"""


def upgrade() -> None:
    """Apply."""
    columns = "unnest(string_to_array(tg_argv[1], ',')) with ordinality as part(name, place)"
    thing = f"(select string_agg(said ->> name, '/' order by place) from {columns})"
    op.execute(KEEP_NAME.format(thing=thing))
    op.execute(TRIGGERS.format(by="code_id,poll_id"))
    op.execute(BY_CODE)


def downgrade() -> None:
    """Take back."""
    op.execute(KEEP_NAME.format(thing="said ->> tg_argv[1]"))
    op.execute(TRIGGERS.format(by="poll_id"))
    op.execute(BY_ID)
