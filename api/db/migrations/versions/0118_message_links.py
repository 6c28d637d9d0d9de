"""Short links of messages, and who followed them."""

from alembic import op

revision = "0118"
down_revision = "0115"
branch_labels = None
depends_on = None

# One row for all links of a message. Visitors' connections read and note through two functions only: they see
# neither messages nor customers.
TABLE = """
create table message_links (
  link_key bigint primary key check (link_key >= 0),
  org_id text not null references organizations on delete cascade,
  message_id text not null references messages on delete cascade,
  targets_sealed text not null,
  expires_at timestamptz not null
);
create index message_links_of_message on message_links (message_id);
create index message_links_expiry on message_links (expires_at);
create index message_links_of_organization on message_links (org_id);
alter table message_links enable row level security;
create policy message_links_of_own on message_links to waypost_app
  using (org_id = current_setting('app.org_id', true));
grant select, insert, update, delete on message_links to waypost_app;
"""

OPEN = """
create function open_message_link(_key bigint, _now timestamptz) returns table (
  org_id text, message_id text, source text, source_id text, step text, variant text, channel text, code_id text,
  customer_id text, targets_sealed text, sending_at timestamptz, is_demo boolean, name text, logo text, brand jsonb,
  visitor_consent text
)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.org_id, m.message_id, m.source, m.source_id, m.step, m.variant, m.channel, m.code_id, m.customer_id,
    l.targets_sealed, m.sending_at, o.is_demo, o.name, o.logo, o.brand, o.visitor_consent
  from message_links l
  join messages m using (message_id)
  join organizations o on o.org_id = l.org_id
  where l.link_key = _key and l.expires_at > _now and o.deleted_at is null
$$;
revoke all on function open_message_link(bigint, timestamptz) from public;
grant execute on function open_message_link(bigint, timestamptz) to waypost_visitor;
"""

# A click proves nothing: links are forwarded. A browser that is somebody's already stays theirs.
NOTE = """
create function note_message_clicks(_messages text[], _visitors text[], _now timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from messages m
  where m.message_id = any(_messages) and m.clicked_at is null
  order by m.message_id for update;
  update messages set clicked_at = _now where message_id = any(_messages) and clicked_at is null;
  insert into customer_visitors as known (org_id, visitor_id, customer_id, is_proven, seen_at)
  select distinct on (c.org_id, clicked.visitor_id) c.org_id, clicked.visitor_id, c.customer_id, false, _now
  from unnest(_messages, _visitors) as clicked (message_id, visitor_id)
  join messages m using (message_id)
  join customers c on c.org_id = m.org_id and c.customer_id = m.customer_id
  where clicked.visitor_id is not null
  order by c.org_id, clicked.visitor_id, c.customer_id
  on conflict (org_id, visitor_id) do update set seen_at = excluded.seen_at
    where known.customer_id = excluded.customer_id;
end
$$;
revoke all on function note_message_clicks(text[], text[], timestamptz) from public;
grant execute on function note_message_clicks(text[], text[], timestamptz) to waypost_visitor;
"""


def upgrade() -> None:
    """Apply."""
    for statement in (TABLE, OPEN, NOTE):
        op.execute(statement)
