"""Pass templates with drafts and versions, and which of them a pass was made from."""

from alembic import op

revision = "0079"
down_revision = "0078"
branch_labels = None
depends_on = None

TABLES = """
create table pass_templates (
  template_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  draft jsonb not null,
  revision integer not null,
  published_version integer,
  published_revision integer,
  created_at timestamptz not null,
  created_by text,
  updated_at timestamptz not null,
  unique (org_id, template_id)
);
create unique index pass_templates_name on pass_templates (org_id, lower(name));

create table pass_template_versions (
  template_id text not null,
  version integer not null,
  org_id text not null,
  content jsonb not null,
  published_at timestamptz not null,
  published_by text,
  primary key (template_id, version),
  foreign key (org_id, template_id) references pass_templates (org_id, template_id) on delete cascade
);

alter table passes
  add column template_id text,
  add column template_version integer,
  -- What placeholders say of the one who holds it, beyond what is known of the customer.
  add column template_values jsonb not null default '{}',
  add foreign key (org_id, template_id) references pass_templates (org_id, template_id)
    on delete set null (template_id);
create index passes_of_template on passes (org_id, template_id, pass_id) where template_id is not null;
"""

GRANTS = {
    "pass_templates": "select, insert, update, delete",
    "pass_template_versions": "select, insert, delete",
}


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
