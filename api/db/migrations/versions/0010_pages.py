"""Pages and their versions, templates, customers, and what visitors sent through forms."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

PAGES = """
create table pages (
  page_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text references codes on delete cascade,
  name text not null check (length(name) between 1 and 200),
  vanity_name text unique check (vanity_name ~ '^[a-z0-9](-?[a-z0-9]){1,39}$'),
  draft jsonb not null,
  version integer not null default 1,
  published_version integer,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (org_id, page_id),
  check ((published_version is null) = (published_at is null)),
  check (published_version is null or deleted_at is null)
);
create index pages_of_org on pages (org_id, updated_at desc, page_id) where deleted_at is null;
create unique index pages_published_on_code on pages (code_id) where published_version is not null;
create index pages_of_code on pages (code_id) where code_id is not null;

create table page_versions (
  org_id text not null,
  page_id text not null,
  version integer not null,
  name text not null,
  blocks jsonb not null,
  published jsonb,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (page_id, version),
  foreign key (org_id, page_id) references pages (org_id, page_id) on delete cascade
);

create table page_templates (
  template_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 200),
  kind text not null,
  description text not null default '',
  blocks jsonb not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text
);
create index page_templates_of_org on page_templates (org_id, created_at desc);
"""

CUSTOMERS = """
create table customers (
  customer_id text primary key,
  org_id text not null references organizations on delete cascade,
  email text check (email = lower(email)),
  phone text check (phone ~ '^\\+[0-9]{4,20}$'),
  first_name text,
  last_name text,
  attributes jsonb not null default '{}',
  tags text[] not null default '{}',
  sealing_key bytea,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (org_id, customer_id)
);
create unique index customers_email on customers (org_id, email);
create unique index customers_phone on customers (org_id, phone);
create index customers_of_org on customers (org_id, created_at desc, customer_id);

create table customer_visitors (
  org_id text not null,
  visitor_id text not null,
  customer_id text not null,
  first_name text,
  seen_at timestamptz not null default now(),
  primary key (org_id, visitor_id),
  foreign key (org_id, customer_id) references customers (org_id, customer_id) on delete cascade
);
create index customer_visitors_of_customer on customer_visitors (org_id, customer_id);
"""

SUBMISSIONS = """
create table submissions (
  submission_id text primary key,
  org_id text not null,
  page_id text not null,
  page_version integer not null,
  form_id text not null,
  code_id text references codes on delete cascade,
  customer_id text,
  visitor_id text,
  submission_key text not null,
  body_hash text not null,
  field_names text[] not null default '{}',
  sealed text,
  is_new_customer boolean not null,
  language text,
  created_at timestamptz not null default now(),
  unique (org_id, submission_id),
  unique (page_id, submission_key),
  foreign key (org_id, page_id) references pages (org_id, page_id) on delete cascade,
  foreign key (org_id, customer_id) references customers (org_id, customer_id)
    on delete set null (customer_id)
);
create index submissions_of_code on submissions (org_id, code_id, created_at desc);
create index submissions_of_page on submissions (org_id, page_id, created_at desc);
create index submissions_of_customer on submissions (org_id, customer_id, page_id);
create index submissions_of_visitor on submissions (org_id, visitor_id, page_id)
  where visitor_id is not null;

create table consent_texts (
  org_id text not null references organizations on delete cascade,
  text_hash text not null,
  text text not null,
  first_shown_at timestamptz not null default now(),
  primary key (org_id, text_hash)
);

create table submission_consents (
  org_id text not null,
  submission_id text not null,
  customer_id text,
  text_hash text not null,
  page_version integer not null,
  language text,
  given_at timestamptz not null default now(),
  primary key (submission_id),
  foreign key (org_id, submission_id) references submissions (org_id, submission_id)
    on delete cascade,
  foreign key (org_id, text_hash) references consent_texts (org_id, text_hash),
  foreign key (org_id, customer_id) references customers (org_id, customer_id)
    on delete set null (customer_id)
);
"""

# Web processes keep published pages in memory; this tells them which to drop. An empty payload: all.
CHANGES = """
create function tell_page_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', coalesce(new.page_id, old.page_id));
  if tg_op <> 'INSERT' and old.code_id is not null then
    perform pg_notify('page_changed', old.code_id);
  end if;
  if tg_op <> 'DELETE' and new.code_id is not null then
    perform pg_notify('page_changed', new.code_id);
  end if;
  return null;
end
$$;
create trigger tell_page_changed
  after insert or delete or update of code_id, published_version, published_at, deleted_at on pages
  for each row execute function tell_page_changed();

create function tell_pages_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('page_changed', '');
  return null;
end
$$;
create trigger tell_pages_changed after update of name, logo, brand, deleted_at on organizations
  for each row execute function tell_pages_changed();
"""

TENANT_TABLES = (
    "pages",
    "page_versions",
    "page_templates",
    "customers",
    "customer_visitors",
    "submissions",
    "consent_texts",
    "submission_consents",
)

POLICY = """
alter table {table} enable row level security;
create policy {table}_of_own on {table} to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on {table} to waypost_app;
"""

VISITORS = """
create policy pages_for_visitors on pages for select to waypost_visitor using (true);
create policy page_versions_for_visitors on page_versions for select to waypost_visitor
  using (published is not null);
create policy customer_visitors_for_visitors on customer_visitors for select to waypost_visitor
  using (true);
create policy customers_for_visitors on customers for select to waypost_visitor using (true);
create policy submissions_for_visitors on submissions for select to waypost_visitor using (true);
grant select (page_id, org_id, code_id, name, vanity_name, published_version, published_at, deleted_at)
  on pages to waypost_visitor;
grant select (org_id, page_id, version, published) on page_versions to waypost_visitor;
grant select (org_id, visitor_id, customer_id, first_name) on customer_visitors to waypost_visitor;
grant select (org_id, customer_id, tags) on customers to waypost_visitor;
grant select (org_id, page_id, visitor_id) on submissions to waypost_visitor;
"""


def upgrade() -> None:
    op.execute(PAGES)
    op.execute(CUSTOMERS)
    op.execute(SUBMISSIONS)
    op.execute(CHANGES)
    for table in TENANT_TABLES:
        op.execute(POLICY.format(table=table))
    op.execute(VISITORS)
