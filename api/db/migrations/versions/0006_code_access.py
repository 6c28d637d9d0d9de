"""What else a code may hold: a password, limits, a promo lock, a one-time state, what a child has of its own."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

COLUMNS = """
alter table codes
  add column password_hash text,
  add column password_epoch integer not null default 0,
  add column scan_limit bigint check (scan_limit > 0),
  add column visitor_limit integer check (visitor_limit > 0),
  add column promo_lock jsonb,
  add column one_time_state text check (one_time_state in ('issued', 'opened', 'used', 'void')),
  add column one_time_opened_at timestamptz,
  add column one_time_used_at timestamptz,
  add column batch_id text,
  add column overrides text[] not null default '{}',
  add check (one_time_state is null or base_code_id is not null),
  add check ((one_time_used_at is not null) = (one_time_state is not distinct from 'used'));
create index codes_of_batch on codes (org_id, batch_id) where batch_id is not null;

grant select (password_hash, password_epoch, scan_limit, visitor_limit, promo_lock, one_time_state,
              one_time_opened_at, one_time_used_at, batch_id, overrides)
  on codes to waypost_visitor;
"""


def upgrade() -> None:
    op.execute(COLUMNS)
