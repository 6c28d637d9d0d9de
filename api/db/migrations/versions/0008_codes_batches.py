"""Children that follow their base, batches of codes, and changes told once per statement."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

# Children made before overrides meant anything had everything of their own.
CHILDREN = """
update codes set overrides = array['content', 'design', 'destination', 'fallback_url', 'limits',
                                   'password', 'promo_lock', 'rules', 'state', 'window']
where base_code_id is not null;

do $$
declare
  old name;
begin
  select conname into strict old from pg_constraint
  where conrelid = 'codes'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%redirect%destination%';
  execute format('alter table codes drop constraint %I', old);
end
$$;
alter table codes add constraint codes_lead_somewhere check (
  type <> 'redirect' or destination is not null
  or (base_code_id is not null and not 'destination' = any(overrides)));
alter table codes drop constraint codes_base_code_id_fkey;
alter table codes add constraint codes_base_code_id_fkey
  foreign key (base_code_id) references codes on delete cascade;

create index codes_listed on codes (org_id, created_at desc, code_id)
  where one_time_state is null and deleted_at is null;
create index codes_tags on codes using gin (tags);
"""

BATCHES = """
create table code_batches (
  batch_id text primary key,
  org_id text not null references organizations on delete cascade,
  base_code_id text references codes on delete cascade,
  kind text not null check (kind in ('one_time', 'rows', 'import')),
  name text not null check (length(name) between 1 and 200),
  amount integer not null check (amount > 0),
  job_id text,
  created_at timestamptz not null default now(),
  created_by text,
  withdrawn_at timestamptz
);
create index code_batches_base on code_batches (org_id, base_code_id, created_at desc);

alter table code_batches enable row level security;
create policy code_batches_of_own on code_batches to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update on code_batches to waypost_app;
"""

# A base's children change with it. Many at once are told as one: drop everything.
# The limit inside makes it look children up by their index; a plain join reads the whole table.
CHANGES = """
drop trigger tell_code_changed on codes;
drop function tell_code_changed();

create function tell_codes_changed() returns trigger language plpgsql as $$
declare
  told text[];
begin
  select array_agg(code_id) into told from (
    select code_id from changed
    union
    select child.code_id from changed, lateral (
      select code_id from codes where base_code_id = changed.code_id limit 201
    ) child
    limit 201
  ) few;
  if cardinality(told) > 200 then
    perform pg_notify('code_changed', '');
  else
    perform pg_notify('code_changed', code_id) from unnest(told) as code_id;
  end if;
  return null;
end
$$;
create trigger tell_codes_added after insert on codes
  referencing new table as changed for each statement execute function tell_codes_changed();
create trigger tell_codes_changed after update on codes
  referencing new table as changed for each statement execute function tell_codes_changed();
create trigger tell_codes_removed after delete on codes
  referencing old table as changed for each statement execute function tell_codes_changed();
"""


def upgrade() -> None:
    op.execute(CHILDREN)
    op.execute(BATCHES)
    op.execute(CHANGES)
