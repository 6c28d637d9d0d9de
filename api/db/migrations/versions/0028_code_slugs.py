"""Names that codes open under beside their ids, and the one of them that is shown and printed."""

from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

# Claimed before its code is stored, so that one statement tells which names are still free.
SLUGS = """
create table code_slugs (
  slug text primary key check (slug ~ '^[a-z0-9][a-z0-9_-]{1,62}[a-z0-9]$'),
  org_id text not null references organizations on delete cascade,
  code_id text not null references codes on delete cascade deferrable initially deferred,
  created_at timestamptz not null default now(),
  created_by text,
  unique (code_id, slug)
);
alter table codes add column slug text;
alter table codes add constraint codes_shown_slug
  foreign key (code_id, slug) references code_slugs (code_id, slug);

alter table code_slugs enable row level security;
create policy code_slugs_of_own on code_slugs to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy code_slugs_for_visitors on code_slugs for select to waypost_visitor using (true);
grant select, insert, update (code_id) on code_slugs to waypost_app;
grant select (slug, code_id) on code_slugs to waypost_visitor;
grant select (slug) on codes to waypost_visitor;
"""

# Whoever opens a name learns that it is taken; whose it is stays with row-level security.
TAKEN = """
create function taken_slugs(wanted text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as $$
  select name from unnest(wanted) as name
  where exists (select from code_slugs there where there.slug = name)
     or exists (select from codes where codes.code_id = name)
$$;
revoke all on function taken_slugs(text[]) from public;
grant execute on function taken_slugs(text[]) to waypost_app;
"""

CHANGES = """
create function tell_slugs_changed() returns trigger language plpgsql as $$
declare
  told text[];
begin
  select array_agg(slug) into told from (select slug from changed limit 201) few;
  if cardinality(told) > 200 then
    perform pg_notify('slug_changed', '');
  else
    perform pg_notify('slug_changed', slug) from unnest(told) as slug;
  end if;
  return null;
end
$$;
create trigger tell_slugs_added after insert on code_slugs
  referencing new table as changed for each statement execute function tell_slugs_changed();
create trigger tell_slugs_changed after update on code_slugs
  referencing new table as changed for each statement execute function tell_slugs_changed();
create trigger tell_slugs_removed after delete on code_slugs
  referencing old table as changed for each statement execute function tell_slugs_changed();
"""


def upgrade() -> None:
    """Apply."""
    op.execute(SLUGS)
    op.execute(TAKEN)
    op.execute(CHANGES)
