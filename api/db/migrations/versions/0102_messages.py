"""Every message to a person, from the request to send it to what became of it."""

from alembic import op

revision = "0102"
down_revision = "0101"
branch_labels = None
depends_on = None

# A refused message is a row too: why somebody did not get it has an answer. Address and content are sealed with
# the customer's key; of messages to an address without a customer, with the installation's secret.
TABLE = """
create table messages (
  message_id text primary key,
  org_id text not null references organizations on delete cascade,
  source text not null check (source in ('campaign', 'automation', 'single', 'reply', 'passcode', 'receipt', 'test')),
  source_id text not null,
  step text not null default '',
  variant text not null default '',
  customer_id text,
  channel text not null check (channel in ('email', 'sms', 'whatsapp', 'web_push', 'wallet_push')),
  purpose text not null check (purpose in ('marketing', 'feedback', 'service')),
  address_index bytea check (octet_length(address_index) = 32),
  address_sealed text,
  content_sealed text,
  language text not null default '',
  code_id text,
  state text not null check (state in
    ('queued', 'sending', 'unknown', 'sent', 'delivered', 'undelivered', 'bounced', 'failed', 'refused', 'cancelled')),
  reason text not null default '' check (length(reason) <= 300),
  tries integer not null default 0 check (tries >= 0),
  due_at timestamptz not null,
  not_after timestamptz,
  skips_quiet boolean not null default false,
  claimed_until timestamptz,
  entry_id text,
  provider text not null default '',
  provider_id text,
  sender text not null default '',
  segments integer check (segments > 0),
  cost_micros bigint,
  currency text check (length(currency) = 3),
  created_by text,
  created_at timestamptz not null,
  sending_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  ended_at timestamptz,
  clicked_at timestamptz,
  check (customer_id is not null or address_index is not null),
  check ((claimed_until is not null) = (state in ('sending', 'unknown')))
);
-- A person is sent the same thing once, whatever crashes.
create unique index messages_once on messages (org_id, source, source_id, step, customer_id)
  where customer_id is not null;
create unique index messages_once_of_address on messages (org_id, source, source_id, step, address_index)
  where customer_id is null;
create index messages_due on messages (org_id, due_at) where state = 'queued';
create index messages_claimed on messages (org_id, claimed_until) where claimed_until is not null;
create index messages_of_customer on messages (org_id, customer_id, created_at);
create index messages_of_address on messages (org_id, address_index, created_at);
create unique index messages_of_provider on messages (provider, provider_id) where provider_id is not null;
create index messages_newest on messages (org_id, created_at);

alter table messages enable row level security;
create policy messages_of_own on messages to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on messages to waypost_app;
"""

RULES = """
alter table contact_rules
  -- At most so many news and surveys per person, over all channels, within so many days.
  add column cap_messages integer check (cap_messages between 1 and 1000),
  add column cap_days integer check (cap_days between 1 and 365),
  add check ((cap_messages is null) = (cap_days is null)),
  -- News go to nobody who is known to be younger.
  add column min_age integer check (min_age between 1 and 120);
"""

DUE = """
create function due_messages(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null
    and (exists (select from messages m where m.org_id = o.org_id and m.state = 'queued' and m.due_at <= at)
      or exists (select from messages m where m.org_id = o.org_id and m.claimed_until <= at))
    and not exists (
      select from jobs j
      where j.org_id = o.org_id and j.kind = 'messages.dispatch' and j.state in ('queued', 'running'))
$$;
revoke all on function due_messages(timestamptz) from public;
grant execute on function due_messages(timestamptz) to waypost_app;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from messages where org_id = _org'
    ' and (customer_id = any(_customers) or encode(address_index, \\'hex\\') = any(_hashes));\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    for statement in (TABLE, RULES, DUE, ERASURE):
        op.execute(statement)
