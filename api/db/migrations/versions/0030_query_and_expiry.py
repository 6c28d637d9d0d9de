"""Codes that hand queries on, open apps and have an address for when they are over; UTM templates."""

from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

COLUMNS = """
alter table codes add column forwards_query boolean not null default false;
alter table codes add column expired_url text check (length(expired_url) <= 2048);
alter table codes add column app_links jsonb check (octet_length(app_links::text) <= 12000);
grant select (forwards_query, expired_url, app_links) on codes to waypost_visitor;
"""

TEMPLATES = """
create table utm_templates (
  template_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  source text not null default '' check (length(source) <= 128),
  medium text not null default '' check (length(medium) <= 128),
  campaign text not null default '' check (length(campaign) <= 128),
  term text not null default '' check (length(term) <= 128),
  content text not null default '' check (length(content) <= 128),
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now()
);
create unique index utm_templates_name on utm_templates (org_id, lower(name));

alter table utm_templates enable row level security;
create policy utm_templates_of_own on utm_templates to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on utm_templates to waypost_app;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(COLUMNS)
    op.execute(TEMPLATES)
