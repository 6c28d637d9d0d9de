"""Notes on codes, terms by version with who accepted them, slips to print."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

NOTES = """
create table notes (
  note_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text not null references codes on delete cascade,
  title text not null check (length(title) between 1 and 160),
  body text not null default '',
  plain_text text not null default '',
  attachments jsonb not null default '[]' check (jsonb_typeof(attachments) = 'array'),
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  version integer not null default 1
);
create index notes_of_code on notes (org_id, code_id, updated_at desc);
create index notes_of_org on notes (org_id, updated_at desc);

alter table notes enable row level security;
create policy notes_of_own on notes to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy notes_for_visitors on notes for select to waypost_visitor using (is_public);
grant select, insert, update, delete on notes to waypost_app;
grant select (note_id, org_id, code_id, title, body, attachments, is_public, updated_at)
  on notes to waypost_visitor;
"""

TERMS = """
create table terms (
  terms_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text references codes on delete cascade,
  current_version integer not null default 0 check (current_version >= 0),
  created_at timestamptz not null default now(),
  created_by text,
  unique (org_id, terms_id)
);
create unique index terms_place on terms (org_id, coalesce(code_id, ''));

create table terms_versions (
  terms_id text not null,
  org_id text not null,
  version integer not null check (version >= 1),
  title text not null check (length(title) between 1 and 160),
  body text not null,
  text_hash text not null,
  published_at timestamptz not null default now(),
  published_by text,
  primary key (terms_id, version),
  foreign key (org_id, terms_id) references terms (org_id, terms_id) on delete cascade
);

create table terms_acceptances (
  acceptance_id text primary key,
  org_id text not null,
  terms_id text not null,
  version integer not null,
  text_hash text not null,
  code_id text,
  visitor_id text not null,
  visitor_kind text not null check (visitor_kind in ('cookie', 'daily')),
  email_hash text not null default '',
  email_sealed bytea,
  address text not null,
  accepted_at timestamptz not null,
  unique (terms_id, version, visitor_id, email_hash),
  foreign key (terms_id, version) references terms_versions (terms_id, version) on delete cascade
);
create index terms_acceptances_of_org on terms_acceptances (org_id, terms_id, accepted_at desc);

alter table terms enable row level security;
alter table terms_versions enable row level security;
alter table terms_acceptances enable row level security;
create policy terms_of_own on terms to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy terms_versions_of_own on terms_versions to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy terms_acceptances_of_own on terms_acceptances to waypost_app
  using (org_id = current_setting('app.org_id', true));
create policy terms_for_visitors on terms for select to waypost_visitor using (current_version > 0);
create policy terms_versions_for_visitors on terms_versions for select to waypost_visitor using (true);

-- A version that somebody may have accepted is never changed and never removed by the product.
grant select, insert, update on terms to waypost_app;
grant select, insert on terms_versions, terms_acceptances to waypost_app;
grant select (terms_id, org_id, code_id, current_version) on terms to waypost_visitor;
grant select (terms_id, org_id, version, title, body, text_hash, published_at)
  on terms_versions to waypost_visitor;
grant select (slug) on organizations to waypost_visitor;
"""

SLIPS = """
create table slips (
  slip_id text primary key,
  org_id text not null references organizations on delete cascade,
  code_id text references codes on delete set null,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('coupon', 'ticket', 'table_tent', 'receipt_insert')),
  width_mm double precision not null check (width_mm between 20 and 420),
  height_mm double precision not null check (height_mm between 20 and 420),
  background text not null default '#ffffff',
  elements jsonb not null default '[]' check (jsonb_typeof(elements) = 'array'),
  one_time boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (org_id, slip_id)
);
create index slips_of_org on slips (org_id, updated_at desc);

alter table slips enable row level security;
create policy slips_of_own on slips to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on slips to waypost_app;
"""


def upgrade() -> None:
    op.execute(NOTES)
    op.execute(TERMS)
    op.execute(SLIPS)
