"""What forms can take: places in an option or in all, and one answer for each person."""

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

# A place is "field=option"; the empty one is the whole form.
TABLES = """
create table form_places (
  org_id text not null,
  page_id text not null,
  form_id text not null,
  place text not null,
  capacity integer not null check (capacity > 0),
  taken integer not null default 0 check (taken >= 0),
  primary key (page_id, form_id, place),
  foreign key (org_id, page_id) references pages (org_id, page_id) on delete cascade
);

create table form_guests (
  org_id text not null,
  page_id text not null,
  form_id text not null,
  known_by text not null check (known_by in ('email', 'phone', 'device')),
  digest text not null,
  submission_id text not null,
  primary key (page_id, form_id, known_by, digest),
  foreign key (org_id, submission_id) references submissions (org_id, submission_id)
    on delete cascade deferrable initially deferred
);
create index form_guests_of_submission on form_guests (org_id, submission_id);

alter table submissions add column places text[] not null default '{}';
"""

# Whoever deletes a submission, an erasure too, gives its places back.
GIVING_BACK = """
create function give_places_back() returns trigger language plpgsql as $$
begin
  update form_places set taken = taken - 1
    where org_id = old.org_id and page_id = old.page_id and form_id = old.form_id
      and place = any(old.places) and taken > 0;
  return null;
end
$$;
create trigger give_places_back after delete on submissions
  for each row when (old.places <> '{}') execute function give_places_back();
"""

# Web processes keep published pages, with what is full, in memory.
TELLING = """
create function tell_places_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', new.page_id);
  perform pg_notify('page_changed', code_id)
    from pages where page_id = new.page_id and code_id is not null;
  return null;
end
$$;
create trigger tell_places_changed after update of taken, capacity on form_places
  for each row when ((old.taken >= old.capacity) <> (new.taken >= new.capacity))
  execute function tell_places_changed();
"""

POLICIES = """
alter table form_places enable row level security;
create policy form_places_of_own on form_places to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on form_places to waypost_app;
create policy form_places_for_visitors on form_places for select to waypost_visitor using (true);
grant select on form_places to waypost_visitor;

alter table form_guests enable row level security;
create policy form_guests_of_own on form_guests to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, delete on form_guests to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (TABLES, GIVING_BACK, TELLING, POLICIES):
        op.execute(statements)
