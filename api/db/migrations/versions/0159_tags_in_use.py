"""The tags of customers, so that lists of them need not read every profile."""

from alembic import op

revision = "0159"
down_revision = "0154"
branch_labels = None
depends_on = None

# A tag that no profile has any more stays until the night: a count of uses would be a row that all who tag wait for.
STATEMENTS = """
create table customer_tags (
  org_id text not null references organizations on delete cascade,
  tag text not null,
  primary key (org_id, tag)
);
insert into customer_tags (org_id, tag) select distinct org_id, unnest(tags) from customers;
alter table customer_tags enable row level security;
create policy customer_tags_of_own on customer_tags to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, delete on customer_tags to waypost_app;
create function keep_customer_tags() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customer_tags (org_id, tag) select new.org_id, unnest(new.tags) order by 2
  on conflict do nothing;
  return null;
end
$$;
create trigger customers_keep_tags after insert or update of tags on customers
  for each row when (new.tags <> '{}') execute function keep_customer_tags();
"""


def upgrade() -> None:
    """Apply."""
    op.execute(STATEMENTS)
