"""Replies to text messages, by person; answers that are written once; and numbers that were bought."""

from alembic import op

revision = "0110"
down_revision = "0109"
branch_labels = None
depends_on = None

# Addresses and texts are sealed with the customer's key; of numbers without a customer, with the installation's secret.
TABLES = """
create table text_conversations (
  conversation_id text primary key,
  org_id text not null references organizations on delete cascade,
  address_index bytea not null check (octet_length(address_index) = 32),
  address_sealed text not null,
  customer_id text,
  assigned_to text,
  is_open boolean not null default true,
  -- Somebody wrote that they want no more, but in no word that machines obey: a person decides.
  is_flagged boolean not null default false,
  unread integer not null default 0 check (unread >= 0),
  last_at timestamptz not null,
  unique (org_id, address_index),
  unique (org_id, conversation_id)
);
create index text_conversations_newest on text_conversations (org_id, is_open, last_at desc);

create table text_replies (
  reply_id text primary key,
  org_id text not null,
  conversation_id text not null,
  provider_id text not null,
  kind text not null check (kind in ('reply', 'stop', 'start', 'help', 'wish')),
  content_sealed text not null,
  received_at timestamptz not null,
  -- A provider repeats what it is not sure was taken.
  unique (org_id, provider_id),
  foreign key (org_id, conversation_id) references text_conversations (org_id, conversation_id)
    on delete cascade
);
create index text_replies_of_conversation on text_replies (org_id, conversation_id, received_at);

create table canned_answers (
  answer_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 80),
  text text not null check (length(text) between 1 and 1600),
  created_at timestamptz not null,
  created_by text
);
create unique index canned_answers_name on canned_answers (org_id, lower(name));

create table sms_numbers (
  number_id text primary key,
  org_id text not null references organizations on delete cascade,
  phone text not null unique check (phone ~ '^[+][1-9][0-9]{6,14}$'),
  provider_id text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  place text not null default '',
  bought_at timestamptz not null,
  bought_by text
);
create index sms_numbers_of_org on sms_numbers (org_id, bought_at);

create index messages_unpriced on messages (org_id, due_at)
  where provider = 'twilio' and provider_id is not null and cost_micros is null;
"""

OF_ORG = ("text_conversations", "text_replies", "canned_answers", "sms_numbers")

# Ids and nothing else, over all organisations.
FUNCTIONS = """
create or replace function due_messages(at timestamptz) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null
    and (exists (select from messages m where m.org_id = o.org_id and m.state = 'queued' and m.due_at <= at)
      or exists (select from messages m where m.org_id = o.org_id and m.claimed_until <= at)
      or exists (select from messages m where m.org_id = o.org_id and m.provider = 'twilio'
        and m.provider_id is not null and m.cost_micros is null and m.claimed_until is null
        and m.state <> 'queued' and m.due_at <= at and m.sending_at > at - interval '2 days'))
    and not exists (
      select from jobs j
      where j.org_id = o.org_id and j.kind = 'messages.dispatch' and j.state in ('queued', 'running'))
$$;

create function owner_of_sms_number(_phone text) returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select n.org_id from sms_numbers n join organizations o on o.org_id = n.org_id
  where n.phone = _phone and o.deleted_at is null
$$;
revoke all on function owner_of_sms_number(text) from public;
grant execute on function owner_of_sms_number(text) to waypost_app;

create function senders_of_texts() returns table (org_id text)
language sql stable security definer set search_path = public, pg_temp as $$
  select o.org_id from organizations o
  where o.deleted_at is null
    and exists (select from messages m where m.org_id = o.org_id and m.channel = 'sms')
$$;
revoke all on function senders_of_texts() from public;
grant execute on function senders_of_texts() to waypost_app;
"""

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  delete from text_conversations where org_id = _org'
    ' and (customer_id = any(_customers) or encode(address_index, \\'hex\\') = any(_hashes));\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    op.execute(TABLES)
    for table in OF_ORG:
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant select, insert, update, delete on {table} to waypost_app")
    op.execute(FUNCTIONS)
    op.execute(ERASURE)
