"""One-time passcodes sent to visitors' phones, and what the message sandbox kept instead of sending."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

TABLES = """
create table phone_verifications (
  verification_id text primary key,
  org_id text not null references organizations on delete cascade,
  phone_key text not null,
  code_hash text not null,
  tries integer not null default 0 check (tries between 0 and 5),
  sent integer not null default 1 check (sent > 0),
  sent_at timestamptz not null,
  first_sent_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  unique (org_id, phone_key)
);
create index phone_verifications_old on phone_verifications (org_id, first_sent_at);

create table sandbox_messages (
  message_id text primary key,
  org_id text not null references organizations on delete cascade,
  channel text not null check (channel in ('sms', 'email', 'push')),
  recipient text not null check (length(recipient) <= 320),
  body text not null check (length(body) <= 4000),
  created_at timestamptz not null default now()
);
create index sandbox_messages_of_org on sandbox_messages (org_id, created_at desc);
"""

POLICIES = """
alter table phone_verifications enable row level security;
create policy phone_verifications_of_own on phone_verifications to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on phone_verifications to waypost_app;

alter table sandbox_messages enable row level security;
create policy sandbox_messages_of_own on sandbox_messages to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, delete on sandbox_messages to waypost_app;
"""


def upgrade() -> None:
    op.execute(TABLES)
    op.execute(POLICIES)
