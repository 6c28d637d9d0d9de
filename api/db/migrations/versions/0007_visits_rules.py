"""Counters of codes that limit or count their openings, and what visitors' processes need for rules."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# Only codes that have a limit, or a rule that counts, have rows here.
TABLES = """
create table code_counters (
  code_id text primary key references codes on delete cascade,
  org_id text not null references organizations on delete cascade,
  scans bigint not null default 0 check (scans >= 0)
);
create index code_counters_org on code_counters (org_id);

create table code_visitors (
  code_id text not null references codes on delete cascade,
  visitor_id text not null check (length(visitor_id) between 1 and 64),
  org_id text not null references organizations on delete cascade,
  visits bigint not null check (visits > 0),
  last_at timestamptz not null,
  primary key (code_id, visitor_id)
);
create index code_visitors_org on code_visitors (org_id);
"""

POLICIES = """
alter table code_counters enable row level security;
create policy code_counters_of_own on code_counters to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy code_counters_for_visitors on code_counters to waypost_visitor using (true);
grant select, delete on code_counters to waypost_app;
grant select, insert on code_counters to waypost_visitor;
grant update (scans) on code_counters to waypost_visitor;

alter table code_visitors enable row level security;
create policy code_visitors_of_own on code_visitors to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy code_visitors_for_visitors on code_visitors to waypost_visitor using (true);
grant select, delete on code_visitors to waypost_app;
grant select, insert on code_visitors to waypost_visitor;
grant update (visits, last_at) on code_visitors to waypost_visitor;

create policy one_time_codes_opened on codes for update to waypost_visitor
  using (one_time_state = 'issued') with check (one_time_state = 'opened');
grant update (one_time_state, one_time_opened_at) on codes to waypost_visitor;

grant select (time_zone) on organizations to waypost_visitor;
drop trigger tell_organization_changed on organizations;
create trigger tell_organization_changed
  after update of name, logo, brand, time_zone, deleted_at on organizations
  for each row execute function tell_organization_changed();
"""


def upgrade() -> None:
    op.execute(TABLES)
    op.execute(POLICIES)
