"""Consents as an append-only ledger, mails that ask for a confirmation, suppression lists and quiet hours."""

from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None

# `requested` is a yes whose address was not proven; the `given` entry that confirms it names it. What holds is
# the sum of the `given` and `withdrawn` entries, so nothing else is stored.
LEDGER = r"""
create table consent_entries (
  entry_id text primary key,
  seq bigint generated always as identity,
  org_id text not null references organizations on delete cascade,
  customer_id text not null,
  channel text not null check (channel in ('email', 'sms', 'whatsapp', 'web_push', 'wallet_push')),
  purpose text not null check (purpose in ('marketing', 'feedback', 'service')),
  decision text not null check (decision in ('requested', 'given', 'withdrawn')),
  -- Blind index of the address or number that it is about; null for all that the person has.
  address_index bytea check (octet_length(address_index) = 32),
  source text not null check (source in
    ('form', 'preferences', 'mail_link', 'passcode', 'one_click', 'staff', 'import', 'api', 'keyword')),
  text_hash text,
  language text,
  page_id text,
  page_version integer,
  code_id text,
  event_id uuid,
  confirms text,
  reason text check (length(reason) between 1 and 500),
  recorded_by text,
  decided_at timestamptz not null,
  recorded_at timestamptz not null,
  check (decided_at <= recorded_at),
  check (source <> 'staff' or (reason is not null and recorded_by is not null)),
  check (confirms is null or decision = 'given'),
  foreign key (org_id, text_hash) references consent_texts (org_id, text_hash)
);
create index consent_entries_of_customer on consent_entries (org_id, customer_id, decided_at);
create unique index consent_entries_confirmed on consent_entries (confirms);

create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (current_setting('app.erasing', true) = 'on'
      or not exists (select from organizations where org_id = old.org_id)) then
    return old;
  end if;
  raise exception 'entries of the consent ledger never change' using errcode = 'restrict_violation';
end
$$;
create trigger consent_entries_stay before update or delete on consent_entries
  for each row execute function refuse_consent_change();
"""

MAILS = """
-- The last mail that asked the owner of an address to confirm, and how many there were.
create table consent_mails (
  org_id text not null references organizations on delete cascade,
  address_index bytea not null check (octet_length(address_index) = 32),
  mail_id text not null unique,
  customer_id text not null,
  language text not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'failed')),
  requests integer not null check (requests > 0),
  first_at timestamptz not null,
  requested_at timestamptz not null,
  primary key (org_id, address_index)
);
create index consent_mails_of_customer on consent_mails (org_id, customer_id);
"""

SUPPRESSIONS = """
create table suppression_lists (
  list_id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null check (length(name) between 1 and 120),
  created_at timestamptz not null,
  created_by text,
  unique (org_id, list_id)
);
create index suppression_lists_of_org on suppression_lists (org_id, created_at);

create table suppressed_addresses (
  org_id text not null,
  list_id text not null,
  address_index bytea not null check (octet_length(address_index) = 32),
  kind text not null check (kind in ('email', 'phone')),
  added_at timestamptz not null,
  primary key (list_id, address_index),
  foreign key (org_id, list_id) references suppression_lists (org_id, list_id) on delete cascade
);
create index suppressed_addresses_found on suppressed_addresses (org_id, address_index);

create table contact_rules (
  org_id text primary key references organizations on delete cascade,
  quiet_from time,
  quiet_until time,
  updated_at timestamptz not null,
  updated_by text,
  check ((quiet_from is null) = (quiet_until is null)),
  check (quiet_from <> quiet_until)
);
"""

GRANTS = {
    "consent_entries": "select, insert",
    "consent_mails": "select, insert, update",
    "suppression_lists": "select, insert, delete",
    "suppressed_addresses": "select, insert, delete",
    "contact_rules": "select, insert, update",
}

ERASURE = """
do $do$
declare
  _text text := pg_get_functiondef('erase_person(text[], text[], text[], text[])'::regprocedure);
begin
  execute regexp_replace(_text, E'\\nbegin\\n', E'\\nbegin\\n'
    '  perform set_config(''app.erasing'', ''on'', true);\\n'
    '  delete from consent_entries where org_id = _org and customer_id = any(_customers);\\n'
    '  perform set_config(''app.erasing'', '''', true);\\n'
    '  delete from consent_mails where org_id = _org and customer_id = any(_customers);\\n');
end
$do$;
"""


def upgrade() -> None:
    """Apply."""
    for statements in (LEDGER, MAILS, SUPPRESSIONS):
        op.execute(statements)
    for table, rights in GRANTS.items():
        op.execute(f"alter table {table} enable row level security")
        op.execute(
            f"create policy {table}_of_own on {table} to waypost_app"
            " using (org_id = current_setting('app.org_id', true))"
        )
        op.execute(f"grant {rights} on {table} to waypost_app")
    op.execute(ERASURE)
