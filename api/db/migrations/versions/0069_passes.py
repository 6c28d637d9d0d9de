"""Passes, what signs them, and the phones that hold them."""

from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None

TABLES = """
create table pass_certificates (
  pass_type text primary key check (length(pass_type) between 6 and 200),
  org_id text not null references organizations on delete cascade,
  team text not null,
  certificate text not null,
  -- Encrypted with the installation's secret.
  key_sealed text not null,
  issuer text not null,
  is_development boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  unique (org_id, pass_type)
);

create table passes (
  pass_id text primary key,
  org_id text not null references organizations on delete cascade,
  pass_type text not null,
  serial_number text not null,
  customer_id text,
  content jsonb not null,
  -- Grows with every change within an organisation: what phones ask since.
  change_tag bigint not null,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  unique (org_id, pass_id),
  unique (pass_type, serial_number),
  foreign key (org_id, pass_type) references pass_certificates (org_id, pass_type),
  foreign key (org_id, customer_id) references customers (org_id, customer_id) on delete cascade
);
create index passes_of_org on passes (org_id, created_at desc);
create index passes_changed on passes (org_id, change_tag);
create index passes_of_customer on passes (org_id, customer_id) where customer_id is not null;

create table pass_registrations (
  device_id text not null check (length(device_id) between 1 and 100),
  pass_id text not null,
  org_id text not null,
  push_token_sealed text not null,
  created_at timestamptz not null,
  primary key (pass_id, device_id),
  foreign key (org_id, pass_id) references passes (org_id, pass_id) on delete cascade
);
create index pass_registrations_of_device on pass_registrations (org_id, device_id);
"""

GRANTS = {
    "pass_certificates": "select, insert, update",
    "passes": "select, insert, update",
    "pass_registrations": "select, insert, update, delete",
}

# A phone names a pass type; everything else it reads inside the organisation whose type that is.
VISITORS = """
create policy pass_certificates_for_visitors on pass_certificates for select to waypost_visitor using (true);
grant select (pass_type, org_id) on pass_certificates to waypost_visitor;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from passes where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
    op.execute(VISITORS)
    op.execute(ERASURE)
