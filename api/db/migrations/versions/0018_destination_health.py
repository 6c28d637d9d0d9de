"""Whether the destinations of codes still answer: what the nightly check found."""

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

TABLE = """
create table destination_checks (
  org_id text not null references organizations on delete cascade,
  code_id text not null references codes on delete cascade,
  url text not null check (length(url) <= 4096),
  state text not null check (state in ('fine', 'broken', 'private')),
  status integer,
  reason text check (length(reason) <= 300),
  checked_at timestamptz not null,
  broken_since timestamptz,
  primary key (code_id, url),
  check ((state = 'fine') = (broken_since is null))
);
create index destination_checks_broken on destination_checks (org_id) where state <> 'fine';
"""

VIEW = """
create view analytics_v1.destinations with (security_invoker = true) as
  select org_id, code_id, destination as url
  from codes
  where deleted_at is null and state = 'active' and destination is not null
    and one_time_state is null
  union
  select org_id, code_id, fallback_url
  from codes
  where deleted_at is null and fallback_url is not null and one_time_state is null
  union
  select org_id, code_id, rule -> 'outcome' ->> 'url'
  from codes, jsonb_array_elements(rules) as rule
  where deleted_at is null and state = 'active' and one_time_state is null
    and rule -> 'outcome' ->> 'url' is not null;
"""

POLICIES = """
alter table destination_checks enable row level security;
create policy destination_checks_of_own on destination_checks to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy destination_checks_for_pipelines on destination_checks to waypost_pipelines
  using (true);
grant select on destination_checks to waypost_app;
grant select, insert, update, delete on destination_checks to waypost_pipelines;

grant select on analytics_v1.destinations to waypost_app, waypost_pipelines;
grant select (destination, fallback_url, rules, state, one_time_state) on codes to waypost_pipelines;
"""


def upgrade() -> None:
    op.execute(TABLE)
    op.execute(VIEW)
    op.execute(POLICIES)
